"""Bots: functions that choose one of the legal moves.

All but the random one play the turn to its end for every die they could take, always choosing the most valuable step,
and take the die with the best result.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from companion.games.dice_charmers.bots.evaluation import Weights, evaluate
from companion.games.dice_charmers.kinds.bonuses import BONUSES
from companion.games.dice_charmers.rules.acting import may_use_bonuses
from companion.games.dice_charmers.rules.moves import DrawHalf, DrawRoad, EndTurn, Move, Take, UseBonus, UseKarma
from companion.games.dice_charmers.rules.plan import DIE_INDEX
from companion.games.dice_charmers.rules.play import Played, apply, legal_moves
from companion.games.dice_charmers.rules.state import Phase, State, open_page

Player = Callable[[State, str, random.Random], Move]

# Of equally strong weights, those that use the rarest bonuses and favour no seat (docs/balance.md).
MIXED = Weights(stock=0.75, upgrade=1.65, way=1.0, karma=3.0, river_left=0.48, unfinished=0.28)
BUILDING = Weights(fame=2.2, money=0.8, stock=0.3, upgrade=1.4, way=1.2)
TRADING = Weights(fame=1.7, money=1.2, stock=1.0, upgrade=0.3, way=0.5)

_POOR_TURN = 3.8  # half points; with less than that, try a karma
_SMALL_DIFFERENCE = 0.85  # half points


def play_at_random(state: State, seat: str, rng: random.Random) -> Move:
    return rng.choice(legal_moves(state, seat))


def play_greedily(
    state: State, seat: str, rng: random.Random, *, weights: Weights = MIXED, favourite: str | None = None
) -> Move:
    """Choose the die with the most valuable turn, if possible of the favourite colour; then the best steps."""
    moves = legal_moves(state, seat)
    if state.phase not in (Phase.CHOOSE, Phase.REROLLED):
        return _choose_good_step(state, seat, moves, weights, rng)
    before = evaluate(state, state.mover, weights)
    gains = {move: _evaluate_turn(state, seat, move, weights) - before for move in _drop_duplicates(state, moves)}
    liked = {move: gain for move, gain in gains.items() if favourite and move.die.startswith(favourite)} or gains
    best = max(liked, key=lambda move: liked[move], default=None)
    karmas = [move for move in moves if isinstance(move, UseKarma)]
    if karmas and (best is None or liked[best] < _POOR_TURN):
        return min(karmas, key=lambda karma: gains.get(Take(karma.die), -1.0))
    return moves[-1] if best is None else best


def _drop_duplicates(state: State, moves: Iterable[Move]) -> list[Take]:
    """Keep only one of two dice with the same colour and face."""
    takes = [move for move in moves if isinstance(move, Take)]
    by_face = {(take.die.partition("-")[0], state.faces[DIE_INDEX[take.die]]): take for take in takes}
    return list(by_face.values())


def _evaluate_turn(state: State, seat: str, take: Take, weights: Weights) -> float:
    """Evaluate the position after playing the turn to its end."""
    mover = state.mover
    move: Move = take
    while not isinstance(move, EndTurn):
        state = apply(state, Played(seat, move))
        move = _choose_best_step(state, seat, legal_moves(state, seat), weights)
    return evaluate(state, mover, weights)


def _choose_best_step(state: State, seat: str, moves: Sequence[Move], weights: Weights) -> Move:
    """Choose the most valuable step of an action, or the next bonus."""
    if len(moves) == 1:
        return moves[0]
    if may_use_bonuses(open_page(state)):
        return _choose_bonus(state, seat, moves, weights)
    return max(moves, key=lambda move: _evaluate_after(state, seat, move, weights))


def _choose_good_step(state: State, seat: str, moves: Sequence[Move], weights: Weights, rng: random.Random) -> Move:
    """Choose like `_choose_best_step`, but at random among steps of nearly the same value."""
    if len(moves) == 1:
        return moves[0]
    if may_use_bonuses(open_page(state)):
        return _choose_bonus(state, seat, moves, weights)
    worths = [_evaluate_after(state, seat, move, weights) for move in moves]
    enough = max(worths) - _SMALL_DIFFERENCE
    return rng.choice([move for move, found in zip(moves, worths, strict=True) if found >= enough])


def _evaluate_after(state: State, seat: str, move: Move, weights: Weights) -> float:
    return evaluate(apply(state, Played(seat, move)), state.mover, weights)


def _choose_bonus(state: State, seat: str, moves: Sequence[Move], weights: Weights) -> Move:
    """Choose bonuses in a sensible order, then the best half-road that has waited, then the end of the turn."""
    usable = [move for move in moves if isinstance(move, UseBonus)]
    if usable:
        return min(usable, key=lambda use: BONUSES[state.plan.bonuses[use.bonus].kind].use)
    halves = [move for move in moves if isinstance(move, DrawRoad | DrawHalf)]
    return max(halves, key=lambda move: _evaluate_after(state, seat, move, weights), default=EndTurn())


PLAYERS: Mapping[str, Player] = {
    "random": play_at_random,
    "greedy": play_greedily,
    "builder": partial(play_greedily, weights=BUILDING),
    "trader": partial(play_greedily, weights=TRADING),
    # Prefer one area: take its die whenever it is suitable.
    "province": partial(play_greedily, favourite="green"),
    "market": partial(play_greedily, favourite="purple"),
    "river": partial(play_greedily, favourite="blue"),
    "palace": partial(play_greedily, favourite="orange"),
}
