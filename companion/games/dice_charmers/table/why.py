"""Why nothing can be entered at a place of the sheet: of all that a tap there could mean, the most helpful answer."""

from collections.abc import Iterable

from companion.games.dice_charmers.rules import Code, State, check, parse_move
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.plan import DICE, ROAD_BITS
from companion.games.dice_charmers.rules.river import position
from companion.games.dice_charmers.rules.sheet import SIDES
from companion.rules.refusal import Refusal, Unreadable

# Refusals that speak of what was meant, not of the place that was tapped: said only when there is nothing better.
VAGUE = (Code.OTHER_ACTION_ASKED, Code.WRONG_SHAPE, Code.ROAD_INCOMPLETE, Code.WRONG_NUMBER_OF_GOODS, Code.TOO_FEW_SOLD)
WHOLE_ROADS = tuple(sides for sides in ROAD_BITS if len(sides) > 1)


def why_not_at(state: State, seat: str, target: str) -> Refusal | None:
    """None when something can be entered there, or nothing ever could. Raises Unreadable."""
    refusals = [check(state, seat, parse_move(move)) for move in meanings(state, seat, target)]
    if not refusals or None in refusals:
        return None
    return min(filter(None, refusals), key=lambda refusal: refusal.code in VAGUE)


def meanings(state: State, seat: str, target: str) -> Iterable[str]:
    """The entries that a tap on the target could mean, the likeliest first."""
    kind, _, name = target.partition(" ")
    match kind:
        case "die":
            return f"take {name}", f"karma {name}", f"goods-die {name}"
        case "space":
            roads = (f"road {name} {sides}" for sides in WHOLE_ROADS)
            return *roads, *(f"half {name} {side}" for side in SIDES)
        case "good":
            good = name.partition(" ")[0]
            return f"goods {good}", f"sell {good}"
        case "river":
            return (f"river {_step(state, seat, name):+d}",)
        case "person":
            return (f"person {name}",)
        case "building":
            return (f"upgrade {name}",)
        case "karma":
            return tuple(f"karma {die}" for die in DICE)
        case "bonus":
            return (f"use {name}",)
    return ()


def _step(state: State, seat: str, number: str) -> int:
    """How far it is to a river space: ahead in spaces, back in unmarked spaces."""
    if not number.isdecimal() or not 1 <= int(number) <= len(state.sheet.river):
        raise Unreadable(number)
    page = Page(state.plan, state.seat(seat).marks, state.faces)
    here, there = position(page), int(number) - 1
    if there > here:
        return there - here
    return -max(sum(not page.marks.river >> space & 1 for space in range(there, here)), 1)
