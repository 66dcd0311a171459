"""Points beyond the meeting point, ranking and tie-breaks.

Money counts half, so points are counted in halves; only at the edge does a half become .5.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.rules.state import Ending, Phase, Seat, State
from companion.rules import ranking


class Tiebreak(StrEnum):
    """What decided among those with the most points."""

    KARMA_CIRCLED = "karma circled"
    KARMA_USED = "karma crossed out"
    SHARED = "shared victory"


TIEBREAK_WORDS = {"karma_circled": Tiebreak.KARMA_CIRCLED.value, "karma_used": Tiebreak.KARMA_USED.value}


class Figures(NamedTuple):
    fame: int
    money: int
    karma_circled: int
    karma_used: int


class Standing(NamedTuple):
    name: str  # of a seat or, with typed-in totals, of a player
    figures: Figures
    half_points: int  # beyond the meeting point, in halves
    rank: int

    @property
    def points(self) -> float:
        return in_points(self.half_points)


class Outcome(NamedTuple):
    ending: Ending
    standings: tuple[Standing, ...]  # the best first
    winners: tuple[str, ...]
    tiebreak: Tiebreak | None


def in_points(halves: int) -> float:
    """Half points as points: whole ones stay whole."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def figures_of(seat: Seat) -> Figures | None:
    """What a seat scores with; unknown while a paper sheet's totals are missing."""
    if not seat.paper:
        marks = seat.marks
        return Figures(marks.fame, marks.money, marks.karma_circled, marks.karma_used)
    return Figures(*seat.totals) if len(seat.totals) == len(Figures._fields) else None


def half_points(figures: Figures, meeting_point: int) -> int:
    return 2 * figures.fame + figures.money - 2 * meeting_point


def gap(state: State, player: str) -> float | None:
    """How far the lines overlap; negative while they have not met, None for an unknown paper sheet."""
    figures = figures_of(state.seat(player))
    return None if figures is None else in_points(half_points(figures, state.sheet.tracks.fame))


def lines_meet(sheet: Sheet, seat: Seat) -> bool:
    if seat.paper:
        return seat.met
    return 2 * seat.marks.fame + seat.marks.money >= 2 * sheet.tracks.fame


def have_met(state: State) -> bool:
    return any(lines_meet(state.sheet, seat) for seat in state.seats)


def outcome(state: State) -> Outcome | None:
    """Why the game ended and who won; None while it lasts or totals are missing."""
    if state.phase is not Phase.OVER:
        return None
    assert state.ending is not None
    figures = {player: figures_of(seat) for player, seat in zip(state.players, state.seats, strict=True)}
    known = {player: found for player, found in figures.items() if found is not None}
    standings = rank(known, state.sheet.tracks.fame)
    winners = tuple(standing.name for standing in standings if standing.rank == 1)
    return Outcome(state.ending, standings, winners, tiebreak(standings))


def rank(figures: Mapping[str, Figures], meeting_point: int) -> tuple[Standing, ...]:
    """Most points first, then more karma circled, then more karma crossed out; equals share a rank."""

    def strength(player: str) -> tuple[int, int, int]:
        own = figures[player]
        return half_points(own, meeting_point), own.karma_circled, own.karma_used

    strengths = [strength(player) for player in figures]
    return tuple(
        Standing(
            player,
            figures[player],
            half_points(figures[player], meeting_point),
            1 + sum(other > strength(player) for other in strengths),
        )
        for player in sorted(figures, key=strength, reverse=True)
    )


def tiebreak(standings: Sequence[Standing]) -> Tiebreak | None:
    best = standings[0]
    rivals = [standing.figures for standing in standings[1:] if standing.half_points == best.half_points]
    if not rivals:
        return None
    if all(rival.karma_circled < best.figures.karma_circled for rival in rivals):
        return Tiebreak.KARMA_CIRCLED
    equal = [rival for rival in rivals if rival.karma_circled == best.figures.karma_circled]
    if all(rival.karma_used < best.figures.karma_used for rival in equal):
        return Tiebreak.KARMA_USED
    return Tiebreak.SHARED


def result(state: State, names: Mapping[str, str]) -> ranking.Result | None:
    """The outcome in the form in which scores are given out, with the players' names for their seats."""
    decided = outcome(state)
    if decided is None:
        return None
    return as_result(standing._replace(name=names[standing.name]) for standing in decided.standings)


def as_result(standings: Iterable[Standing]) -> ranking.Result:
    standings = tuple(standings)
    decided_by = tiebreak(sorted(standings, key=lambda standing: standing.rank))
    found = ranking.result("dice-charmers", [_as_ranked(standing) for standing in standings], TIEBREAK_WORDS)
    return {**found, "tiebreak": decided_by.value if decided_by else None}


def _as_ranked(standing: Standing) -> ranking.Standing:
    fame, money, karma_circled, karma_used = standing.figures
    meeting_point = 2 * fame + money - standing.half_points
    breakdown = {"fame": fame, "money": in_points(money), "meeting_point": in_points(-meeting_point)}
    return ranking.Standing(standing.name, breakdown, {"karma_circled": karma_circled, "karma_used": karma_used})
