"""Draw as SVG: elements, icons, a canvas that fits text into its place, the strokes of a pen, and text as paths.

Values are escaped in `element` and nowhere else. Lengths are millimetres on paper, and units of 4 pixels on a phone.
"""

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape, unescape
from math import cos, pi, sin, tau
from typing import Any

from companion.files import STATIC
from companion.render import fonts
from companion.render.palette import Palette
from companion.seat_colours import SEAT_COLOURS

Value = str | float
Point = tuple[float, float]

HEADER = 7.5  # height of a panel's heading
GRID = 24  # side of every icon's view box
OUTLINE = 0.2  # width of an icon's outline, whatever the size of the icon
KEPT_STROKES = 8192  # of a few sheets: the strokes of a replay take 1.4 times as long without


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def overlaps(self, other: "Box") -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


# Elements


def write_number(value: float) -> str:
    """Format a number with at most two decimals, a hundredth of a millimetre."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def element(name: str, content: str | None = None, **attributes: Value) -> str:
    """Write an element. `content` is markup; use `write_text_element` for text. Underscores in names become hyphens."""
    written = ""
    for key, value in attributes.items():
        text = value if isinstance(value, str) else write_number(value)
        written += f' {key.rstrip("_").replace("_", "-")}="{escape(text)}"'
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{content}</{name}>"


def write_text_element(name: str, words: str, **attributes: Value) -> str:
    """Write an element that contains text."""
    return element(name, escape(words), **attributes)


def group(*parts: str, **attributes: Value) -> str:
    return element("g", "".join(parts), **attributes)


def translate_group(x: float, y: float, *parts: str, **attributes: Value) -> str:
    """Write a group that is moved to (x, y)."""
    return group(*parts, transform=f"translate({write_number(float(x))} {write_number(float(y))})", **attributes)


def write_svg(content: str, width: float, height: float, /, **attributes: Value) -> str:
    """Write an `<svg>` document of this size in its own units."""
    box = f"0 0 {write_number(width)} {write_number(height)}"
    return element("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=box, **attributes)


def write_drawing(content: str, width: float, height: float, in_millimetres: bool = False) -> str:
    """Write an `<svg>` document with the symbols of the icons that its content uses."""
    size = {"width": f"{write_number(width)}mm", "height": f"{write_number(height)}mm"} if in_millimetres else {}
    return write_svg(make_definitions(content) + content, width, height, **size)


# Icons


@cache
def load_symbols() -> dict[str, str]:
    """Map the names of the icons in static/icons/icons.svg and of the seats' shapes to their `<symbol>` elements."""
    sprite = (STATIC / "icons" / "icons.svg").read_text(encoding="utf-8")
    found = re.finditer(r'<symbol id="([a-z0-9-]+)".*?</symbol>', sprite, re.DOTALL)
    symbols = {symbol[1]: re.sub(r"\n\s*", "", symbol[0]) for symbol in found}
    for name, colour in SEAT_COLOURS.items():
        shape = element("path", fill="currentColor", d=colour.shape)
        symbols[f"seat-{name}"] = element("symbol", shape, id=f"seat-{name}", viewBox="0 0 24 24")
    return symbols


def make_definitions(markup: str) -> str:
    """Return a `<defs>` element with the symbols that the markup uses.

    An icon that is missing draws nothing, instead of stopping everything; `test_everything_has_an_icon` names it.
    """
    used = sorted(set(re.findall(r'<use href="#([a-z0-9-]+)"', markup)))
    return element("defs", "".join(load_symbols().get(icon, "") for icon in used))


def draw_icon(icon: str, cx: float, cy: float, size: float, colour: str, outline: str = "", stroke: float = 1.0) -> str:
    """Draw an icon centred on a point, with an outline if it has a colour; `stroke` makes the outline thinner."""
    outlined: dict[str, Value] = {"stroke": outline, "stroke_width": stroke * OUTLINE * GRID / size} if outline else {}
    return element(
        "use",
        None,
        href=f"#{icon}",
        x=cx - size / 2,
        y=cy - size / 2,
        width=float(size),
        height=float(size),
        color=colour,
        **outlined,
    )


def draw_emblem(icon: str, colour: str) -> str:
    """Draw an icon as an SVG document of its own."""
    return write_drawing(draw_icon(icon, 8, 8, 15, colour), 16, 16)


# Text


def draw_text(
    x: float,
    cy: float,
    words: str,
    size: float,
    colour: str,
    family: str = fonts.LABEL,
    weight: str = "normal",
    anchor: str = "middle",
    turned: bool = False,
) -> str:
    """Return an SVG text element, vertically centred on `cy`."""
    attributes: dict[str, Value] = {"transform": f"rotate(-90 {x:.2f} {cy:.2f})"} if turned else {}
    if weight == "bold":
        attributes["font_weight"] = weight
    return write_text_element(
        "text",
        words,
        x=float(x),
        y=cy + size * 0.33,
        font_family=family,
        font_size=float(size),
        text_anchor=anchor,
        fill=colour,
        **attributes,
    )


def outline_texts(svg: str) -> str:
    """Replace text elements by paths, for a picture in a page: an `<img>` cannot use the fonts of its page.

    The seven pictures of a sheet take 41 kB compressed; as PNG they would take 660 kB and not be sharp when enlarged.
    Text with letters that our font lacks stays text: the system's font draws it.
    """

    def outline(text: re.Match[str]) -> str:
        given, words = dict(re.findall(r'([a-z-]+)="([^"]*)"', text[1])), unescape(text[2])
        family, weight, size = given["font-family"], given.get("font-weight", "normal"), float(given["font-size"])
        letters = [_load_letter(family, weight, letter) for letter in words]
        if None in letters:
            return text[0]
        scale = size / _load_font(family, weight)[1]
        share_before = {"start": 0.0, "middle": 0.5, "end": 1.0}[given["text-anchor"]]
        x = float(given["x"]) - fonts.measure_width(words, size, family, weight) * share_before
        paths = []
        for letter, drawn in zip(words, letters, strict=True):
            if drawn:
                to = f"translate({write_number(x)} {write_number(float(given['y']))}) scale({scale:.5f} {-scale:.5f})"
                paths.append(element("path", d=drawn, transform=to))
            x += fonts.measure_width(letter, size, family, weight)
        turned = {"transform": given["transform"]} if "transform" in given else {}
        return group(*paths, fill=given["fill"], **turned)

    return re.sub(r"<text ([^>]*)>([^<]*)</text>", outline, svg)


@cache
def _load_font(family: str, weight: str) -> tuple[Any, int, dict[int, str]]:
    """Return a font's glyphs, its units per em and the glyph of every character."""
    from fontTools.ttLib import TTFont  # imported here because it is slow and only drawing needs it

    font = TTFont(fonts.FOLDER / f"{fonts.FILES[family, weight]}.ttf")
    return font.getGlyphSet(), font["head"].unitsPerEm, font.getBestCmap()


@cache
def _load_letter(family: str, weight: str, letter: str) -> str | None:
    """Return the path of a letter in units of the font; None if the font lacks it."""
    from fontTools.pens.svgPathPen import SVGPathPen

    glyphs, _, characters = _load_font(family, weight)
    if ord(letter) not in characters:
        return None
    pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    glyphs[characters[ord(letter)]].draw(pen)
    return str(pen.getCommands())


# A canvas


class Canvas:
    """Collects printed SVG elements, bottom to top; areas of sheets and score tables are drawn on it."""

    prints = True  # False skips everything printed, to draw pen strokes only

    def __init__(self, palette: Palette, language: str, width: float, height: float) -> None:
        self.palette = palette
        self.language = language
        self.width = width
        self.height = height
        self.printed: list[str] = []

    def draw_panel(self, hue: str, die: str = "", title: str = "") -> None:
        """Draw the background with its heading, and the die that leads here.

        The accent colour may be too bright for text, so its heading is written in the ink colour.
        """
        colours = self.palette
        wide, low = write_number(self.width - 5.1), write_number(HEADER - 0.9)
        heading = f"M2.55 .3h{wide}a2.25 2.25 0 0 1 2.25 2.25V{low}H.3V2.55A2.25 2.25 0 0 1 2.55 .3z"
        self.draw_rect(0.15, 0.15, self.width - 0.3, self.height - 0.3, colours.panel, colours.line, radius=2.4)
        self.printed.append(element("path", d=heading, fill=colours.tints[hue]))
        self.draw_line(0.3, HEADER - 0.9, self.width - 0.3, HEADER - 0.9, colours.line, 0.25)
        start = 3.0
        if die:
            self.draw_icon(f"die-{die}", 5.0, 3.5, 4.4, colours.hues[hue])
            start = 8.4
        colour = colours.ink if hue == "accent" else colours.hues[hue]
        self.write_text(start, 3.45, title, 4.6, colour, fonts.TITLE, "bold", "start", self.width - start - 3)

    def draw_rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        stroke: str = "none",
        radius: float = 1.2,
        thickness: float = 0.3,
    ) -> None:
        self._draw(
            "rect",
            x=float(x),
            y=float(y),
            width=float(width),
            height=float(height),
            rx=radius,
            fill=fill,
            stroke=stroke,
            stroke_width=thickness,
        )

    def draw_line(self, x1: float, y1: float, x2: float, y2: float, colour: str, thickness: float = 0.3) -> None:
        self._draw(
            "line",
            x1=float(x1),
            y1=float(y1),
            x2=float(x2),
            y2=float(y2),
            stroke=colour,
            stroke_width=thickness,
            stroke_linecap="round",
        )

    def draw_disc(self, cx: float, cy: float, radius: float, fill: str, stroke: str, thickness: float) -> None:
        self._draw("circle", cx=cx, cy=cy, r=radius, fill=fill, stroke=stroke, stroke_width=thickness)

    def draw_path(self, path: str, stroke: str, thickness: float, **attributes: Value) -> None:
        """Draw a line along the `d` of an SVG path."""
        self._draw("path", d=path, **attributes, stroke=stroke, stroke_width=thickness)

    def _draw(self, name: str, **attributes: Value) -> None:
        if self.prints:
            if isinstance(thickness := attributes.get("stroke_width"), float):
                attributes["stroke_width"] = thickness * self.palette.stroke
            self.printed.append(element(name, None, **attributes))

    def draw_icon(self, name: str, cx: float, cy: float, size: float, colour: str, outline: str = "") -> None:
        if self.palette.hollow and not outline:
            colour, outline = "#ffffff", colour
        if self.prints:
            self.printed.append(draw_icon(name, cx, cy, size, colour, outline, self.palette.stroke))

    def write_text(
        self,
        x: float,
        cy: float,
        words: str,
        size: float,
        colour: str = "",
        family: str = fonts.LABEL,
        weight: str = "normal",
        anchor: str = "middle",
        room: float = 0.0,
        turned: bool = False,
    ) -> None:
        """Write text vertically centred on `cy`, in a smaller size if it would be wider than `room`."""
        if not self.prints:
            return
        if room:
            size = fonts.fit_size(words, size, room, family, weight)
        self.printed.append(draw_text(x, cy, words, size, colour or self.palette.ink, family, weight, anchor, turned))

    def write_name(
        self, x: float, cy: float, name: str, size: float, room: float, colour: str = "", weight: str = "normal"
    ) -> None:
        """Write what a player has typed: in any script, of any length, so it is cut to fit into its room."""
        words = fonts.shorten(name, size, room, weight=weight)
        self.write_text(x, cy, words, size, colour, weight=weight, anchor="start")


# A pen. Each function returns the `d` of a path. The key names what is drawn ("circle 2"): two circles differ, but
# drawing the same sheet again gives the same strokes.


@lru_cache(KEPT_STROKES)
def pen_circle(cx: float, cy: float, rx: float, ry: float, key: str) -> str:
    """Draw a circle that goes round slightly more than once and does not quite close."""
    hand = _make_random(key)
    start = hand.uniform(-0.75, -0.45) * pi
    drift = hand.uniform(-0.05, 0.05)
    points = []
    for step in range(13):
        turned = step / 12
        angle = start + turned * tau * 1.06
        reach = 1 + drift * (turned - 0.5) + hand.uniform(-0.025, 0.025)
        points.append((cx + rx * reach * cos(angle), cy + ry * reach * sin(angle)))
    return smooth(points)


@lru_cache(KEPT_STROKES)
def pen_cross(cx: float, cy: float, reach: float, key: str) -> str:
    hand = _make_random(key)

    def near(x: float, y: float) -> Point:
        return cx + reach * (x + hand.uniform(-0.12, 0.12)), cy + reach * (y + hand.uniform(-0.12, 0.12))

    falling = (near(-0.95, -0.9), near(0.05, 0), near(0.95, 0.95))
    rising = (near(0.95, -0.95), near(0, 0.05), near(-0.9, 0.95))
    return smooth(falling) + smooth(rising)


def pen_line(points: Iterable[Point], key: str, shake: float = 0.25) -> str:
    """Draw a line through the points. Only the ends are exact, so that roads meet."""
    hand = _make_random(key)
    first, *between, last = points
    shaken = [(x + hand.uniform(-shake, shake), y + hand.uniform(-shake, shake)) for x, y in between]
    return smooth([first, *shaken, last])


def smooth(points: Iterable[Point]) -> str:
    """Draw a curve through all points (Catmull-Rom, written as cubic Béziers)."""
    given = list(points)
    padded = [given[0], *given, given[-1]]
    path = [f"M{write_point(*given[0])}"]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        path.append(f"C{write_point(*one)} {write_point(*two)} {write_point(*end)}")
    return "".join(path)


def write_point(x: float, y: float) -> str:
    """Format a point for the `d` of a path."""
    return f"{write_number(float(x))} {write_number(float(y))}"


def _make_random(key: str) -> random.Random:
    return random.Random(key)  # noqa: S311 - not for secrets: the same key must give the same stroke
