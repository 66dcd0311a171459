"""A sheet: what is printed on it (`Sheet`), what the rules look up (`Plan`), and what is marked on it (`Marks`).

A `Sheet` has areas, spaces and bonuses, without geometry. It is frozen and hashable, so that everything derived from it
can be cached. Its values are read and checked by `companion.games.dice_charmers.definition`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, get_origin, get_type_hints

SIDES = "NESW"  # clockwise, so that side i and side (i + 2) % 4 face each other
GOODS = ("tea", "silk", "spices")
BUILDINGS = ("temple", "palace", "fort", "mill")
MARKETS = ("market-same", "market-different")
UPPER_PALACE = ("great-mogul", "maharani", "trader")
LOWER_PALACE = ("raja-man-singh", "master-builder", "portuguese")  # both: unless a sheet says otherwise
PEOPLE = UPPER_PALACE + LOWER_PALACE
DICE_COLOURS = ("purple", "green", "blue", "orange")


@dataclass(frozen=True)
class Bonus:
    """What a bonus space or a river space gives: "fame 2". The kinds are in `rules/bonuses.py`."""

    kind: str  # as a sheet file spells it
    argument: str = ""  # a person, a number or a range, depending on the kind

    @property
    def amount(self) -> int:
        return int(self.argument)

    def __str__(self) -> str:
        return f"{self.kind} {self.argument}".strip()


@dataclass(frozen=True)
class Space:
    """One square of the province."""

    name: str  # column letter and row number from the top left: "c3"
    kind: str  # "residence", a building, "market-same", "market-different" or "blank"


@dataclass(frozen=True)
class Province:
    columns: int
    rows: int
    spaces: tuple[Space, ...]  # row by row, without those that are missing
    residence_roads: str  # the sides it leaves by, such as "NESW"
    edge_bonuses: tuple[tuple[str, str, Bonus], ...]  # space, side, bonus


@dataclass(frozen=True)
class Tent:
    """A group of goods; selling the last of them releases the bonus, if it has one."""

    goods: tuple[tuple[str, int], ...]  # kind, column from 0
    bonus: Bonus | None


@dataclass(frozen=True)
class Market:
    coins: tuple[int, ...]  # the price of each column, never falling
    goods: tuple[tuple[str, tuple[int, ...]], ...]  # kind, its columns from left to right
    tents: tuple[Tent, ...]


@dataclass(frozen=True)
class RiverSpace:
    symbol: str
    earnings: tuple[Bonus, ...]


@dataclass(frozen=True)
class Palace:
    uses: int  # spaces per person
    upper_columns: tuple[Bonus, ...]
    lower_columns: tuple[Bonus, ...]
    upper: tuple[str, ...] = UPPER_PALACE  # the people of the area
    lower: tuple[str, ...] = LOWER_PALACE


@dataclass(frozen=True)
class Upgrades:
    values: tuple[int, ...]  # fame for a building before and after each upgrade
    column_bonuses: tuple[Bonus, ...]  # for upgrading every building of a column once, twice
    once: tuple[str, ...] = ()  # buildings that can be upgraded only once

    def count_upgrades(self, building: str) -> int:
        """Count how often a building can be upgraded."""
        return 1 if building in self.once else len(self.values) - 1


@dataclass(frozen=True)
class Karma:
    places: int
    start: int
    bonuses: tuple[tuple[int, Bonus], ...]  # place from 1, bonus


@dataclass(frozen=True)
class Tracks:
    fame: int  # places; two places of money are next to one of fame
    money: int
    fame_bonuses: tuple[tuple[int, Bonus], ...]  # place from 1, bonus
    money_bonuses: tuple[tuple[int, Bonus], ...]


@dataclass(frozen=True)
class Sheet:
    name: str  # "sun"
    version: int
    faces: tuple[tuple[str, tuple[str, ...]], ...]  # dice colour, its faces; two dice of each colour
    tracks: Tracks
    province: Province
    market: Market
    palace: Palace
    river: tuple[RiverSpace, ...]
    upgrades: Upgrades
    karma: Karma

    @property
    def faces_by_colour(self) -> Mapping[str, tuple[str, ...]]:
        return MappingProxyType(dict(self.faces))


# Dice and roads

DICE = tuple(f"{colour}-{number}" for colour in DICE_COLOURS for number in (1, 2))
DIE_INDEX = {die: i for i, die in enumerate(DICE)}
COLOUR_OF = {die: die.partition("-")[0] for die in DICE}
PURPLE_DICE = ("purple-1", "purple-2")


def list_face_icons(die: str, face: str) -> list[str]:
    """Return the icons of a face: a purple die shows two goods."""
    if not face:
        return []
    return face.split("-") if die.startswith("purple") else [face]


ROAD_BITS = {
    "".join(sides): sum(1 << SIDES.index(side) for side in sides)
    for count in range(5)
    for sides in combinations(SIDES, count)
}
ROAD_SIDES = {bits: sides for sides, bits in ROAD_BITS.items()}
ALL_SIDES = 15
SHAPES = {
    "straight": ("NS", "EW"),
    "bend": ("NE", "ES", "SW", "NW"),
    "fork": ("NES", "ESW", "NSW", "NEW"),
    "intersection": ("NESW",),
}
SHAPE_OF = {ROAD_BITS[sides]: shape for shape, roads in SHAPES.items() for sides in roads}
SHAPES["half-roads"] = SHAPES["straight"] + SHAPES["bend"]  # two half-roads on one space

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # across and down to the neighbours in the N, E, S, W
NOWHERE = -1  # outside the province


@dataclass(frozen=True, eq=False)
class Plan:
    """Lookup tables computed once per sheet, to make the rules fast.

    Spaces, goods, people and buildings are numbered from 0 in the order of the sheet. A road is a set of open sides in
    four bits, with north as the lowest bit.
    """

    sheet: Sheet
    spaces: tuple[str, ...]
    kinds: tuple[str, ...]
    space_index: dict[str, int]
    residence: int
    neighbours: tuple[tuple[int, ...], ...]  # of each space: N, E, S, W
    first_roads: tuple[int, ...]  # only the residence has one
    first_entrances: tuple[int, ...]
    edges: dict[tuple[int, int], str]  # space and side → bonus place
    bonuses: dict[str, Bonus]  # bonus place → bonus, in the order of the sheet
    prices: tuple[tuple[int, ...], ...]  # by kind, of the first, second … good
    tents: tuple[tuple[str, tuple[int, ...]], ...]  # bonus place, how many of each kind must be sold
    symbol_spaces: dict[str, int]  # symbol → its river spaces as bits
    columns: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]  # bonus places and people of a palace area
    most_upgrades: tuple[int, ...]  # of each building
    upgrade_columns: tuple[tuple[str, tuple[int, ...]], ...]  # bonus place, the buildings of the column
    most_dice: int  # upper bound: a sheet has no room for the marks of more dice

    def __repr__(self) -> str:
        return f"Plan({self.sheet.name!r})"

    def __reduce__(self) -> tuple[object, tuple[Sheet]]:
        return make_plan, (self.sheet,)


@cache
def make_plan(sheet: Sheet) -> Plan:
    province, market = sheet.province, sheet.market
    spaces = tuple(space.name for space in province.spaces)
    kinds = tuple(space.kind for space in province.spaces)
    index = {name: i for i, name in enumerate(spaces)}
    residence = kinds.index("residence")
    neighbours = _find_neighbours(province)
    first_roads = tuple(
        ROAD_BITS["".join(side for side in SIDES if side in province.residence_roads)] if i == residence else 0
        for i in range(len(spaces))
    )
    goods = dict(market.goods)
    most_upgrades = tuple(map(sheet.upgrades.count_upgrades, BUILDINGS))
    return Plan(
        sheet=sheet,
        spaces=spaces,
        kinds=kinds,
        space_index=index,
        residence=residence,
        neighbours=neighbours,
        first_roads=first_roads,
        first_entrances=tuple(_find_entrances(first_roads, around) for around in neighbours),
        edges={(index[space], SIDES.index(side)): f"edge {space} {side}" for space, side, _ in province.edge_bonuses},
        bonuses=dict(_list_bonus_places(sheet)),
        prices=tuple(tuple(market.coins[column] for column in goods[kind]) for kind in GOODS),
        tents=tuple(
            (f"tent {number}", _count_goods_of_tent(goods, tent.goods))
            for number, tent in enumerate(market.tents, 1)
            if tent.bonus
        ),
        symbol_spaces={
            symbol: sum(1 << i for i, space in enumerate(sheet.river) if space.symbol == symbol)
            for symbol in {*sheet.faces_by_colour["blue"], *(space.symbol for space in sheet.river)}
        },
        columns=tuple(
            (
                tuple(f"palace {area} {column}" for column in range(1, sheet.palace.uses + 1)),
                tuple(PEOPLE.index(person) for person in people),
            )
            for area, people in (("upper", sheet.palace.upper), ("lower", sheet.palace.lower))
        ),
        most_upgrades=most_upgrades,
        upgrade_columns=tuple(
            (f"upgrade {column}", tuple(i for i, most in enumerate(most_upgrades) if most >= column))
            for column in range(1, len(sheet.upgrades.values))
        ),
        most_dice=sum(map(len, goods.values()))
        + 4 * len(spaces)
        + len(sheet.river)
        + len(PEOPLE) * sheet.palace.uses
        + sheet.karma.places,
    )


def _find_neighbours(province: Province) -> tuple[tuple[int, ...], ...]:
    index = {_locate(space.name): i for i, space in enumerate(province.spaces)}
    return tuple(
        tuple(index.get((column + across, row + down), NOWHERE) for across, down in STEPS) for column, row in index
    )


def _locate(space: str) -> tuple[int, int]:
    """Return the column and row of a space: "c3" is (2, 3)."""
    return ord(space[0]) - ord("a"), int(space[1:])


def _find_entrances(roads: tuple[int, ...], around: tuple[int, ...]) -> int:
    """Return the sides at which a neighbour's road arrives, as bits."""
    return sum(
        1 << side
        for side, neighbour in enumerate(around)
        if neighbour != NOWHERE and roads[neighbour] & 1 << (side + 2) % 4
    )


def _count_goods_of_tent(rows: dict[str, tuple[int, ...]], tent: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """Count how many goods of each kind must be sold, from left to right, to sell out the tent."""
    return tuple(
        max((rows[kind].index(column) + 1 for kind, column in tent if kind == wanted), default=0) for wanted in GOODS
    )


def _list_bonus_places(sheet: Sheet) -> list[tuple[str, Bonus]]:
    """List every bonus of the sheet with its stable place name."""
    return [
        *((f"edge {space} {side}", bonus) for space, side, bonus in sheet.province.edge_bonuses),
        *((f"tent {number}", tent.bonus) for number, tent in enumerate(sheet.market.tents, 1) if tent.bonus),
        *((f"fame {place}", bonus) for place, bonus in sheet.tracks.fame_bonuses),
        *((f"money {place}", bonus) for place, bonus in sheet.tracks.money_bonuses),
        *((f"palace upper {column}", bonus) for column, bonus in enumerate(sheet.palace.upper_columns, 1)),
        *((f"palace lower {column}", bonus) for column, bonus in enumerate(sheet.palace.lower_columns, 1)),
        *((f"upgrade {column}", bonus) for column, bonus in enumerate(sheet.upgrades.column_bonuses, 1)),
        *((f"karma {place}", bonus) for place, bonus in sheet.karma.bonuses),
    ]


# Marks


class Described(NamedTuple):
    """How marks are described outside the rules: their name and form."""

    name: str
    form: Callable[[Plan, Any], object]


def _roads_by_space(plan: Plan, roads: tuple[int, ...]) -> dict[str, str]:
    """Map each space with a road, except the residence, to its open sides."""
    drawn = [(i, space, road) for i, (space, road) in enumerate(zip(plan.spaces, roads, strict=True)) if road]
    return {space: ROAD_SIDES[road] for i, space, road in drawn if i != plan.residence}


def _counts_by(names: tuple[str, ...]) -> Callable[[Plan, Any], object]:
    return lambda plan, counts: dict(zip(names, counts, strict=True))


def _numbers_of_bits(plan: Plan, bits: int) -> list[int]:
    return [i + 1 for i in range(bits.bit_length()) if bits >> i & 1]


def _as_list(plan: Plan, places: tuple[str, ...]) -> list[str]:
    return list(places)


class Marks(NamedTuple):
    """Everything a player has entered, drawn, circled and crossed out.

    This is the only list of marks. `Described` defines how a field is described outside the rules; a plain number is
    described under its field name.
    """

    fame: int
    money: int
    roads: Annotated[tuple[int, ...], Described("roads", _roads_by_space)]  # open sides of each space
    entrances: tuple[int, ...]  # sides of each space at which a neighbour's road arrives; derived from the roads
    goods: Annotated[tuple[int, ...], Described("circled_goods", _counts_by(GOODS))]  # of each kind, from the left
    sold: Annotated[tuple[int, ...], Described("sold_goods", _counts_by(GOODS))]  # of each kind, from the left
    people: Annotated[tuple[int, ...], Described("palace", _counts_by(PEOPLE))]  # spaces crossed out, from the left
    river: Annotated[int, Described("river", _numbers_of_bits)]  # marked spaces as bits
    upgrades: Annotated[tuple[int, ...], Described("upgrades", _counts_by(BUILDINGS))]
    karma_circled: int
    karma_used: int
    circled: Annotated[tuple[str, ...], Described("circled_bonuses", _as_list)]  # released, but not used yet
    crossed: Annotated[tuple[str, ...], Described("used_bonuses", _as_list)]  # in the order of use
    wasted: Annotated[tuple[str, ...], Described("wasted_bonuses", _as_list)]  # given up or useless


def _find_described() -> Iterator[tuple[str, Described]]:
    for field, kind in get_type_hints(Marks, include_extras=True).items():
        if get_origin(kind) is Annotated:
            yield field, kind.__metadata__[0]
        elif kind is int:
            yield field, Described(field, lambda plan, number: number)


DESCRIBED = dict(_find_described())


def describe(plan: Plan, marks: Marks) -> dict[str, Any]:
    """Describe marks in terms of the sheet, ready for JSON. Places are counted from 1, goods from the left."""
    return {described.name: described.form(plan, getattr(marks, field)) for field, described in DESCRIBED.items()}


def make_blank_marks(plan: Plan) -> Marks:
    return Marks(
        fame=0,
        money=0,
        roads=plan.first_roads,
        entrances=plan.first_entrances,
        goods=(0,) * len(GOODS),
        sold=(0,) * len(GOODS),
        people=(0,) * len(PEOPLE),
        river=0,
        upgrades=(0,) * len(BUILDINGS),
        karma_circled=plan.sheet.karma.start,
        karma_used=0,
        circled=(),
        crossed=(),
        wasted=(),
    )


# Cells: everything that can be marked, with its state, as a photo of the sheet would show it

NONE, MARKED, CIRCLED, CROSSED = "none", "marked", "circled", "crossed"
STATES = {
    "fame": (NONE, MARKED),
    "money": (NONE, MARKED),
    "road": (NONE, MARKED),
    "good": (NONE, CIRCLED, CROSSED),
    "bonus": (NONE, CIRCLED, CROSSED),
    "person": (NONE, CROSSED),
    "river": (NONE, CROSSED),
    "upgrade": (NONE, CROSSED),
    "karma": (NONE, CIRCLED, CROSSED),
}  # by kind, the first word of a cell's id


def describe_cells(plan: Plan, marks: Marks) -> dict[str, str]:
    """Return the state of every cell by its id: `fame 7`, `road c3 N`, `good tea 3`, `bonus tent 4` …"""
    return {
        **_describe_row("fame", plan.sheet.tracks.fame, marks.fame, MARKED),
        **_describe_row("money", plan.sheet.tracks.money, marks.money, MARKED),
        **dict(_describe_roads(plan, marks)),
        **dict(_describe_goods(plan, marks)),
        **{f"bonus {place}": _find_bonus_state(marks, place) for place in plan.bonuses},
        **dict(_describe_people(plan, marks)),
        **{f"river {i + 1}": CROSSED if marks.river >> i & 1 else NONE for i in range(len(plan.sheet.river))},
        **dict(_describe_upgrades(plan, marks)),
        **_describe_twice("karma", plan.sheet.karma.places, marks.karma_circled, marks.karma_used),
    }


def _describe_row(name: str, places: int, reached: int, state: str) -> dict[str, str]:
    """Describe places that are marked from the first one on."""
    return {f"{name} {place}": state if place <= reached else NONE for place in range(1, places + 1)}


def _describe_twice(name: str, places: int, circled: int, crossed: int) -> dict[str, str]:
    """Describe places that are circled from the first one on, and crossed out in the same order."""
    row = _describe_row(name, places, circled, CIRCLED)
    return {**row, **_describe_row(name, crossed, crossed, CROSSED)}


def _describe_roads(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    """Describe the sides of all spaces but the residence, whose roads are printed."""
    for i, (space, road) in enumerate(zip(plan.spaces, marks.roads, strict=True)):
        if i != plan.residence:
            for bit, side in enumerate(SIDES):
                yield f"road {space} {side}", MARKED if road >> bit & 1 else NONE


def _describe_goods(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    for kind, good in enumerate(GOODS):
        yield from _describe_twice(f"good {good}", len(plan.prices[kind]), marks.goods[kind], marks.sold[kind]).items()


def _find_bonus_state(marks: Marks, place: str) -> str:
    """Find the state of a bonus; one that is wasted is crossed out too, like on a printed sheet."""
    if place in marks.crossed or place in marks.wasted:
        return CROSSED
    return CIRCLED if place in marks.circled else NONE


def _describe_people(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    for person, used in zip(PEOPLE, marks.people, strict=True):
        yield from _describe_row(f"person {person}", plan.sheet.palace.uses, used, CROSSED).items()


def _describe_upgrades(plan: Plan, marks: Marks) -> Iterator[tuple[str, str]]:
    for building, most, done in zip(BUILDINGS, plan.most_upgrades, marks.upgrades, strict=True):
        yield from _describe_row(f"upgrade {building}", most, done, CROSSED).items()
