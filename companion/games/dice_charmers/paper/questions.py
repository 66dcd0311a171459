"""The cells to ask about after a photo was explained: unsure ones, and those where marks and rules disagree."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from math import log

from companion.games.dice_charmers.paper.areas import RESIDENCE, Areas
from companion.games.dice_charmers.rules.bonuses import sum_gains
from companion.games.dice_charmers.rules.cells import CROSSED, MARKED, NONE
from companion.games.dice_charmers.rules.plan import make_plan
from companion.games.dice_charmers.rules.sheet import BUILDINGS, Sheet

Chances = Mapping[str, Mapping[str, float]]

DOUBT = 0.05  # ask if another state is at least that probable
CLEAR = 0.9  # ask if this was read although it does not fit the rules


@dataclass(frozen=True)
class Questions:
    sheet: Sheet
    areas: Areas
    read: Chances
    cells: Mapping[str, str]  # as explained
    chances: Chances  # after weighing the rules

    def list_cells(self) -> tuple[str, ...]:
        """List the cells to ask about, the most important first."""
        doubts: dict[str, float] = {}
        for cell, state in self.cells.items():
            other = 1 - self.chances[cell][state]
            if other > DOUBT or self.is_overruled(cell):
                doubts[cell] = max(other, 0.5 if self.is_overruled(cell) else 0.0)
        for cell in self._ask_about_neighbours(doubts):
            doubts.setdefault(cell, 0.1)
        for cell in (*self._ask_about_bonuses(), *self._ask_about_roads(), *self._ask_about_sums()):
            doubts.setdefault(cell, 0.1)
        first = {"fame": 0, "money": 0}
        return tuple(sorted(doubts, key=lambda cell: (first.get(cell.partition(" ")[0], 1), -doubts[cell])))

    def is_overruled(self, cell: str) -> bool:
        """Check whether a clear mark was explained as something else."""
        return max(chance for state, chance in self.read[cell].items() if state != self.cells[cell]) > CLEAR

    def _ask_about_neighbours(self, doubts: Mapping[str, float]) -> list[str]:
        """Return cells that are only certain because of a later, doubtful cell of their row."""
        asked = []
        for row in self.areas.rows.values():
            near = False
            for cell in reversed(row.cells):
                unsure = 1 - self.read[cell][self.cells[cell]] > DOUBT
                near = cell in doubts or (near and unsure)
                if near and cell not in doubts:
                    asked.append(cell)
        return asked

    def _ask_about_bonuses(self) -> list[str]:
        """Return bonuses that are marked but not released, or released but not marked."""
        return [
            gate.cell
            for gate in self.areas.gates
            if (self.cells[gate.cell] == NONE) == all(self._find_level(row) >= need for row, need in gate.needs)
        ]

    def _ask_about_roads(self) -> list[str]:
        """Return the least clear side of every space whose road is not connected with the residence."""
        spaces = self.areas.spaces
        open_sides = {
            space: [side for side in sides if self.cells[f"road {space} {side}"] == MARKED]
            for space, sides in spaces.items()
        }
        connected: set[str] = set()
        for _ in spaces:
            for space, sides in open_sides.items():
                facing = [spaces[space][side] for side in sides]
                if any(
                    cell == RESIDENCE or (cell and self.cells[cell] == MARKED and cell.split()[1] in connected)
                    for cell in facing
                ):
                    connected.add(space)
        lost = [space for space, sides in open_sides.items() if sides and space not in connected]
        every = [[f"road {space} {side}" for side in spaces[space]] for space in lost]
        return [min(sides, key=lambda cell: self.read[cell][self.cells[cell]]) for sides in every]

    def _find_level(self, name: str) -> int:
        row = self.areas.rows[name]
        states = tuple(self.cells[cell] for cell in row.cells)
        return next((level for level, way in row.ways if way == states), sum(state != NONE for state in states))

    def _ask_about_sums(self) -> list[str]:
        """Return the cells whose other reading would make money and fame add up, the most probable ones."""
        doubts = []
        top = self.sheet.tracks.money
        marked = self._find_level("money")
        paid = sum(row.find_pay(self._find_level(row.name)) for row in self.areas.rows.values() if row.pays)
        paid += sum(gate.pays for gate in self.areas.gates if self.cells[gate.cell] == CROSSED)
        if min(paid, top) != marked:
            doubts += self._find_suspects(marked, paid)
        fame = self._find_level("fame")
        least, most = self._bound_fame()
        if not least <= fame <= most and 0 < fame < self.sheet.tracks.fame:
            doubts.append(f"fame {fame if fame > most else fame + 1}")
        return doubts

    def _find_suspects(self, marked: int, paid: int) -> list[str]:
        """Return the cells of the most probable single change that makes the money add up."""
        top = self.sheet.tracks.money
        found: list[tuple[float, list[str]]] = []
        for row in self.areas.rows.values():
            now = self._find_level(row.name)
            for level, way in row.ways:
                fits = level == min(paid, top) if row.name == "money" else False
                if row.pays and level != now:
                    fits = min(paid - row.find_pay(now) + row.find_pay(level), top) == marked
                if fits:
                    changed = [cell for cell, state in zip(row.cells, way, strict=True) if self.cells[cell] != state]
                    found.append((self._rate_change(dict(zip(row.cells, way, strict=True))), changed))
        for gate in self.areas.gates:
            used = self.cells[gate.cell] == CROSSED
            if gate.pays and min(paid + (-gate.pays if used else gate.pays), top) == marked:
                other = NONE if used else CROSSED
                found.append((self._rate_change({gate.cell: other}), [gate.cell]))
        if not found:
            return [f"money {max(marked, 1)}"]
        return max(found)[1][:2]

    def _rate_change(self, changed: Mapping[str, str]) -> float:
        return sum(log(self.read[cell][state] / self.read[cell][self.cells[cell]]) for cell, state in changed.items())

    def _bound_fame(self) -> tuple[int, int]:
        """Return the least and the most fame that the other marks can have brought."""
        sheet = self.sheet
        river = (space.earnings for n, space in enumerate(sheet.river, 1) if self.cells[f"river {n}"] == CROSSED)
        bonuses = make_plan(sheet).bonuses.items()
        used = [bonus for place, bonus in bonuses if self.cells[f"bonus {place}"] == CROSSED]
        least = most = sum_gains("fame", [*used, *chain(*river)])
        for space in sheet.province.spaces:
            if space.kind in BUILDINGS and any(self.cells[f"road {space.name} {side}"] == MARKED for side in "NESW"):
                values = sheet.upgrades.values[: self._find_level(f"upgrade {space.kind}") + 1]
                least, most = least + min(values), most + max(values)
        top = sheet.tracks.fame
        return min(least, top), min(most, top)
