"""The rules in short: what everything on the sheet is, the look-up pages, and how to play on five cards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games.dice_charmers import names
from companion.games.dice_charmers.names import Namer, describe_place, name_die, name_thing
from companion.games.dice_charmers.rules import State
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.sheet import BUILDINGS, DIE_INDEX
from companion.games.dice_charmers.texts.wording import describe_bonus
from companion.games.lookup import Entry, Icon, Section
from companion.i18n import N_, get_language, gettext, ngettext
from companion.rules.messages import Unreadable

# What everything on the sheet is, in two or three sentences

DICE_TEXTS = {
    "purple": N_("Circle the two goods it shows, each the leftmost free one of its kind."),
    "green": N_("Draw a road in your province. It must continue a road that leads to your residence."),
    "blue": N_("Mark the next free river space with this symbol ahead of your boat; you get what it shows."),
    "orange": N_("Call this person: cross out the leftmost free space and do what the person does."),
}

HALF_ROADS_TEXT = N_(
    "Both together make a straight or a bend on an empty space, or each adds a branch to a road that is there."
)

SPACE_TEXTS = {
    "residence": N_("All your roads start here. The residence itself takes no further road."),
    "market-same": N_("The first road drawn here lets you immediately sell 1 to 3 goods of one kind."),
    "market-different": N_("The first road drawn here lets you immediately sell 1 to 3 goods, all different."),
}

SPACE_NAMES = {
    "residence": N_("your residence"),
    "market-same": N_("market for goods of one kind"),
    "market-different": N_("market for different goods"),
}

BLANK_TEXT = N_("There is nothing to get here, but a road can lead on from here.")

PEOPLE_TEXTS = {
    "great-mogul": N_("Calls one of the other five people: cross out a space there too and do that action."),
    "maharani": N_("Your boat sails 1 or 2 spaces ahead."),
    "trader": N_("Sell up to 2 goods of any kind. If you sell none, you get one good."),
    "raja-man-singh": N_("You get 1 money and upgrade one kind of building."),
    "master-builder": N_("Draw two half-roads in your province."),
    "portuguese": N_(
        "Mark one of the two nearest free spaces behind your boat; the boat stays. Or get one good instead."
    ),
}

RELEASE_TEXTS = {
    "edge": N_("Released by a road that leads to this edge."),
    "tent": N_("Released by selling all goods of this tent."),
    "fame": N_("Released when your fame line reaches this place."),
    "money": N_("Released when your money line reaches this place."),
    "palace": N_("Released when the spaces of all three people in this column are crossed out."),
    "upgrade": N_("Released when everything in this column is crossed out."),
    "karma": N_("Released by circling the karma above it."),
}

AREA_TEXTS = {
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

PLACE_TEXTS = {
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

AREAS_AS_PLACES = {"tracks": "gap", "karma": "karma"}  # areas explained by an entry of PLACE_TEXTS


def describe_target(namer: Namer, state: State, seat: str, target: str) -> tuple[str, str]:
    """Return the title of a target and what it does. Raises Unreadable."""
    kind, _, which = target.partition(" ")
    if kind in PLACE_TEXTS:
        return _explain_place(kind)
    try:
        return EXPLANATIONS[kind](namer, state, seat, which)
    except (KeyError, ValueError, IndexError):
        raise Unreadable(target) from None


def _explain_die(namer: Namer, state: State, seat: str, die: str) -> tuple[str, str]:
    face = state.faces[DIE_INDEX[die]]
    title = f"{name_die(die)}: {namer.name_face(die, face)}" if face else name_die(die)
    about = HALF_ROADS_TEXT if face == "half-roads" else PEOPLE_TEXTS.get(face) or DICE_TEXTS[die.partition("-")[0]]
    return title, gettext(about)


def _explain_space(namer: Namer, state: State, seat: str, space: str) -> tuple[str, str]:
    kind = state.plan.kinds[state.plan.space_index[space]]
    if kind == "blank":
        return f"{space}: {name_thing(kind)}", gettext(BLANK_TEXT)
    if kind not in BUILDINGS:
        return f"{space}: {gettext(SPACE_NAMES[kind])}", gettext(SPACE_TEXTS[kind])
    level = state.find_seat(seat).marks.upgrades[BUILDINGS.index(kind)]
    fame = state.sheet.upgrades.values[level]
    return f"{space}: {name_thing(kind)}", ngettext(
        "The first road drawn here erects it: %(num)d fame with your current upgrades.",
        "The first road drawn here erects it: %(num)d fame with your current upgrades.",
        fame,
    )


def _explain_good(namer: Namer, state: State, seat: str, good: str) -> tuple[str, str]:
    kind, _, which = good.partition(" ")
    column = dict(state.sheet.market.goods)[kind][int(which) - 1]
    price = state.sheet.market.coins[column]
    return name_thing(kind), ngettext(
        "Circled when you get it, crossed out when you sell it. In this column it sells for %(num)d money.",
        "Circled when you get it, crossed out when you sell it. In this column it sells for %(num)d money.",
        price,
    )


def _explain_river(namer: Namer, state: State, seat: str, number: str) -> tuple[str, str]:
    space = state.sheet.river[int(number) - 1]
    gifts = ", ".join(describe_bonus(earning) for earning in space.earnings)
    title = gettext("River space %(number)s: %(symbol)s", number=number, symbol=namer.name_symbol(space.symbol))
    return title, gettext("When you mark it, you get: %(gifts)s.", gifts=gifts)


def _explain_person(namer: Namer, state: State, seat: str, person: str) -> tuple[str, str]:
    return name_thing(person), gettext(PEOPLE_TEXTS[person])


def _explain_building(namer: Namer, state: State, seat: str, building: str) -> tuple[str, str]:
    BUILDINGS.index(building)
    return name_thing(building), gettext("Every upgrade raises the fame you get for erecting a building of this kind.")


def _explain_bonus(namer: Namer, state: State, seat: str, place: str) -> tuple[str, str]:
    bonus = state.plan.bonuses[place]
    released = gettext(RELEASE_TEXTS[place.partition(" ")[0]])
    return f"{describe_bonus(bonus)} ({describe_place(place)})", f"{gettext(BONUS_KINDS[bonus.kind].about)} {released}"


def _explain_area(namer: Namer, state: State, seat: str, area: str) -> tuple[str, str]:
    """Describe an area, for taps next to its targets."""
    if area in AREAS_AS_PLACES:
        return _explain_place(AREAS_AS_PLACES[area])
    text = gettext(AREA_TEXTS[area])
    return getattr(namer.definition.labels, area)[get_language()], text


def _explain_place(place: str) -> tuple[str, str]:
    title, text = PLACE_TEXTS[place]
    return gettext(title), gettext(text)


EXPLANATIONS: Mapping[str, Callable[[Namer, State, str, str], tuple[str, str]]] = {
    "die": _explain_die,
    "space": _explain_space,
    "good": _explain_good,
    "river": _explain_river,
    "person": _explain_person,
    "building": _explain_building,
    "bonus": _explain_bonus,
    "area": _explain_area,
}


# The look-up pages

AREA_NAMES = {
    "province": N_("Province"),
    "market": N_("Market"),
    "palace": N_("Palace"),
    "river": N_("River"),
    "upgrades": N_("Upgrades"),
}

BUILDING = N_("temple, palace, fort, mill")
BUILDING_TEXT = N_(
    "The first road drawn on its space erects it: you get the fame that your upgrades show for its kind."
)

# How a round works
STEPS = (
    Entry(
        N_("1. Roll"),
        N_(
            "The youngest player has the elephant first. The player who has it rolls all eight dice, once for "
            "everybody."
        ),
        N_("roll the dice, start player, starting player, first player, youngest, who begins"),
        (
            Icon("die-purple", "purple"),
            Icon("die-green", "green"),
            Icon("die-blue", "blue"),
            Icon("die-orange", "orange"),
        ),
    ),
    Entry(
        N_("2. Karma, if you like"),
        N_(
            "At the start of your turn you may spend karma if a die is on the elephant, so the first die of a round is "
            "taken without it. With two players, the first player may use karma for the second die."
        ),
        N_("reroll, roll again, first die, two players"),
        (Icon("karma", "karma"),),
    ),
    Entry(
        N_("3. Take a die"),
        N_(
            "In turn order, everybody takes a die from the middle and does its action. With two players, everybody "
            "takes two dice in a round, by turns."
        ),
        N_("choose a die, two players, turn order, pick"),
        (Icon("depot"),),
    ),
    Entry(
        N_("4. The twin goes onto the elephant"),
        N_(
            "When the first die of the round has been taken, the other die of its colour goes onto the elephant. "
            "Nobody can simply take it from there."
        ),
        N_("second die, same colour, other die"),
        (Icon("elephant"),),
    ),
    Entry(
        N_("5. Use your bonuses"),
        N_("After the action use all circled bonuses, in any order. One may release the next; then your turn ends."),
        N_("bonus, circled, order of bonuses, wasted"),
        (Icon("person-any", "orange"), Icon("upgrade"), Icon("goods", "purple"), Icon("fame", "fame")),
    ),
    Entry(
        N_("6. The next round"),
        N_("The elephant moves on to the next player, who rolls all eight dice again."),
        N_("start player, new round, end of the round, pass the elephant"),
        (Icon("elephant"),),
    ),
    Entry(
        N_("The last round"),
        N_(
            "When somebody’s lines meet, the game ends as soon as everyone has had the same number of turns. The "
            "player furthest beyond the meeting point wins. More circled karma breaks a tie, then more crossed-out "
            "karma."
        ),
        N_("end of the game, tie, tiebreak, draw, winner, win, finish, game over"),
        (Icon("fame", "fame"), Icon("money", "money")),
    ),
)

# The rules for one player; the last entry is for a table without the companion
ALONE = (
    Entry(
        N_("One die in every round"),
        N_(
            "Roll all eight dice. The automa removes one of them at random, and the other die of its colour goes onto "
            "the elephant. Then take one of the six dice in the middle and use it as usual."
        ),
        N_("solo, single player, alone"),
        (Icon("die-blue", "blue"), Icon("elephant")),
    ),
    Entry(
        N_("Karma when you are alone"),
        N_(
            "The elephant always has a die, so you may spend karma in every round. It is the only way to the colour "
            "that the automa has chosen."
        ),
        N_("solo, single player, spend karma"),
        (Icon("karma", "karma"),),
    ),
    Entry(
        N_("Your result"),
        N_(
            "The game ends with the turn in which your lines meet. What counts is the number of rounds, the fewer the "
            "better; if rounds are equal, more points are better."
        ),
        N_("solo, score, record, rank"),
        (Icon("fame", "fame"), Icon("money", "money")),
    ),
    Entry(
        N_("Alone on paper, with real dice"),
        N_(
            "Before every roll, take one die of each colour into your hand and draw one without looking: that is the "
            "automa’s colour. Roll all eight dice, put one of that colour aside and the other onto the elephant. Make "
            "a stroke on the margin for every round."
        ),
        N_("solo, single player, paper sheet"),
        (Icon("depot"),),
    ),
)

PLACE_ICONS = {
    "elephant": (Icon("elephant"),),
    "automa": (Icon("depot"),),
    "depot": (Icon("depot"),),
    "karma": (Icon("karma", "karma"),),
    "gap": (Icon("fame", "fame"), Icon("money", "money")),
}
AREA_ICONS = {
    "province": (Icon("intersection", "green"),),
    "market": (Icon("stall", "purple"),),
    "palace": (Icon("great-mogul", "orange"),),
    "river": (Icon("boat", "blue"),),
    "upgrades": (Icon("upgrade"),),
}
SPACE_TONES = {"residence": "residence", "market-same": "purple", "market-different": "purple"}

# Search words of entries whose texts explain the sheet elsewhere too
WORDS = {
    "The elephant": N_("start player, starting player, first player, die on the elephant"),
    "The automa": N_("bot, opponent, dummy, single player"),
    "A depot": N_("dice-depot tile, storage, taken dice"),
    "Karma": N_("reroll, re-roll, roll again, change a die, spend"),
    "The gap": N_("tracks, scoring, score, points, lines, intersection point, meeting point, win, half"),
    "purple die": N_("violet, goods, tea, silk, spices, circle"),
    "green die": N_("road, build, draw"),
    "blue die": N_("river, boat, sail, ship, symbol"),
    "orange die": N_("palace, person, people, character"),
    "Province": N_("roads, edge, buildings, map"),
    "Market": N_("goods, tent, price, sell, stall, stock"),
    "Palace": N_("people, column, three times, characters"),
    "River": N_("boat, ship, ganges, position, last space"),
    "Upgrades": N_("improve, building value, column, table"),
    "your residence": N_("start, home, castle"),
    "market for goods of one kind": N_("sell the same goods, identical goods"),
    "market for different goods": N_("sell assorted goods, mixed goods"),
    BUILDING: N_("building, erect, points, fame"),
    "two half-roads": N_("half road, fork, intersection, branch, combine, empty space"),
    "Great Mogul": N_("mughal, emperor, akbar, any person"),
    "Maharani": N_("queen, sail ahead, advance"),
    "Trader": N_("merchant, sell two goods"),
    "Raja Man Singh": N_("rajah, king, money and upgrade"),
    "Master Builder": N_("builder, architect, two half-roads, half-road"),
    "Portuguese": N_("sailor, move back, backwards, behind"),
}


def explain(name: str, text: str, *icons: Icon) -> Entry:
    return Entry(name, text, WORDS.get(name, ""), icons)


LOOKUP = (
    Section(N_("How a round works"), Icon("elephant"), STEPS),
    Section(N_("Playing alone"), Icon("depot"), ALONE),
    Section(
        N_("Around the dice"),
        Icon("karma", "karma"),
        (
            *(explain(*about, *PLACE_ICONS[place]) for place, about in PLACE_TEXTS.items()),
            Entry(
                N_("No suitable die"),
                N_(
                    "If no die in the middle can do anything for you, use karma. Without karma, or if the elephant has "
                    "no die, your turn passes."
                ),
                N_("pass, passing, skip, useless die, nothing to do, have to take"),
                (Icon("depot"),),
            ),
        ),
    ),
    Section(
        N_("Dice"),
        Icon("die-purple", "purple"),
        tuple(explain(names.DICE[colour], text, Icon(f"die-{colour}", colour)) for colour, text in DICE_TEXTS.items()),
    ),
    Section(
        N_("Areas of the sheet"),
        Icon("stall", "purple"),
        tuple(explain(AREA_NAMES[area], text, *AREA_ICONS[area]) for area, text in AREA_TEXTS.items()),
    ),
    Section(
        N_("In the province"),
        Icon("intersection", "green"),
        (
            *(
                explain(SPACE_NAMES[space], SPACE_TEXTS[space], Icon(space, tone))
                for space, tone in SPACE_TONES.items()
            ),
            explain(BUILDING, BUILDING_TEXT, *(Icon(building, building) for building in BUILDINGS)),
            explain(names.NAMES["half-roads"], HALF_ROADS_TEXT, Icon("half-roads", "green")),
        ),
    ),
    Section(
        N_("People of the palace"),
        Icon("great-mogul", "orange"),
        tuple(explain(names.NAMES[person], text, Icon(person, "orange")) for person, text in PEOPLE_TEXTS.items()),
    ),
    Section(
        N_("Bonuses"),
        Icon("upgrade"),
        tuple(
            explain(bonus.title, bonus.about, Icon(bonus.look.icon, bonus.look.hue)) for bonus in BONUS_KINDS.values()
        ),
    ),
)


# How to play, and what is different for one player

PICTURES = "games/dice_charmers/learn"


@dataclass(frozen=True)
class Card:
    """One step of the explanation, with its texts in English."""

    title_text: str
    text: str
    picture: str  # a template with an SVG drawing

    @property
    def title(self) -> str:
        return gettext(self.title_text)

    @property
    def words(self) -> str:
        return gettext(self.text)


@dataclass(frozen=True)
class HowToPlay:
    cards: tuple[Card, ...]
    advice_text: str  # one line of strategy, on the last card
    alone: Card | None = None  # what is different for one player, on the page where such a game is begun

    @property
    def advice(self) -> str:
        return gettext(self.advice_text)


GOAL = Card(
    N_("The goal"),
    N_("Fame grows from the left, money from the right. Make your two lines meet, then go as far beyond as you can."),
    f"{PICTURES}/goal.html",
)

HOW_TO_PLAY = HowToPlay(
    (
        GOAL,
        Card(
            N_("A round"),
            N_(
                "Eight dice are rolled once for everybody. You take one and use it, then the next player does; with "
                "two players, everybody takes two. The twin of the first die goes onto the elephant, where only karma "
                "reaches it."
            ),
            f"{PICTURES}/round.html",
        ),
        Card(
            N_("Four colours"),
            N_(
                "Green draws roads to buildings and markets. Purple gives you goods to sell. Blue sails down the "
                "river. Orange calls people of the palace."
            ),
            f"{PICTURES}/colours.html",
        ),
        Card(
            N_("Chains of bonuses"),
            N_(
                "A road to the edge, a sold-out tent, a full column or a place on the tracks releases a bonus. One "
                "bonus may release the next, so one die can make a great turn."
            ),
            f"{PICTURES}/chain.html",
        ),
        Card(
            N_("The end"),
            N_(
                "As soon as somebody’s lines meet, play continues only until everyone has had the same number of "
                "turns. The player furthest beyond the meeting point wins."
            ),
            f"{PICTURES}/end.html",
        ),
    ),
    N_("Collect goods before your road reaches a market, and prefer the die that releases a bonus."),
    alone=Card(
        N_("Alone"),
        N_(
            "After every roll an automa removes a random die, and its twin goes onto the elephant. Take one die a "
            "round; karma reaches the elephant from the start. Make your lines meet in as few rounds as you can."
        ),
        f"{PICTURES}/alone.html",
    ),
)
