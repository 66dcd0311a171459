"""Find the best next move of a player: a first answer at once, and a better one from a worker process."""

import time
from typing import NamedTuple

from companion.games.dice_charmers.bots.planning import FULL, Option, Skill, rate_dice, rate_steps
from companion.games.dice_charmers.bots.rating import rate_by_hand
from companion.games.dice_charmers.rules import Phase, State, legal_moves
from companion.games.dice_charmers.rules.moves import Move

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
    return next((option.first for option in others if option.first != best.first), None)


def find_thorough_hint(state: State, seat: str) -> Hint | None:
    """Find the best move in a worker process."""
    return find_hint(state, seat, thorough=True)
