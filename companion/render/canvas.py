"""A canvas that collects shapes, icons and text as SVG; areas of sheets and score tables are drawn on it."""

from dataclasses import dataclass

from companion.render import fonts, icons
from companion.render.palette import Palette
from companion.render.svg import Value, element, write_number, write_text_element

HEADER = 7.5  # height of a panel's heading


@dataclass(frozen=True)
class Name:
    """A player's name and where to write it. It can be in any script and of any length, so `pdf` sets it as HTML."""

    words: str
    x: float
    cy: float
    size: float
    room: float
    colour: str
    family: str = fonts.LABEL
    weight: str = "normal"


class Canvas:
    """Collects printed SVG elements, bottom to top, and the names to write over them."""

    prints = True  # False skips everything printed, to draw pen strokes only

    def __init__(self, palette: Palette, language: str, width: float, height: float) -> None:
        self.palette = palette
        self.language = language
        self.width = width
        self.height = height
        self.printed: list[str] = []
        self.names: list[Name] = []

    def draw_panel(self, hue: str, die: str = "", title: str = "") -> None:
        """Draw the background with its heading, and the die that leads here.

        The accent colour may be too bright for text, so its heading is written in the ink colour.
        """
        wide, low = write_number(self.width - 5.1), write_number(HEADER - 0.9)
        heading = f"M2.55 .3h{wide}a2.25 2.25 0 0 1 2.25 2.25V{low}H.3V2.55A2.25 2.25 0 0 1 2.55 .3z"
        self.draw_rect(
            0.15, 0.15, self.width - 0.3, self.height - 0.3, self.palette.panel, self.palette.line, radius=2.4
        )
        self.printed.append(element("path", d=heading, fill=self.palette.tints[hue]))
        self.draw_line(0.3, HEADER - 0.9, self.width - 0.3, HEADER - 0.9, self.palette.line, 0.25)
        start = 3.0
        if die:
            self.draw_icon(f"die-{die}", 5.0, 3.5, 4.4, self.palette.hues[hue])
            start = 8.4
        self.write_text(
            start,
            3.45,
            title,
            4.6,
            colour=self.palette.ink if hue == "accent" else self.palette.hues[hue],
            family=fonts.TITLE,
            weight="bold",
            anchor="start",
            room=self.width - start - 3,
        )

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
        dashes: str = "",
    ) -> None:
        self._draw(
            "rect",
            dashes,
            x=float(x),
            y=float(y),
            width=float(width),
            height=float(height),
            rx=radius,
            fill=fill,
            stroke=stroke,
            stroke_width=thickness,
        )

    def draw_line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        colour: str,
        thickness: float = 0.3,
        dashes: str = "",
    ) -> None:
        self._draw(
            "line",
            dashes,
            x1=float(x1),
            y1=float(y1),
            x2=float(x2),
            y2=float(y2),
            stroke=colour,
            stroke_width=thickness,
            stroke_linecap="round",
        )

    def _draw(self, name: str, dashes: str, **attributes: Value) -> None:
        if self.prints:
            dashed = {"stroke_dasharray": dashes} if dashes else {}
            self.printed.append(element(name, None, **attributes, **dashed))

    def draw_icon(self, name: str, cx: float, cy: float, size: float, colour: str, outline: str = "") -> None:
        if self.prints:
            self.printed.append(icons.draw_icon(name, cx, cy, size, colour, outline))

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


def draw_name(name: Name) -> str:
    """Return a name as an SVG text element, for a browser; it is cut to fit into its room."""
    words = fonts.shorten(name.words, name.size, name.room, name.family, name.weight)
    return draw_text(name.x, name.cy, words, name.size, name.colour, name.family, name.weight, "start")


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
    attributes: dict[str, str | float] = {"transform": f"rotate(-90 {x:.2f} {cy:.2f})"} if turned else {}
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
