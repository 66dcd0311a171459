"""Explain the marks of a photo by the rules: the most probable sheet, and the cells to ask about.

Every cell comes with the probability of each state. Rows are filled in order, bonuses are released exactly when their
place is reached, roads connect, and the money is what sales, bonuses and river spaces pay. All of this is weighed, not
enforced: people make mistakes, and a clear mark counts more than a rule. Where they disagree, `Questions` asks.

The method is loopy belief propagation: rows with bonuses, roads and money exchange messages (`hints`); a
message never includes what came from its receiver.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import exp, log, prod

from companion.games.dice_charmers.paper.marked import RESIDENCE, Areas, Gate, Row, find_areas
from companion.games.dice_charmers.rules.bonuses import sum_gains
from companion.games.dice_charmers.rules.sheet import BUILDINGS, CIRCLED, CROSSED, MARKED, NONE, Sheet, make_plan

Chances = Mapping[str, Mapping[str, float]]  # of every state of every cell

LEAST = 0.002  # lower bound of a probability from the network
RELEASED = {NONE: 0.03, CIRCLED: 0.07, CROSSED: 0.9}  # how people mark a bonus that they reached
NOT_RELEASED = {NONE: 0.985, CIRCLED: 0.005, CROSSED: 0.01}
SUM_HOLDS = 0.93  # share of sheets on which the money adds up
HALF_ROAD = 0.02  # weight of a space with one open side
NOT_CONNECTED = 0.02
ROUNDS = 4
MOST_BROKEN = 3  # clear marks out of order; with more of them the row is taken as read
DOUBT = 0.12  # ask if another state is at least that probable
CLEAR = 0.9  # ask if this was read although it does not fit the rules
TRACKS = ("fame", "money")
BLOT = 1.8  # ink on the last place of a line, compared with the others, from which it may be scribbled out


# The most probable sheet


@dataclass(frozen=True)
class Explained:
    cells: dict[str, str]
    chances: dict[str, dict[str, float]]  # after weighing the rules
    doubtful: tuple[str, ...]  # the most important first


def explain(sheet: Sheet, read: Chances, fills: Mapping[str, float] | None = None) -> Explained:
    """Explain what was read, without changing clear marks silently. `fills` is how much ink is on places of tracks."""
    return Explanation(sheet, read, fills or {}).decide()


class Explanation:
    def __init__(self, sheet: Sheet, read: Chances, fills: Mapping[str, float]) -> None:
        self.sheet, self.areas = sheet, find_areas(sheet)
        self.read = {cell: _soften(states) for cell, states in read.items()}
        self.blots = [cell for track in TRACKS for cell in self._find_blots(self.areas.rows[track].cells, fills)]
        self.read |= {cell: {NONE: 0.5, MARKED: 0.5} for cell in self.blots}
        self.gates = {gate.cell: gate for gate in self.areas.gates.values()}
        self.rows = {name: self._weigh_row(row) for name, row in self.areas.rows.items()}
        self.hints: dict[str, list[float]] = {}  # by row or bonus: how well each level fits what else is known
        self.levels: dict[str, list[float]] = {}
        self.bonuses: dict[str, dict[str, float]] = {}
        for _ in range(2):
            self._weigh_clusters()
            self._weigh_roads()
            self._weigh_money()
        self._weigh_clusters()
        self._weigh_roads()

    def _find_blots(self, places: Sequence[str], fills: Mapping[str, float]) -> list[str]:
        """Return places at the end of a line that have far more ink than the others: scribbled out, or marked twice?"""
        marked = [cell for cell in places if fills and self.read[cell][MARKED] > 0.5]
        if len(marked) < 4:
            return []
        usual = sorted(fills[cell] for cell in marked[:-1])
        limit = max(BLOT * usual[len(usual) // 2], 1.15 * usual[-1])
        after = places.index(marked[-1]) + 1
        return [cell for cell in (marked[-1], *places[after : after + 1]) if fills[cell] > limit]

    # Rows and bonuses

    def _weigh_row(self, row: Row) -> list[float]:
        """Return the weight of each way to fill a row, from the marks alone."""
        scores = [
            sum(log(self.read[cell][state]) for cell, state in zip(row.cells, way, strict=True)) for _, way in row.ways
        ]
        best = max(scores)
        return [exp(score - best) for score in scores]

    def _sum_levels(self, row: Row) -> list[float]:
        """Return the weight of each level, with what other rows say about it."""
        sums = [0.0] * row.levels
        for (level, _), weight in zip(row.ways, self.rows[row.name], strict=True):
            sums[level] += weight
        return _normalise([weight * hint for weight, hint in zip(sums, self._find_hints(row), strict=True)])

    def _find_hints(self, row: Row) -> list[float]:
        return self.hints.get(row.name) or [1.0] * row.levels

    def _weigh_clusters(self) -> None:
        """Weigh rows together with the bonuses they release."""
        for names, gates in _find_clusters(self.areas):
            sums = {name: [0.0] * self.areas.rows[name].levels for name in names}
            released, total = dict.fromkeys(gates, 0.0), 0.0
            for reached, open_gates, weight in self._list_combinations(names, gates):
                total += weight
                for name, level in reached.items():
                    sums[name][level] += weight
                for gate in open_gates:
                    released[gate] += weight
            self.levels |= {name: _normalise(weights) for name, weights in sums.items()}
            self.bonuses |= {gate.cell: self._weigh_bonus(gate, weight / total) for gate, weight in released.items()}

    def _list_combinations(
        self, names: Sequence[str], gates: Sequence[Gate]
    ) -> Iterator[tuple[dict[str, int], list[Gate], float]]:
        """Yield the possible levels of these rows together, the bonuses that they release, and the weight of it."""
        weights = [self._sum_levels(self.areas.rows[name]) for name in names]
        for levels in product(*(range(len(each)) for each in weights)):
            weight = prod(each[level] for each, level in zip(weights, levels, strict=True))
            if weight < 1e-12:
                continue
            reached = dict(zip(names, levels, strict=True))
            open_gates = [gate for gate in gates if gate.is_open(reached.__getitem__)]
            yield reached, open_gates, weight * prod(self._fit_bonus(gate, gate in open_gates) for gate in gates)

    def _fit_bonus(self, gate: Gate, released: bool) -> float:
        """Return how well the mark on a bonus fits that it is released or not."""
        usual, read = RELEASED if released else NOT_RELEASED, self._read_bonus(gate)
        return sum(usual[state] * read[state] for state in usual)

    def _read_bonus(self, gate: Gate) -> dict[str, float]:
        used, unused = self.hints.get(gate.cell) or (1.0, 1.0)
        return {
            state: chance * (used if state == CROSSED else unused) for state, chance in self.read[gate.cell].items()
        }

    def _weigh_bonus(self, gate: Gate, released: float) -> dict[str, float]:
        read, states = self._read_bonus(gate), dict.fromkeys(RELEASED, 0.0)
        for usual, share in ((RELEASED, released), (NOT_RELEASED, 1 - released)):
            fits = {state: usual[state] * read[state] for state in usual}
            total = sum(fits.values()) or 1.0
            for state, fit in fits.items():
                states[state] += share * fit / total
        return states

    # Roads

    def _weigh_roads(self) -> None:
        """Weigh the sides of each space together: at least two or none, and one of them continues a road."""
        cells = [f"road {space} {side}" for space in self.areas.spaces for side in "NESW"]
        before = {cell: self._without_hints(cell, self.levels[cell])[1] for cell in cells}
        self.masks: dict[str, dict[str, float]] = {}
        now = dict(before)
        for _ in range(ROUNDS):
            after = {}
            for space, facing in self.areas.spaces.items():
                masks = self._weigh_masks(space, facing, before, now)
                self.masks[space] = masks
                for side in "NESW":
                    after[f"road {space} {side}"] = sum(weight for mask, weight in masks.items() if side in mask)
            now = after
        for cell, chance in now.items():
            self.levels[cell] = [1 - chance, chance]
            self.hints[cell] = [(1 - chance) / (1 - before[cell]), chance / before[cell]]

    def _weigh_masks(
        self, space: str, facing: Mapping[str, str | None], before: Mapping[str, float], now: Mapping[str, float]
    ) -> dict[str, float]:
        open_to = {side: 1.0 if cell == RESIDENCE else now[cell] if cell else 0.0 for side, cell in facing.items()}
        weights = {}
        for chosen in product((False, True), repeat=4):
            mask = "".join(side for side, on in zip("NESW", chosen, strict=True) if on)
            weight = HALF_ROAD if len(mask) == 1 else 1.0
            for side, on in zip("NESW", chosen, strict=True):
                chance = before[f"road {space} {side}"]
                weight *= chance if on else 1 - chance
            if mask:
                alone = 1.0
                for side in mask:
                    alone *= 1 - open_to[side]
                weight *= 1 - alone * (1 - NOT_CONNECTED)
            weights[mask] = weight
        total = sum(weights.values())
        return {mask: weight / total for mask, weight in weights.items()}

    # Money

    def _weigh_money(self) -> None:
        """Compare the money track with what was paid, and pass on what each says about the other."""
        top = self.sheet.tracks.money
        track = self._without_hints("money", self.levels["money"])
        sources = self._list_sources(top)
        names = list(sources)
        before, after = [[1.0] + [0.0] * top], [[1.0] + [0.0] * top]
        for name in names:
            before.append(_add_amounts(before[-1], sources[name], top))
        for name in reversed(names):
            after.append(_add_amounts(after[-1], sources[name], top))
        self.hints["money"] = [SUM_HOLDS * chance + (1 - SUM_HOLDS) / (top + 1) for chance in before[-1]]
        wanted = [SUM_HOLDS * chance + (1 - SUM_HOLDS) / (top + 1) for chance in track]
        for i, name in enumerate(names):
            rest = _convolve(before[i], after[len(names) - 1 - i], top)
            fits = {
                amount: sum(
                    chance * wanted[min(paid + amount, top)] for paid, chance in enumerate(rest) if chance > 1e-9
                )
                for amount in sources[name]
            }
            if name in self.gates:
                self.hints[name] = [fits[self.gates[name].pays], fits[0]]
            else:
                row = self.areas.rows[name]
                self.hints[name] = [fits[row.find_pay(level)] for level in range(row.levels)]

    def _without_hints(self, name: str, levels: Sequence[float]) -> list[float]:
        """Return what is known of a row apart from what the sum of money says."""
        hints = self.hints.get(name)
        return (
            _normalise([weight / hint for weight, hint in zip(levels, hints, strict=True)]) if hints else list(levels)
        )

    def _list_sources(self, top: int) -> dict[str, dict[int, float]]:
        """List what may have been paid: the probability of each amount, by row or bonus."""
        sources: dict[str, dict[int, float]] = {}
        for row in self.areas.rows.values():
            if any(row.pays):
                amounts: dict[int, float] = {}
                for level, chance in enumerate(self._without_hints(row.name, self.levels[row.name])):
                    amounts[row.find_pay(level)] = amounts.get(row.find_pay(level), 0.0) + chance
                sources[row.name] = amounts
        for gate in self.areas.gates.values():
            if gate.pays:
                used, unused = self.hints.get(gate.cell) or (1.0, 1.0)
                states = self.bonuses[gate.cell]
                yes, no = _normalise([states[CROSSED] / used, (states[NONE] + states[CIRCLED]) / unused])
                sources[gate.cell] = {gate.pays: yes, 0: no}
        return sources

    # Decisions

    def decide(self) -> Explained:
        chances = {cell: dict(states) for cell, states in self.read.items()}
        cells: dict[str, str] = {}
        for row in self.areas.rows.values():
            self._decide_row(row, cells, chances)
        for space, masks in self.masks.items():
            best = max(masks, key=lambda mask: masks[mask])
            for side in "NESW":
                cells[f"road {space} {side}"] = MARKED if side in best else NONE
        for cell, states in self.bonuses.items():
            chances[cell] = states
            cells[cell] = max(states, key=lambda state: states[state])
        for cell, states in chances.items():
            cells.setdefault(cell, max(states, key=lambda state: states[state]))
        questions = Questions(self.sheet, self.areas, self.read, cells, chances, self.blots)
        doubtful = questions.list_cells()
        for cell in filter(questions.is_overruled, doubtful):  # show both: what was read and what fits the rules
            chances[cell] = {state: (chance + self.read[cell][state]) / 2 for state, chance in chances[cell].items()}
        return Explained(cells, chances, doubtful)

    def _decide_row(self, row: Row, cells: dict[str, str], chances: dict[str, dict[str, float]]) -> None:
        """Choose the best way to fill a row, or take it as read if it is far from any. A track is always a line."""
        own = [0.0] * row.levels
        for (level, _), weight in zip(row.ways, self.rows[row.name], strict=True):
            own[level] += weight
        scale = [level / max(alone, 1e-300) for level, alone in zip(self.levels[row.name], own, strict=True)]
        ways = _normalise(
            [weight * scale[level] for (level, _), weight in zip(row.ways, self.rows[row.name], strict=True)]
        )
        _, best = row.ways[max(range(len(ways)), key=lambda i: ways[i])]
        as_read = [max(self.read[cell], key=lambda state: self.read[cell][state]) for cell in row.cells]
        broken = sum(
            found != state and self.read[cell][found] > CLEAR
            for cell, state, found in zip(row.cells, best, as_read, strict=True)
        )
        if broken > MOST_BROKEN and row.name not in TRACKS:
            cells |= dict(zip(row.cells, as_read, strict=True))
            return
        cells |= dict(zip(row.cells, best, strict=True))
        for i, cell in enumerate(row.cells):
            states = dict.fromkeys(self.read[cell], 0.0)
            for (_, way), weight in zip(row.ways, ways, strict=True):
                states[way[i]] += weight
            chances[cell] = states


def _soften(states: Mapping[str, float]) -> dict[str, float]:
    total = sum(states.values()) + LEAST * len(states)
    return {state: (chance + LEAST) / total for state, chance in states.items()}


def _normalise(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / len(weights)] * len(weights)


def _find_clusters(areas: Areas) -> list[tuple[tuple[str, ...], tuple[Gate, ...]]]:
    """Group rows that release bonuses together."""
    clusters: dict[str, set[str]] = {name: {name} for name in areas.rows}
    for gate in areas.gates.values():
        joined = set().union(*(clusters[row] for row, _ in gate.needs))
        for name in joined:
            clusters[name] = joined
    groups = {id(members): tuple(name for name in areas.rows if name in members) for members in clusters.values()}
    return [
        (names, tuple(gate for gate in areas.gates.values() if gate.needs[0][0] in names)) for names in groups.values()
    ]


def _add_amounts(paid: Sequence[float], amounts: Mapping[int, float], top: int) -> list[float]:
    """Add one more payment to the distribution of a sum; sums beyond the end of the track count as its end."""
    sums = [0.0] * (top + 1)
    for amount, chance in amounts.items():
        if chance > 1e-9:
            for before, weight in enumerate(paid):
                if weight > 1e-12:
                    sums[min(before + amount, top)] += weight * chance
    return sums


def _convolve(one: Sequence[float], two: Sequence[float], top: int) -> list[float]:
    return _add_amounts(one, dict(enumerate(two)), top)


# The cells to ask about: unsure ones, and those where marks and rules disagree


@dataclass(frozen=True)
class Questions:
    sheet: Sheet
    areas: Areas
    read: Chances
    cells: Mapping[str, str]  # as explained
    chances: Chances  # after weighing the rules
    blots: Sequence[str]

    def list_cells(self) -> tuple[str, ...]:
        """List the cells to ask about, the most important first."""
        doubts: dict[str, float] = {}
        for cell, state in self.cells.items():
            other = 1 - self.chances[cell][state]
            if other > DOUBT or self.is_overruled(cell):
                doubts[cell] = max(other, 0.5 if self.is_overruled(cell) else 0.0)
        for cell in self._ask_about_neighbours(doubts):
            doubts.setdefault(cell, 0.1)
        gaps = self._ask_about_gaps()
        others = (*self._ask_about_bonuses(), *self._ask_about_roads(), *self._ask_about_sums())
        for cell in (*gaps, *self.blots, *others):
            doubts.setdefault(cell, 0.1)

        def rank(cell: str) -> tuple[int, float]:
            return 0 if cell in gaps else 1 if cell.partition(" ")[0] in TRACKS else 2, -doubts[cell]

        return tuple(sorted(doubts, key=rank))

    def _ask_about_gaps(self) -> set[str]:
        """Return the places of a track from its first gap to its last mark: a note, a slip, or a line further on?"""
        gaps: set[str] = set()
        for track in TRACKS:
            places = self.areas.rows[track].cells
            empty = [n for n, cell in enumerate(places) if self.read[cell][NONE] > CLEAR]
            marked = [n for n, cell in enumerate(places) if self.read[cell][MARKED] > CLEAR]
            if empty and marked and empty[0] < marked[-1]:
                gaps |= set(places[empty[0] : marked[-1] + 1])
        return gaps

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
            for gate in self.areas.gates.values()
            if (self.cells[gate.cell] == NONE) == gate.is_open(self._find_level)
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
        paid += sum(gate.pays for gate in self.areas.gates.values() if self.cells[gate.cell] == CROSSED)
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
        for gate in self.areas.gates.values():
            used = self.cells[gate.cell] == CROSSED
            if gate.pays and min(paid + (-gate.pays if used else gate.pays), top) == marked:
                other = NONE if used else CROSSED
                found.append((self._rate_change({gate.cell: other}), [gate.cell]))
        if not found:
            return [f"money {max(marked, 1)}"]
        changed = max(found)[1]
        return changed if changed[0].startswith(TRACKS) else changed[:2]  # a track is one question

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
