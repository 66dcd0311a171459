"""Rank the players of any game: ranks, winners and how ties were decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypedDict

Points = int | float

SHARED = "the victory is shared"


class PlayerResult(TypedDict):
    name: str
    score: Points
    breakdown: dict[str, Points]  # adds up to the score
    rank: int  # tied players share a rank: 1, 1, 3
    tiebreaks: dict[str, Points]  # compared between equal scores, in this order; more is better


class Tie(TypedDict):
    players: list[str]  # with equal scores, best first
    decided_by: list[str]  # the tiebreaks that separated them; empty: they share the place


class Result(TypedDict):
    game: str
    players: list[PlayerResult]  # in the order of the input
    winners: list[str]
    tiebreak: str | None  # how a tie for first place was decided, in English
    ties: list[Tie]  # every tie, to be described in any language


@dataclass(frozen=True)
class Standing:
    """A player's points and tiebreaks at the end of the game."""

    name: str
    breakdown: Mapping[str, Points]
    tiebreaks: Mapping[str, Points] = field(default_factory=dict)  # the same keys for every player

    @property
    def score(self) -> Points:
        return sum(self.breakdown.values())

    @property
    def strength(self) -> tuple[Points, ...]:
        return (self.score, *self.tiebreaks.values())


def rank_players(game: str, standings: Sequence[Standing], words: Mapping[str, str]) -> Result:
    """Rank the players. `words` names each tiebreak in English."""
    players = [_rank(standing, standings) for standing in standings]
    ties = _find_ties(standings)
    winners = [player["name"] for player in players if player["rank"] == 1]
    return {
        "game": game,
        "players": players,
        "winners": winners,
        "tiebreak": _describe_tie_for_first(ties, winners, words),
        "ties": ties,
    }


def sort_best_first(standings: Iterable[Standing]) -> list[Standing]:
    """Sort the standings by strength, best first; equal ones keep their order."""
    return sorted(standings, key=lambda standing: standing.strength, reverse=True)


def find_difference(better: Standing, worse: Standing) -> str | None:
    """Return the first tiebreak in which two players with equal scores differ, or None."""
    return next((key for key in better.tiebreaks if better.tiebreaks[key] != worse.tiebreaks[key]), None)


def _rank(standing: Standing, everyone: Sequence[Standing]) -> PlayerResult:
    return {
        "name": standing.name,
        "score": standing.score,
        "breakdown": dict(standing.breakdown),
        "rank": 1 + sum(other.strength > standing.strength for other in everyone),
        "tiebreaks": dict(standing.tiebreaks),
    }


def _find_ties(standings: Sequence[Standing]) -> list[Tie]:
    """Find the groups of players with equal scores, the best group first."""
    ties: list[Tie] = []
    for score in sorted({standing.score for standing in standings}, reverse=True):
        tied = [standing for standing in sort_best_first(standings) if standing.score == score]
        if len(tied) > 1:
            ties.append({"players": [standing.name for standing in tied], "decided_by": _find_deciding(tied)})
    return ties


def _find_deciding(tied: Sequence[Standing]) -> list[str]:
    """List the tiebreaks that separate neighbours in the ranking."""
    needed = {find_difference(better, worse) for better, worse in pairwise(tied)}
    return [key for key in tied[0].tiebreaks if key in needed]


def _describe_tie_for_first(ties: Sequence[Tie], winners: Sequence[str], words: Mapping[str, str]) -> str | None:
    for tie in ties:
        if winners[0] in tie["players"]:
            settled = [words[key] for key in tie["decided_by"]]
            return "; ".join(settled + ([SHARED] if len(winners) > 1 else []))
    return None
