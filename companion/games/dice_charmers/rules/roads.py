"""The province: complete roads on empty spaces, half-roads on drawn ones, and what they open and release."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.games.dice_charmers.rules.market import BUYERS, Sale
from companion.games.dice_charmers.rules.moves import DrawHalf, DrawRoad, Move
from companion.games.dice_charmers.rules.page import Details, Page, Task
from companion.games.dice_charmers.rules.plan import ALL_SIDES, NOWHERE, ROAD_BITS, SHAPES
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.sheet import BUILDINGS, MARKETS, SIDES
from companion.rules.refusal import Refusal

HALF_ROAD = "half-road"  # the bonus
SECOND_HALF = "half-road"  # the source of the second half-road, which may be given up
RIVER = "river "  # how the source of an earning begins


@dataclass(frozen=True, slots=True)
class Road(Task):
    """Draw a straight, bend, fork or intersection on an empty space."""

    shape: str

    asks: ClassVar[str] = "road"
    answers: ClassVar[tuple[type, ...]] = (DrawRoad,)

    def details(self) -> Details:
        return {"shape": self.shape}

    def why_impossible(self, page: Page) -> Verdict:
        return None if has_room(page, self.shape) else Refusal(Code.NO_PLACE_FOR_ROAD, asked=self.shape)

    def list_candidates(self, page: Page) -> Iterable[Move]:
        return list_new_roads(page, self.shape)

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, DrawRoad)
        return refuse_road(page, move, self.shape)

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, DrawRoad)
        draw_road(page, move)


@dataclass(frozen=True, slots=True)
class HalfRoads(Task):
    """Draw one or two half-roads: two of them on one empty space, or each on a space with a road.

    A single one can be combined with another one of the same turn: both are bonuses, or one is of the river.
    """

    count: int

    asks: ClassVar[str] = "half-roads"
    answers: ClassVar[tuple[type, ...]] = (DrawRoad, DrawHalf)

    def details(self) -> Details:
        return {"count": self.count}

    def can_wait(self, page: Page) -> bool:
        return page.plan.edition > 1 and self.count == 1 and self.source.startswith(RIVER)

    def why_impossible(self, page: Page) -> Verdict:
        if self.can_extend(page) or self.can_begin(page):
            return None
        return Refusal(Code.NO_PLACE_FOR_ROAD, asked="half-roads" if self.count == 2 else "half-road")

    def list_candidates(self, page: Page) -> Iterable[Move]:
        whole = list_new_roads(page, "half-roads") if self._can_combine(page) else []
        halves, roads = page.plan.halves, page.marks.roads
        return [*whole, *(half for space in _list_extensible_spaces(page) for half in halves[space][roads[space]])]

    def refuse(self, page: Page, move: Move) -> Verdict:
        if isinstance(move, DrawHalf):
            return _refuse_half(page, move)
        assert isinstance(move, DrawRoad)
        refusal = refuse_road(page, move, "half-roads")
        if refusal is None and not self._can_combine(page):
            return Refusal(Code.ONE_HALF_LEFT, space=move.space)
        return refusal

    def write(self, page: Page, move: Move) -> None:
        if isinstance(move, DrawHalf):
            open_sides(page, page.plan.space_index[move.space], ROAD_BITS[move.side])
            if self.count == 2:
                page.add_tasks(HalfRoads(SECOND_HALF, 1))
            return
        assert isinstance(move, DrawRoad)
        if self.count == 1:
            self._use_partner(page)
        draw_road(page, move)

    def can_begin(self, page: Page) -> bool:
        """Check whether there are two half-roads, and an empty space for both."""
        return self._can_combine(page) and has_room(page, "half-roads")

    def can_extend(self, page: Page) -> bool:
        """Check whether any space has a road that a half-road can be added to."""
        return bool(_list_extensible_spaces(page))

    def _can_combine(self, page: Page) -> bool:
        return self.count == 2 or bool(self._list_waiting(page) or self._list_circled(page))

    def _use_partner(self, page: Page) -> None:
        """Use up the half-road that is combined with this one: one that waits, or else a circled bonus."""
        if waiting := self._list_waiting(page):
            page.drop_task(waiting[0])
        else:
            page.cross_out(self._list_circled(page)[0])

    def _list_waiting(self, page: Page) -> list[Task]:
        """List the other half-roads that were earned on the river in this turn."""
        return [task for group in page.tasks for task in group if task is not self and task.can_wait(page)]

    def _list_circled(self, page: Page) -> list[str]:
        """List the other circled half-roads, if this one is such a bonus or was earned on the river."""
        bonuses = page.plan.bonuses
        is_bonus = self.source in bonuses and bonuses[self.source].kind == HALF_ROAD
        if not is_bonus and not self.can_wait(page):
            return []
        return [place for place in page.marks.circled if place != self.source and bonuses[place].kind == HALF_ROAD]


def has_room(page: Page, shape: str) -> bool:
    """Check whether a road of this shape can be drawn anywhere."""
    draw, roads = page.plan.draw[shape], page.marks.roads
    return any(arriving and not roads[i] and draw[i][arriving] for i, arriving in enumerate(page.marks.entrances))


def list_new_roads(page: Page, shape: str) -> list[Move]:
    roads, draw = page.marks.roads, page.plan.draw[shape]
    return [
        move
        for space, arriving in enumerate(page.marks.entrances)
        if arriving and not roads[space]
        for move in draw[space][arriving]
    ]


def refuse_road(page: Page, move: DrawRoad, shape: str) -> Verdict:
    space = page.plan.space_index.get(move.space)
    if space is None:
        return Refusal(Code.NO_SUCH_SPACE, space=move.space)
    if space == page.plan.residence:
        return Refusal(Code.RESIDENCE_HAS_ITS_ROADS, space=move.space)
    if len(move.sides) < 2:
        return Refusal(Code.ROAD_INCOMPLETE, space=move.space)
    if move.sides not in SHAPES[shape]:
        return Refusal(Code.WRONG_SHAPE, space=move.space, asked=shape)
    if page.marks.roads[space]:
        return Refusal(Code.SPACE_OCCUPIED, space=move.space)
    if not ROAD_BITS[move.sides] & page.marks.entrances[space]:
        return Refusal(Code.NOT_CONNECTED, space=move.space)
    return None


def draw_road(page: Page, move: DrawRoad) -> None:
    """Draw the first road on a space, which erects its building or opens its market, if it has one."""
    space = page.plan.space_index[move.space]
    open_sides(page, space, ROAD_BITS[move.sides])
    kind = page.plan.kinds[space]
    if kind in BUILDINGS:
        page.earn_fame(page.plan.sheet.upgrades.values[page.marks.upgrades[BUILDINGS.index(kind)]])
    elif kind in MARKETS:
        page.add_tasks(Sale(f"market {move.space}", BUYERS[kind]))


def _list_extensible_spaces(page: Page) -> list[int]:
    residence = page.plan.residence
    return [space for space, road in enumerate(page.marks.roads) if 0 < road < ALL_SIDES and space != residence]


def _refuse_half(page: Page, move: DrawHalf) -> Verdict:
    space = page.plan.space_index.get(move.space)
    if space is None:
        return Refusal(Code.NO_SUCH_SPACE, space=move.space)
    if space == page.plan.residence:
        return Refusal(Code.RESIDENCE_TAKES_NO_HALF, space=move.space)
    if not page.marks.roads[space]:
        return Refusal(Code.HALF_ON_EMPTY, space=move.space)
    if page.marks.roads[space] & ROAD_BITS[move.side]:
        return Refusal(Code.SIDE_OPEN, space=move.space, side=move.side)
    return None


def open_sides(page: Page, space: int, sides: int) -> None:
    """Open a space to these sides: roads can continue in its neighbours, and bonuses at its edges are released."""
    roads, entrances = list(page.marks.roads), list(page.marks.entrances)
    roads[space] |= sides
    for side in range(len(SIDES)):
        if sides & 1 << side:
            neighbour = page.plan.neighbours[space][side]
            if neighbour != NOWHERE:
                entrances[neighbour] |= 1 << (side + 2) % 4
            if (space, side) in page.plan.edges:
                page.release(page.plan.edges[space, side])
    page.marks = page.marks._replace(roads=tuple(roads), entrances=tuple(entrances))
