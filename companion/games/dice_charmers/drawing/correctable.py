"""Draw the sheet for a phone so that every cell can be corrected: its print, and each cell in all its states.

The page shows the strokes of a cell's present state only, so a tap changes a mark without asking the server.
"""

from dataclasses import dataclass
from functools import lru_cache

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import NO_MARKS, PEN_WIDTH, Cell, Drawing
from companion.games.dice_charmers.drawing.edition import choose_palette
from companion.games.dice_charmers.drawing.phone import AREAS, use_variables
from companion.games.dice_charmers.rules.cells import CIRCLED, CROSSED, MARKED, NONE, STATES
from companion.render import pen
from companion.render.geometry import Box
from companion.render.icons import make_definitions
from companion.render.svg import element, write_number

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
    drawing = Drawing(definition, NO_MARKS, use_variables(choose_palette(definition)), language)
    start = definition.sheet.karma.start
    return tuple(
        CorrectableArea(
            area.name,
            f"0 0 {write_number(area.width)} {write_number(area.height)}",
            area.render_layer(True, False),
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
    is_printed = kind == "karma" and int(rest) <= karma_start
    drawn = [_draw_state(state, kind, cell, is_printed) for state in STATES[kind] if state != NONE]
    return DrawnCell(cell.id, kind, STATES[kind], cell.box, "".join(drawn))


def _draw_state(state: str, kind: str, cell: Cell, circle_is_printed: bool) -> str:
    if state == MARKED:
        path, thickness = _draw_road(cell) if kind == "road" else _draw_line(cell)
    else:
        circle = "" if circle_is_printed or CIRCLED not in STATES[kind] else _draw_circle(cell)
        path, thickness = circle + (_draw_cross(cell) if state == CROSSED else ""), PEN_WIDTH
    return element("path", d=path, class_=f"stroke {state}", stroke_width=thickness)


def _draw_line(cell: Cell) -> tuple[str, float]:
    """Draw the part of a line that runs through one place of a track."""
    box, kind = cell.box, cell.id.partition(" ")[0]
    y = box.y + box.height * LINE_HEIGHT[kind]
    middle = box.x + box.width / 2
    return pen.draw_line([(box.x, y), (middle, y), (box.x + box.width, y)], cell.id), LINE


def _draw_road(cell: Cell) -> tuple[str, float]:
    box = cell.box
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    if cell.id[-1] in "NS":
        points = [(cx, box.y), (cx, cy), (cx, box.y + box.height)]
    else:
        points = [(box.x, cy), (cx, cy), (box.x + box.width, cy)]
    return pen.draw_line(points, cell.id), ROAD * max(box.width, box.height)


def _draw_circle(cell: Cell) -> str:
    box = cell.box
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    return pen.circle(cx, cy, box.width * 0.54, box.height * 0.54, f"circle {cell.id}")


def _draw_cross(cell: Cell) -> str:
    box = cell.box
    reach = min(box.width, box.height) * 0.42
    return pen.cross(box.x + box.width / 2, box.y + box.height / 2, reach, f"cross {cell.id}")
