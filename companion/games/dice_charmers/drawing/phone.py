"""Draw the sheet for a phone: one drawing per area, with print and pen strokes in separate layers.

The print is sent once; after a move only the strokes of the changed areas are sent. Colours are CSS variables, so that
the same drawing works in light and dark theme. Where a photographed sheet is corrected, each cell is drawn in all its
states.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from math import ceil
from typing import Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import (
    NO_MARKS,
    PEN_WIDTH,
    THUMB,
    Area,
    Cell,
    Drawing,
    Marks,
    draw_pen_layer,
    make_palette,
)
from companion.games.dice_charmers.drawing.dice_areas import draw_market, draw_palace, draw_province, draw_river
from companion.games.dice_charmers.drawing.tracks import draw_karma, draw_upgrades, draw_wrapped_tracks
from companion.games.dice_charmers.rules.sheet import CIRCLED, CROSSED, MARKED, NONE, STATES
from companion.render.palette import Palette
from companion.render.svg import (
    HEADER,
    Box,
    element,
    make_definitions,
    outline_texts,
    pen_circle,
    pen_cross,
    pen_line,
    write_drawing,
    write_number,
)

WIDTH = 90.0  # units; a unit is 4 pixels on a phone of 360 pixels


def _draw_market(drawing: Drawing) -> Area:
    kinds = len(drawing.definition.sheet.market.goods)
    return draw_market(drawing, WIDTH, HEADER + kinds * 25 + 9)


def _draw_river(drawing: Drawing) -> Area:
    rows = ceil(len(drawing.definition.sheet.river) / 6)
    return draw_river(drawing, WIDTH, HEADER + rows * 37, rows=rows)


# In the order on the page.
AREAS: dict[str, Callable[[Drawing], Area]] = {
    "tracks": lambda drawing: draw_wrapped_tracks(drawing, WIDTH, rows=3, beside=THUMB + 2),
    "province": lambda drawing: draw_province(drawing, WIDTH, HEADER + WIDTH),
    "market": _draw_market,
    "palace": lambda drawing: draw_palace(drawing, WIDTH, HEADER + 2 * 52, stacked=True),
    "river": _draw_river,
    "upgrades": lambda drawing: draw_upgrades(drawing, WIDTH, HEADER + 4 * 11.5 + 14),
    "karma": lambda drawing: draw_karma(drawing, WIDTH, HEADER + 34),
}

# The marks of each area: keys of the described marks, and prefixes of its bonus places.
ENTRIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "tracks": (("fame", "money"), ("fame ", "money ")),
    "province": (("roads",), ("edge ",)),
    "market": (("circled_goods", "sold_goods"), ("tent ",)),
    "palace": (("palace",), ("palace ",)),
    "river": (("river",), ()),
    "upgrades": (("upgrades",), ("upgrade ",)),
    "karma": (("karma_circled", "karma_used"), ("karma ",)),
}
BONUSES = ("circled_bonuses", "used_bonuses", "wasted_bonuses")
KEPT_STROKES = 20_000  # about a kilobyte each
KEPT_PICTURES = 256  # 5 to 90 kB each

Entries = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class PhoneArea:
    name: str
    viewbox: str
    printed: str  # with the targets


@lru_cache
def draw_printed_areas(definition: SheetDefinition, language: str) -> tuple[PhoneArea, ...]:
    """Draw the print of every area, without marks."""
    drawing = Drawing(definition, NO_MARKS, use_variables(make_palette(definition.character)), language, touch=True)
    areas = [draw(drawing) for draw in AREAS.values()]
    return tuple(
        PhoneArea(area.name, f"0 0 {write_number(area.width)} {write_number(area.height)}", area.render())
        for area in areas
    )


@lru_cache(KEPT_PICTURES)
def draw_print_picture(definition: SheetDefinition, area: str, language: str, dark: bool) -> str:
    """Draw the print of an area as an SVG document, for pages that only show it: a browser paints one picture much
    faster than hundreds of elements (docs/performance.md)."""
    drawn = AREAS[area](Drawing(definition, NO_MARKS, make_palette(definition.character, dark=dark), language))
    return write_drawing(outline_texts(drawn.render()), drawn.width, drawn.height)


def draw_strokes(definition: SheetDefinition, marks: Marks) -> dict[str, str]:
    """Draw the pen strokes of each area."""
    return {
        area: draw_pen_layer(strokes) if strokes else "" for area, strokes in list_strokes(definition, marks).items()
    }


def list_strokes(definition: SheetDefinition, marks: Marks) -> dict[str, tuple[str, ...]]:
    """List the pen strokes of each area, each as an SVG element."""
    strokes = _cached_drawer(definition)
    return {area: strokes(area, _select_marks(area, marks)) for area in AREAS}


@lru_cache
def _cached_drawer(definition: SheetDefinition) -> Callable[[str, Entries], tuple[str, ...]]:
    """Return a function that draws the strokes of an area, with a cache.

    Most moves change only one area, and several phones show it.
    """
    colours = use_variables(make_palette(definition.character))

    @lru_cache(KEPT_STROKES)  # without it a board takes twice as long (tests/bench/bench_tricks.py)
    def strokes(area: str, entries: Entries) -> tuple[str, ...]:
        entered: dict[str, Any] = {name: dict(it) if isinstance(it, tuple) else it for name, it in entries}
        drawing = Drawing(definition, entered, colours, "en", prints=False)
        return tuple(AREAS[area](drawing).pen)

    return strokes


def _select_marks(area: str, marks: Marks) -> Entries:
    """Select the marks of one area, as a key for the cache."""
    names, beginnings = ENTRIES[area]
    found: list[tuple[str, Any]] = []
    for name in names:
        match marks.get(name):
            case dict() as entered:
                found.append((name, tuple(sorted(entered.items()))))
            case list() as entered:
                found.append((name, frozenset(entered)))
            case int() as reached:
                found.append((name, reached))
    for name in BONUSES:
        found.append((name, frozenset(place for place in marks.get(name, ()) if place.startswith(beginnings))))
    return tuple(found)


# Colours


def write_stylesheet(definition: SheetDefinition) -> str:
    """Write the CSS variables for light and dark theme, and the aspect ratio of each area.

    With the aspect ratio a browser need not draw an area that is out of view to know its height.
    """
    day, night = (
        "".join(
            f"--sheet-{name}:{value};" for name, value in _name_colours(make_palette(definition.character, dark=dark))
        )
        for dark in (False, True)
    )
    shapes = "".join(
        f"#area-{area.name}{{aspect-ratio:{'/'.join(area.viewbox.split()[2:])}}}"
        for area in draw_printed_areas(definition, "en")
    )
    where = f':root,[data-sheet="{definition.sheet.name}"]'  # a page of photos may show several sheets
    return f"{where}{{{day}}}\n@media (prefers-color-scheme: dark){{{where}{{{night}}}}}\n{shapes}\n"


def _name_colours(colours: Palette) -> Iterator[tuple[str, str]]:
    for field in fields(colours):
        value = getattr(colours, field.name)
        if isinstance(value, dict):
            yield from ((f"{field.name}-{name}", colour) for name, colour in value.items())
        else:
            yield field.name.replace("_", "-"), value


def use_variables(colours: Palette) -> Palette:
    """Replace every colour of a palette by its CSS variable."""
    values: dict[str, Any] = {}
    for field in fields(colours):
        value = getattr(colours, field.name)
        if isinstance(value, dict):
            values[field.name] = {name: f"var(--sheet-{field.name}-{name})" for name in value}
        else:
            values[field.name] = f"var(--sheet-{field.name.replace('_', '-')})"
    return Palette(**values)


# Cells to correct: the page shows the strokes of the present state only, so a tap changes a mark without asking the
# server

LINE = 1.0  # thickness of a line on a track
LINE_HEIGHT = {"fame": 0.76, "money": 0.24}  # of a line in its place
WITHOUT_STOP = ("fame", "money", "road")
ROAD = 0.17  # thickness of a road, of its length in the cell


@dataclass(frozen=True)
class DrawnCell:
    id: str
    kind: str
    states: tuple[str, ...]
    box: Box  # to tap
    strokes: str  # SVG, each stroke with the class of its state


@dataclass(frozen=True)
class CorrectableArea:
    name: str
    viewbox: str
    printed: str
    cells: tuple[DrawnCell, ...]

    @property
    def first_stop(self) -> DrawnCell:
        """The cell at which the keyboard enters the area; arrow keys lead to the others."""
        return next(cell for cell in self.cells if cell.kind not in WITHOUT_STOP)


@lru_cache
def draw_correctable_areas(definition: SheetDefinition, language: str) -> tuple[CorrectableArea, ...]:
    """Draw the print of every area, and its cells in all their states."""
    drawing = Drawing(definition, NO_MARKS, use_variables(make_palette(definition.character)), language)
    start = definition.sheet.karma.start
    return tuple(
        CorrectableArea(
            area.name,
            f"0 0 {write_number(area.width)} {write_number(area.height)}",
            area.render(),
            tuple(draw_cell(cell, start) for cell in area.cells),
        )
        for area in (draw(drawing) for draw in AREAS.values())
    )


def draw_icons(areas: tuple[CorrectableArea, ...]) -> str:
    """Return the definitions of all icons that the areas use."""
    return make_definitions("".join(area.printed for area in areas))


def draw_cell(cell: Cell, karma_start: int = 0) -> DrawnCell:
    """Draw the strokes of all states of a cell. The circles of the first karma are printed."""
    kind, _, rest = cell.id.partition(" ")
    box, strokes = cell.box, []
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    for state in STATES[kind]:
        path, thickness = "", PEN_WIDTH
        if state == MARKED and kind == "road":
            down = cell.id[-1] in "NS"
            ends = ((cx, box.y), (cx, box.bottom)) if down else ((box.x, cy), (box.right, cy))
            path, thickness = pen_line([ends[0], (cx, cy), ends[1]], cell.id), ROAD * max(box.width, box.height)
        elif state == MARKED:  # the part of a line that runs through one place of a track
            y = box.y + box.height * LINE_HEIGHT[kind]
            path, thickness = pen_line([(box.x, y), (cx, y), (box.right, y)], cell.id), LINE
        elif state != NONE:
            if CIRCLED in STATES[kind] and not (kind == "karma" and int(rest) <= karma_start):
                path = pen_circle(cx, cy, box.width * 0.54, box.height * 0.54, f"circle {cell.id}")
            if state == CROSSED:
                path += pen_cross(cx, cy, min(box.width, box.height) * 0.42, f"cross {cell.id}")
        if state != NONE:
            strokes.append(element("path", d=path, class_=f"stroke {state}", stroke_width=thickness))
    return DrawnCell(cell.id, kind, STATES[kind], box, "".join(strokes))
