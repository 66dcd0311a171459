"""Read the province: a grid of spaces with one residence, and bonuses at the outer edges."""

from string import ascii_lowercase

from companion.games.dice_charmers.definition.forms import BONUS, matching
from companion.games.dice_charmers.definition.reader import (
    Form,
    InvalidValue,
    Table,
    add_suggestion,
    format_value,
    quote_key,
)
from companion.games.dice_charmers.rules.sheet import BUILDINGS, MARKETS, SIDES, Bonus, Province, Space
from companion.phrase import Phrase

RESIDENCE = "residence"
BLANK, MISSING = "blank", "."  # a space without building or market; no space at all
KINDS = (RESIDENCE, *BUILDINGS, *MARKETS, BLANK, MISSING)
LARGEST = 12
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Place = tuple[int, int]  # column, row, both from 0


def read_province(table: Table) -> Province:
    rows = table.get_list("rows", ROW, least=2, most=LARGEST)
    roads = table.get("residence_roads", ROADS, "")
    with table.get_table("edges") as edges:
        bonuses = tuple(_split_edge(key, bonus) for key, bonus in edges.read_entries(EDGE, BONUS))
        if rows and _is_rectangle(table, rows):
            grid = {(x, y): kind for y, row in enumerate(rows) for x, kind in enumerate(row) if kind != MISSING}
            _check_residence(table, grid, roads)
            _check_edges(edges, grid, bonuses)
    spaces = tuple(
        Space(_name_space((x, y)), kind) for y, row in enumerate(rows) for x, kind in enumerate(row) if kind != MISSING
    )
    return Province(len(rows[0]) if rows else 0, len(rows), spaces, roads, bonuses)


def _read_row(value: object) -> tuple[str, ...]:
    if not isinstance(value, str):
        raise InvalidValue(ROW.expected)
    words = tuple(value.split())
    if not 2 <= len(words) <= LARGEST:
        raise InvalidValue(Phrase("2 to %(most)d spaces in a row, not %(found)d", most=LARGEST, found=len(words)))
    expected = ROW.expected
    for word in words:
        if word not in KINDS:
            without = Phrase("%(expected)s; not %(word)s", expected=expected, word=format_value(word))
            expected = add_suggestion(without, word, KINDS)
    if expected != ROW.expected:
        raise InvalidValue(expected)
    return words


def _read_roads(value: object) -> str:
    if not isinstance(value, str) or not value or len(set(value)) != len(value) or set(value) - set(SIDES):
        raise InvalidValue(ROADS.expected)
    return "".join(side for side in SIDES if side in value)


ROW = Form(Phrase("a row of the words %(words)s, separated by spaces", words=", ".join(KINDS)), _read_row)
ROADS = Form(Phrase('the sides by which roads leave the residence, such as "NESW"'), _read_roads)
EDGE = matching(r"[a-l](?:[1-9]|1[0-2]) [NESW]", Phrase('a space and a side, such as "c1 N"'))


def _name_space(place: Place) -> str:
    return f"{ascii_lowercase[place[0]]}{place[1] + 1}"


def _find_neighbour(place: Place, side: str) -> Place:
    across, down = STEPS[side]
    return place[0] + across, place[1] + down


def _split_edge(key: str, bonus: Bonus) -> tuple[str, str, Bonus]:
    space, side = key.split(" ")
    return space, side, bonus


def _is_rectangle(table: Table, rows: tuple[tuple[str, ...], ...]) -> bool:
    width = len(rows[0])
    for i, row in enumerate(rows):
        if len(row) != width:
            wrong = Phrase("has %(found)d spaces; expected %(width)d as in the first row", found=len(row), width=width)
            table.add_problem(f"rows[{i}]", wrong)
    return all(len(row) == width for row in rows)


def _check_residence(table: Table, grid: dict[Place, str], roads: str) -> None:
    residences = [place for place, kind in grid.items() if kind == RESIDENCE]
    if len(residences) != 1:
        table.add_problem("rows", Phrase("has %(count)d residences; expected exactly one", count=len(residences)))
        return
    starts = {_find_neighbour(residences[0], side): side for side in roads}
    for place, side in starts.items():
        if place not in grid:
            wrong = Phrase("%(side)s leaves the grid; expected sides with a space beyond them", side=side)
            table.add_problem("residence_roads", wrong)
    if roads:
        unreachable = sorted(set(grid) - _find_reachable(grid, set(starts) & set(grid)) - set(residences))
        if unreachable:
            names = ", ".join(_name_space(place) for place in unreachable[:5])
            wrong = Phrase("no road can reach %(names)s; expected a way from the residence to every space", names=names)
            table.add_problem("rows", wrong)


def _find_reachable(grid: dict[Place, str], starts: set[Place]) -> set[Place]:
    reached: set[Place] = set()
    frontier = starts
    while frontier:
        reached |= frontier
        beyond = {_find_neighbour(place, side) for place in frontier for side in SIDES}
        frontier = {place for place in beyond - reached if grid.get(place, RESIDENCE) != RESIDENCE}
    return reached


def _check_edges(table: Table, grid: dict[Place, str], bonuses: tuple[tuple[str, str, Bonus], ...]) -> None:
    by_name = {_name_space(place): place for place in grid}
    beyond: dict[Place, str] = {}  # what a bonus leads to: a missing space, or a place outside the rows
    for name, side, _ in bonuses:
        place = by_name.get(name)
        key = quote_key(f"{name} {side}")
        if place is None:
            last = _name_space((max((x for x, _ in grid), default=0), max((y for _, y in grid), default=0)))
            wrong = Phrase("the province has no space %(name)s; expected one from a1 to %(last)s", name=name, last=last)
            table.add_problem(key, wrong)
        elif grid[place] == RESIDENCE:
            table.add_problem(key, Phrase("is the residence, where no road is drawn; expected another space"))
        elif _find_neighbour(place, side) in grid:
            table.add_problem(key, _describe_inner_edge(grid, place))
        elif (first := beyond.setdefault(_find_neighbour(place, side), key)) != key:
            wrong = Phrase("leads to the same missing space as %(first)s; expected one bonus there", first=first)
            table.add_problem(key, wrong)


def _describe_inner_edge(grid: dict[Place, str], place: Place) -> str:
    name, sides = _name_space(place), ", ".join(side for side in SIDES if _find_neighbour(place, side) not in grid)
    if not sides:
        return Phrase("is between two spaces; expected an outer edge, and %(name)s has none", name=name)
    return Phrase(
        "is between two spaces; expected an outer edge, which %(name)s has at %(sides)s", name=name, sides=sides
    )
