"""The levels of bots, from one that a child can beat to one that beats good players.

A bot plans its turn once, up to its end or the next roll; the moves can be queued and played one by one.
"""

import random
from collections.abc import Mapping
from typing import NamedTuple

from companion.games.dice_charmers.bots.planning import FULL, Skill, plan_turn
from companion.games.dice_charmers.bots.rating import Evaluation, Rating, rate_by_hand
from companion.games.dice_charmers.rules import Phase, State, legal_moves, to_move
from companion.games.dice_charmers.rules.moves import Move, Roll
from companion.games.dice_charmers.rules.page import Marks


class Level(NamedTuple):
    """How well a bot plays: how it plans, and how far it misjudges sheets."""

    skill: Skill
    mistakes: float = 0.0  # standard deviation of its ratings


class Careless:
    """Rate sheets with mistakes."""

    def __init__(self, evaluation: Evaluation, mistakes: float, rng: random.Random) -> None:
        self.evaluation = evaluation
        self.mistakes = mistakes
        self.rng = rng

    def rate_sheet(self, marks: Marks) -> Rating:
        mistake = self.rng.gauss(0, self.mistakes)
        return Rating(*(rating + mistake for rating in self.evaluation.rate_sheet(marks)))

    def rate_turn_to_come(self, stage: float) -> float:
        return self.evaluation.rate_turn_to_come(stage)


_SIMPLE = Skill(width=1, quick=1, contenders=0, expects_karma=False, second_pick=False, evaluate=rate_by_hand)
_BY_NAME: Mapping[str, Level] = {
    "level-1": Level(_SIMPLE, mistakes=0.5),
    "level-2": Level(_SIMPLE, mistakes=0.1),
    "level-3": Level(Skill(width=2, quick=2, contenders=0, second_pick=False), mistakes=0.2),
    "level-4": Level(FULL),
}
LEVELS = tuple(_BY_NAME)


def choose(level: str, state: State, seat: str, rng: random.Random, deadline: float | None = None) -> list[Move]:
    """Choose the moves of a seat up to the end of its turn or the next roll; none if it cannot move.

    Without a deadline (a time of `time.monotonic`), the same state and random numbers give the same moves. People type
    in the faces of real dice; the list is empty then.
    """
    return choose_moves(_BY_NAME[level], state, seat, rng, deadline)


def choose_moves(
    level: Level, state: State, seat: str, rng: random.Random, deadline: float | None = None
) -> list[Move]:
    """Choose like `choose`, but at any level."""
    if to_move(state) != seat or state.phase in (Phase.TYPING, Phase.TOTALS) or state.find_seat(seat).paper:
        return []
    if state.phase is Phase.ROLL:
        return [Roll()]
    only, *others = legal_moves(state, seat)
    if not others:
        return [only]
    skill = level.skill
    if level.mistakes:
        skill = skill._replace(evaluate=lambda plan: Careless(level.skill.evaluate(plan), level.mistakes, rng))
    return list(plan_turn(state, seat, skill, deadline).moves)
