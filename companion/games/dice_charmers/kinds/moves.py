"""The profiles of every kind of move and task.

A move: its label, where it is tapped, what a tap can mean, the picture on its button and the place of the button.
A task, which a move completes: its prompt, and its value for bots.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from companion.games.dice_charmers.kinds import check_complete
from companion.games.dice_charmers.kinds.bonuses import describe_bonus
from companion.games.dice_charmers.names import Namer, name_die, name_die_colour, name_goods, name_sides, name_thing
from companion.games.dice_charmers.rules.acting import find_given_up
from companion.games.dice_charmers.rules.bonuses import find_bonus
from companion.games.dice_charmers.rules.effects import EffectKind
from companion.games.dice_charmers.rules.moves import (
    MOVE_KINDS,
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
from companion.games.dice_charmers.rules.page import TASK_KINDS, Page
from companion.games.dice_charmers.rules.palace import make_task
from companion.games.dice_charmers.rules.plan import DICE, DIE_INDEX, ROAD_BITS, ROAD_SIDES, SHAPE_OF
from companion.games.dice_charmers.rules.river import ANY_DISTANCE, find_destination, find_position
from companion.games.dice_charmers.rules.roads import SECOND_HALF
from companion.games.dice_charmers.rules.sheet import GOODS, PEOPLE, SIDES
from companion.games.dice_charmers.rules.state import State, open_page
from companion.i18n import N_, gettext, ngettext, pgettext
from companion.rules.refusal import Unreadable

Details = Mapping[str, Any]


class ButtonPlace(Enum):
    """Where a move has a button."""

    ON_SHEET = auto()  # no button: the move is tapped on the sheet
    FOOT = auto()  # at the foot of the page
    ASIDE = auto()  # smaller, for rare moves; no button if the move has a target


@dataclass(frozen=True)
class MoveProfile:
    label: Callable[[Namer, State, Any], str]  # in a list of moves or on a button
    targets: Callable[[State, Any], tuple[str, ...]] = lambda state, move: ()  # where it is tapped: table/offers.py
    # By kind of target: a function of state, seat and target name that lists the moves, as texts, a tap could mean.
    meanings: Mapping[str, Callable[[State, str, str], Iterable[str]]] = field(default_factory=dict)
    picture: Callable[[State, Any], dict[str, Any]] = lambda state, move: {}  # on the button: a road, icons, a die …
    button: ButtonPlace = ButtonPlace.ON_SHEET
    named_effect: EffectKind | None = None  # the effect that the label already names

    @property
    def is_on_map(self) -> bool:
        """Whether the move is chosen by its space of the province; a list of such moves is hard to read."""
        return "space" in self.meanings


# Dice


def _die_params(namer: Namer, state: State, die: str) -> dict[str, str]:
    return {"die": name_die_colour(die), "face": namer.name_face(die, state.faces[DIE_INDEX[die]])}


def _target_die(state: State, move: Any) -> tuple[str, ...]:
    return (f"die {move.die}",)


def list_face_icons(die: str, face: str) -> list[str]:
    if not face:
        return []
    return face.split("-") if die.startswith("purple") else [face]


def _picture_die(state: State, move: Any) -> dict[str, Any]:
    return {"die": move.die}


def _target_karma(state: State, move: UseKarma) -> tuple[str, ...]:
    return f"die {move.die}", f"karma {state.seats[state.mover].marks.karma_used + 1}"


# Roads

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
WHOLE_ROADS = tuple(sides for sides in ROAD_BITS if len(sides) > 1)


def _label_road(namer: Namer, state: State, move: DrawRoad) -> str:
    return gettext(ROADS[SHAPE_OF[ROAD_BITS[move.sides]]], space=move.space, sides=name_sides(move.sides))


def _target_space(state: State, move: DrawRoad | DrawHalf) -> tuple[str, ...]:
    return (f"space {move.space}",)


def _picture_road(state: State, space: str, added: str) -> dict[str, Any]:
    before = state.seats[state.mover].marks.roads[state.plan.space_index[space]]
    return {"road": ROAD_SIDES[before], "added": added}


# Goods


def _target_goods(goods: Iterable[str], done: Sequence[int]) -> tuple[str, ...]:
    """List the leftmost goods of each kind after those already done (circled or sold)."""
    return tuple(
        f"good {good} {done[GOODS.index(good)] + which}"
        for good, count in Counter(goods).items()
        for which in range(1, count + 1)
    )


# River


def _label_sail(namer: Namer, state: State, move: Sail) -> str:
    space = find_destination(open_page(state), move.step)
    symbol = namer.name_symbol(state.sheet.river[space].symbol)
    if move.step > 0:
        return gettext("Sail ahead to space %(number)d: %(symbol)s", number=space + 1, symbol=symbol)
    return gettext("Mark space %(number)d behind your boat: %(symbol)s", number=space + 1, symbol=symbol)


def _target_sail(state: State, move: Sail) -> tuple[str, ...]:
    return (f"river {find_destination(open_page(state), move.step) + 1}",)


def _picture_sail(state: State, move: Sail) -> dict[str, Any]:
    return {"icons": [state.sheet.river[find_destination(open_page(state), move.step)].symbol], "hue": "blue"}


def _count_steps(state: State, seat: str, number: str) -> int:
    """Count the steps to a river space: spaces ahead, or unmarked spaces back. Raises Unreadable."""
    if not number.isdecimal() or not 1 <= int(number) <= len(state.sheet.river):
        raise Unreadable(number)
    marks = state.find_seat(seat).marks
    here, there = find_position(Page(state.plan, marks, state.faces)), int(number) - 1
    if there > here:
        return there - here
    return -max(sum(not marks.river >> space & 1 for space in range(there, here)), 1)


# Bonuses


# What is given up of a person who was called
ACTIONS = {
    "great-mogul": N_("Give up the Great Mogul’s action"),
    "maharani": N_("Give up the Maharani’s action"),
    "trader": N_("Give up the Trader’s action"),
    "raja-man-singh": N_("Give up Raja Man Singh’s upgrade"),
    "master-builder": N_("Give up the Master Builder’s half-roads"),
    "portuguese": N_("Give up the Portuguese’s action"),
}
check_complete("actions of people", ACTIONS, PEOPLE)


def _label_give_up(namer: Namer, state: State, move: GiveUp) -> str:
    """Name exactly what is given up: of several earnings it is the first that is left."""
    if move.what == SECOND_HALF:
        return gettext("Give up the second half-road")
    if move.what.startswith("market "):
        return gettext("Sell nothing at this market")
    task = find_given_up(state.tasks, move)
    if task is None:
        return gettext("Give up the bonus: %(bonus)s", bonus=describe_bonus(state.plan.bonuses[move.what]))
    if bonus := find_bonus(open_page(state), task):
        return gettext("Give up: %(bonus)s", bonus=describe_bonus(bonus))
    for person, words in ACTIONS.items():
        if make_task(person, move.what) == task:
            return gettext(words)
    return gettext("Give up: %(bonus)s", bonus=gettext(TASKS[task.asks].unfinished))


# Paper sheets

TOTALS = {
    "fame": N_("Fame: %(amount)d"),
    "money": N_("Money: %(amount)d"),
    "karma-circled": N_("Karma circled: %(amount)d"),
    "karma-used": N_("Karma crossed out: %(amount)d"),
}

# If a tap can mean several kinds of moves, the kinds listed first are the likeliest.
MOVES: Mapping[type[Move], MoveProfile] = {
    Roll: MoveProfile(lambda namer, state, move: pgettext("move", "Roll the dice"), button=ButtonPlace.FOOT),
    TypeFace: MoveProfile(
        lambda namer, state, move: gettext(
            "%(die)s: %(face)s", die=name_die(move.die), face=namer.name_face(move.die, move.face)
        ),
        _target_die,
        picture=lambda state, move: {"die": move.die, "face": move.face},
    ),
    ConfirmDice: MoveProfile(lambda namer, state, move: gettext("Confirm the dice"), button=ButtonPlace.FOOT),
    Take: MoveProfile(
        lambda namer, state, move: gettext("Take the %(die)s: %(face)s", **_die_params(namer, state, move.die)),
        _target_die,
        {"die": lambda state, seat, die: (f"take {die}",)},
        _picture_die,
        named_effect=EffectKind.DIE_TAKEN,
    ),
    UseKarma: MoveProfile(
        lambda namer, state, move: gettext(
            "Reroll the %(die)s (%(face)s) and the elephant’s", **_die_params(namer, state, move.die)
        ),
        _target_karma,
        {
            "die": lambda state, seat, die: (f"karma {die}",),
            "karma": lambda state, seat, number: (f"karma {die}" for die in DICE),
        },
        _picture_die,
        named_effect=EffectKind.DICE_ROLL,
    ),
    Pass: MoveProfile(lambda namer, state, move: pgettext("turn", "Pass"), button=ButtonPlace.ASIDE),
    DrawRoad: MoveProfile(
        _label_road,
        _target_space,
        {"space": lambda state, seat, space: (f"road {space} {road}" for road in WHOLE_ROADS)},
        lambda state, move: _picture_road(state, move.space, move.sides),
        named_effect=EffectKind.ROAD,
    ),
    DrawHalf: MoveProfile(
        lambda namer, state, move: gettext(HALVES[move.side], space=move.space),
        _target_space,
        {"space": lambda state, seat, space: (f"half {space} {side}" for side in SIDES)},
        lambda state, move: _picture_road(state, move.space, move.side),
        named_effect=EffectKind.ROAD_EXTENDED,
    ),
    GetGoods: MoveProfile(
        lambda namer, state, move: gettext("Get: %(goods)s", goods=name_goods(move.goods)),
        lambda state, move: _target_goods(move.goods, state.seats[state.mover].marks.goods),
        {"good": lambda state, seat, good: (f"goods {good.partition(' ')[0]}",)},
        lambda state, move: {"icons": list(move.goods), "sold": False},
        named_effect=EffectKind.GOODS,
    ),
    Sell: MoveProfile(
        lambda namer, state, move: gettext("Sell: %(goods)s", goods=name_goods(move.goods)),
        lambda state, move: _target_goods(move.goods, state.seats[state.mover].marks.sold),
        {"good": lambda state, seat, good: (f"sell {good.partition(' ')[0]}",)},
        lambda state, move: {"icons": list(move.goods), "sold": True},
        named_effect=EffectKind.SOLD,
    ),
    CopyGoodsDie: MoveProfile(
        lambda namer, state, move: gettext(
            "Goods of the die: %(face)s", face=_die_params(namer, state, move.die)["face"]
        ),
        _target_die,
        {"die": lambda state, seat, die: (f"goods-die {die}",)},
        _picture_die,
    ),
    Sail: MoveProfile(
        _label_sail,
        _target_sail,
        {"river": lambda state, seat, number: (f"river {_count_steps(state, seat, number):+d}",)},
        _picture_sail,
        named_effect=EffectKind.RIVER,
    ),
    Upgrade: MoveProfile(
        lambda namer, state, move: gettext("Upgrade: %(building)s", building=name_thing(move.building)),
        lambda state, move: (f"building {move.building}",),
        {"building": lambda state, seat, building: (f"upgrade {building}",)},
        lambda state, move: {"icons": [move.building], "hue": move.building},
    ),
    CallPerson: MoveProfile(
        lambda namer, state, move: gettext("Call: %(person)s", person=name_thing(move.person)),
        lambda state, move: (f"person {move.person}",),
        {"person": lambda state, seat, person: (f"person {person}",)},
        lambda state, move: {"icons": [move.person], "hue": "orange"},
        named_effect=EffectKind.PERSON_USED,
    ),
    UseBonus: MoveProfile(
        lambda namer, state, move: gettext(
            "Use the bonus: %(bonus)s", bonus=describe_bonus(state.plan.bonuses[move.bonus])
        ),
        lambda state, move: (f"bonus {move.bonus}",),
        {"bonus": lambda state, seat, place: (f"use {place}",)},
        lambda state, move: {"bonus": move.bonus},
        named_effect=EffectKind.BONUS_USED,
    ),
    GiveUp: MoveProfile(
        _label_give_up,
        lambda state, move: (f"bonus {move.what}",) if move.what in state.plan.bonuses else (),
        picture=lambda state, move: {"bonus": move.what} if move.what in state.plan.bonuses else {},
        button=ButtonPlace.ASIDE,
        named_effect=EffectKind.BONUS_WASTED,
    ),
    EndTurn: MoveProfile(lambda namer, state, move: gettext("End the turn"), button=ButtonPlace.FOOT),
    DeclareMet: MoveProfile(lambda namer, state, move: gettext("The lines have met"), button=ButtonPlace.ASIDE),
    EnterTotal: MoveProfile(lambda namer, state, move: gettext(TOTALS[move.figure], amount=move.amount)),
}
check_complete("moves", MOVES, MOVE_KINDS)


@dataclass(frozen=True)
class TaskProfile:
    """How a task is asked for, and its value for bots."""

    prompt: Callable[[Details], str]  # makes one short line from the details of the prompt
    unfinished: str  # completes "Finish first what you have begun: …"
    value: float  # in half points
    impossible: str = ""  # why it cannot be done, if it is one of two tasks: for the preview of a die


DRAW = {
    "straight": N_("Draw a straight: tap a space"),
    "bend": N_("Draw a bend: tap a space"),
    "fork": N_("Draw a fork: tap an empty space"),
    "intersection": N_("Draw an intersection: tap an empty space"),
}


def _ask_road(of: Details) -> str:
    shape = of["shape"]
    return gettext(DRAW[shape])


SELL = {
    "any": N_("Sell %(low)d to %(high)d goods"),
    "same": N_("Sell %(low)d to %(high)d goods of one kind"),
    "different": N_("Sell %(low)d to %(high)d different goods"),
    "either": N_("Sell %(low)d to %(high)d goods, all of one kind or all different"),
}


def _ask_sale(of: Details) -> str:
    low, high, mixture = of["low"], of["high"], of["mixture"]
    if low < high:
        return gettext(SELL[mixture], low=low, high=high)
    if mixture == "different":
        return gettext("Sell 2 different goods")
    return ngettext("Sell %(num)d good", "Sell %(num)d goods", low)


def _ask_half_roads(of: Details) -> str:
    """Ask for half-roads; `begins` and `extends` say where they can be drawn, `waits` that bonuses can come first."""
    if of.get("waits"):
        if not of["extends"]:
            return gettext("Draw a straight or bend with both half-roads, or use a bonus first")
        return gettext("Draw the half-road of the river, or use a bonus first")
    if not of.get("extends", True):
        return gettext("Draw a straight or bend with both half-roads: tap an empty space")
    if of["count"] == 1 and of.get("begins"):
        return gettext("Draw one half-road, or a straight or bend with both: tap a space")
    return ngettext("Draw a half-road: tap a space with a road", "Draw %(num)d half-roads: tap a space", of["count"])


def _ask_person(of: Details) -> str:
    if of.get("person"):
        return gettext("Call: %(person)s", person=name_thing(of["person"]))
    if of.get("called_by_mogul"):
        return gettext("The Great Mogul calls: choose another person")
    return gettext("Choose a person of the palace")


def _ask_back(of: Details) -> str:
    if of["most"] == ANY_DISTANCE:
        return gettext("Mark any free space behind your boat")
    if of["most"] == 1:
        return gettext("Mark the nearest free space behind your boat")
    return gettext("Mark one of the %(count)d nearest free spaces behind your boat", count=of["most"])


TASKS: Mapping[str, TaskProfile] = {
    "road": TaskProfile(_ask_road, N_("draw the road"), 4.0),
    "half-roads": TaskProfile(_ask_half_roads, N_("draw the half-road"), 2.0),
    "sell": TaskProfile(_ask_sale, N_("sell goods"), 2.5, N_("nothing to sell now")),
    "goods": TaskProfile(
        lambda of: ngettext("Choose %(num)d good", "Choose %(num)d different goods", of["count"]),
        N_("choose goods"),
        2.0,
        N_("no room for another good"),
    ),
    "goods-die": TaskProfile(
        lambda of: gettext("Choose a purple die: you get its goods"), N_("choose a purple die"), 3.5
    ),
    "person": TaskProfile(_ask_person, N_("choose a person"), 5.0),
    "upgrade": TaskProfile(lambda of: gettext("Choose a building to upgrade"), N_("choose a building to upgrade"), 4.0),
    "river-advance": TaskProfile(
        lambda of: ngettext("Sail %(num)d space ahead", "Sail up to %(num)d spaces ahead", of["most"]),
        N_("sail ahead on the river"),
        4.0,
    ),
    "river-back": TaskProfile(
        _ask_back, N_("mark a space behind your boat"), 4.0, N_("no free space behind your boat")
    ),
    "trade": TaskProfile(
        lambda of: gettext("Sell up to 2 goods, or get one"), N_("choose one of the two options"), 3.0
    ),
    "river-back-or-goods": TaskProfile(
        lambda of: gettext("Mark a free space 1 or 2 back on the river, or get one good"),
        N_("choose one of the two options"),
        3.0,
    ),
}
check_complete("tasks", TASKS, TASK_KINDS)


def describe_move(namer: Namer, state: State, move: Move) -> str:
    """Return the label of a move for a list or a button."""
    return MOVES[type(move)].label(namer, state, move)
