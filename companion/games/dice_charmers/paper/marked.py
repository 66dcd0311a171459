"""The marks on a played sheet, as a photo shows them: every cell with its state, counted, described and checked.

Money follows exactly from sales, bonuses, river spaces and Raja Man Singh; fame has a range, because the sheet does not
show when a building was upgraded. Bonuses that were given up on purpose are crossed out too, so they count as used.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import chain
from typing import Any

from companion.games.dice_charmers.rules.bonuses import Gain, select_by_gain, sum_gains
from companion.games.dice_charmers.rules.palace import RAJA_MAN_SINGH, RAJAS_MONEY
from companion.games.dice_charmers.rules.scoring import Figures
from companion.games.dice_charmers.rules.sheet import (
    BUILDINGS,
    CIRCLED,
    CROSSED,
    GOODS,
    MARKED,
    NONE,
    NOWHERE,
    PEOPLE,
    SIDES,
    STATES,
    Plan,
    Sheet,
    describe_cells,
    make_blank_marks,
    make_plan,
)
from companion.rules.messages import Coded, Detail

Cells = Mapping[str, str]


class BadCell(ValueError):
    """There is no such cell on the sheet, or it cannot be in this state."""

    def __init__(self, cell: str, state: object) -> None:
        super().__init__(f"{cell}: {state}")
        self.cell = cell
        self.state = state


def complete_cells(sheet: Sheet, marked: Mapping[str, Any]) -> dict[str, str]:
    """Return the state of every cell; those that are missing are empty. Raises BadCell."""
    plan = make_plan(sheet)
    cells = dict.fromkeys(describe_cells(plan, make_blank_marks(plan)), NONE)
    for cell, state in marked.items():
        if cell not in cells or not isinstance(state, str) or state not in STATES[cell.partition(" ")[0]]:
            raise BadCell(cell, state)
        cells[cell] = state
    return cells


def select_marked(cells: Cells) -> dict[str, str]:
    """Return the cells that are not empty, which is enough to know the sheet."""
    return {cell: state for cell, state in cells.items() if state != NONE}


def count_totals(sheet: Sheet, cells: Cells) -> Figures:
    """Return the totals as they are marked: a line counts to its end, even with a gap."""
    return MarkedSheet(make_plan(sheet), cells).totals


# What the rules say about the cells of a sheet: rows that are filled in order, and the bonuses they release

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

    def is_open(self, levels: Callable[[str], int]) -> bool:
        """Check whether rows with these levels release the bonus."""
        return all(levels(row) >= level for row, level in self.needs)


@dataclass(frozen=True)
class Areas:
    rows: dict[str, Row]
    gates: dict[str, Gate]  # by bonus
    spaces: dict[str, dict[str, str | None]]  # space → its road cells by side, each with the cell it may continue


RESIDENCE = "residence"  # instead of a cell that a road continues: its road is printed


@cache
def find_areas(sheet: Sheet) -> Areas:
    plan = make_plan(sheet)
    rows = {row.name: row for row in (*_list_rows(plan), *_list_roads(plan))}
    gates = {
        place: Gate(place, tuple(needs.items()), sum_gains("money", [plan.bonuses[place]]))
        for place, needs in _list_needs(plan)
        if place in plan.bonuses
    }
    return Areas(rows, gates, _find_spaces(plan))


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


# The marks, counted


@dataclass(frozen=True)
class MarkedSheet:
    """The marks on a sheet, counted."""

    plan: Plan
    cells: Cells

    def state(self, cell: str) -> str:
        return self.cells.get(cell, NONE)

    def has(self, cell: str) -> bool:
        return self.state(cell) != NONE

    def count(self, row: str, places: int, *states: str) -> int:
        """Count the places of a row in any of these states."""
        return sum(self.state(f"{row} {place}") in states for place in range(1, places + 1))

    def find_end(self, row: str, places: int) -> int:
        """Return the last marked place of a row; 0 if there is none."""
        return max((place for place in range(1, places + 1) if self.has(f"{row} {place}")), default=0)

    @property
    def sheet(self) -> Sheet:
        return self.plan.sheet

    @cached_property
    def totals(self) -> Figures:
        tracks, places = self.sheet.tracks, self.sheet.karma.places
        return Figures(
            fame=self.find_end("fame", tracks.fame),
            money=self.find_end("money", tracks.money),
            karma_circled=self.count("karma", places, CIRCLED, CROSSED),
            karma_used=self.count("karma", places, CROSSED),
        )

    @cached_property
    def used(self) -> list[str]:
        """The bonuses that are crossed out."""
        return [place for place in self.plan.bonuses if self.state(f"bonus {place}") == CROSSED]

    @cached_property
    def roads(self) -> dict[str, str]:
        """The open sides of every space with a road, the residence included."""
        drawn = {
            space: "".join(side for side in SIDES if self.has(f"road {space} {side}")) for space in self.plan.spaces
        }
        drawn[self.plan.spaces[self.plan.residence]] = self.sheet.province.residence_roads
        return {space: sides for space, sides in drawn.items() if sides}

    @cached_property
    def people(self) -> tuple[int, ...]:
        return tuple(self.count(f"person {person}", self.sheet.palace.uses, CROSSED) for person in PEOPLE)

    @cached_property
    def upgrades(self) -> tuple[int, ...]:
        return tuple(
            self.count(f"upgrade {building}", most, CROSSED)
            for building, most in zip(BUILDINGS, self.plan.most_upgrades, strict=True)
        )

    @cached_property
    def sold(self) -> tuple[int, ...]:
        return tuple(
            self.count(f"good {good}", len(prices), CROSSED)
            for good, prices in zip(GOODS, self.plan.prices, strict=True)
        )

    # What the marks earn

    def earn(self, gain: Gain, bonuses: Iterable[str]) -> int:
        """Add up the fame, money, karma or upgrades that these bonuses and all marked river spaces give."""
        river = (space.earnings for n, space in enumerate(self.sheet.river, 1) if self.has(f"river {n}"))
        return sum_gains(gain, [*(self.plan.bonuses[place] for place in bonuses), *chain(*river)])

    def expect_money(self, bonuses: Iterable[str]) -> int:
        sales = sum(
            price
            for good, prices in zip(GOODS, self.plan.prices, strict=True)
            for place, price in enumerate(prices, 1)
            if self.state(f"good {good} {place}") == CROSSED
        )
        rajas = RAJAS_MONEY * self.people[PEOPLE.index(RAJA_MAN_SINGH)]
        return min(sales + rajas + self.earn("money", bonuses), self.sheet.tracks.money)

    def find_fame_range(self, bonuses: Iterable[str]) -> tuple[int, int]:
        """Return the fame if every building was reached before its upgrades, and if after them."""
        values, erected = self.sheet.upgrades.values, self._count_buildings()
        given = self.earn("fame", bonuses)
        low = given + sum(erected.values()) * values[0]
        high = given + sum(erected[kind] * values[done] for kind, done in zip(BUILDINGS, self.upgrades, strict=True))
        most = self.sheet.tracks.fame
        return min(low, most), min(high, most)

    def _count_buildings(self) -> Counter[str]:
        kinds = dict(zip(self.plan.spaces, self.plan.kinds, strict=True))
        return Counter(kinds[space] for space in self.roads if kinds[space] in BUILDINGS)

    def expect_karma(self, bonuses: Iterable[str]) -> int:
        karma = self.sheet.karma
        return min(karma.start + self.earn("karma", bonuses), karma.places)

    # Which bonuses the marks release

    def find_level(self, row: str) -> int:
        """Return how far a row is filled, in what counts for bonuses."""
        kind, places = row.partition(" ")[0], len(find_areas(self.sheet).rows[row].cells)
        match kind:
            case "fame" | "money":
                return self.find_end(row, places)
            case "karma":
                return self.totals.karma_circled
            case "road":
                return int(self.has(row))
            case _:
                return self.count(row, places, CROSSED)

    def is_released(self, place: str) -> bool:
        return find_areas(self.sheet).gates[place].is_open(self.find_level)

    # For drawing

    def describe(self) -> dict[str, Any]:
        """Describe the marks like `describe_marks` of the rules."""
        residence = self.plan.spaces[self.plan.residence]
        bonuses = {place: self.state(f"bonus {place}") for place in self.plan.bonuses}
        return {
            **self.totals._asdict(),
            "roads": {space: sides for space, sides in self.roads.items() if space != residence},
            "circled_goods": self._count_goods(CIRCLED, CROSSED),
            "sold_goods": self._count_goods(CROSSED),
            "palace": dict(zip(PEOPLE, self.people, strict=True)),
            "river": [n for n in range(1, len(self.sheet.river) + 1) if self.has(f"river {n}")],
            "upgrades": dict(zip(BUILDINGS, self.upgrades, strict=True)),
            "circled_bonuses": [place for place, state in bonuses.items() if state == CIRCLED],
            "used_bonuses": self.used,
            "wasted_bonuses": [],
        }

    def _count_goods(self, *states: str) -> dict[str, int]:
        rows = zip(GOODS, self.plan.prices, strict=True)
        return {good: self.count(f"good {good}", len(prices), *states) for good, prices in rows}


# Entries that contradict each other, and the totals that the rules would give


class Rule(StrEnum):
    """The rule that entries break; the names in brackets are the details."""

    MONEY = "money"  # does not follow from the other marks [marked, expected]
    FAME = "fame"  # is outside the possible range [marked, low, high]
    KARMA = "karma"  # circles do not follow from the other marks [marked, expected]
    ROAD_NOT_CONNECTED = "road-not-connected"  # [space]
    ROAD_INCOMPLETE = "road-incomplete"  # a road with one open side [space]
    BONUS_NOT_RELEASED = "bonus-not-released"  # but used [bonus]
    BONUS_NOT_USED = "bonus-not-used"  # but released [bonus]
    GOODS_ORDER = "goods-order"  # a good is sold before one to its left [good]
    PERSON_NOT_CROSSED_OUT = "person-not-crossed-out"  # bonuses call a person more often [person, calls, crossed]
    PERSON_USED_TOO_OFTEN = "person-used-too-often"  # more upgrades than were granted [person, upgrades, granted]
    GAP = "gap"  # a row is not filled from its start [row, place]


@dataclass(frozen=True, init=False)
class Conflict(Coded):
    """Entries that contradict each other. `fix` are changes that would settle it, if that is clear."""

    code: Rule
    cells: tuple[str, ...]
    fix: Mapping[str, str]

    def __init__(
        self, code: Rule, cells: tuple[str, ...], details: Mapping[str, Detail], fix: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code, **details)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "fix", fix or {})


def find_conflicts(sheet: Sheet, cells: Cells) -> tuple[Conflict, ...]:
    """Return everything on a finished sheet that the rules do not allow. Missing cells count as empty."""
    marked = MarkedSheet(make_plan(sheet), cells)
    return (
        *_check_money(marked),
        *_check_fame(marked),
        *_check_karma(marked),
        *_check_rows(marked),
        *_check_goods_order(marked),
        *_check_roads(marked),
        *_check_bonuses(marked),
        *_check_people(marked),
        *_check_upgrades(marked),
    )


def score_by_rules(sheet: Sheet, cells: Cells) -> Figures:
    """Return the totals that follow from the other marks; bonuses that were not released count nothing."""
    marked = MarkedSheet(make_plan(sheet), cells)
    released = [place for place in marked.used if marked.is_released(place)]
    (low, high), karma = marked.find_fame_range(released), marked.expect_karma(released)
    return Figures(
        fame=min(max(marked.totals.fame, low), high),
        money=marked.expect_money(released),
        karma_circled=karma,
        karma_used=min(marked.totals.karma_used, karma),
    )


def change_totals(sheet: Sheet, totals: Figures) -> dict[str, str]:
    """Return the states of all cells that show these totals."""
    rows = (("fame", sheet.tracks.fame, totals.fame), ("money", sheet.tracks.money, totals.money))
    tracks = {f"{row} {n}": MARKED if n <= end else NONE for row, places, end in rows for n in range(1, places + 1)}
    karma = {
        f"karma {n}": CROSSED if n <= totals.karma_used else CIRCLED if n <= totals.karma_circled else NONE
        for n in range(1, sheet.karma.places + 1)
    }
    return {**tracks, **karma}


# The rules, one by one


def _check_money(marked: MarkedSheet) -> Iterator[Conflict]:
    money, expected = marked.totals.money, marked.expect_money(marked.used)
    if money != expected:
        fix = change_totals(marked.sheet, marked.totals._replace(money=expected))
        yield Conflict(
            Rule.MONEY,
            _list_difference("money", money, expected),
            {"marked": money, "expected": expected},
            _select_row("money", fix),
        )


def _check_fame(marked: MarkedSheet) -> Iterator[Conflict]:
    fame, (low, high) = marked.totals.fame, marked.find_fame_range(marked.used)
    if not low <= fame <= high:
        nearest = min(max(fame, low), high)
        fix = change_totals(marked.sheet, marked.totals._replace(fame=nearest))
        yield Conflict(
            Rule.FAME,
            _list_difference("fame", fame, nearest),
            {"marked": fame, "low": low, "high": high},
            _select_row("fame", fix),
        )


def _check_karma(marked: MarkedSheet) -> Iterator[Conflict]:
    circled, expected = marked.totals.karma_circled, marked.expect_karma(marked.used)
    if circled != expected:
        used = min(marked.totals.karma_used, expected)
        fix = change_totals(marked.sheet, marked.totals._replace(karma_circled=expected, karma_used=used))
        yield Conflict(
            Rule.KARMA,
            _list_difference("karma", circled, expected),
            {"marked": circled, "expected": expected},
            _select_row("karma", fix),
        )


def _list_difference(row: str, one: int, other: int) -> tuple[str, ...]:
    """List the cells between two ends of a row."""
    low, high = sorted((one, other))
    return tuple(f"{row} {place}" for place in range(low + 1, high + 1))


def _select_row(row: str, states: Mapping[str, str]) -> dict[str, str]:
    return {cell: state for cell, state in states.items() if cell.startswith(f"{row} ")}


def _check_rows(marked: MarkedSheet) -> Iterator[Conflict]:
    """Find empty places before marked ones, and crossed out karma after karma that is left."""
    for row in find_areas(marked.sheet).rows.values():
        end = marked.find_end(row.name, len(row.cells)) if len(row.cells) > 1 else 0
        if empty := tuple(cell for cell in row.cells[:end] if not marked.has(cell)):
            filling = STATES[row.name.partition(" ")[0]][1]
            yield Conflict(Rule.GAP, empty, {"row": row.name, "place": end}, dict.fromkeys(empty, filling))
    if skipped := _list_skipped(marked, "karma", marked.sheet.karma.places):
        fix = _select_row("karma", change_totals(marked.sheet, marked.totals))
        yield Conflict(Rule.GAP, skipped, {"row": "karma", "place": marked.totals.karma_used}, fix)


def _list_skipped(marked: MarkedSheet, row: str, places: int) -> tuple[str, ...]:
    """List circled places of a row before its last crossed one."""
    crossed = [place for place in range(1, places + 1) if marked.state(f"{row} {place}") == CROSSED]
    before = range(1, max(crossed, default=0))
    return tuple(f"{row} {place}" for place in before if marked.state(f"{row} {place}") == CIRCLED)


def _check_goods_order(marked: MarkedSheet) -> Iterator[Conflict]:
    for good, prices in zip(GOODS, marked.plan.prices, strict=True):
        if skipped := _list_skipped(marked, f"good {good}", len(prices)):
            yield Conflict(Rule.GOODS_ORDER, skipped, {"good": good})


def _check_roads(marked: MarkedSheet) -> Iterator[Conflict]:
    reached = _find_connected(marked)
    for space, sides in marked.roads.items():
        cells = tuple(f"road {space} {side}" for side in sides)
        if marked.plan.space_index[space] == marked.plan.residence:
            continue
        if len(sides) == 1:
            yield Conflict(Rule.ROAD_INCOMPLETE, cells, {"space": space})
        if space not in reached:
            yield Conflict(Rule.ROAD_NOT_CONNECTED, cells, {"space": space})


def _find_connected(marked: MarkedSheet) -> set[str]:
    """Find the spaces whose roads are connected to the residence: both spaces are open to their common side."""
    plan, roads = marked.plan, marked.roads
    found, waiting = set[str](), [plan.spaces[plan.residence]]
    while waiting:
        space = waiting.pop()
        found.add(space)
        for side, neighbour in zip(SIDES, plan.neighbours[plan.space_index[space]], strict=True):
            if neighbour == NOWHERE or side not in roads[space]:
                continue
            other, facing = plan.spaces[neighbour], SIDES[(SIDES.index(side) + 2) % 4]
            if other not in found and facing in roads.get(other, ""):
                waiting.append(other)
    return found


def _check_bonuses(marked: MarkedSheet) -> Iterator[Conflict]:
    for place in marked.plan.bonuses:
        cell = f"bonus {place}"
        if marked.is_released(place):
            if marked.state(cell) != CROSSED:
                yield Conflict(Rule.BONUS_NOT_USED, (cell,), {"bonus": place}, {cell: CROSSED})
        elif marked.has(cell):
            yield Conflict(Rule.BONUS_NOT_RELEASED, (cell,), {"bonus": place}, {cell: NONE})


def _check_people(marked: MarkedSheet) -> Iterator[Conflict]:
    """Find people who are called by more bonuses than spaces of theirs are crossed out, although one is free."""
    uses = marked.sheet.palace.uses
    called = select_by_gain("person", (marked.plan.bonuses[place] for place in marked.used))
    calls = Counter(bonus.argument for bonus in called)
    for person, crossed in zip(PEOPLE, marked.people, strict=True):
        if crossed < min(calls[person], uses):
            every = (f"person {person} {use}" for use in range(1, uses + 1))
            spaces = tuple(space for space in every if not marked.has(space))
            details: dict[str, Detail] = {"person": person, "calls": calls[person], "crossed": crossed}
            yield Conflict(Rule.PERSON_NOT_CROSSED_OUT, spaces, details)


def _check_upgrades(marked: MarkedSheet) -> Iterator[Conflict]:
    """Find more upgrades than were granted: Raja Man Singh would have been used more often than he can be."""
    granted = marked.people[PEOPLE.index(RAJA_MAN_SINGH)] + marked.earn("upgrade", marked.used)
    upgrades = sum(marked.upgrades)
    if upgrades > granted:
        cells = tuple(
            cell
            for building, most in zip(BUILDINGS, marked.plan.most_upgrades, strict=True)
            for place in range(1, most + 1)
            if marked.has(cell := f"upgrade {building} {place}")
        )
        details: dict[str, Detail] = {"person": RAJA_MAN_SINGH, "upgrades": upgrades, "granted": granted}
        yield Conflict(Rule.PERSON_USED_TOO_OFTEN, cells, details)
