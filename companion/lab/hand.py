"""Mark a printed sheet as different people do with pencils and pens: for training and tests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np

from companion.render.svg import Box

Array = Any
Cells = Mapping[str, Box]
Rng = Any


@dataclass(frozen=True)
class Pen:
    """A pen or pencil; ranges for colour (BGR, 0 to 1), width in millimetres and how much it covers."""

    dark: tuple[float, float]
    colour: tuple[float, float, float]
    width: tuple[float, float]
    cover: tuple[float, float]
    grain: float


PENS = {
    "soft pencil": Pen((0.15, 0.4), (1, 1, 1), (0.4, 0.9), (0.55, 0.95), 0.5),
    "pencil": Pen((0.25, 0.5), (1, 1, 1), (0.3, 0.6), (0.5, 0.85), 0.5),
    "hard pencil": Pen((0.35, 0.6), (1, 1, 1), (0.2, 0.45), (0.35, 0.75), 0.6),
    "blue ballpoint": Pen((0.2, 0.5), (1.5, 0.6, 0.4), (0.25, 0.5), (0.7, 1.0), 0.1),
    "black ballpoint": Pen((0.05, 0.3), (1, 1, 1), (0.25, 0.5), (0.75, 1.0), 0.1),
    "felt pen": Pen((0.05, 0.3), (1.2, 1, 1), (0.6, 1.4), (0.85, 1.0), 0.0),
    "red ballpoint": Pen((0.3, 0.5), (0.5, 0.4, 1.7), (0.25, 0.5), (0.75, 1.0), 0.1),
    "coloured felt pen": Pen((0.3, 0.6), (0.8, 1.3, 0.6), (0.5, 1.2), (0.8, 1.0), 0.0),
    "coloured pencil": Pen((0.4, 0.6), (0.6, 0.6, 1.5), (0.4, 0.8), (0.5, 0.85), 0.5),
    "gel pen": Pen((0.05, 0.2), (1.1, 1, 0.9), (0.45, 0.7), (0.95, 1.0), 0.0),
    "faint pencil": Pen((0.45, 0.65), (1, 1, 1), (0.25, 0.5), (0.28, 0.5), 0.6),
    "fineliner": Pen((0.05, 0.25), (1, 1, 1), (0.2, 0.35), (0.9, 1.0), 0.0),
    "crayon": Pen((0.25, 0.45), (1.2, 0.9, 0.9), (0.7, 1.2), (0.6, 0.9), 0.7),
}
TRACKS = (
    "line",
    "segments",
    "double line",
    "stepped",
    "strokes",
    "slashes",
    "crosses",
    "scribbles",
    "dots",
    "filled",
    "rings",
    "free",
    "spirals",
    "ticks",
    "zigzag",
)
RINGS = ("round", "loose", "tight", "twice", "oval", "open", "free", "spiral", "half", "square", "polygon")
CROSSES = (
    "cross",
    "large cross",
    "plus",
    "slash",
    "backslash",
    "strike",
    "scribble",
    "loops",
    "tick",
    "filled",
    "free",
    "dot",
    "ring",
    "spiral",
    "double slash",
    "star",
)
ROADS = ("straight", "curved", "halves", "double", "partial", "beside", "free", "wavy", "dashed")

# Never used for training; the figures in docs/photo.md are measured with these and with the others.
HELD_BACK = {
    "pen": ("crayon", "gel pen", "fineliner"),
    "track": ("ticks", "zigzag"),
    "ring": ("square", "polygon"),
    "cross": ("double slash", "star"),
    "road": ("wavy", "dashed"),
}


@dataclass(frozen=True)
class Hand:
    """How one person marks."""

    pen: str
    track: str
    ring: str
    cross: str
    road: str
    shake: float  # share of a cell
    overshoot: float  # share of a cell
    size: float  # of marks, compared with the usual
    stretches: bool  # crosses fill long cells
    keeps_rings: bool  # circles before crossing out
    lifts: float  # how much the pressure varies
    height: float  # of lines in their cells, 0 to 1
    aside: tuple[float, float]  # how far marks are beside the middle of their cell, as a share of its half


def choose_hand(rng: Rng, held_back: bool) -> Hand:
    """Choose a way of marking: one that training has seen, or one with at least one habit that it has not."""

    def choose(kind: str, names: Sequence[str], new: bool) -> str:
        hidden = HELD_BACK[kind]
        return str(rng.choice(hidden if new else [name for name in names if name not in hidden]))

    every = {"pen": tuple(PENS), "track": TRACKS, "ring": RINGS, "cross": CROSSES, "road": ROADS}
    new = {kind: held_back and rng.random() < 0.4 for kind in every}
    if held_back and not any(new.values()):
        new[str(rng.choice(list(every)))] = True
    habits = {kind: choose(kind, names, new[kind]) for kind, names in every.items()}
    return Hand(
        **habits,
        shake=rng.uniform(0.01, 0.1),
        overshoot=rng.uniform(-0.15, 0.35),
        size=rng.uniform(0.8, 1.2),
        stretches=rng.random() < 0.4,
        keeps_rings=rng.random() < 0.7,
        lifts=rng.uniform(0, 0.6),
        height=rng.uniform(0.2, 0.8),
        aside=(rng.uniform(-0.35, 0.35), rng.uniform(-0.6, 0.6)) if rng.random() < 0.15 else (0.0, 0.0),
    )


class Writer:
    """Collects the strokes of one hand; coordinates in millimetres."""

    def __init__(self, hand: Hand, rng: Rng) -> None:
        self.hand, self.rng = hand, rng
        self.strokes: list[Array] = []
        self.states: dict[str, str] = {}  # of the cells this hand marks

    def mark(self, cells: Cells, states: Mapping[str, str], printed: frozenset[str]) -> None:
        """Draw the states of all cells; `printed` are circles that the sheet has already."""
        for track in ("fame", "money"):
            self._draw_track([cells[id] for id, state in states.items() if id.startswith(track) and state == "marked"])
        self._draw_roads(cells, [id for id, state in states.items() if id.startswith("road") and state == "marked"])
        for id, state in states.items():
            if state == "circled" and id not in printed:
                self._draw_ring(cells[id])
            elif state == "crossed":
                ringed = id.partition(" ")[0] in ("good", "bonus", "karma") and id not in printed
                if ringed and (self.hand.keeps_rings or self.rng.random() < 0.1):
                    self._draw_ring(cells[id])
                self._draw_cross(cells[id], id.partition(" ")[0] in ("good", "bonus", "karma"))

    def _add(self, points: Any) -> None:
        """Add a smooth stroke through points."""
        given = np.asarray(points, float)
        if len(given) > 2:
            t = np.linspace(0, len(given) - 1, 12 * (len(given) - 1) + 1)
            index = np.clip(t.astype(int), 0, len(given) - 2)
            padded = np.concatenate((given[:1] * 2 - given[1:2], given, given[-1:] * 2 - given[-2:-1]))
            f = (t - index)[:, None]
            a, b, c, d = (padded[index + i] for i in range(4))
            given = 0.5 * (2 * b + (c - a) * f + (2 * a - 5 * b + 4 * c - d) * f**2 + (3 * b - a - 3 * c + d) * f**3)
        self.strokes.append(given)

    def _shake(self, points: Any, size: float) -> Array:
        given = np.asarray(points, float)
        return np.asarray(given + self.rng.normal(0, self.hand.shake * size, given.shape))

    def _place(self, box: Box, points: Any, reach: float = 1.0, moved: float = 0.08) -> Array:
        """Turn points from -1 to 1 into points around the middle of a box."""
        half = np.array((box.width, box.height)) / 2
        middle = np.array((box.x, box.y)) + half + (self.rng.normal(0, moved, 2) + self.hand.aside) * half
        return self._shake(middle + np.asarray(points, float) * half * reach, 2 * float(half.min()))

    # Tracks

    def _draw_track(self, boxes: list[Box]) -> None:
        style = self.hand.track
        if style in ("line", "segments", "double line", "stepped", "zigzag"):
            for run in _find_runs(boxes):
                self._draw_run(run, style)
            return
        for box in boxes:
            self._mark_place(box, style)

    def _mark_place(self, box: Box, style: str) -> None:
        long, size = 1 + self.hand.overshoot * 0.5, min(self.hand.size, 1.1)
        match style:
            case "crosses":
                self._add(self._place(box, ((-0.8, -0.7), (0.8, 0.7)), size))
                self._add(self._place(box, ((0.8, -0.7), (-0.8, 0.7)), size))
            case "slashes":
                lean = self.rng.uniform(0.3, 0.8)
                self._add(self._place(box, ((lean, -0.8), (-lean, 0.8)), long))
            case "scribbles":
                self._scribble(box, int(self.rng.integers(4, 9)), size)
            case "filled":
                self._scribble(box, int(self.rng.integers(10, 16)), 1.1)
            case "rings":
                self._draw_ring(box)
            case "free":
                self._draw_free(box, 0.75)
            case "dots":
                turns, large = np.linspace(0, 4 * np.pi, 9), self.rng.uniform(0.08, 0.5)
                spot = np.column_stack((np.cos(turns), np.sin(turns) * self.rng.uniform(0.4, 1))) * large
                self._add(self._place(box, spot, moved=0.25))
            case "spirals":
                self._add(self._place(box, self._wind(0.8)))
            case "ticks":
                self._add(self._place(box, ((-0.7, 0), (-0.2, 0.6))))
                self._add(self._place(box, ((-0.2, 0.6), (0.8, -0.7))))
            case _:
                self._add(self._place(box, ((0.1, -0.75), (0, 0), (-0.1, 0.75)), long))

    def _scribble(self, box: Box, count: int, reach: float) -> None:
        """Fill a box with a zigzag, horizontal or vertical."""
        ends, steps = np.where(np.arange(count) % 2, 0.75, -0.75), np.linspace(-0.75, 0.75, count)
        points = np.column_stack((ends, steps))
        self._add(self._place(box, points if self.rng.random() < 0.6 else points[:, ::-1], reach))

    def _wind(self, reach: float) -> Array:
        """Return a spiral from the middle outwards."""
        turns = np.linspace(0, 2 * np.pi * self.rng.uniform(1.6, 3.2), 30)
        out = np.linspace(0.1, reach, 30)[:, None]
        return np.column_stack((np.cos(turns), np.sin(turns) * self.rng.choice((1, -1)))) * out

    def _draw_free(self, box: Box, reach: float) -> None:
        for points, far in self._list_free(reach):
            self._add(self._place(box, points, far))

    def _list_free(self, reach: float) -> Iterator[tuple[Any, float]]:
        """Yield one to three strokes in any direction, straight or bent, somewhere across a box."""
        turn = self.rng.uniform(0, np.pi)
        for _ in range(int(self.rng.integers(1, 4))):
            turn += self.rng.normal(0, 0.5) if self.rng.random() < 0.6 else self.rng.uniform(0, np.pi)
            way = np.array((np.cos(turn), np.sin(turn))) * self.rng.uniform(0.6, 1.2)
            bend, shift = self.rng.normal(0, 0.25, 2), self.rng.normal(0, 0.2, 2)
            yield np.array((-way, bend, way)) + shift, reach

    def _draw_run(self, run: list[Box], style: str) -> None:
        """Draw a line through neighbouring places, in one or several strokes."""
        first, last = run[0], run[-1]
        if style == "stepped":
            rise = self.rng.uniform(0.08, 0.2)
            points = []
            for number, box in enumerate(run):
                level = box.y + box.height * (self.hand.height * 0.5 + 0.25 + (rise if number % 2 else -rise))
                points += [(box.x + 0.08 * box.width, level), (box.x + 0.92 * box.width, level)]
            self._add_straight(self._shake(points, first.height * 0.3))
            return
        if style == "zigzag":
            points = [
                (box.x + box.width * x, box.y + box.height * y) for box in run for x, y in ((0.2, 0.8), (0.7, 0.2))
            ]
            self._add_straight(self._shake([*points, (last.x + 0.9 * last.width, last.y + 0.7 * last.height)], 1.0))
            return
        long = max(0.0, self.hand.overshoot) * 0.5
        start = first.x + first.width * self.rng.uniform(-long, 0.4)
        end = last.x + last.width * self.rng.uniform(0.6, 1 + long)
        y = first.y + first.height * self.hand.height
        stops = [start]
        while stops[-1] < end:
            step = self.rng.uniform(10, 160) if style == "line" else first.width * self.rng.uniform(1, 5)
            stops.append(min(end, stops[-1] + step))
        for left, right in pairwise(stops):
            if right - left < 0.2 * first.width:
                continue
            height = y + (self.rng.normal(0, 0.08) * first.height if style == "segments" else 0)
            xs = np.linspace(left, right, max(2, int((right - left) / 8) + 1))
            for shift in (0, 0.18 * first.height) if style == "double line" else (0,):
                line = np.column_stack((xs, np.full(len(xs), height + shift)))
                line[:, 1] += self.rng.normal(0, self.hand.shake * first.height * 0.8, len(xs))
                self._add(line)

    # Circles and crosses

    def _draw_ring(self, box: Box) -> None:
        style, rng = self.hand.ring, self.rng
        if style in ("square", "polygon"):
            count = 4 if style == "square" else 6
            turns = np.pi / count + np.arange(count + 1) * 2 * np.pi / count
            corners = np.column_stack((np.cos(turns), np.sin(turns))) * (1.35 if style == "square" else 1.15)
            self._add_straight(self._place(box, corners, self.hand.size))
            return
        reach = {"tight": 0.82, "loose": 1.3}.get(style, 1.08) * rng.uniform(0.93, 1.07)
        turned = rng.uniform(
            *{"twice": (1.7, 2.3), "open": (0.75, 0.92), "half": (0.5, 0.75), "spiral": (1.8, 3.4)}.get(
                style, (0.93, 1.15)
            )
        )
        stretch = np.array((1.0, 1.0))
        if style == "oval":
            stretch = np.array((rng.uniform(0.95, 1.3), rng.uniform(0.75, 1.0)))[:: rng.choice((1, -1))]
        power = 1.0
        if style == "free":  # from a diamond to almost a square
            reach, turned, power = rng.uniform(0.8, 1.35), rng.uniform(0.8, 2.2), rng.uniform(0.45, 1.3)
            stretch = rng.uniform(0.85, 1.15, 2)
        turns = rng.uniform(0, 2 * np.pi) + np.linspace(0, 2 * np.pi * turned, int(13 * turned)) * rng.choice((1, -1))
        wide = rng.uniform(0.55, 1.0) / turned if style == "spiral" else rng.normal(0, 0.08)
        drift = np.linspace(1, 1 + wide, len(turns))[:, None]
        circle = np.column_stack((np.cos(turns), np.sin(turns)))
        self._add(self._place(box, np.sign(circle) * np.abs(circle) ** power * drift * stretch, reach, moved=0.1))

    def _add_straight(self, points: Array) -> None:
        for one, two in pairwise(points):
            self._add((one, two))

    def _draw_cross(self, box: Box, rings_mean_circled: bool = False) -> None:
        """Cross out a cell; people who put rings around people and river spaces cross out what was circled before."""
        if self.hand.cross in ("ring", "spiral") and not rings_mean_circled:
            self._draw_ring(box)
            return
        long = (1 + self.hand.overshoot) * self.hand.size
        if not self.hand.stretches:
            side = min(box.width, box.height)
            box = Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side)
        for points, reach in self._list_cross(long):
            self._add(self._place(box, points, reach))

    def _list_cross(self, long: float) -> Iterator[tuple[Any, float]]:
        """Yield the strokes of a cross, from -1 to 1, and how far they reach."""
        rng = self.rng
        falling, rising = np.array(((-0.75, -0.75), (0.75, 0.75))), np.array(((0.75, -0.75), (-0.75, 0.75)))
        count = int(rng.integers(5, 13))
        ends, steps = np.where(np.arange(count) % 2, 0.75, -0.75), np.linspace(-0.75, 0.75, count)
        match self.hand.cross:
            case "cross" | "large cross" | "ring":
                reach = long * (1.25 if self.hand.cross == "large cross" else 0.95)
                yield from ((falling, reach), (rising, reach))
            case "plus":
                yield from ((((0, -0.85), (0, 0.85)), long), (((-0.85, 0), (0.85, 0)), long))
            case "slash":
                yield rising, long
            case "backslash":
                yield falling, long
            case "strike":
                lean = rng.normal(0, 0.2)
                yield ((-0.95, lean), (0.95, -lean)), long
            case "scribble":
                yield np.column_stack((ends, steps) if rng.random() < 0.6 else (steps, ends)), long
            case "loops":
                turns = np.linspace(0, 2 * np.pi * rng.uniform(2.5, 5), 30)
                yield np.column_stack((np.linspace(-0.6, 0.6, 30) + 0.3 * np.cos(turns), 0.6 * np.sin(turns))), long
            case "tick":
                yield from ((((-0.7, 0.0), (-0.2, 0.6)), long), (((-0.2, 0.6), (0.9, -0.8)), long))
            case "filled":
                rows = np.linspace(-0.7, 0.7, 16)
                yield np.column_stack((np.where(np.arange(16) % 2, 0.7, -0.7), rows)), 1.0
            case "dot":
                turns = np.linspace(0, 6 * np.pi, 24)
                yield np.column_stack((np.cos(turns), np.sin(turns))) * rng.uniform(0.12, 0.4), 1.0
            case "spiral":
                yield self._wind(0.75), long
            case "double slash":
                yield from ((np.add(rising, (shift, 0)), long) for shift in (-0.25, 0.25))
            case "star":
                yield from ((falling, long), (rising, long), (((0, -0.9), (0, 0.9)), long))
            case _:
                yield from self._list_free(long * 0.85)

    # Roads

    def _draw_roads(self, cells: Cells, marked: list[str]) -> None:
        spaces: dict[str, dict[str, tuple[Array, Array]]] = {}
        for id in marked:
            _, space, side = id.split()
            spaces.setdefault(space, {})[side] = _find_ends(cells[id], side)
        for ends in spaces.values():
            self._draw_road(ends)

    def _draw_road(self, ends: Mapping[str, tuple[Array, Array]]) -> None:
        """Draw the road on one space: through lines where there are two sides, else from the middle."""
        style, sides, rng = self.hand.road, list(ends), self.rng
        size = max(float(np.hypot(*(edge - middle))) for middle, edge in ends.values())
        aside = rng.normal(0, 0.12 * size, 2) if style == "beside" else np.zeros(2)
        far = {side: middle + aside + (edge - middle) * self._reach() for side, (middle, edge) in ends.items()}
        middle = next(iter(ends.values()))[0] + aside + rng.normal(0, 0.06 * size, 2)
        ways: list[list[Array]] = []
        if len(sides) == 2 and style not in ("halves", "partial"):
            one, two = (far[side] for side in sides)
            bend = (one + two) / 2
            at = middle + (bend - middle) * (rng.uniform(0.2, 0.6) if style == "curved" else 0)
            ways.append([one, at, two])
        else:
            gap = rng.uniform(0, 0.3) if style == "partial" else 0.0
            starts = {side: middle + (far[side] - middle) * gap for side in sides}
            ways += [[starts[side], (starts[side] + far[side]) / 2, far[side]] for side in sides]
        for way in ways:
            self._draw_way(self._shake(way, size * 0.5), size, straight=style != "curved" and len(sides) == 2)

    def _reach(self) -> float:
        """Return how far a road is drawn, 1 being the edge of its space."""
        return float(self.rng.uniform(0.8, 1.0) + max(0.0, self.hand.overshoot) * self.rng.uniform(0, 0.6))

    def _draw_way(self, points: Array, size: float, straight: bool) -> None:
        style, rng = self.hand.road, self.rng
        if style == "double":
            shift = rng.uniform(0.05, 0.12) * size * np.array((1, rng.choice((-1, 1))))
            for side in (-1, 1):
                self._add(points + shift * side)
        elif style in ("wavy", "free", "dashed"):
            t = np.linspace(0, 2, int(rng.integers(4, 12)) if style == "free" else 15)
            index = np.minimum(t.astype(int), 1)
            along = points[index] + (points[index + 1] - points[index]) * (t - index)[:, None]
            along += rng.normal(0, (0.01 if style == "dashed" else 0.035) * size, along.shape)
            for piece in np.split(along, range(3, 15, 3)) if style == "dashed" else (along,):
                self._add(piece[:2] if style == "dashed" else piece)
        elif straight:
            self._add_straight(points)
        else:
            self._add(points)

    # What is not a mark

    def write(self, box: Box) -> None:
        """Scribble letters and figures into a box."""
        x, y = box.x + box.width * self.rng.uniform(0.05, 0.3), box.y + box.height * self.rng.uniform(0.3, 0.7)
        for _ in range(int(self.rng.integers(2, 9))):
            size = self.rng.uniform(0.3, 0.7) * min(box.height, 6)
            self._add(np.column_stack((x + self.rng.uniform(0, size, 5), y + self.rng.uniform(-size, size, 5) / 2)))
            x += size * 1.2

    def slip(self, width: float, height: float) -> None:
        """Leave a dot or a short stroke anywhere."""
        at = self.rng.uniform((0, 0), (width, height))
        self._add((at, at + self.rng.normal(0, self.rng.choice((0.3, 2.0)), 2)))

    def note(self, box: Box, text: str, height: float) -> None:
        """Write figures and signs with a height in millimetres, starting in a box."""
        x, y = box.x + box.width * 0.2, box.y + box.height / 2 - height / 2 + self.rng.normal(0, 0.1 * height)
        for sign in text:
            for stroke in FIGURES[sign]:
                given = np.array(stroke, float) * (0.55 * height, height)
                self._add(self._shake(np.add(given, (x, y)), height * 0.5))
            x += height * self.rng.uniform(0.65, 0.85)

    def scribble_out(self, box: Box) -> None:
        """Make a mark that was a mistake unreadable: it does not count."""
        for _ in range(2):
            self._scribble(box, int(self.rng.integers(9, 15)), self.rng.uniform(1.0, 1.35))

    def erase(self, cells: Cells, ids: Sequence[str]) -> list[Array]:
        """Return strokes that were erased again: they stay visible a little."""
        kept, self.strokes = self.strokes, []
        for id in ids:
            kind = id.partition(" ")[0]
            if kind in ("fame", "money"):
                self._draw_track([cells[id]])
            elif kind == "road":
                self._draw_roads(cells, [id])
            elif kind in ("good", "bonus", "karma") and self.rng.random() < 0.5:
                self._draw_ring(cells[id])
            else:
                self._draw_cross(cells[id])
        erased, self.strokes = self.strokes, kept
        return erased


FIGURES: Mapping[str, Sequence[Any]] = {  # strokes from 0 to 1, x to the right and y down
    "0": [((0.5, 0), (0.05, 0.3), (0.05, 0.7), (0.5, 1), (0.95, 0.7), (0.95, 0.3), (0.5, 0))],
    "1": [((0.2, 0.25), (0.55, 0)), ((0.55, 0), (0.5, 1))],
    "2": [((0.1, 0.25), (0.5, 0), (0.85, 0.3), (0.1, 1)), ((0.1, 1), (0.95, 0.97))],
    "3": [((0.1, 0.1), (0.8, 0.1), (0.4, 0.45), (0.9, 0.75), (0.4, 1), (0.05, 0.9))],
    "4": [((0.6, 0), (0.05, 0.65)), ((0.05, 0.65), (0.95, 0.65)), ((0.7, 0.35), (0.65, 1))],
    "5": [((0.9, 0), (0.2, 0)), ((0.2, 0), (0.15, 0.4)), ((0.15, 0.4), (0.85, 0.6), (0.6, 1), (0.05, 0.9))],
    "6": [((0.75, 0), (0.1, 0.6), (0.5, 1), (0.9, 0.7), (0.5, 0.5), (0.1, 0.7))],
    "7": [((0.05, 0), (0.95, 0)), ((0.95, 0), (0.35, 1))],
    "8": [
        ((0.5, 0.45), (0.1, 0.2), (0.5, 0), (0.9, 0.2), (0.5, 0.45), (0.05, 0.8), (0.5, 1), (0.95, 0.8), (0.5, 0.45))
    ],
    "9": [((0.9, 0.3), (0.5, 0), (0.1, 0.3), (0.5, 0.5), (0.9, 0.3)), ((0.9, 0.3), (0.6, 1))],
    "+": [((0.1, 0.55), (0.9, 0.55)), ((0.5, 0.25), (0.5, 0.85))],
    "=": [((0.1, 0.4), (0.9, 0.4)), ((0.1, 0.7), (0.9, 0.7))],
}


def _find_runs(boxes: list[Box]) -> Iterator[list[Box]]:
    """Group boxes that touch in one row, from the left."""
    run: list[Box] = []
    for box in sorted(boxes, key=lambda box: (round(box.y, 1), box.x)):
        if run and (abs(run[-1].y - box.y) > 0.5 or abs(run[-1].x + run[-1].width - box.x) > 0.2):
            yield run
            run = []
        run.append(box)
    if run:
        yield run


def _find_ends(box: Box, side: str) -> tuple[Array, Array]:
    """Return the middle of the space and the edge that a road to this side joins."""
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    north, south = np.array((cx, box.y)), np.array((cx, box.y + box.height))
    west, east = np.array((box.x, cy)), np.array((box.x + box.width, cy))
    return {"N": (south, north), "S": (north, south), "W": (east, west), "E": (west, east)}[side]


def draw_strokes(
    picture: Array,
    strokes: list[Array],
    hand: Hand,
    rng: Rng,
    pixels: float,
    faint: float = 1.0,
    white: Array | None = None,
    blur: float = 0.0,
) -> None:
    """Draw strokes on a picture with `pixels` per millimetre.

    On a photo, `white` is the light everywhere, from 0 to 255, and `blur` how unsharp it is, in pixels.
    """
    pen = PENS[hand.pen]
    cover = np.zeros(picture.shape[:2], np.uint8)
    width, strength = rng.uniform(*pen.width) * pixels, rng.uniform(*pen.cover) * faint
    for stroke in strokes:
        pressure = 255 * np.clip(strength * (1 - hand.lifts * rng.random() * 0.6), 0.03, 1)
        fixed = np.round((stroke * pixels - 0.5) * 16).astype(np.int32)
        thick = max(1, int(width * (1 - hand.lifts * rng.random() * 0.4) + rng.random()))
        cv2.polylines(cover, [fixed], False, float(pressure), thick, cv2.LINE_AA, 4)
    if faint < 1:  # rubbed out: in stripes, unsharp, and smeared around the stroke
        stripes = cv2.resize(rng.random((64, 2)).astype(np.float32), cover.shape[::-1], interpolation=cv2.INTER_CUBIC)
        smear = cv2.GaussianBlur(cover, (0, 0), 1.4 * pixels)
        cover = cv2.multiply(cover, np.clip(stripes * 1.6, 0.15, 1), dtype=cv2.CV_8U)
        cover = cv2.addWeighted(cover, 1, smear, rng.uniform(0, 0.8), 0)
    soft = 0.1 * pixels if faint == 1 else rng.uniform(0.1, 0.5) * pixels
    cover = cv2.GaussianBlur(cover, (0, 0), float(np.hypot(soft, blur)))
    colour = np.clip(rng.uniform(*pen.dark) * np.array(pen.colour), 0, 1).astype(np.float32)
    rows, columns = np.nonzero(cover > 1)
    alpha = cover[rows, columns].astype(np.float32) / 255
    if pen.grain:
        grain = cv2.GaussianBlur(rng.random((256, 256)).astype(np.float32), (0, 0), 0.09 * pixels + blur)
        grain = np.clip((grain - grain.mean()) / grain.std() * 0.35 + 1 - pen.grain * 0.3, 0.2, 1)
        alpha *= grain[rows % 256, columns % 256]
    part = picture[rows, columns].astype(np.float32)
    light = 255 if white is None else white[rows, columns]
    picture[rows, columns] = (part + (np.minimum(colour * light, part) - part) * alpha[:, None]).astype(np.uint8)
