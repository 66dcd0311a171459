"""Read the areas of a sheet file into the dataclasses of the rules."""

from itertools import pairwise

from companion.games.dice_charmers.definition.forms import (
    BONUS,
    PLAIN_NAME,
    TENT_BONUS,
    integer,
    integer_key,
    matching,
    one_of,
)
from companion.games.dice_charmers.definition.reader import Form, InvalidValue, Table, Value, format_value
from companion.games.dice_charmers.rules.sheet import (
    BUILDINGS,
    DICE_COLOURS,
    GOODS,
    PEOPLE,
    UPPER_PALACE,
    Bonus,
    Karma,
    Market,
    Palace,
    RiverSpace,
    Tent,
    Tracks,
    Upgrades,
)
from companion.phrase import Phrase

FACES_OF_A_DIE = 6
FACES: dict[str, Form[str]] = {
    "purple": one_of([f"{one}-{two}" for i, one in enumerate(GOODS) for two in GOODS[i:]]),
    "green": one_of(("straight", "bend", "half-roads")),
    "blue": PLAIN_NAME,  # every sheet has its own symbols
    "orange": one_of(PEOPLE),
}
TENT = matching(r"[A-Za-z0-9]{1,8}", Phrase("the name of a tent: 1 to 8 letters or digits"))


def read_dice(table: Table) -> tuple[tuple[str, tuple[str, ...]], ...]:
    six = FACES_OF_A_DIE
    return tuple((colour, table.get_list(colour, FACES[colour], least=six, most=six)) for colour in DICE_COLOURS)


def read_tracks(table: Table) -> Tracks:
    places = table.get("places", integer(5, 100), 100)
    with table.get_table("fame") as fame, table.get_table("money") as money:
        return Tracks(places, 2 * places, _read_places(fame, 1, places), _read_places(money, 1, 2 * places))


def read_karma(table: Table) -> Karma:
    places = table.get("places", integer(1, 20), 20)
    start = table.get("start", integer(0, places), 0)
    with table.get_table("bonuses") as bonuses:
        return Karma(places, start, _read_places(bonuses, start + 1, places))


def _read_places(table: Table, first: int, last: int) -> tuple[tuple[int, Bonus], ...]:
    entries = table.read_entries(integer_key(first, last), BONUS)
    return tuple(sorted((int(place), bonus) for place, bonus in entries))


def read_palace(table: Table) -> Palace:
    uses = table.get("uses", integer(1, 9), 0)
    least, most = (uses, uses) if uses else (1, 9)
    upper = table.get_list("upper_columns", BONUS, least=least, most=most)
    lower = table.get_list("lower_columns", BONUS, least=least, most=most)
    return Palace(uses, upper, lower, *_read_wings(table))


def _read_wings(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read who belongs to the two areas; without the keys they are as on our own sheets."""
    upper = table.get_optional("upper", WING, UPPER_PALACE)
    others = tuple(person for person in PEOPLE if person not in upper)
    lower = table.get_optional("lower", WING, others)
    if set(lower) != set(others):
        wrong = Phrase("does not match the upper area; expected %(people)s", people=", ".join(others))
        table.add_problem("lower", wrong)
    return upper, lower


def _read_wing(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != len(UPPER_PALACE):
        raise InvalidValue(WING.expected)
    people = tuple(_read_element(one_of(PEOPLE), person) for person in value)
    if len(set(people)) != len(people):
        raise InvalidValue(WING.expected)
    return people


WING = Form(Phrase("a list of the three different people of the area"), _read_wing)


def read_upgrades(table: Table) -> Upgrades:
    values = table.get_list("values", integer(1, 20), least=2, most=6)
    if any(next_ <= value for value, next_ in pairwise(values)):
        table.add_problem(
            "values",
            Phrase("%(values)s does not rise; expected each value above the one before it", values=list(values)),
        )
    columns = len(values) - 1
    least, most = (columns, columns) if values else (1, 5)
    bonuses = table.get_list("columns", BONUS, least=least, most=most)
    return Upgrades(values, bonuses, table.get_optional("once", ONCE, ()))


def _read_once(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not len(set(map(str, value))) == len(value) < len(BUILDINGS):
        raise InvalidValue(ONCE.expected)
    return tuple(_read_element(one_of(BUILDINGS), building) for building in value)


ONCE = Form(Phrase("a list of at most three different buildings"), _read_once)


def read_river(table: Table, symbols: tuple[str, ...]) -> tuple[RiverSpace, ...]:
    spaces = table.get_list("spaces", _make_river_form(symbols), most=60)
    found = {space.symbol for space in spaces}
    for symbol in sorted(set(symbols) - found) if spaces else ():
        table.add_problem(
            "spaces", Phrase('no space shows "%(symbol)s"; expected every symbol of the blue dice', symbol=symbol)
        )
    return spaces


def _make_river_form(symbols: tuple[str, ...]) -> Form[RiverSpace]:
    expected = Phrase('a symbol of the blue dice and what it earns, such as ["flag", "money 4"]')

    def read(value: object) -> RiverSpace:
        if not isinstance(value, list) or not 2 <= len(value) <= 5:
            raise InvalidValue(Phrase("%(expected)s: one symbol, 1 to 4 earnings", expected=expected))
        symbol, *earnings = value
        form = one_of(sorted(set(symbols))) if symbols else PLAIN_NAME
        return RiverSpace(_read_element(form, symbol), tuple(_read_element(BONUS, earning) for earning in earnings))

    return Form(expected, read)


def _read_element(form: Form[Value], value: object) -> Value:
    """Read one value of a list; the InvalidValue it raises names the value."""
    try:
        return form.read(value)
    except InvalidValue as unfit:
        expected = Phrase("in place of %(shown)s %(expected)s", shown=format_value(value), expected=unfit.expected)
        raise InvalidValue(expected) from None


def read_market(table: Table) -> Market:
    coins = table.get_list("coins", integer(1, 99), most=20)
    if coins and coins[0] != 1:
        table.add_problem("coins", Phrase("starts at %(coins)d; expected the first column to cost 1", coins=coins[0]))
    if any(next_ < price for price, next_ in pairwise(coins)):
        table.add_problem(
            "coins", Phrase("%(coins)s falls; expected prices that never fall from left to right", coins=list(coins))
        )
    with table.get_table("goods") as goods:
        rows = {kind: goods.get(kind, _make_goods_form(len(coins)), ()) for kind in GOODS}
    _check_columns(table, rows, len(coins))
    with table.get_table("tents") as tents:
        return Market(
            coins,
            tuple((kind, tuple(column for column, tent in row)) for kind, row in rows.items()),
            _read_tents(tents, rows),
        )


Row = tuple[tuple[int, str], ...]  # column from 0, tent
NO_GOOD, NO_TENT = ".", "-"


def _make_goods_form(columns: int) -> Form[Row]:
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

    return Form(expected, read)


def _check_columns(table: Table, rows: dict[str, Row], columns: int) -> None:
    if all(rows.values()):
        used = {column for row in rows.values() for column, _ in row}
        for column in sorted(set(range(columns)) - used):
            table.add_problem(
                "goods",
                Phrase("there is no good in column %(column)d; expected one above every coin", column=column + 1),
            )


def _read_tents(table: Table, rows: dict[str, Row]) -> tuple[Tent, ...]:
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
