"""Estimate who will win by comparing the ratings of all sheets."""

from collections.abc import Sequence
from functools import cache
from math import exp, log

from companion.games.dice_charmers.bots.learned import Learned, find_weights
from companion.games.dice_charmers.bots.rating import Evaluation, Rating, rate_by_hand
from companion.games.dice_charmers.rules.page import Marks
from companion.games.dice_charmers.rules.plan import Plan
from companion.games.dice_charmers.rules.state import State

_CERTAIN = 12.0  # the rating of a decided game
_SUREST = 20.0  # ratings beyond it make no difference


@cache
def find_evaluation(plan: Plan) -> Evaluation:
    """Return the learned evaluation of a sheet, or else the hand-written one."""
    weights = find_weights(plan.sheet)
    return Learned(plan, weights) if weights else rate_by_hand(plan)


def find_stage(state: State) -> float:
    """Return how far the leader is: 0 at the beginning, 1 when the lines meet."""
    points = [2 * seat.marks.fame + seat.marks.money for seat in state.seats]
    return max(points) / (2 * state.sheet.tracks.fame)


class Outlook:
    """What a sheet of one player is worth when the turn is over, while the sheets of the others stay as they are."""

    def __init__(self, state: State, player: int, evaluation: Evaluation, done: int) -> None:
        """Look from the seat with index `player` at the position after `done` turns of the round."""
        players = len(state.players)
        moved = done % players
        self.evaluation = evaluation
        self.goal = 2 * state.sheet.tracks.fame
        self.to_come = [bool(moved) and (i - state.starter) % players >= moved for i in range(players)]
        self.all_moved = moved == 0
        self.player = player
        self.others = [i for i in range(players) if i != player]
        tracked = [seat.marks for seat in state.seats if not seat.paper]
        self.marks = [_find_typical(tracked) if seat.paper and tracked else seat.marks for seat in state.seats]
        self.ratings = [evaluation.rate_sheet(marks) for marks in self.marks]
        self.rivals = self.others or [player]  # solo: compare with the current sheet
        points = [2 * self.marks[i].fame + self.marks[i].money for i in self.rivals]
        met = any(seat.met for seat in state.seats if seat.paper)
        self.most_points = self.goal if met else max(points)
        self._rivals: dict[float, float] = {}  # their rating by stage

    def rate(self, marks: Marks) -> float:
        """Rate the player with these marks against the others: the logarithm of the odds to win."""
        points = 2 * marks.fame + marks.money
        stage = max(points, self.most_points) / self.goal
        if stage >= 1 and self.all_moved:
            return self._rate_result(marks)
        stage = min(stage, 1.0)
        if stage not in self._rivals:
            self._rivals[stage] = _add_odds([self._rate_at(self.ratings[i], i, stage) for i in self.rivals])
        return self._rate_at(self.evaluation.rate_sheet(marks), self.player, stage) - self._rivals[stage]

    def _rate_at(self, rating: Rating, i: int, stage: float) -> float:
        """Rate a sheet in a stage of the game; at 1, the last turns are played."""
        if stage == 1:
            return rating.last if self.to_come[i] else rating.final
        value = rating.early + stage * (rating.late - rating.early)
        return value + self.evaluation.rate_turn_to_come(stage) if self.to_come[i] else value

    def _rate_result(self, marks: Marks) -> float:
        """Rate a finished game: won or lost, and a little by how much."""
        own = find_result(marks)
        best = max((find_result(self.marks[i]) for i in self.others), default=(0, 0, 0))
        won = _CERTAIN if own > best else -_CERTAIN if own < best else 0.0
        return won + (own[0] - best[0]) / 100


def find_result(marks: Marks) -> tuple[int, int, int]:
    """Return what decides the game: half points, karma circled, karma used."""
    return 2 * marks.fame + marks.money, marks.karma_circled, marks.karma_used


def _find_typical(tracked: Sequence[Marks]) -> Marks:
    """Return the median of the known sheets, as a guess for a sheet on paper."""
    return sorted(tracked, key=lambda marks: 2 * marks.fame + marks.money)[len(tracked) // 2]


def _add_odds(ratings: Sequence[float]) -> float:
    """Return the rating of several players together."""
    highest = max(ratings, default=0.0)
    return highest + log(sum(exp(rating - highest) for rating in ratings)) if ratings else 0.0


def to_probability(rating: float) -> float:
    """Convert the logarithm of odds to a probability, which is never 0 or 1."""
    return 1 / (1 + exp(-max(-_SUREST, min(_SUREST, rating))))
