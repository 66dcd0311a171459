"""Rate a sheet: how good are the chances of its player?

A rating is a logarithm of odds: the chances of the players to win are as exp(rating). Ratings differ at the beginning,
when everything can still become points, and at the end, when only points count.
"""

from functools import cache
from typing import NamedTuple, Protocol

from companion.games.dice_charmers.bots.evaluation import Weights, evaluate_marks
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.plan import Plan

_SCALE = 15.0  # half points that change a rating by one
_TURN = 6.0  # half points of an average turn


class Rating(NamedTuple):
    """The rating of one sheet in different stages of the game."""

    early: float  # at the beginning
    late: float  # when the first lines are about to meet
    last: float  # when the player has one turn left
    final: float  # when the player has no turn left


class Evaluation(Protocol):
    """A way to rate sheets."""

    def rate_sheet(self, marks: Marks) -> Rating: ...

    def rate_turn_to_come(self, stage: float) -> float:
        """Rate being one turn behind the others; `stage` runs from 0 at the beginning to 1."""


class HandWritten:
    """Rate a sheet by points and what may become points, for sheets that no bot has been trained on."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.weights = Weights()

    def rate_sheet(self, marks: Marks) -> Rating:
        points = 2 * marks.fame + marks.money
        expected = evaluate_marks(self.plan, marks, self.weights) - points
        return Rating(
            (points + expected) / _SCALE,
            (points + expected / 2) / _SCALE,
            (points + expected / 3 + _TURN) / _SCALE,
            points / _SCALE,
        )

    def rate_turn_to_come(self, stage: float) -> float:
        return _TURN / _SCALE


@cache
def rate_by_hand(plan: Plan) -> Evaluation:
    """Return the hand-written evaluation of a sheet."""
    return HandWritten(plan)
