"""The marks on a played sheet, as a photo shows them: every cell with its state, counted and described."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from companion.games.dice_charmers.rules.bonuses import Gain, sum_gains
from companion.games.dice_charmers.rules.cells import CIRCLED, CROSSED, NONE, STATES, describe_cells
from companion.games.dice_charmers.rules.page import make_blank_marks
from companion.games.dice_charmers.rules.palace import RAJA_MAN_SINGH, RAJAS_MONEY
from companion.games.dice_charmers.rules.plan import Plan, make_plan
from companion.games.dice_charmers.rules.scoring import Figures
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, SIDES, Sheet

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

    def is_released(self, place: str) -> bool:
        kind, _, rest = place.partition(" ")
        match kind:
            case "edge":
                space, side = rest.split()
                return side in self.roads.get(space, "")
            case "tent":
                needed = dict(self.plan.tents)[place]
                return all(sold >= count for sold, count in zip(self.sold, needed, strict=True))
            case "palace":
                wing, column = rest.split()
                _, people = self.plan.columns[("upper", "lower").index(wing)]
                return all(self.people[person] >= int(column) for person in people)
            case "upgrade":
                return all(self.upgrades[building] >= int(rest) for building in dict(self.plan.upgrade_columns)[place])
            case "karma":
                return self.totals.karma_circled >= int(rest) > self.sheet.karma.start
            case _:
                return bool(getattr(self.totals, kind) >= int(rest))

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
