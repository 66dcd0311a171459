"""Why nothing can be entered at a place of the sheet: of all that a tap there could mean, the most helpful answer."""

from collections.abc import Iterable

from companion.games.dice_charmers.kinds.moves import MOVES
from companion.games.dice_charmers.rules import Code, State, check, parse_move
from companion.rules.refusal import Refusal

# Refusals that speak of what was meant, not of the place that was tapped: said only when there is nothing better.
VAGUE = (Code.OTHER_ACTION_ASKED, Code.WRONG_SHAPE, Code.ROAD_INCOMPLETE, Code.WRONG_NUMBER_OF_GOODS, Code.TOO_FEW_SOLD)


def why_not_at(state: State, seat: str, target: str) -> Refusal | None:
    """None when something can be entered there, or nothing ever could. Raises Unreadable."""
    refusals = [check(state, seat, parse_move(move)) for move in meanings(state, seat, target)]
    if not refusals or None in refusals:
        return None
    return min(filter(None, refusals), key=lambda refusal: refusal.code in VAGUE)


def meanings(state: State, seat: str, target: str) -> Iterable[str]:
    """List the moves that a tap on the target could mean, the likeliest first."""
    kind, _, name = target.partition(" ")
    found = (profile.meanings[kind] for profile in MOVES.values() if kind in profile.meanings)
    return [move for meaning in found for move in meaning(state, seat, name)]
