"""Find entries on a played sheet that contradict each other, and the totals that the rules would give.

Money follows exactly from sales, bonuses, river spaces and Raja Man Singh; fame has a range, because the sheet does not
show when a building was upgraded. Bonuses that were given up on purpose are crossed out too, so they count as used.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.games.dice_charmers.paper.marked import Cells, MarkedSheet
from companion.games.dice_charmers.rules.bonuses import select_by_gain
from companion.games.dice_charmers.rules.cells import CIRCLED, CROSSED, MARKED, NONE, STATES
from companion.games.dice_charmers.rules.palace import RAJA_MAN_SINGH
from companion.games.dice_charmers.rules.plan import NOWHERE, Plan, make_plan
from companion.games.dice_charmers.rules.scoring import Figures
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, SIDES, Sheet
from companion.rules.coded import Coded, Detail


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


def _list_rows(plan: Plan) -> Iterator[tuple[str, int]]:
    """List the rows that are filled from their start, with their number of places."""
    yield "fame", plan.sheet.tracks.fame
    yield "money", plan.sheet.tracks.money
    for good, prices in zip(GOODS, plan.prices, strict=True):
        yield f"good {good}", len(prices)
    for person in PEOPLE:
        yield f"person {person}", plan.sheet.palace.uses
    for building, most in zip(BUILDINGS, plan.most_upgrades, strict=True):
        yield f"upgrade {building}", most
    yield "karma", plan.sheet.karma.places


def _check_rows(marked: MarkedSheet) -> Iterator[Conflict]:
    """Find empty places before marked ones, and crossed out karma after karma that is left."""
    for row, places in _list_rows(marked.plan):
        end = marked.find_end(row, places)
        empty = tuple(f"{row} {place}" for place in range(1, end) if not marked.has(f"{row} {place}"))
        if empty:
            filling = STATES[row.partition(" ")[0]][1]
            yield Conflict(Rule.GAP, empty, {"row": row, "place": end}, dict.fromkeys(empty, filling))
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
