"""Evaluate sheets by hand-written weights, in half points (fame counts two, money one), and rate them.

A rating is a logarithm of odds: the chances of the players to win are as exp(rating). Ratings differ at the beginning,
when everything can still become points, and at the end, when only points count.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

from companion.games.dice_charmers.rules.bonuses import estimate_value
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, Marks, Plan
from companion.games.dice_charmers.rules.state import TASK_KINDS, State, Tasks

_CACHED = 4096  # positions of one area; most are evaluated many times
_ENOUGH_WAYS = 5  # more empty spaces to choose from do not help


class HandWeights(NamedTuple):
    """How much a bot values points and what may become points later."""

    fame: float = 2.0  # on the track
    money: float = 1.0  # on the track
    stock: float = 0.8  # for each money that the goods in stock will earn
    upgrade: float = 1.2  # for each upgrade of each building that is not erected yet
    way: float = 0.8  # for each empty space at the end of a road
    karma: float = 4.0  # for each one left
    river_left: float = 0.2  # for each space ahead on the river
    unfinished: float = 0.3  # for the value of bonuses that are nearly released


USUAL = HandWeights()


def evaluate(state: State, seat: int, weights: HandWeights) -> float:
    """Evaluate what a seat has and what it can expect, open tasks and circled bonuses included."""
    marks = state.seats[seat].marks
    asked = state.tasks if seat == state.mover else ()
    return evaluate_marks(state.plan, marks, weights) + evaluate_pending(state.plan, marks, asked)


def evaluate_marks(plan: Plan, marks: Marks, weights: HandWeights) -> float:
    """Evaluate a sheet between two turns."""
    return (
        weights.fame * marks.fame
        + weights.money * marks.money
        + weights.stock * value_stock(plan, marks.goods, marks.sold)
        + value_province(plan, marks.roads, marks.entrances, marks.upgrades, weights)
        + weights.karma * (marks.karma_circled - marks.karma_used)
        + weights.river_left * (len(plan.sheet.river) - marks.river.bit_length())
        + weights.unfinished * _value_unfinished(plan, marks)
    )


def evaluate_pending(plan: Plan, marks: Marks, tasks: Tasks) -> float:
    """Evaluate what is still to be done in a turn: circled bonuses and open tasks."""
    value = sum(map(_value_bonuses(plan).__getitem__, marks.circled)) if marks.circled else 0.0
    for group in tasks:
        for task in group:
            value += TASK_KINDS[task.asks].value
    return value


@cache
def _value_bonuses(plan: Plan) -> Mapping[str, float]:
    return {place: estimate_value(bonus) for place, bonus in plan.bonuses.items()}


@lru_cache(maxsize=_CACHED)
def value_stock(plan: Plan, goods: tuple[int, ...], sold: tuple[int, ...]) -> int:
    """Sum the money that the goods in stock will earn."""
    return sum(sum(plan.prices[kind][sold[kind] : goods[kind]]) for kind in range(len(GOODS)))


@lru_cache(maxsize=_CACHED)
def value_province(
    plan: Plan, roads: tuple[int, ...], entrances: tuple[int, ...], upgrades: tuple[int, ...], weights: HandWeights
) -> float:
    """Value upgrades by the buildings not erected yet, and roads by the spaces and edges they can reach next."""
    steps = dict(zip(BUILDINGS, upgrades, strict=True))
    to_come = ways = 0
    near = 0.0
    for kind, road, arriving, edges in zip(plan.kinds, roads, entrances, _value_edges(plan), strict=True):
        if not road:
            to_come += steps.get(kind, 0)
            if arriving:
                ways += 1
                near += edges
    return weights.upgrade * to_come + weights.way * min(ways, _ENOUGH_WAYS) + weights.unfinished * near


@cache
def _value_edges(plan: Plan) -> tuple[float, ...]:
    """Value the bonuses at the edges of each space."""
    worths = [0.0] * len(plan.spaces)
    for (space, _), place in plan.edges.items():
        worths[space] += estimate_value(plan.bonuses[place])
    return tuple(worths)


def _value_unfinished(plan: Plan, marks: Marks) -> float:
    """Value the tents, palace columns and upgrade columns that are in progress."""
    return value_tents(plan, marks.sold) + value_palace(plan, marks.people) + value_upgrades(plan, marks.upgrades)


def _value_progress(plan: Plan, place: str, done: int, needed: int) -> float:
    """Value a bonus in progress: it counts more the nearer it is, and nothing once it is released."""
    return estimate_value(plan.bonuses[place]) * (done / needed) ** 2 if done < needed else 0.0


@lru_cache(maxsize=_CACHED)
def value_tents(plan: Plan, sold: tuple[int, ...]) -> float:
    return sum(_value_progress(plan, place, sum(map(min, needed, sold)), sum(needed)) for place, needed in plan.tents)


@lru_cache(maxsize=_CACHED)
def value_palace(plan: Plan, used: tuple[int, ...]) -> float:
    return sum(
        _value_progress(plan, place, sum(used[person] >= column for person in people), len(people))
        for places, people in plan.columns
        for column, place in enumerate(places, start=1)
    )


@lru_cache(maxsize=_CACHED)
def value_upgrades(plan: Plan, upgrades: tuple[int, ...]) -> float:
    return sum(
        _value_progress(plan, place, sum(upgrades[building] >= step for building in buildings), len(buildings))
        for step, (place, buildings) in enumerate(plan.upgrade_columns, start=1)
    )


# Ratings

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

    half_point: Rating  # what one half point on the tracks changes

    def rate_sheet(self, marks: Marks) -> Rating: ...

    def rate_turn_to_come(self, stage: float) -> float:
        """Rate being one turn behind the others; `stage` runs from 0 at the beginning to 1."""


class HandWritten:
    """Rate a sheet by points and what may become points, for sheets that no bot has been trained on."""

    def __init__(self, plan: Plan, weights: HandWeights) -> None:
        self.plan = plan
        self.weights = weights
        self.half_point = Rating(*[1 / _SCALE] * 4)

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
def rate_by_hand(plan: Plan, weights: HandWeights = USUAL) -> Evaluation:
    """Return the hand-written evaluation of a sheet."""
    return HandWritten(plan, weights)
