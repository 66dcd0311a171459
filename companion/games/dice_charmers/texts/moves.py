"""What a move is called in a list of moves or on a button."""

from companion.games.dice_charmers.rules import State
from companion.games.dice_charmers.rules.moves import (
    CallPerson,
    ConfirmDice,
    CopyGoodsDie,
    DeclareMet,
    DrawHalf,
    DrawRoad,
    EndTurn,
    EnterTotal,
    GetGoods,
    GiveUp,
    Move,
    Pass,
    Roll,
    Sail,
    Sell,
    Take,
    TypeFace,
    Upgrade,
    UseBonus,
    UseKarma,
)
from companion.games.dice_charmers.rules.plan import DIE_INDEX, ROAD_BITS, SHAPE_OF
from companion.games.dice_charmers.rules.river import destination
from companion.games.dice_charmers.rules.roads import SECOND_HALF
from companion.games.dice_charmers.rules.state import open_page
from companion.games.dice_charmers.texts.things import Things, bonus_words, die_colour, each_die, name, names, sides
from companion.i18n import N_, gettext, pgettext

ROADS = {
    "straight": N_("Straight on %(space)s: %(sides)s"),
    "bend": N_("Bend on %(space)s: %(sides)s"),
    "fork": N_("Fork on %(space)s: %(sides)s"),
    "intersection": N_("Intersection on %(space)s"),
}

HALVES = {
    "N": N_("Half-road on %(space)s to the north"),
    "E": N_("Half-road on %(space)s to the east"),
    "S": N_("Half-road on %(space)s to the south"),
    "W": N_("Half-road on %(space)s to the west"),
}

TOTALS = {
    "fame": N_("Fame: %(amount)d"),
    "money": N_("Money: %(amount)d"),
    "karma-circled": N_("Karma circled: %(amount)d"),
    "karma-used": N_("Karma crossed out: %(amount)d"),
}


def move_words(things: Things, state: State, move: Move) -> str:
    match move:
        case Roll():
            return pgettext("move", "Roll the dice")
        case TypeFace(die, face):
            return gettext("%(die)s: %(face)s", die=each_die(die), face=things.face(die, face))
        case ConfirmDice():
            return gettext("Confirm the dice")
        case Take(die):
            return gettext("Take the %(die)s: %(face)s", **_shown(things, state, die))
        case UseKarma(die):
            return gettext("Use karma: roll the %(die)s (%(face)s) and the elephant's", **_shown(things, state, die))
        case Pass():
            return pgettext("turn", "Pass")
        case DrawRoad(space, open_sides):
            return gettext(ROADS[SHAPE_OF[ROAD_BITS[open_sides]]], space=space, sides=sides(open_sides))
        case DrawHalf(space, side):
            return gettext(HALVES[side], space=space)
        case Sell(goods):
            return gettext("Sell: %(goods)s", goods=names(goods))
        case GetGoods(goods):
            return gettext("Get: %(goods)s", goods=names(goods))
        case CopyGoodsDie(die):
            return gettext("Goods of the die: %(face)s", face=_shown(things, state, die)["face"])
        case Sail():
            return _sailing(things, state, move)
        case Upgrade(building):
            return gettext("Upgrade: %(building)s", building=name(building))
        case CallPerson(person):
            return gettext("Call: %(person)s", person=name(person))
        case UseBonus(bonus):
            return gettext("Use the bonus: %(bonus)s", bonus=bonus_words(state.plan.bonuses[bonus]))
        case GiveUp(what):
            return _doing_without(state, what)
        case EndTurn():
            return gettext("End the turn")
        case DeclareMet():
            return gettext("The lines have met")
        case EnterTotal(figure, amount):
            return gettext(TOTALS[figure], amount=amount)


def _shown(things: Things, state: State, die: str) -> dict[str, str]:
    return {"die": die_colour(die), "face": things.face(die, state.faces[DIE_INDEX[die]])}


def _sailing(things: Things, state: State, move: Sail) -> str:
    space = destination(open_page(state), move.step)
    symbol = things.symbol(state.sheet.river[space].symbol)
    if move.step > 0:
        return gettext("Sail ahead to space %(number)d: %(symbol)s", number=space + 1, symbol=symbol)
    return gettext("Sail back to space %(number)d: %(symbol)s", number=space + 1, symbol=symbol)


def _doing_without(state: State, what: str) -> str:
    if what in state.plan.bonuses:
        return gettext("Give up the bonus: %(bonus)s", bonus=bonus_words(state.plan.bonuses[what]))
    if what == SECOND_HALF:
        return gettext("Do without the second half-road")
    if what.startswith("market "):
        return gettext("Sell nothing at this market")
    return gettext("Do without what the river gives")
