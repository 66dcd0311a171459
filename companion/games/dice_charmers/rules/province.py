"""The province: complete roads on empty spaces, half-roads on drawn ones, and what they open and release."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from companion.games.dice_charmers.rules.effects import EffectKind
from companion.games.dice_charmers.rules.market import BUYERS, Sale
from companion.games.dice_charmers.rules.refusals import Plural, Reason, Verdict
from companion.games.dice_charmers.rules.sheet import (
    ALL_SIDES,
    BUILDINGS,
    MARKETS,
    NOWHERE,
    ROAD_BITS,
    ROAD_SIDES,
    SHAPE_OF,
    SHAPES,
    SIDES,
    Plan,
)
from companion.games.dice_charmers.rules.state import (
    SPACE_FORM,
    Meanings,
    MoveForm,
    Page,
    State,
    Task,
    TaskDetails,
    TaskMove,
    Words,
)
from companion.rules.messages import N_, Refusal

HALF_ROAD = "half-road"  # the bonus
SECOND_HALF = "half-road"  # the source of the second half-road, which may be given up
RIVER = "river "  # how the source of an earning begins


class ProvinceMove(TaskMove):
    """A move that is chosen by its space of the province."""

    __slots__ = ()
    space: str
    is_on_map = True

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"space {self.space}",)

    def picture(self, state: State) -> dict[str, Any]:
        before = state.seats[state.mover].marks.roads[state.plan.space_index[self.space]]
        return {"road": ROAD_SIDES[before], "added": str(self).rpartition(" ")[2]}


@dataclass(frozen=True, slots=True)
class DrawRoad(ProvinceMove):
    """Draw a complete road on an empty space."""

    space: str
    sides: str

    form = MoveForm("road {0.space} {0.sides}", rf"{SPACE_FORM} (?!.*([NESW]).*\1)[NESW]{{1,4}}", "road c3 NE")
    named_effect = EffectKind.ROAD
    meanings: ClassVar[Meanings] = {
        "space": lambda state, seat, space: (f"road {space} {sides}" for sides in ROAD_BITS if len(sides) > 1),
    }
    labels: ClassVar[Mapping[str, str]] = {
        "straight": N_("Straight on %(space)s: %(sides)s"),
        "bend": N_("Bend on %(space)s: %(sides)s"),
        "fork": N_("Fork on %(space)s: %(sides)s"),
        "intersection": N_("Intersection on %(space)s"),
    }

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", "".join(side for side in SIDES if side in self.sides))

    def label(self, state: State) -> Words:
        return Words(self.labels[SHAPE_OF[ROAD_BITS[self.sides]]], space=self.space, sides=self.sides)


@dataclass(frozen=True, slots=True)
class DrawHalf(ProvinceMove):
    """Add a half-road to a space that has a road."""

    space: str
    side: str

    form = MoveForm("half {0.space} {0.side}", rf"{SPACE_FORM} [NESW]", "half c3 N")
    named_effect = EffectKind.ROAD_EXTENDED
    meanings: ClassVar[Meanings] = {"space": lambda state, seat, space: (f"half {space} {side}" for side in SIDES)}
    labels: ClassVar[Mapping[str, str]] = {
        "N": N_("Half-road on %(space)s to the north"),
        "E": N_("Half-road on %(space)s to the east"),
        "S": N_("Half-road on %(space)s to the south"),
        "W": N_("Half-road on %(space)s to the west"),
    }

    def label(self, state: State) -> Words:
        return Words(self.labels[self.side], space=self.space)


@cache
def _list_roads(plan: Plan) -> dict[str, tuple[tuple[tuple[DrawRoad, ...], ...], ...]]:
    """List the roads by shape, space and arriving roads: those that continue at least one of them."""
    drawn = {
        shape: [[(DrawRoad(space, sides), ROAD_BITS[sides]) for sides in roads] for space in plan.spaces]
        for shape, roads in SHAPES.items()
    }
    return {
        shape: tuple(
            tuple(tuple(move for move, bits in every if bits & arriving) for arriving in range(ALL_SIDES + 1))
            for every in spaces
        )
        for shape, spaces in drawn.items()
    }


@cache
def _list_halves(plan: Plan) -> tuple[tuple[tuple[DrawHalf, ...], ...], ...]:
    """List the half-roads by space and its road: those to the sides that are not open yet."""
    every = [[(DrawHalf(space, side), ROAD_BITS[side]) for side in SIDES] for space in plan.spaces]
    return tuple(
        tuple(tuple(move for move, bit in halves if not bit & road) for road in range(ALL_SIDES + 1))
        for halves in every
    )


@dataclass(frozen=True, slots=True)
class Road(Task):
    """Draw a straight, bend, fork or intersection on an empty space."""

    shape: str

    asks = "road"
    answers = (DrawRoad,)
    unfinished = N_("draw the road")
    value = 4.0
    prompts: ClassVar[Mapping[str, str]] = {
        "straight": N_("Draw a straight: tap a space"),
        "bend": N_("Draw a bend: tap a space"),
        "fork": N_("Draw a fork: tap an empty space"),
        "intersection": N_("Draw an intersection: tap an empty space"),
    }

    def details(self) -> TaskDetails:
        return {"shape": self.shape}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        return Words(Road.prompts[of["shape"]])

    def why_impossible(self, page: Page) -> Verdict:
        return None if has_room(page, self.shape) else Refusal(Reason.NO_PLACE_FOR_ROAD, asked=self.shape)

    def list_candidates(self, page: Page) -> Iterable[DrawRoad]:
        return list_new_roads(page, self.shape)

    def refuse(self, page: Page, move: DrawRoad) -> Verdict:
        return refuse_road(page, move, self.shape)

    def write(self, page: Page, move: DrawRoad) -> None:
        draw_road(page, move)


@dataclass(frozen=True, slots=True)
class HalfRoads(Task):
    """Draw one or two half-roads: two of them on one empty space, or each on a space with a road.

    A single one can be combined with another one of the same turn: both are bonuses, or one is of the river.
    """

    count: int

    asks = "half-roads"
    answers = (DrawRoad, DrawHalf)
    unfinished = N_("draw the half-road")
    value = 2.0

    def details(self) -> TaskDetails:
        return {"count": self.count}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        """`begins` and `extends` say where they can be drawn, `waits` that bonuses can come first."""
        if of.get("waits"):
            if not of["extends"]:
                return Words(N_("Draw a straight or bend with both half-roads, or use a bonus first"))
            return Words(N_("Draw the half-road of the river, or use a bonus first"))
        if not of.get("extends", True):
            return Words(N_("Draw a straight or bend with both half-roads: tap an empty space"))
        if of["count"] == 1 and of.get("begins"):
            return Words(N_("Draw one half-road, or a straight or bend with both: tap a space"))
        return Words(
            Plural("Draw a half-road: tap a space with a road", "Draw %(num)d half-roads: tap a space"), of["count"]
        )

    def can_wait(self, page: Page) -> bool:
        return self.count == 1 and self.source.startswith(RIVER)

    def why_impossible(self, page: Page) -> Verdict:
        if self.can_extend(page) or self.can_begin(page):
            return None
        return Refusal(Reason.NO_PLACE_FOR_ROAD, asked="half-roads" if self.count == 2 else "half-road")

    def list_candidates(self, page: Page) -> Iterable[ProvinceMove]:
        whole = list_new_roads(page, "half-roads") if self._can_combine(page) else []
        halves, roads = _list_halves(page.plan), page.marks.roads
        return [*whole, *(half for space in _list_extensible_spaces(page) for half in halves[space][roads[space]])]

    def refuse(self, page: Page, move: DrawRoad | DrawHalf) -> Verdict:
        if isinstance(move, DrawHalf):
            return _refuse_half(page, move)
        refusal = refuse_road(page, move, "half-roads")
        if refusal is None and not self._can_combine(page):
            return Refusal(Reason.ONE_HALF_LEFT, space=move.space)
        return refusal

    def write(self, page: Page, move: DrawRoad | DrawHalf) -> None:
        if isinstance(move, DrawHalf):
            open_sides(page, page.plan.space_index[move.space], ROAD_BITS[move.side])
            if self.count == 2:
                page.add_tasks(HalfRoads(SECOND_HALF, 1))
            return
        if self.count == 1:
            # Use up the half-road that is combined with this one: one that waits, or else a circled bonus.
            if waiting := self._list_waiting(page):
                page.drop_task(waiting[0])
            else:
                page.cross_out(self._list_circled(page)[0])
        draw_road(page, move)

    def can_begin(self, page: Page) -> bool:
        """Check whether there are two half-roads, and an empty space for both."""
        return self._can_combine(page) and has_room(page, "half-roads")

    def can_extend(self, page: Page) -> bool:
        """Check whether any space has a road that a half-road can be added to."""
        return bool(_list_extensible_spaces(page))

    def _can_combine(self, page: Page) -> bool:
        return self.count == 2 or bool(self._list_waiting(page) or self._list_circled(page))

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
    draw, roads = _list_roads(page.plan)[shape], page.marks.roads
    return any(arriving and not roads[i] and draw[i][arriving] for i, arriving in enumerate(page.marks.entrances))


def list_new_roads(page: Page, shape: str) -> list[DrawRoad]:
    roads, draw = page.marks.roads, _list_roads(page.plan)[shape]
    return [
        move
        for space, arriving in enumerate(page.marks.entrances)
        if arriving and not roads[space]
        for move in draw[space][arriving]
    ]


def refuse_road(page: Page, move: DrawRoad, shape: str) -> Verdict:
    space = page.plan.space_index.get(move.space)
    if space is None:
        return Refusal(Reason.NO_SUCH_SPACE, space=move.space)
    if space == page.plan.residence:
        return Refusal(Reason.RESIDENCE_HAS_ITS_ROADS, space=move.space)
    if len(move.sides) < 2:
        return Refusal(Reason.ROAD_INCOMPLETE, space=move.space)
    if move.sides not in SHAPES[shape]:
        return Refusal(Reason.WRONG_SHAPE, space=move.space, asked=shape)
    if page.marks.roads[space]:
        return Refusal(Reason.SPACE_OCCUPIED, space=move.space)
    if not ROAD_BITS[move.sides] & page.marks.entrances[space]:
        return Refusal(Reason.NOT_CONNECTED, space=move.space)
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
        return Refusal(Reason.NO_SUCH_SPACE, space=move.space)
    if space == page.plan.residence:
        return Refusal(Reason.RESIDENCE_TAKES_NO_HALF, space=move.space)
    if not page.marks.roads[space]:
        return Refusal(Reason.HALF_ON_EMPTY, space=move.space)
    if page.marks.roads[space] & ROAD_BITS[move.side]:
        return Refusal(Reason.SIDE_OPEN, space=move.space, side=move.side)
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
