"""How likely each player wins when all have had the same number of turns.

The ratings of the bots say who is ahead; `calibration.json` says how sure that is, measured in many games
(`companion calibrate`, docs/bots.md).
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import NamedTuple

from companion.games.dice_charmers.bots.learned import find_weights
from companion.games.dice_charmers.bots.outlook import find_evaluation, find_result
from companion.games.dice_charmers.bots.rating import Evaluation, Rating
from companion.games.dice_charmers.rules import State, outcome
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.plan import Plan
from companion.games.dice_charmers.rules.sheet import Sheet

FILE = Path(__file__).parent / "calibration.json"
OTHER_SHEETS = "other sheets"  # played by the hand-written evaluation
_LARGEST = 30.0  # differences of ratings beyond it make no difference

Chances = tuple[float, ...]  # in the order of the players; they add up to 1


class Slope(NamedTuple):
    """How much a difference of ratings counts: at the beginning, and when the lines are about to meet."""

    early: float
    late: float

    def at(self, stage: float) -> float:
        return self.early + stage * (self.late - self.early)


class RatedRound(NamedTuple):
    """The ratings of all players at the end of a round, and how far the leader is."""

    ratings: tuple[float, ...]
    stage: float


@cache
def load_calibration() -> Mapping[str, Mapping[str, Sequence[float]]]:
    calibration: Mapping[str, Mapping[str, Sequence[float]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return calibration


def name_sheet(sheet: Sheet) -> str:
    """Return the key of a sheet in the calibration: its name and version, if bots have been trained on it."""
    return f"{sheet.name} {sheet.version}" if find_weights(sheet) else OTHER_SHEETS


def find_slope(sheet: Sheet, players: int) -> Slope:
    """Return the slope for a sheet and number of players; 1 without calibration, as trained ratings are log odds."""
    found = load_calibration().get(name_sheet(sheet))
    return Slope(*found[str(players)]) if found else Slope(1.0, 1.0)


class Judge:
    """Compares the sheets of the players of one game."""

    def __init__(self, plan: Plan, players: int, slope: Slope | None = None) -> None:
        self.evaluation: Evaluation = find_evaluation(plan)
        self.slope = slope or find_slope(plan.sheet, players)
        self.goal = 2 * plan.sheet.tracks.fame
        self._ratings: dict[Marks, Rating] = {}

    def have_met(self, sheets: Sequence[Marks]) -> bool:
        return any(2 * marks.fame + marks.money >= self.goal for marks in sheets)

    def compare(self, sheets: Sequence[Marks]) -> Chances:
        """Return everyone's chances when all have had the same number of turns; the result if lines have met."""
        if self.have_met(sheets):
            return share_victory([find_result(marks) for marks in sheets])
        return to_chances(self.rate(sheets), self.slope)

    def rate(self, sheets: Sequence[Marks]) -> RatedRound:
        stage = max(2 * marks.fame + marks.money for marks in sheets) / self.goal
        ratings = [self._rate_sheet(marks) for marks in sheets]
        return RatedRound(tuple(each.early + stage * (each.late - each.early) for each in ratings), stage)

    def _rate_sheet(self, marks: Marks) -> Rating:
        if marks not in self._ratings:
            self._ratings[marks] = self.evaluation.rate_sheet(marks)
        return self._ratings[marks]


def to_chances(rated: RatedRound, slope: Slope) -> Chances:
    """Convert ratings to chances that add up to 1."""
    highest, factor = max(rated.ratings), slope.at(rated.stage)
    odds = [exp(max(-_LARGEST, factor * (rating - highest))) for rating in rated.ratings]
    return tuple(each / sum(odds) for each in odds)


def share_victory(results: Sequence[tuple[int, ...]]) -> Chances:
    """Return 1 for the best result; several equal ones share it."""
    best = max(results)
    return tuple((result == best) / results.count(best) for result in results)


def find_shares(state: State) -> Chances:
    """Return the shares of the victory in a finished game."""
    decided = outcome(state)
    assert decided is not None
    return tuple((player in decided.winners) / len(decided.winners) for player in state.players)
