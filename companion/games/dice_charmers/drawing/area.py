"""The canvas of one area of a sheet, with what all areas share: colours, bonuses, pen strokes, cells, targets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.games.dice_charmers import names
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, find_icon, format_caption
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.games.dice_charmers.texts.wording import describe_bonus
from companion.i18n import N_, use_language
from companion.render import fonts, palette
from companion.render.palette import Palette
from companion.render.svg import (
    Box,
    Canvas,
    draw_icon,
    draw_text,
    element,
    group,
    pen_circle,
    pen_cross,
    write_text_element,
)

Marks = Mapping[str, Any]  # from `describe_marks` of the rules; missing keys mean no marks
NO_MARKS: Marks = {}

GAME = N_("The Dice Charmers")
SIDE_MARGIN = 2.2  # beside the content of most areas
TILE_BORDER = 0.2
TILE_ICON = 0.73  # of a bonus, share of its tile
PEN_WIDTH = 0.55
LARGEST_CAPTION = 12.5  # font size on the 24-unit grid of an icon
THUMB = 11.0  # smallest tap target in units of the phone's drawing: 44 pixels on a screen of 360

# One hue for each colour of dice and for each kind of gain. All are dark enough to read on white paper.
HUES = {
    "purple": "#6b3a86",
    "green": "#2f6b3c",
    "blue": "#1d5f95",
    "orange": "#b04a12",
    "tea": "#3c7a3a",
    "silk": "#a62f6e",
    "spices": "#b93a1c",
    "temple": "#a8401f",
    "palace": "#7a3a86",
    "fort": "#4d5a66",
    "mill": "#7d5d14",
    "residence": "#8a1f3c",
    "fame": "#b3261e",
    "money": "#8a6100",
    "karma": "#17706f",
}
SIMPLE = {"karma": "wheel", "money": "coin"}  # icons that look better than these with an outline

make_palette = partial(palette.make_palette, hues=HUES)


@dataclass(frozen=True)
class Drawing:
    """The input for drawing areas."""

    definition: SheetDefinition
    marks: Marks
    palette: Palette
    language: str
    touch: bool = False  # add targets to tap
    prints: bool = True  # False draws pen strokes only


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
        """Draw a bonus with its tile and target. Circle a released one, and cross it out if it is used or given up."""
        half, colours, marks = size / 2, self.palette, self.drawing.marks
        self.draw_rect(cx - half, cy - half, size, size, colours.tile, colours.accent, size * 0.2, TILE_BORDER)
        self.draw_earning(bonus, cx, cy, size * TILE_ICON)
        self.add_cell(f"bonus {place}", cx, cy, size, size)
        gone = place in marks.get("used_bonuses", ()) or place in marks.get("wasted_bonuses", ())
        if gone or place in marks.get("circled_bonuses", ()):
            self.draw_circle(cx, cy, half * 1.12, half * 1.05, place)
        if gone:
            self.draw_cross(cx, cy, half * 0.8, place)
        if self.drawing.touch:
            reach = max(size, THUMB)
            self.add_target(f"bonus {place}", self.describe_bonus(bonus), cx, cy, reach, reach)

    def draw_light_icon(self, name: str, cx: float, cy: float, size: float, hue: str) -> None:
        """Draw an icon so light that a pencil mark stands out from it, for what gets a mark and its values."""
        self.draw_icon(SIMPLE.get(name, name), cx, cy, size, self.palette.icons[hue], self.palette.outlines[hue])

    def draw_earning(self, bonus: Bonus, cx: float, cy: float, size: float) -> None:
        """Draw what a river space gives, without a tile to mark."""
        if self.prints:
            self.printed.append(draw_bonus(bonus, cx, cy, size, self.palette))

    def describe_bonus(self, bonus: Bonus) -> str:
        """Describe a bonus in the language of the sheet instead of the current language."""
        with use_language(self.language):
            return describe_bonus(bonus)

    # Pen strokes

    def draw_circle(self, cx: float, cy: float, rx: float, ry: float, key: str) -> None:
        self.stroke(pen_circle(cx, cy, rx, ry, f"{self.name} circle {key}"))

    def draw_cross(self, cx: float, cy: float, reach: float, key: str) -> None:
        self.stroke(pen_cross(cx, cy, reach, f"{self.name} cross {key}"))

    def stroke(self, path: str, thickness: float = PEN_WIDTH, colour: str = "") -> None:
        self.pen.append(element("path", d=path, stroke=colour or self.palette.pen, stroke_width=thickness))

    def write(self, x: float, cy: float, words: str, size: float, room: float) -> None:
        """Write text in handwriting."""
        words = fonts.shorten(words, size, room, fonts.PEN)
        self.pen.append(draw_text(x, cy, words, size, self.palette.pen, fonts.PEN, anchor="start"))

    # Cells to mark and targets to tap, centred on (cx, cy)

    def add_cell(self, id: str, cx: float, cy: float, width: float, height: float) -> None:
        if self.prints:
            self.cells.append(Cell(id, Box(cx - width / 2, cy - height / 2, width, height)))

    def add_target(self, name: str, title: str, cx: float, cy: float, width: float, height: float) -> None:
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

    def render(self) -> str:
        """Return print, pen strokes and targets as SVG."""
        return "".join([*self.printed, draw_pen_layer(self.pen) if self.pen else "", *self.targets])


def draw_pen_layer(strokes: Iterable[str]) -> str:
    return group(*strokes, fill="none", stroke_linecap="round", stroke_linejoin="round", class_="pen")


def format_title(thing: str, language: str) -> str:
    """Translate the name of a building, good or person and capitalise it."""
    with use_language(language):
        words = names.name_thing(thing)
    return words[:1].upper() + words[1:]


def draw_bonus(bonus: Bonus, cx: float, cy: float, size: float, palette: Palette) -> str:
    """Draw the icon of a bonus with its caption."""
    look, icon = BONUS_KINDS[bonus.kind].look, find_icon(bonus)
    colours = palette.icons[look.hue], palette.outlines[look.hue]
    drawn = draw_icon(SIMPLE.get(icon, icon), cx, cy, size, *colours, palette.stroke)
    words = format_caption(bonus)
    if not words:
        return drawn
    unit = size / 24
    figure = fonts.fit_size(words, LARGEST_CAPTION, look.room, fonts.LABEL, "bold") * unit
    x, cy = cx + (look.x - 12) * unit, cy + (look.y - 12) * unit
    colour = palette.ink if look.solid else palette.hues[look.hue]
    return drawn + draw_text(x, cy, words, figure, colour, weight="bold")
