"""Choose moves: simple players, the levels of bots, and hints for people.

The levels go from one that a child can beat to one that beats good players. A bot plans its turn once, up to its end or
the next roll; the moves can be queued and played one by one.
"""

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from companion.games.dice_charmers.bots.evaluation import Evaluation, HandWeights, Rating, evaluate, rate_by_hand
from companion.games.dice_charmers.bots.search import FULL, Option, Skill, plan_turn, rate_dice, rate_steps
from companion.games.dice_charmers.rules import Phase, State, legal_moves, to_move
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.play import Played, apply
from companion.games.dice_charmers.rules.province import DrawHalf, DrawRoad
from companion.games.dice_charmers.rules.rounds import Roll
from companion.games.dice_charmers.rules.sheet import DIE_INDEX, Marks
from companion.games.dice_charmers.rules.state import Move, open_page
from companion.games.dice_charmers.rules.turn import EndTurn, GiveUp, Take, UseBonus, UseKarma, may_use_bonuses

Player = Callable[[State, str, random.Random], Move]

# Simple, not tuned: points count as they are, goods three quarters of their price, and whatever else may become points
# half of them. An upgrade gives one fame for each building of its kind, a new space at least one fame, and a karma as a
# bonus is worth two.
MIXED = HandWeights(stock=0.75, upgrade=1.0, way=1.0, karma=2.0, river_left=0.0, unfinished=0.5)
BUILDING = HandWeights(fame=2.2, money=0.8, stock=0.3, upgrade=1.4, way=1.2)
TRADING = HandWeights(fame=1.7, money=1.2, stock=1.0, upgrade=0.3, way=0.5)

POOR_TURN = 4.0  # half points, two fame; with less than that, a greedy player tries karma
SMALL_DIFFERENCE = 1.0  # half points, one money; greedy players choose between such steps at random


class Taste(NamedTuple):
    """What a greedy player likes."""

    weights: HandWeights = MIXED
    favourite: str = ""  # the colour of the dice it takes whenever they are suitable


def play_at_random(state: State, seat: str, rng: random.Random) -> Move:
    return rng.choice(legal_moves(state, seat))


def play_greedily(taste: Taste, state: State, seat: str, rng: random.Random) -> Move:
    """Choose the die with the most valuable turn, if possible of the favourite colour; then the best steps."""
    weights, favourite = taste
    moves = legal_moves(state, seat)
    if state.phase not in (Phase.CHOOSE, Phase.REROLLED):
        return _choose_good_step(state, seat, moves, weights, rng)
    before = evaluate(state, state.mover, weights)
    gains = {move: _evaluate_turn(state, seat, move, weights) - before for move in _drop_duplicates(state, moves)}
    liked = {move: gain for move, gain in gains.items() if favourite and move.die.startswith(favourite)} or gains
    best = max(liked, key=lambda move: liked[move], default=None)
    karmas = [move for move in moves if isinstance(move, UseKarma)]
    if karmas and (best is None or liked[best] < POOR_TURN):
        return min(karmas, key=lambda karma: gains.get(Take(karma.die), -1.0))
    return moves[-1] if best is None else best


def _drop_duplicates(state: State, moves: Iterable[Move]) -> list[Take]:
    """Keep only one of two dice with the same colour and face."""
    takes = [move for move in moves if isinstance(move, Take)]
    by_face = {(take.die.partition("-")[0], state.faces[DIE_INDEX[take.die]]): take for take in takes}
    return list(by_face.values())


def _evaluate_turn(state: State, seat: str, take: Take, weights: HandWeights) -> float:
    """Evaluate the position after playing the turn to its end."""
    mover = state.mover
    move: Move = take
    while not isinstance(move, EndTurn):
        state = apply(state, Played(seat, move))
        move = _choose_best_step(state, seat, legal_moves(state, seat), weights)
    return evaluate(state, mover, weights)


def _choose_best_step(state: State, seat: str, moves: Sequence[Move], weights: HandWeights) -> Move:
    """Choose the most valuable step of an action, or the next bonus."""
    if len(moves) == 1:
        return moves[0]
    if may_use_bonuses(open_page(state)):
        return _choose_bonus(state, seat, moves, weights)
    return max(moves, key=lambda move: _evaluate_after(state, seat, move, weights))


def _choose_good_step(state: State, seat: str, moves: Sequence[Move], weights: HandWeights, rng: random.Random) -> Move:
    """Choose like `_choose_best_step`, but at random among steps of nearly the same value."""
    if len(moves) == 1:
        return moves[0]
    if may_use_bonuses(open_page(state)):
        return _choose_bonus(state, seat, moves, weights)
    worths = [_evaluate_after(state, seat, move, weights) for move in moves]
    enough = max(worths) - SMALL_DIFFERENCE
    return rng.choice([move for move, found in zip(moves, worths, strict=True) if found >= enough])


def _evaluate_after(state: State, seat: str, move: Move, weights: HandWeights) -> float:
    return evaluate(apply(state, Played(seat, move)), state.mover, weights)


def _choose_bonus(state: State, seat: str, moves: Sequence[Move], weights: HandWeights) -> Move:
    """Choose bonuses in a sensible order, then the best half-road that has waited, then the end of the turn."""
    usable = [move for move in moves if isinstance(move, UseBonus)]
    if usable:
        return min(usable, key=lambda use: BONUS_KINDS[state.plan.bonuses[use.bonus].kind].use)
    halves = [move for move in moves if isinstance(move, DrawRoad | DrawHalf)]
    return max(halves, key=lambda move: _evaluate_after(state, seat, move, weights), default=EndTurn())


TASTES: Mapping[str, Taste] = {
    "greedy": Taste(),
    "builder": Taste(BUILDING),
    "trader": Taste(TRADING),
    "province": Taste(favourite="green"),
    "market": Taste(favourite="purple"),
    "river": Taste(favourite="blue"),
    "palace": Taste(favourite="orange"),
}
PLAYERS: Mapping[str, Player] = {
    "random": play_at_random,
    **{name: partial(play_greedily, taste) for name, taste in TASTES.items()},
}


# Levels


class Level(NamedTuple):
    """How a bot plays: how it plans, how far it misjudges sheets, and what it likes."""

    skill: Skill
    mistakes: float = 0.0  # how far it misjudges a sheet, in half points (standard deviation)
    likes: HandWeights | None = None  # None: values sheets as it has learned to


class Careless:
    """Rate sheets with mistakes of some half points, which matter little at the beginning and much at the end."""

    def __init__(self, evaluation: Evaluation, mistakes: float, rng: random.Random) -> None:
        self.evaluation = evaluation
        self.mistakes = mistakes
        self.rng = rng
        self.half_point = evaluation.half_point

    def rate_sheet(self, marks: Marks) -> Rating:
        mistake = self.rng.gauss(0, self.mistakes)
        rating = self.evaluation.rate_sheet(marks)
        return Rating(*(value + mistake * step for value, step in zip(rating, self.half_point, strict=True)))

    def rate_turn_to_come(self, stage: float) -> float:
        return self.evaluation.rate_turn_to_come(stage)


# The first two levels look only at the next step, each with the taste of its character (table/bots.py).
_SIMPLE = Skill(width=1, quick=1, rerolled=1, contenders=0, second_pick=False)
SAILING = HandWeights(upgrade=0.8, way=0.6, river_left=0.0)  # the Portuguese
BY_NAME: Mapping[str, Level] = {
    "level-1": Level(_SIMPLE, 14.0, SAILING),
    "level-2": Level(_SIMPLE, 3.0, HandWeights(fame=1.8, money=1.1, stock=1.0, upgrade=1.0)),  # the Trader
    "level-3": Level(Skill(width=6, quick=6, contenders=0, second_pick=False), 3.0),
    "level-4": Level(FULL),
}
LEVELS = tuple(BY_NAME)


def choose(level: str, state: State, seat: str, rng: random.Random, deadline: float | None = None) -> list[Move]:
    """Choose the moves of a seat up to the end of its turn or the next roll; none if it cannot move.

    Without a deadline (a time of `time.monotonic`), the same state and random numbers give the same moves. People type
    in the faces of real dice; the list is empty then.
    """
    return choose_moves(BY_NAME[level], state, seat, rng, deadline)


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
    evaluation = rate_by_hand(state.plan, level.likes) if level.likes else level.skill.evaluate(state.plan)
    if level.mistakes:
        evaluation = Careless(evaluation, level.mistakes, rng)
    return list(plan_turn(state, seat, level.skill._replace(evaluate=lambda plan: evaluation), deadline).moves)


# Hints: a first answer at once, and a better one from a worker process

QUICK = Skill(width=1, contenders=0, expects_karma=False, second_pick=False, evaluate=rate_by_hand)
MOST_SECONDS = 0.8  # for the better answer, so that it arrives within a second

_ADVISED = (Phase.ROLL, Phase.CHOOSE, Phase.REROLLED, Phase.PLAY)


class Hint(NamedTuple):
    moves: tuple[Move, ...]  # the best one first, then how to continue
    second: Move | None = None  # the next best one instead of the first
    is_only: bool = False  # there is no other


def find_hint(state: State, seat: str, thorough: bool = False) -> Hint | None:
    """Find the best move of the seat that has the turn; None if there is nothing to advise."""
    legal = legal_moves(state, seat)
    if state.phase not in _ADVISED or state.find_seat(seat).paper or not legal:
        return None
    if len(legal) == 1:
        return Hint(legal, is_only=True)
    rate = rate_steps if state.phase is Phase.PLAY else rate_dice
    deadline = time.monotonic() + MOST_SECONDS
    best, *others = rate(state, seat, FULL if thorough else QUICK, deadline)
    return Hint(best.moves, _find_second(best, others))


def _find_second(best: Option, others: list[Option]) -> Move | None:
    """Return the next best move."""
    others = [option for option in others if option.first != best.first and not isinstance(option.first, GiveUp)]
    return others[0].first if others else None


def find_thorough_hint(state: State, seat: str) -> Hint | None:
    """Find the best move in a worker process."""
    return find_hint(state, seat, thorough=True)
