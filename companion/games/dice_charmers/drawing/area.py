"""The canvas of one area of a sheet, with what all areas share: bonuses, pen strokes, targets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.definition.definition import LATEST_DRAWING
from companion.games.dice_charmers.drawing.colours import simplify
from companion.games.dice_charmers.drawing.edition import EDITIONS, Edition
from companion.games.dice_charmers.drawing.texts import describe_bonus_in
from companion.games.dice_charmers.kinds.bonuses import BONUSES, find_icon, format_caption
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.render import fonts, icons, pen
from companion.render.canvas import Canvas, draw_text
from companion.render.geometry import Box
from companion.render.palette import Palette
from companion.render.svg import element, group, write_text_element

Marks = Mapping[str, Any]  # from `describe_marks` of the rules; missing keys mean no marks
NO_MARKS: Marks = {}

FIRST_ICONS = {"silk": "silk-hanging"}  # icons that look different in the first edition
PEN_WIDTH = 0.55
LARGEST_CAPTION = 12.5  # font size on the 24-unit grid of an icon
THUMB = 11.0  # smallest tap target in units of the phone's drawing: 44 pixels on a screen of 360


@dataclass(frozen=True)
class Drawing:
    """The input for drawing areas."""

    definition: SheetDefinition
    marks: Marks
    palette: Palette
    language: str
    touch: bool = False  # add targets to tap
    prints: bool = True  # False draws pen strokes only

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.definition.edition]


@dataclass(frozen=True)
class Cell:
    """A place to mark with a pen, and its box on the area."""

    id: str
    box: Box


class Area(Canvas):
    """A canvas that also collects pen strokes, cells to mark and targets to tap."""

    def __init__(self, name: str, drawing: Drawing, width: float, height: float) -> None:
        super().__init__(drawing.palette, drawing.language, width, height)
        self.name = name
        self.drawing = drawing
        self.prints = drawing.prints
        self.pen: list[str] = []
        self.cells: list[Cell] = []
        self.targets: list[str] = []

    # Print

    def draw_panel(self, hue: str, die: str = "", title: str = "") -> None:
        if self.prints:
            super().draw_panel(hue, die, title or getattr(self.drawing.definition.labels, self.name)[self.language])

    def draw_bonus(self, place: str, bonus: Bonus, cx: float, cy: float, size: float) -> None:
        """Draw a bonus with its tile, marks and target."""
        half, edition = size / 2, self.drawing.edition
        self.draw_rect(
            cx - half, cy - half, size, size, self.palette.tile, self.palette.accent, size * 0.2, edition.border
        )
        self.draw_earning(bonus, cx, cy, size * edition.bonus)
        self.add_cell(f"bonus {place}", cx, cy, size, size)
        self.mark_bonus(place, cx, cy, half)
        if self.drawing.touch:
            reach = max(size, THUMB)
            self.add_target(f"bonus {place}", describe_bonus_in(bonus, self.language), cx, cy, reach, reach)

    def mark_bonus(self, place: str, cx: float, cy: float, reach: float) -> None:
        """Circle a released bonus, and cross it out if it is used or given up."""
        marks = self.drawing.marks
        gone = place in marks.get("used_bonuses", ()) or place in marks.get("wasted_bonuses", ())
        if gone or place in marks.get("circled_bonuses", ()):
            self.draw_circle(cx, cy, reach * 1.12, reach * 1.05, place)
        if gone:
            self.draw_cross(cx, cy, reach * 0.8, place)

    def draw_edition_icon(self, name: str, cx: float, cy: float, size: float, hue: str) -> None:
        """Draw an icon in the style of the edition, for what gets a mark and its values."""
        outline = self.palette.outlines[hue] if self.drawing.edition.light_icons else ""
        icon = simplify(name) if outline else FIRST_ICONS.get(name, name)
        self.draw_icon(icon, cx, cy, size, self.palette.icons[hue], outline)

    def draw_earning(self, bonus: Bonus, cx: float, cy: float, size: float) -> None:
        """Draw what a river space gives, without a tile to mark."""
        if self.prints:
            outlined, edition = self.drawing.edition.light_icons, self.drawing.definition.edition
            self.printed.append(draw_bonus(bonus, cx, cy, size, self.palette, outlined, edition))

    # Pen strokes

    def draw_circle(self, cx: float, cy: float, rx: float, ry: float, key: str) -> None:
        self.stroke(pen.circle(cx, cy, rx, ry, f"{self.name} circle {key}"))

    def draw_cross(self, cx: float, cy: float, reach: float, key: str) -> None:
        self.stroke(pen.cross(cx, cy, reach, f"{self.name} cross {key}"))

    def stroke(self, path: str, thickness: float = PEN_WIDTH, colour: str = "") -> None:
        self.pen.append(element("path", d=path, stroke=colour or self.palette.pen, stroke_width=thickness))

    def write(self, x: float, cy: float, words: str, size: float, room: float) -> None:
        """Write text in handwriting."""
        words = fonts.shorten(words, size, room, fonts.PEN)
        self.pen.append(draw_text(x, cy, words, size, self.palette.pen, fonts.PEN, anchor="start"))

    # Cells to mark and targets to tap

    def add_cell(self, id: str, cx: float, cy: float, width: float, height: float) -> None:
        """Add a cell, centred on (cx, cy), if the drawing has any."""
        if self.prints:
            self.cells.append(Cell(id, Box(cx - width / 2, cy - height / 2, width, height)))

    def add_target(self, name: str, title: str, cx: float, cy: float, width: float, height: float) -> None:
        """Add a target, centred on (cx, cy), if the drawing has any."""
        if not self.drawing.touch:
            return
        shape = element(
            "rect",
            x=cx - width / 2,
            y=cy - height / 2,
            width=float(width),
            height=float(height),
            rx=1.5,
            fill="#000000",
            fill_opacity=0,
        )
        self.targets.append(group(write_text_element("title", title), shape, data_target=name, role="button"))

    def render_layer(self, printed: bool, pen: bool) -> str:
        """Return the print with its targets, the pen strokes, or both, as SVG."""
        parts = self.printed if printed else []
        strokes = draw_pen_layer(self.pen) if pen and self.pen else ""
        return "".join([*parts, strokes, *(self.targets if printed else [])])


def draw_pen_layer(strokes: Iterable[str]) -> str:
    return group(*strokes, fill="none", stroke_linecap="round", stroke_linejoin="round", class_="pen")


def draw_bonus(
    bonus: Bonus, cx: float, cy: float, size: float, palette: Palette, outlined: bool, edition: int = LATEST_DRAWING
) -> str:
    """Draw the icon of a bonus with its caption."""
    look = BONUSES[bonus.kind].look
    outline = palette.outlines[look.hue] if outlined else ""
    icon = simplify(find_icon(bonus)) if outlined else find_icon(bonus)
    drawn = icons.draw_icon(icon, cx, cy, size, palette.icons[look.hue], outline)
    words = format_caption(bonus, edition)
    if not words:
        return drawn
    unit = size / 24
    figure = fonts.fit_size(words, LARGEST_CAPTION, look.room, fonts.LABEL, "bold") * unit
    x, cy = cx + (look.x - 12) * unit, cy + (look.y - 12) * unit
    colour = palette.on_icon if look.solid else palette.hues[look.hue]
    return drawn + draw_text(x, cy, words, figure, colour, weight="bold")
