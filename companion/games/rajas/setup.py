"""Set-up of Rajas of the Ganges: words for its pieces, the checklist, what chance or the owners' copy decides."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from companion.games.rajas.rules import STARTING_MONEY, Variant
from companion.games.scoring import join_names
from companion.games.setup import FactKind, Group, Question, Setup, Step, are_numbers, draw_from, never_draw
from companion.i18n import N_, gettext
from companion.rules.assistant import clockwise

BROWN = {  # the brown yield tiles, by what they count
    "markets": N_("Brown: markets"),
    "bends": N_("Brown: bends"),
    "buildings": N_("Brown: buildings"),
    "yield-tiles": N_("Brown: yields"),
    "workers": N_("Brown: workers"),
    "river": N_("Brown: river"),
    "upgrades": N_("Brown: upgrades"),
}

RIVER_TILES = {  # what the rulebook says river tiles show; which of them the eight are, the box decides
    "any-dice": N_("any dice by karma"),
    "three-dice": N_("three dice"),
    "dancer": N_("Dancer"),
    "yogi": N_("Yogi"),
    "raja": N_("Raja Man Singh"),
    "builder": N_("Master builder"),
    "portuguese": N_("Portuguese"),
    "markets": N_("three markets of one kind"),
    "sail-on": N_("sail on, up to three spaces"),
}

TERMS = {
    "orange": N_("orange"),
    "green": N_("green"),
    "purple": N_("purple"),
    "blue": N_("blue"),
    "fame": N_("Fame"),
    "money": N_("Money"),
    "karma": N_("Karma"),
    "fame-5": N_("fame 5: upgrade a building"),
    "fame-15": N_("fame 15: a worker"),
    "fame-24": N_("fame 24: 2 karma"),
    "fame-31": N_("fame 31: boat to the next free space"),
    "money-12": N_("money 12: boat to the next free space"),
    "money-20": N_("money 20: a worker"),
    "money-33": N_("money 33: two dice"),
    "money-44": N_("money 44: boat to the next free space"),
    "money-55": N_("money 55: two dice"),
    "bridge": N_("bridge: a worker"),
    "place fame-15": N_("fame 15"),
    "place money-20": N_("money 20"),
    "place bridge": N_("the bridge"),
}


def term(name: str) -> str:
    """Translate the name of a thing; what is not one, such as a list of players, stays as it is."""
    return gettext(TERMS[name]) if name in TERMS else name


COLOURS = ("orange", "green", "purple", "blue")  # of the dice
SIDES = 6
PLAIN, GANGA = "plain", "ganga"  # the river as printed, or with river tiles
TILES_ON_THE_RIVER = 8
NOBODY = "nobody"


def list_kinds(group: Group) -> list[FactKind]:
    """List the facts: starting dice, and in some versions brown tiles, experienced players, river tiles."""
    kinds = [make_dice_kind(number, name) for number, name in enumerate(group.names, start=1)]
    variant = group.options.get("variant")
    if variant == Variant.NAVARATNAS:
        kinds.append(make_brown_kind(group))
    if variant == Variant.MIXED:
        kinds.append(make_experienced_kind(group))
    if group.options.get("river") == GANGA:
        kinds += make_river_kinds(group)
    return kinds


def make_dice_kind(number: int, name: str) -> FactKind:
    return FactKind(
        f"dice-{number}",
        draw=lambda roll, known: [roll(SIDES) for _ in COLOURS],
        is_possible=are_numbers(1, SIDES, len(COLOURS)),
        describe=lambda values, group: gettext(
            "Starting dice of %(player)s: %(values)s", player=name, values=describe_dice(values)
        ),
    )


def describe_dice(values: Sequence[str]) -> str:
    """Name starting dice with their colours and their sum."""
    dice = ", ".join(f"{term(colour)} {value}" for colour, value in zip(COLOURS, values, strict=True))
    return f"{dice} = {sum(map(int, values))}"


def make_brown_kind(group: Group) -> FactKind:
    return FactKind(
        "tiles",
        draw=lambda roll, known: draw_from(roll, tuple(BROWN), group.players),
        is_possible=lambda values: len(set(values)) == group.players and set(values) <= BROWN.keys(),
        describe=lambda values, group: gettext("Brown yield tiles: %(tiles)s", tiles=list_brown_tiles(values, group)),
        questions=[
            Question(
                f"tiles.{number}",
                gettext("Brown yield tile of %(player)s", player=name),
                [(tile, gettext(title)) for tile, title in BROWN.items()],
            )
            for number, name in enumerate(group.names, start=1)
        ],
    )


def list_brown_tiles(tiles: Sequence[str], group: Group) -> str:
    return "; ".join(f"{name}: {gettext(BROWN[tile])}" for name, tile in zip(group.names, tiles, strict=True))


def make_experienced_kind(group: Group) -> FactKind:
    numbers = {str(number): name for number, name in enumerate(group.names, start=1)}
    return FactKind(
        "experienced",
        draw=lambda roll, known: [NOBODY],
        is_possible=lambda values: list(values) == [NOBODY] or len(set(values) & numbers.keys()) == len(values),
        describe=lambda values, group: gettext(
            "Experienced players: %(names)s", names=name_experienced(values, group) or "–"
        ),
        questions=[Question("experienced", gettext("Who is experienced?"), [*numbers.items()], several=True)],
    )


def name_experienced(values: Sequence[str], group: Group) -> str:
    return ", ".join(group.names[int(value) - 1] for value in values if value != NOBODY)


def make_river_kinds(group: Group) -> Iterator[FactKind]:
    """Yield the dice that place river tiles, which tiles the box has, and their order once that is known."""
    places = range(1, TILES_ON_THE_RIVER + 1)
    yield FactKind(
        "river",
        draw=lambda roll, known: [roll(SIDES) for _ in places],
        is_possible=are_numbers(1, SIDES, TILES_ON_THE_RIVER),
        describe=lambda values, group: gettext(
            "River tiles on the spaces %(spaces)s", spaces=", ".join(map(str, find_spaces(values)))
        ),
        questions=[
            Question(
                f"river.{number}",
                gettext("Die for river tile %(number)s", number=number),
                [(str(side), str(side)) for side in range(1, SIDES + 1)],
            )
            for number in places
        ],
    )
    yield FactKind(
        "river-tiles",
        draw=never_draw,
        is_possible=lambda values: len(values) == TILES_ON_THE_RIVER and set(values) <= RIVER_TILES.keys(),
        describe=lambda values, group: gettext(
            "River tiles in the box: %(tiles)s", tiles=", ".join(gettext(RIVER_TILES[tile]) for tile in values)
        ),
        questions=[
            Question(
                f"river-tiles.{number}",
                gettext("What is on river tile %(number)s of your box?", number=number),
                [(tile, gettext(title)) for tile, title in RIVER_TILES.items()],
                chosen=(*group.facts.get("river-tiles", ()), *[""] * number)[number - 1],
            )
            for number in places
        ],
        printed=True,
    )
    if "river-tiles" in group.facts:
        numbers = [str(number) for number in places]
        yield FactKind(
            "river-order",
            draw=lambda roll, known: draw_from(roll, numbers, TILES_ON_THE_RIVER),
            is_possible=lambda values: sorted(values) == numbers,
            describe=lambda values, group: "; ".join(list_river_tiles(group)),
        )


def find_spaces(rolls: Sequence[str]) -> list[int]:
    """Find the spaces of river tiles: each roll counts from the tile before."""
    return list(accumulate(map(int, rolls)))


def list_river_tiles(group: Group) -> list[str]:
    """List which tile lies on which space, if the dice, the tiles of the box and their order are known."""
    rolls, tiles, order = (group.facts.get(name, ()) for name in ("river", "river-tiles", "river-order"))
    if not (rolls and tiles and order):
        return []
    placed = zip(find_spaces(rolls), order, strict=True)
    return [f"{space}: {gettext(RIVER_TILES[tiles[int(number) - 1]])}" for space, number in placed]


def find_lowest(group: Group) -> list[str]:
    """Find the players with the lowest sum of starting dice; none until all of them are known."""
    dice = [group.facts.get(f"dice-{number}", ()) for number in range(1, group.players + 1)]
    sums = [sum(map(int, values)) for values in dice]
    return [name for name, total in zip(group.names, sums, strict=True) if total == min(sums)] if all(dice) else []


def describe_steps(group: Group) -> list[str]:
    return [
        *describe_table(group),
        *describe_boards(group),
        gettext("Everyone puts one worker each on fame 15, on money 20 and on the bridge."),
        gettext("The other three workers wait below the statue."),
        gettext("All boats go to the start of the river."),
        gettext("Everyone’s karma cube goes to level 1."),
        gettext("Everyone puts a cube next to the 2 of each of the four buildings."),
        gettext("Everyone’s bonus marker goes to money 12, boat side up."),
        gettext("All fame markers go to 0."),
        *(describe_river(group) if group.options.get("river") == GANGA else ()),
        *describe_start(group),
    ]


def describe_table(group: Group) -> Iterator[str]:
    if group.players == 2:
        yield gettext("Lay out the board with the side for 2 players up.")
    else:
        yield gettext("Lay out the board with the side for 3 and 4 players up.")
    if group.players == 3:
        yield gettext("Three players: cover the two marked places on the board with the cover tiles.")
    yield gettext("Put all 48 dice next to the board.")
    yield gettext(
        "Sort the province tiles by colour and by the animal on the back into 12 stacks; shuffle each stack"
        " and place it face up."
    )


def describe_boards(group: Group) -> Iterator[str]:
    match group.options["variant"]:
        case Variant.NAVARATNAS:
            yield gettext(
                "Everyone takes a colour with its statue and a province, both with the Navaratnas side up"
                " (room for 8 dice)."
            )
            if "tiles" in group.facts:
                yield gettext(
                    "Everyone places the brown yield tile drawn here on one of the two brown places of their province:"
                    " %(tiles)s.",
                    tiles=list_brown_tiles(group.facts["tiles"], group),
                )
            else:
                yield gettext("Everyone draws a brown yield tile and places it on a brown place of their province.")
            yield gettext("Place all other yield tiles face up on the buildings of their colour.")
            return
        case Variant.MIXED:
            yield gettext(
                "Beginners take statue and province with the basic side up, experienced players with the Navaratnas"
                " side up."
            )
            experienced = name_experienced(group.facts.get("experienced", ()), group)
            if experienced:
                yield gettext("Experienced players: %(names)s", names=experienced)
        case _:
            yield gettext(
                "Everyone takes a colour with its statue and a province, both with the basic side up (room for 10"
                " dice)."
            )
    yield gettext("Shuffle the 8 white yield tiles and stack them face down on the temple.")


def describe_river(group: Group) -> Iterator[str]:
    rolls, placed = group.facts.get("river"), list_river_tiles(group)
    if placed:
        yield gettext("Ganga: place the river tiles face up by space: %(tiles)s.", tiles="; ".join(placed))
    elif rolls:
        yield gettext(
            "Ganga: the dice show %(rolls)s, so place shuffled river tiles face up on the spaces %(spaces)s.",
            rolls=", ".join(rolls),
            spaces=", ".join(map(str, find_spaces(rolls))),
        )
    else:
        yield gettext("Ganga: roll a die for each shuffled river tile and count that many spaces on from the last one.")
    yield gettext("Leave out tiles that would be on the last space of the river or beyond.")


def describe_start(group: Group) -> Iterator[str]:
    """Say who begins with how much money, as far as the dice are known."""
    lowest = find_lowest(group)
    if not lowest:
        yield gettext("Everyone rolls one die of each colour and keeps them on the statue.")
        yield gettext("The lowest sum takes the elephant.")
    else:
        for number, name in enumerate(group.names, start=1):
            dice = group.facts[f"dice-{number}"]
            step = Step(gettext("%(player)s puts these dice on the statue:", player=name))
            step.dice = [(colour, term(colour), value) for colour, value in zip(COLOURS, dice, strict=True)]
            yield step
        if len(lowest) > 1:
            yield gettext("%(names)s have the lowest sum: agree on who takes the elephant.", names=join_names(lowest))
        else:
            yield gettext("The lowest sum takes the elephant: %(first)s.", first=lowest[0])
    if len(lowest) == 1:
        places = zip(clockwise(group.names, lowest[0]), STARTING_MONEY, strict=False)
        yield gettext("Money markers: %(places)s.", places=", ".join(f"{name} → {money}" for name, money in places))
    else:
        money = join_names([str(number) for number in STARTING_MONEY[1 : group.players]])
        yield gettext("Money markers: the first player on 3, then clockwise %(money)s.", money=money)


SETUP = Setup(describe_steps, list_kinds)
