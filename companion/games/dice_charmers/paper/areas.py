"""What the rules say about the cells of a sheet: rows that are filled in order, and the bonuses they release."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from companion.games.dice_charmers.rules.bonuses import sum_gains
from companion.games.dice_charmers.rules.cells import CIRCLED, CROSSED, MARKED, NONE
from companion.games.dice_charmers.rules.palace import RAJA_MAN_SINGH, RAJAS_MONEY
from companion.games.dice_charmers.rules.plan import NOWHERE, Plan, make_plan
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, SIDES, Sheet

Way = tuple[str, ...]  # a way to fill a row: the state of each of its cells


@dataclass(frozen=True)
class Row:
    """Cells that are filled in order; each way to fill them has a level that counts for bonuses and money."""

    name: str
    cells: tuple[str, ...]
    ways: tuple[tuple[int, Way], ...]  # level, states
    pays: tuple[int, ...] = ()  # money for each level

    @property
    def levels(self) -> int:
        return self.ways[-1][0] + 1

    def find_pay(self, level: int) -> int:
        return self.pays[level] if self.pays else 0


@dataclass(frozen=True)
class Gate:
    """A bonus that is released when rows reach these levels."""

    bonus: str
    needs: tuple[tuple[str, int], ...]  # row, level
    pays: int  # money when used

    @property
    def cell(self) -> str:
        return f"bonus {self.bonus}"


@dataclass(frozen=True)
class Areas:
    rows: dict[str, Row]
    gates: tuple[Gate, ...]
    spaces: dict[str, dict[str, str | None]]  # space → its road cells by side, each with the cell it may continue
    money: str = "money"
    fame: str = "fame"


RESIDENCE = "residence"  # instead of a cell that a road continues: its road is printed


@cache
def find_areas(sheet: Sheet) -> Areas:
    plan = make_plan(sheet)
    rows = {row.name: row for row in (*_list_rows(plan), *_list_roads(plan))}
    return Areas(rows, tuple(_list_gates(plan)), _find_spaces(plan))


def _make_row(name: str, places: int, state: str, pays: tuple[int, ...] = ()) -> Row:
    cells = tuple(f"{name} {place}" for place in range(1, places + 1))
    ways = tuple((reached, (state,) * reached + (NONE,) * (places - reached)) for reached in range(places + 1))
    return Row(name, cells, ways, pays)


def _make_twice(name: str, places: int, start: int, by_crossed: bool, pays: tuple[int, ...] = ()) -> Row:
    """Make a row that is circled, then crossed out, both in order; the level counts one of them."""
    cells = tuple(f"{name} {place}" for place in range(1, places + 1))
    ways = [
        (crossed if by_crossed else circled, (CROSSED,) * crossed + (CIRCLED,) * (circled - crossed) + (NONE,) * rest)
        for circled in range(start, places + 1)
        for crossed in range(circled + 1)
        for rest in (places - circled,)
    ]
    return Row(name, cells, tuple(sorted(ways)), pays)


def _add_up(amounts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(amounts[:count]) for count in range(len(amounts) + 1))


def _list_rows(plan: Plan) -> Iterator[Row]:
    sheet = plan.sheet
    yield _make_row("fame", sheet.tracks.fame, MARKED)
    yield _make_row("money", sheet.tracks.money, MARKED)
    for kind, good in enumerate(GOODS):
        prices = plan.prices[kind]
        yield _make_twice(f"good {good}", len(prices), 0, True, _add_up(prices))
    for person in PEOPLE:
        pays = (RAJAS_MONEY,) * sheet.palace.uses if person == RAJA_MAN_SINGH else ()
        yield _make_row(f"person {person}", sheet.palace.uses, CROSSED, _add_up(pays) if pays else ())
    for building, most in zip(BUILDINGS, plan.most_upgrades, strict=True):
        yield _make_row(f"upgrade {building}", most, CROSSED)
    yield _make_twice("karma", sheet.karma.places, sheet.karma.start, False)
    for number, space in enumerate(sheet.river, 1):
        pays = (0, sum_gains("money", space.earnings))
        yield Row(f"river {number}", (f"river {number}",), ((0, (NONE,)), (1, (CROSSED,))), pays)


def _list_roads(plan: Plan) -> Iterator[Row]:
    for i, space in enumerate(plan.spaces):
        if i != plan.residence:
            for side in SIDES:
                name = f"road {space} {side}"
                yield Row(name, (name,), ((0, (NONE,)), (1, (MARKED,))))


def _list_gates(plan: Plan) -> Iterator[Gate]:
    for place, needs in _list_needs(plan):
        if place in plan.bonuses:
            yield Gate(place, tuple(needs.items()), sum_gains("money", [plan.bonuses[place]]))


def _list_needs(plan: Plan) -> Iterator[tuple[str, Mapping[str, int]]]:
    """List every bonus with the levels that release it."""
    sheet = plan.sheet
    for (space, side), place in plan.edges.items():
        yield place, {f"road {plan.spaces[space]} {SIDES[side]}": 1}
    for place, sold in plan.tents:
        yield place, {f"good {good}": count for good, count in zip(GOODS, sold, strict=True) if count}
    yield from ((f"fame {place}", {"fame": place}) for place, _ in sheet.tracks.fame_bonuses)
    yield from ((f"money {place}", {"money": place}) for place, _ in sheet.tracks.money_bonuses)
    for places, people in plan.columns:
        for column, place in enumerate(places, 1):
            yield place, {f"person {PEOPLE[person]}": column for person in people}
    for column, (place, buildings) in enumerate(plan.upgrade_columns, 1):
        yield place, {f"upgrade {BUILDINGS[building]}": column for building in buildings}
    yield from ((f"karma {place}", {"karma": place}) for place, _ in sheet.karma.bonuses)


def _find_spaces(plan: Plan) -> dict[str, dict[str, str | None]]:
    spaces: dict[str, dict[str, str | None]] = {}
    for i, space in enumerate(plan.spaces):
        if i == plan.residence:
            continue
        spaces[space] = {}
        for side, letter in enumerate(SIDES):
            opposite, neighbour = (side + 2) % 4, plan.neighbours[i][side]
            facing: str | None = None
            if neighbour == plan.residence:
                facing = RESIDENCE if plan.first_roads[neighbour] & 1 << opposite else None
            elif neighbour != NOWHERE:
                facing = f"road {plan.spaces[neighbour]} {SIDES[opposite]}"
            spaces[space][letter] = facing
    return spaces
