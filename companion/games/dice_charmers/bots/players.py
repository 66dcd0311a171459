"""Simple players: each is a function from a state to one of the legal moves.

Apart from the random one they follow a turn to its end for every die they could take, choosing at each step
what is worth most at once, and take the die that leads furthest.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from companion.games.dice_charmers.bots.worth import Taste, worth
from companion.games.dice_charmers.kinds.bonuses import BONUSES
from companion.games.dice_charmers.rules.moves import EndTurn, Move, Take, UseBonus, UseKarma
from companion.games.dice_charmers.rules.plan import DIE_INDEX
from companion.games.dice_charmers.rules.play import Played, apply, legal_moves
from companion.games.dice_charmers.rules.state import Phase, State

Player = Callable[[State, str, random.Random], Move]

MIXED = Taste()
BUILDING = Taste(fame=2.2, money=0.8, stock=0.3, upgrade=1.4, way=1.2)
TRADING = Taste(fame=1.7, money=1.2, stock=1.0, upgrade=0.3, way=0.5)

_A_POOR_TURN = 4.0  # half points; below that a karma is worth trying
_A_SMALL_DIFFERENCE = 1.0  # half points


def play_at_random(state: State, seat: str, rng: random.Random) -> Move:
    return rng.choice(legal_moves(state, seat))


def play_by_taste(
    state: State, seat: str, rng: random.Random, *, taste: Taste = MIXED, favourite: str | None = None
) -> Move:
    """Take the die after which the turn is worth most, among those of the favourite colour if there are any."""
    moves = legal_moves(state, seat)
    if state.phase not in (Phase.CHOOSE, Phase.REROLLED):
        return _about_best_step(state, seat, moves, taste, rng)
    before = worth(state, state.mover, taste)
    gains = {move: _worth_of_turn(state, seat, move, taste) - before for move in _different(state, moves)}
    liked = {move: gain for move, gain in gains.items() if favourite and move.die.startswith(favourite)} or gains
    best = max(liked, key=lambda move: liked[move], default=None)
    karmas = [move for move in moves if isinstance(move, UseKarma)]
    if karmas and (best is None or liked[best] < _A_POOR_TURN):
        return min(karmas, key=lambda karma: gains.get(Take(karma.die), -1.0))
    return moves[-1] if best is None else best


def _different(state: State, moves: Iterable[Move]) -> list[Take]:
    """Of two dice with the same face only one has to be looked at."""
    takes = [move for move in moves if isinstance(move, Take)]
    by_face = {(take.die.partition("-")[0], state.faces[DIE_INDEX[take.die]]): take for take in takes}
    return list(by_face.values())


def _worth_of_turn(state: State, seat: str, take: Take, taste: Taste) -> float:
    """What the position is worth when the turn has been played to its end."""
    mover = state.mover
    move: Move = take
    while not isinstance(move, EndTurn):
        state = apply(state, Played(seat, move))
        move = _best_step(state, seat, legal_moves(state, seat), taste)
    return worth(state, mover, taste)


def _best_step(state: State, seat: str, moves: Sequence[Move], taste: Taste) -> Move:
    """In an action what is worth most at once."""
    if len(moves) == 1:
        return moves[0]
    if not state.tasks:
        return _next_bonus(state, moves)
    return max(moves, key=lambda move: _worth_after(state, seat, move, taste))


def _about_best_step(state: State, seat: str, moves: Sequence[Move], taste: Taste, rng: random.Random) -> Move:
    """The same for somebody who does not see small differences, and so does not always go the same way."""
    if len(moves) == 1:
        return moves[0]
    if not state.tasks:
        return _next_bonus(state, moves)
    worths = [_worth_after(state, seat, move, taste) for move in moves]
    enough = max(worths) - _A_SMALL_DIFFERENCE
    return rng.choice([move for move, found in zip(moves, worths, strict=True) if found >= enough])


def _worth_after(state: State, seat: str, move: Move, taste: Taste) -> float:
    return worth(apply(state, Played(seat, move)), state.mover, taste)


def _next_bonus(state: State, moves: Sequence[Move]) -> Move:
    """Bonuses in a sensible order, then the end of the turn."""
    usable = [move for move in moves if isinstance(move, UseBonus)]
    return min(usable, key=lambda use: BONUSES[state.plan.bonuses[use.bonus].kind].use, default=EndTurn())


PLAYERS: Mapping[str, Player] = {
    "random": play_at_random,
    "greedy": play_by_taste,
    "builder": partial(play_by_taste, taste=BUILDING),
    "trader": partial(play_by_taste, taste=TRADING),
    # One area alone: its die whenever it is suitable.
    "province": partial(play_by_taste, favourite="green"),
    "market": partial(play_by_taste, favourite="purple"),
    "river": partial(play_by_taste, favourite="blue"),
    "palace": partial(play_by_taste, favourite="orange"),
}
