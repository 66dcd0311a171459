"""The names of everything in the game. Sentences use them unchanged in every language."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.games.dice_charmers.definition import SheetDefinition
from companion.i18n import N_, get_language, gettext, ngettext
from companion.seat_colours import name_colour

NAMES = {
    # goods
    "tea": N_("tea"),
    "silk": N_("silk"),
    "spices": N_("spices"),
    # people of the palace
    "great-mogul": N_("Great Mogul"),
    "maharani": N_("Maharani"),
    "trader": N_("Trader"),
    "raja-man-singh": N_("Raja Man Singh"),
    "master-builder": N_("Master Builder"),
    "portuguese": N_("Portuguese"),
    # buildings
    "temple": N_("temple"),
    "palace": N_("palace"),
    "fort": N_("fort"),
    "mill": N_("mill"),
    # other spaces of the province
    "residence": N_("residence"),
    "market-same": N_("market: 1–3 goods of one kind"),
    "market-different": N_("market: 1–3 different goods"),
    "blank": N_("blank space"),
    # roads
    "straight": N_("straight"),
    "bend": N_("bend"),
    "fork": N_("fork"),
    "intersection": N_("intersection"),
    "half-road": N_("half-road"),
    "half-roads": N_("two half-roads"),
    # sides
    "N": N_("north"),
    "E": N_("east"),
    "S": N_("south"),
    "W": N_("west"),
    # totals of a paper sheet
    "fame": N_("fame"),
    "money": N_("money"),
    "karma-circled": N_("karma circled"),
    "karma-used": N_("karma crossed out"),
}

COUNTED_GOODS: Mapping[str, Callable[[int], str]] = {
    "tea": lambda count: ngettext("%(num)d tea", "%(num)d tea", count),
    "silk": lambda count: ngettext("%(num)d silk", "%(num)d silk", count),
    "spices": lambda count: ngettext("%(num)d spice", "%(num)d spices", count),
}

DICE = {
    "purple": N_("purple die"),
    "green": N_("green die"),
    "blue": N_("blue die"),
    "orange": N_("orange die"),
}

EACH_DIE = {
    "purple-1": N_("first purple die"),
    "purple-2": N_("second purple die"),
    "green-1": N_("first green die"),
    "green-2": N_("second green die"),
    "blue-1": N_("first blue die"),
    "blue-2": N_("second blue die"),
    "orange-1": N_("first orange die"),
    "orange-2": N_("second orange die"),
}

PLACES = {
    "tent": N_("tent %(number)s"),
    "fame": N_("place %(number)s of the fame track"),
    "money": N_("place %(number)s of the money track"),
    "palace upper": N_("upper palace, column %(number)s"),
    "palace lower": N_("lower palace, column %(number)s"),
    "upgrade": N_("upgrades, column %(number)s"),
    "karma": N_("karma %(number)s"),
}

EDGES = {
    "N": N_("northern edge of %(space)s"),
    "E": N_("eastern edge of %(space)s"),
    "S": N_("southern edge of %(space)s"),
    "W": N_("western edge of %(space)s"),
}


def name_thing(thing: str) -> str:
    """Translate the name of a thing; an unknown thing is its own name."""
    return gettext(NAMES[thing]) if thing in NAMES else thing


def count_good(good: str, count: int) -> str:
    """Name a good with its count: "2 tea"."""
    return COUNTED_GOODS[good](count)


def name_goods(goods: Iterable[str]) -> str:
    """List goods, each kind once, with its count if there are several: "2 tea, silk"."""
    counted = Counter(goods)
    return ", ".join(count_good(good, count) if count > 1 else name_thing(good) for good, count in counted.items())


def name_sides(letters: str) -> str:
    return "–".join(name_thing(side) for side in letters)


def name_die_colour(die: str) -> str:
    """Name a die by its colour only, for texts that also name its face."""
    return gettext(DICE[die.partition("-")[0]])


def name_die(die: str) -> str:
    """Name a die by its colour and number, or by its colour only: "purple-1" or "purple"."""
    names = EACH_DIE if die in EACH_DIE else DICE
    return gettext(names[die]) if die in names else die


def name_seat(seat: str) -> str:
    """Name a seat by its colour; seats of transcripts can have any name."""
    try:
        return name_colour(seat)
    except KeyError:
        return seat


def describe_place(place: str) -> str:
    """Describe the place of a bonus on the sheet, such as "edge c3 N", "tent 4" or "palace upper 1"."""
    kind, _, number = place.rpartition(" ")
    if kind.startswith("edge "):
        return gettext(EDGES[number], space=kind.removeprefix("edge "))
    return gettext(PLACES[kind], number=number) if kind in PLACES else place


@dataclass(frozen=True)
class Namer:
    """Names what differs between sheets and tables: river symbols, dice faces and players."""

    definition: SheetDefinition
    players: Mapping[str, str] = field(default_factory=dict)  # seat → name

    def name_symbol(self, symbol: str) -> str:
        return self.definition.name_symbol(symbol)[get_language()]

    def name_face(self, die: str, face: str) -> str:
        match die.partition("-")[0]:
            case "purple":
                return " + ".join(name_thing(good) for good in face.split("-"))
            case "blue":
                return self.name_symbol(face)
            case _:
                return name_thing(face)

    def name_player(self, seat: str) -> str:
        return self.players.get(seat) or name_seat(seat)
