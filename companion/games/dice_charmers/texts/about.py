"""Explain everything on the sheet in two or three sentences."""

from collections.abc import Callable, Mapping

from companion.games.dice_charmers.kinds.bonuses import BONUSES, describe_bonus
from companion.games.dice_charmers.names import Namer, describe_place, name_die, name_thing
from companion.games.dice_charmers.rules import State
from companion.games.dice_charmers.rules.plan import DIE_INDEX
from companion.games.dice_charmers.rules.sheet import BUILDINGS
from companion.i18n import N_, get_language, gettext, ngettext
from companion.rules.refusal import Unreadable

DICE = {
    "purple": N_("Circle the two goods it shows, each the leftmost free one of its kind."),
    "green": N_("Draw a road in your province. It must continue a road that leads to your residence."),
    "blue": N_("Mark the next free river space with this symbol ahead of your boat; you get what it shows."),
    "orange": N_("Call this person: cross out the leftmost free space and do what the person does."),
}

HALF_ROADS = N_(
    "Both together make a straight or a bend on an empty space, or each adds a branch to a road that is there."
)

SPACES = {
    "residence": N_("All your roads start here. The residence itself takes no further road."),
    "market-same": N_("The first road drawn here lets you immediately sell 1 to 3 goods of one kind."),
    "market-different": N_("The first road drawn here lets you immediately sell 1 to 3 goods, all different."),
}

SPACE_NAMES = {
    "residence": N_("your residence"),
    "market-same": N_("market for goods of one kind"),
    "market-different": N_("market for different goods"),
}

BLANK_SPACE = N_("There is nothing to get here, but a road can lead on from here.")

PEOPLE = {
    "great-mogul": N_("Calls one of the other five people: cross out a space there too and do that action."),
    "maharani": N_("Your boat sails 1 or 2 spaces ahead."),
    "trader": N_("Sell up to 2 goods of any kind. If you sell none, you get one good."),
    "raja-man-singh": N_("You get 1 money and upgrade one kind of building."),
    "master-builder": N_("Draw two half-roads in your province."),
    "portuguese": N_(
        "Mark one of the two nearest free spaces behind your boat; the boat stays. Or get one good instead."
    ),
}

RELEASES = {
    "edge": N_("Released by a road that leads to this edge."),
    "tent": N_("Released by selling all goods of this tent."),
    "fame": N_("Released when your fame line reaches this place."),
    "money": N_("Released when your money line reaches this place."),
    "palace": N_("Released when the spaces of all three people in this column are crossed out."),
    "upgrade": N_("Released when everything in this column is crossed out."),
    "karma": N_("Released by circling the karma above it."),
}

AREAS = {
    "province": N_(
        "Green dice draw roads here, all of them from your residence. The first road on a space gives you what "
        "is there; a road that leads to an edge releases its bonus."
    ),
    "market": N_(
        "Purple dice give you goods. They are circled and sold from left to right; the coin below a column shows "
        "the price. A tent whose goods are all sold releases its bonus."
    ),
    "palace": N_(
        "Orange dice call these people: cross out a space and do what the person does. Three crossed-out spaces "
        "in a column release the bonus below it."
    ),
    "river": N_(
        "Blue dice take your boat to the next free space with their symbol; you get what is shown below it. The "
        "small figure is the number of the space."
    ),
    "upgrades": N_(
        "This is the fame that a building of each kind gives. An upgrade marks the next figure in its row; a "
        "complete column releases its bonus."
    ),
}

PLACES = {
    "elephant": (
        N_("The elephant"),
        N_(
            "When the first die of a round is taken, the other die of its colour goes here. Only karma can reach "
            "it: cross out a karma and reroll this die together with one from the middle."
        ),
    ),
    "automa": (
        N_("The automa"),
        N_(
            "When you play alone, the automa removes a random die after every roll, and the other die of that colour "
            "goes onto the elephant. So only karma reaches that colour in this round."
        ),
    ),
    "depot": (N_("A depot"), N_("The dice this player has taken this round.")),
    "karma": (
        N_("Karma"),
        N_(
            "At the start of your turn, cross out a circled karma to reroll a die from the middle together with the "
            "elephant’s. Take one of the two; the other stays on the elephant."
        ),
    ),
    "gap": (
        N_("The gap"),
        N_(
            "Fame runs from the left, money from the right; all your fame and half of your money count. At 0 "
            "your lines meet and the game ends soon. The player furthest beyond 0 wins."
        ),
    ),
}

AREAS_AS_PLACES = {"tracks": "gap", "karma": "karma"}  # areas explained by an entry of PLACES


def describe_target(namer: Namer, state: State, seat: str, target: str) -> tuple[str, str]:
    """Return the title of a target and what it does. Raises Unreadable."""
    kind, _, which = target.partition(" ")
    if kind in PLACES:
        return _describe_place(kind)
    try:
        return DESCRIBERS[kind](namer, state, seat, which)
    except (KeyError, ValueError, IndexError):
        raise Unreadable(target) from None


def _describe_die(namer: Namer, state: State, seat: str, die: str) -> tuple[str, str]:
    face = state.faces[DIE_INDEX[die]]
    title = f"{name_die(die)}: {namer.name_face(die, face)}" if face else name_die(die)
    about = HALF_ROADS if face == "half-roads" else PEOPLE.get(face) or DICE[die.partition("-")[0]]
    return title, gettext(about)


def _describe_space(namer: Namer, state: State, seat: str, space: str) -> tuple[str, str]:
    kind = state.plan.kinds[state.plan.space_index[space]]
    if kind == "blank":
        return f"{space}: {name_thing(kind)}", gettext(BLANK_SPACE)
    if kind not in BUILDINGS:
        return f"{space}: {gettext(SPACE_NAMES[kind])}", gettext(SPACES[kind])
    level = state.find_seat(seat).marks.upgrades[BUILDINGS.index(kind)]
    fame = state.sheet.upgrades.values[level]
    return f"{space}: {name_thing(kind)}", ngettext(
        "The first road drawn here erects it: %(num)d fame with your current upgrades.",
        "The first road drawn here erects it: %(num)d fame with your current upgrades.",
        fame,
    )


def _describe_good(namer: Namer, state: State, seat: str, good: str) -> tuple[str, str]:
    kind, _, which = good.partition(" ")
    column = dict(state.sheet.market.goods)[kind][int(which) - 1]
    price = state.sheet.market.coins[column]
    return name_thing(kind), ngettext(
        "Circled when you get it, crossed out when you sell it. In this column it sells for %(num)d money.",
        "Circled when you get it, crossed out when you sell it. In this column it sells for %(num)d money.",
        price,
    )


def _describe_river(namer: Namer, state: State, seat: str, number: str) -> tuple[str, str]:
    space = state.sheet.river[int(number) - 1]
    gifts = ", ".join(describe_bonus(earning) for earning in space.earnings)
    title = gettext("River space %(number)s: %(symbol)s", number=number, symbol=namer.name_symbol(space.symbol))
    return title, gettext("When you mark it, you get: %(gifts)s.", gifts=gifts)


def _describe_person(namer: Namer, state: State, seat: str, person: str) -> tuple[str, str]:
    return name_thing(person), gettext(PEOPLE[person])


def _describe_building(namer: Namer, state: State, seat: str, building: str) -> tuple[str, str]:
    BUILDINGS.index(building)
    return name_thing(building), gettext("Every upgrade raises the fame you get for erecting a building of this kind.")


def _describe_bonus(namer: Namer, state: State, seat: str, place: str) -> tuple[str, str]:
    bonus = state.plan.bonuses[place]
    released = gettext(RELEASES[place.partition(" ")[0]])
    return f"{describe_bonus(bonus)} ({describe_place(place)})", f"{gettext(BONUSES[bonus.kind].about)} {released}"


def _describe_area(namer: Namer, state: State, seat: str, area: str) -> tuple[str, str]:
    """Describe an area, for taps next to its targets."""
    if area in AREAS_AS_PLACES:
        return _describe_place(AREAS_AS_PLACES[area])
    text = gettext(AREAS[area])
    return getattr(namer.definition.labels, area)[get_language()], text


def _describe_place(place: str) -> tuple[str, str]:
    title, text = PLACES[place]
    return gettext(title), gettext(text)


DESCRIBERS: Mapping[str, Callable[[Namer, State, str, str], tuple[str, str]]] = {
    "die": _describe_die,
    "space": _describe_space,
    "good": _describe_good,
    "river": _describe_river,
    "person": _describe_person,
    "building": _describe_building,
    "bonus": _describe_bonus,
    "area": _describe_area,
}
