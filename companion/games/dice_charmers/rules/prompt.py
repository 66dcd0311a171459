"""Whose turn it is and what is asked, as a value; the words for it are found at the edge."""

from enum import StrEnum
from typing import NamedTuple

from companion.games.dice_charmers.rules.market import Goods, Sale
from companion.games.dice_charmers.rules.paper import asked_figure, bounds
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.river import SailAhead, SailBack
from companion.games.dice_charmers.rules.roads import HalfRoads, Road
from companion.games.dice_charmers.rules.state import Phase, State
from companion.games.dice_charmers.rules.tasks import OneOf, Task


class Ask(StrEnum):
    """What the seat is asked for; the names in brackets are details."""

    ROLL = "roll"  # roll all dice
    ROLLING = "rolling"  # nobody: the dice are in the air
    FACE = "face"  # what a real die shows [die]
    CONFIRM_DICE = "confirm-dice"  # whether the typed-in faces are right
    CHOOSE = "choose"  # take a die, use karma, or pass
    REROLLED = "rerolled"  # take one of the two rerolled dice, or use another karma [one, two]
    ROAD = "road"  # draw a road [source, shape]
    HALF_ROADS = "half-roads"  # draw half-roads [source, count]
    SELL = "sell"  # [source, low, high]
    GOODS = "goods"  # get different goods [source, count]
    GOODS_DIE = "goods-die"  # choose a purple die [source]
    PERSON = "person"  # choose a person [source]
    UPGRADE = "upgrade"  # choose a building [source]
    RIVER_ADVANCE = "river-advance"  # [source, most]
    RIVER_BACK = "river-back"  # [source, most]
    TRADE = "trade"  # sell up to two goods or get one [source]
    RIVER_BACK_OR_GOODS = "river-back-or-goods"  # go back on the river or get one good [source]
    ANY_OF = "any-of"  # several earnings of one river space, in any order [source]
    BONUSES = "bonuses"  # use or give up the circled bonuses
    END_TURN = "end-turn"  # nothing is left but to end the turn
    PAPER = "paper"  # do the die's action on paper, declare a meeting, end the turn
    TOTAL = "total"  # a figure of a paper sheet [figure, low, high]
    OVER = "over"  # nobody: the game is over


class Prompt(NamedTuple):
    code: Ask
    seat: str | None
    params: tuple[tuple[str, str | int], ...] = ()


def prompt(state: State) -> Prompt:
    if state.phase is Phase.OVER:
        return Prompt(Ask.OVER, None)
    if state.phase is Phase.ROLLING:
        return Prompt(Ask.ROLLING, None)
    code, params = _asked(state)
    return Prompt(code, state.players[state.mover], tuple(params.items()))


Question = tuple[Ask, dict[str, str | int]]


def _asked(state: State) -> Question:
    seat = state.seats[state.mover]
    match state.phase:
        case Phase.ROLL:
            return Ask.ROLL, {}
        case Phase.TYPING if len(state.typed) < len(state.rolling):
            return Ask.FACE, {"die": DICE[state.rolling[len(state.typed)]]}
        case Phase.TYPING:
            return Ask.CONFIRM_DICE, {}
        case Phase.CHOOSE:
            return Ask.CHOOSE, {}
        case Phase.REROLLED:
            one, two = (DICE[die] for die in state.rolling)
            return Ask.REROLLED, {"one": one, "two": two}
        case Phase.TOTALS:
            low, high = bounds(state, seat)
            return Ask.TOTAL, {"figure": asked_figure(seat), "low": low, "high": high}
    if seat.paper:
        return Ask.PAPER, {}
    if not state.tasks:
        return (Ask.BONUSES if seat.marks.circled else Ask.END_TURN), {}
    group = state.tasks[-1]
    return _task_question(group[0]) if len(group) == 1 else (Ask.ANY_OF, {"source": group[0].source})


def _task_question(task: Task) -> Question:
    source: dict[str, str | int] = {"source": task.source}
    match task:
        case OneOf(tasks=(Sale(), _)):
            return Ask.TRADE, source
        case OneOf():
            return Ask.RIVER_BACK_OR_GOODS, source
        case Road(shape=shape):
            return Ask.ROAD, {**source, "shape": shape}
        case HalfRoads(count=count) | Goods(count=count):
            return Ask(task.asks), {**source, "count": count}
        case Sale(buyer=buyer):
            return Ask.SELL, {**source, "low": buyer.low, "high": buyer.high}
        case SailAhead(most=most) | SailBack(most=most):
            return Ask(task.asks), {**source, "most": most}
        case _:
            return Ask(task.asks), source
