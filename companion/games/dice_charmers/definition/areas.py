"""Read the areas of a sheet file into the dataclasses of the rules."""

from itertools import pairwise
from string import ascii_lowercase

from companion.games.dice_charmers.definition.values import (
    BONUS,
    PLAIN_NAME,
    TENT_BONUS,
    InvalidValue,
    TomlTable,
    Value,
    ValueForm,
    add_suggestion,
    format_value,
    integer,
    integer_key,
    matching,
    one_of,
    quote_key,
)
from companion.games.dice_charmers.rules.sheet import (
    BUILDINGS,
    DICE_COLOURS,
    GOODS,
    MARKETS,
    PEOPLE,
    SIDES,
    UPPER_PALACE,
    Bonus,
    Karma,
    Market,
    Palace,
    Province,
    RiverSpace,
    Space,
    Tent,
    Tracks,
    Upgrades,
)
from companion.phrase import Phrase

FACES_OF_A_DIE = 6
FACES: dict[str, ValueForm[str]] = {
    "purple": one_of([f"{one}-{two}" for i, one in enumerate(GOODS) for two in GOODS[i:]]),
    "green": one_of(("straight", "bend", "half-roads")),
    "blue": PLAIN_NAME,  # every sheet has its own symbols
    "orange": one_of(PEOPLE),
}
TENT = matching(r"[A-Za-z0-9]{1,8}", Phrase("the name of a tent: 1 to 8 letters or digits"))


def read_dice(table: TomlTable) -> tuple[tuple[str, tuple[str, ...]], ...]:
    six = FACES_OF_A_DIE
    return tuple((colour, table.get_list(colour, FACES[colour], least=six, most=six)) for colour in DICE_COLOURS)


def read_tracks(table: TomlTable) -> Tracks:
    places = table.get("places", integer(5, 100), 100)
    with table.get_table("fame") as fame, table.get_table("money") as money:
        return Tracks(places, 2 * places, _read_places(fame, 1, places), _read_places(money, 1, 2 * places))


def read_karma(table: TomlTable) -> Karma:
    places = table.get("places", integer(1, 20), 20)
    start = table.get("start", integer(0, places), 0)
    with table.get_table("bonuses") as bonuses:
        return Karma(places, start, _read_places(bonuses, start + 1, places))


def _read_places(table: TomlTable, first: int, last: int) -> tuple[tuple[int, Bonus], ...]:
    entries = table.read_entries(integer_key(first, last), BONUS)
    return tuple(sorted((int(place), bonus) for place, bonus in entries))


def read_palace(table: TomlTable) -> Palace:
    uses = table.get("uses", integer(1, 9), 0)
    least, most = (uses, uses) if uses else (1, 9)
    upper = table.get_list("upper_columns", BONUS, least=least, most=most)
    lower = table.get_list("lower_columns", BONUS, least=least, most=most)
    # Who belongs to the two areas: without the keys, the same people as on our own sheets.
    people_above = table.get_optional("upper", WING, UPPER_PALACE)
    others = tuple(person for person in PEOPLE if person not in people_above)
    people_below = table.get_optional("lower", WING, others)
    if set(people_below) != set(others):
        wrong = Phrase("does not match the upper area; expected %(people)s", people=", ".join(others))
        table.add_problem("lower", wrong)
    return Palace(uses, upper, lower, people_above, people_below)


def _read_wing(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != len(UPPER_PALACE):
        raise InvalidValue(WING.expected)
    people = tuple(_read_element(one_of(PEOPLE), person) for person in value)
    if len(set(people)) != len(people):
        raise InvalidValue(WING.expected)
    return people


WING = ValueForm(Phrase("a list of the three different people of the area"), _read_wing)


def read_upgrades(table: TomlTable) -> Upgrades:
    values = table.get_list("values", integer(1, 20), least=2, most=6)
    if any(next_ <= value for value, next_ in pairwise(values)):
        wrong = Phrase("%(values)s does not rise; expected each value above the one before it", values=list(values))
        table.add_problem("values", wrong)
    columns = len(values) - 1
    least, most = (columns, columns) if values else (1, 5)
    bonuses = table.get_list("columns", BONUS, least=least, most=most)
    return Upgrades(values, bonuses, table.get_optional("once", ONCE, ()))


def _read_once(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not len(set(map(str, value))) == len(value) < len(BUILDINGS):
        raise InvalidValue(ONCE.expected)
    return tuple(_read_element(one_of(BUILDINGS), building) for building in value)


ONCE = ValueForm(Phrase("a list of at most three different buildings"), _read_once)


def read_river(table: TomlTable, symbols: tuple[str, ...]) -> tuple[RiverSpace, ...]:
    spaces = table.get_list("spaces", _make_river_form(symbols), most=60)
    found = {space.symbol for space in spaces}
    for symbol in sorted(set(symbols) - found) if spaces else ():
        wrong = Phrase('no space shows "%(symbol)s"; expected every symbol of the blue dice', symbol=symbol)
        table.add_problem("spaces", wrong)
    return spaces


def _make_river_form(symbols: tuple[str, ...]) -> ValueForm[RiverSpace]:
    expected = Phrase('a symbol of the blue dice and what it earns, such as ["flag", "money 4"]')

    def read(value: object) -> RiverSpace:
        if not isinstance(value, list) or not 2 <= len(value) <= 5:
            raise InvalidValue(Phrase("%(expected)s: one symbol, 1 to 4 earnings", expected=expected))
        symbol, *earnings = value
        form = one_of(sorted(set(symbols))) if symbols else PLAIN_NAME
        return RiverSpace(_read_element(form, symbol), tuple(_read_element(BONUS, earning) for earning in earnings))

    return ValueForm(expected, read)


def _read_element(form: ValueForm[Value], value: object) -> Value:
    """Read one value of a list; the InvalidValue it raises names the value."""
    try:
        return form.read(value)
    except InvalidValue as unfit:
        expected = Phrase("in place of %(shown)s %(expected)s", shown=format_value(value), expected=unfit.expected)
        raise InvalidValue(expected) from None


def read_market(table: TomlTable) -> Market:
    coins = table.get_list("coins", integer(1, 99), most=20)
    if coins and coins[0] != 1:
        table.add_problem("coins", Phrase("starts at %(coins)d; expected the first column to cost 1", coins=coins[0]))
    if any(next_ < price for price, next_ in pairwise(coins)):
        wrong = Phrase("%(coins)s falls; expected prices that never fall from left to right", coins=list(coins))
        table.add_problem("coins", wrong)
    with table.get_table("goods") as goods:
        rows = {kind: goods.get(kind, _make_goods_form(len(coins)), ()) for kind in GOODS}
    if all(rows.values()):
        used = {column for row in rows.values() for column, _ in row}
        for column in sorted(set(range(len(coins))) - used):
            wrong = Phrase("there is no good in column %(column)d; expected one above every coin", column=column + 1)
            table.add_problem("goods", wrong)
    with table.get_table("tents") as tents:
        return Market(
            coins,
            tuple((kind, tuple(column for column, tent in row)) for kind, row in rows.items()),
            _read_tents(tents, rows),
        )


Row = tuple[tuple[int, str], ...]  # column from 0, tent
NO_GOOD, NO_TENT = ".", "-"


def _make_goods_form(columns: int) -> ValueForm[Row]:
    expected = Phrase(
        'the tent of each good from left to right, "-" for a good outside the tents, "." where none stands, '
        'such as "A A - . B"'
    )

    def read(value: object) -> Row:
        if not isinstance(value, str):
            raise InvalidValue(expected)
        tents = value.split()
        if columns and len(tents) != columns:
            wrong = Phrase(
                "%(columns)d entries, one for each column of coins, not %(found)d", columns=columns, found=len(tents)
            )
            raise InvalidValue(wrong)
        stands = [(column, tent) for column, tent in enumerate(tents) if tent != NO_GOOD]
        row = tuple((column, NO_TENT if tent == NO_TENT else TENT.read(tent)) for column, tent in stands)
        if not row:
            raise InvalidValue(Phrase("at least one good"))
        return row

    return ValueForm(expected, read)


def _read_tents(table: TomlTable, rows: dict[str, Row]) -> tuple[Tent, ...]:
    bonuses = dict(table.read_entries(TENT, TENT_BONUS))
    stock: dict[str, list[tuple[str, int]]] = {}
    for kind, row in rows.items():
        for column, tent in (each for each in row if each[1] != NO_TENT):
            stock.setdefault(tent, []).append((kind, column))
    for tent in stock:
        if not table.contains(tent):
            expected = Phrase("the bonus for selling out this tent, %(bonus)s", bonus=BONUS.expected)
            table.add_problem(tent, Phrase("missing; expected %(expected)s", expected=expected))
    for tent in bonuses if all(rows.values()) else ():
        if tent not in stock:
            table.add_problem(tent, Phrase("there is no good in this tent; expected its name in a row of goods"))
    return tuple(Tent(tuple(goods), *(bonuses[tent] or (None,))) for tent, goods in stock.items() if tent in bonuses)


# The province: a grid of spaces with one residence, and bonuses at the outer edges

RESIDENCE = "residence"
BLANK, MISSING = "blank", "."  # a space without building or market; no space at all
KINDS = (RESIDENCE, *BUILDINGS, *MARKETS, BLANK, MISSING)
LARGEST = 12
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Place = tuple[int, int]  # column, row, both from 0


def read_province(table: TomlTable) -> Province:
    rows = table.get_list("rows", ROW, least=2, most=LARGEST)
    roads = table.get("residence_roads", ROADS, "")
    with table.get_table("edges") as edges:
        found = ((key.split(" "), bonus) for key, bonus in edges.read_entries(EDGE, BONUS))
        bonuses = tuple((space, side, bonus) for (space, side), bonus in found)
        narrow = [(i, len(row)) for i, row in enumerate(rows) if len(row) != len(rows[0])]
        for i, count in narrow:
            wrong = Phrase(
                "has %(found)d spaces; expected %(width)d as in the first row", found=count, width=len(rows[0])
            )
            table.add_problem(f"rows[{i}]", wrong)
        if rows and not narrow:
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


ROW = ValueForm(Phrase("a row of the words %(words)s, separated by spaces", words=", ".join(KINDS)), _read_row)
ROADS = ValueForm(Phrase('the sides by which roads leave the residence, such as "NESW"'), _read_roads)
EDGE = matching(r"[a-l](?:[1-9]|1[0-2]) [NESW]", Phrase('a space and a side, such as "c1 N"'))


def _name_space(place: Place) -> str:
    return f"{ascii_lowercase[place[0]]}{place[1] + 1}"


def _find_neighbour(place: Place, side: str) -> Place:
    across, down = STEPS[side]
    return place[0] + across, place[1] + down


def _check_residence(table: TomlTable, grid: dict[Place, str], roads: str) -> None:
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


def _check_edges(table: TomlTable, grid: dict[Place, str], bonuses: tuple[tuple[str, str, Bonus], ...]) -> None:
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
            sides = ", ".join(side for side in SIDES if _find_neighbour(place, side) not in grid)
            without = Phrase("is between two spaces; expected an outer edge, and %(name)s has none", name=name)
            wrong = Phrase(
                "is between two spaces; expected an outer edge, which %(name)s has at %(sides)s", name=name, sides=sides
            )
            table.add_problem(key, wrong if sides else without)
        elif (first := beyond.setdefault(_find_neighbour(place, side), key)) != key:
            wrong = Phrase("leads to the same missing space as %(first)s; expected one bonus there", first=first)
            table.add_problem(key, wrong)
