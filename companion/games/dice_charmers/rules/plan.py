"""Lookup tables computed once per sheet, to make the rules fast.

Spaces, goods, people and buildings are numbered from 0 in the order of the sheet. A road is a set of open sides in
four bits, with north as the lowest bit.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from companion.games.dice_charmers.rules.moves import DrawHalf, DrawRoad
from companion.games.dice_charmers.rules.sheet import (
    BUILDINGS,
    DICE_COLOURS,
    GOODS,
    PEOPLE,
    SIDES,
    Bonus,
    Province,
    Sheet,
)

DICE = tuple(f"{colour}-{number}" for colour in DICE_COLOURS for number in (1, 2))
DIE_INDEX = {die: i for i, die in enumerate(DICE)}
PURPLE_DICE = ("purple-1", "purple-2")

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

EDITIONS = (1, 2)  # of the rulings; docs/rulings.md says what differs
LATEST_RULINGS = EDITIONS[-1]


@dataclass(frozen=True, eq=False)
class Plan:
    sheet: Sheet
    edition: int  # of the rulings
    spaces: tuple[str, ...]
    kinds: tuple[str, ...]
    space_index: dict[str, int]
    residence: int
    neighbours: tuple[tuple[int, ...], ...]  # of each space: N, E, S, W
    first_roads: tuple[int, ...]  # only the residence has one
    first_entrances: tuple[int, ...]
    draw: dict[str, tuple[tuple[tuple[DrawRoad, ...], ...], ...]]  # by shape, space, arriving roads
    halves: tuple[tuple[tuple[DrawHalf, ...], ...], ...]  # by space and its road
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

    def __reduce__(self) -> tuple[object, tuple[Sheet, int]]:
        return make_plan, (self.sheet, self.edition)


def make_plan(sheet: Sheet, edition: int = LATEST_RULINGS) -> Plan:
    """Return the plan of a sheet for an edition of the rulings, from a cache."""
    return _make_plan(sheet, edition)


@cache
def _make_plan(sheet: Sheet, edition: int) -> Plan:
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
        edition=edition,
        spaces=spaces,
        kinds=kinds,
        space_index=index,
        residence=residence,
        neighbours=neighbours,
        first_roads=first_roads,
        first_entrances=tuple(_find_entrances(first_roads, around) for around in neighbours),
        draw={shape: tuple(_list_roads(space, roads) for space in spaces) for shape, roads in SHAPES.items()},
        halves=tuple(_list_half_roads(space) for space in spaces),
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


def _list_roads(space: str, roads: tuple[str, ...]) -> tuple[tuple[DrawRoad, ...], ...]:
    """List, for each set of arriving roads, the roads that continue at least one of them."""
    every = [(DrawRoad(space, sides), ROAD_BITS[sides]) for sides in roads]
    return tuple(tuple(move for move, bits in every if bits & arriving) for arriving in range(ALL_SIDES + 1))


def _list_half_roads(space: str) -> tuple[tuple[DrawHalf, ...], ...]:
    """List, for each road, the half-roads to the sides that are not open yet."""
    every = [(DrawHalf(space, side), ROAD_BITS[side]) for side in SIDES]
    return tuple(tuple(move for move, bit in every if not bit & road) for road in range(ALL_SIDES + 1))


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
