"""One area of a sheet while it is being drawn, and what all areas have in common."""

from dataclasses import dataclass

from companion.definitions import SheetDefinition
from companion.render import fonts, icons, pen
from companion.render.bonus import bonus_art
from companion.render.marks import Marks
from companion.render.palette import Palette
from companion.render.svg import element, group, number, text_element
from companion.render.words import bonus_words
from companion.rules.dice_charmers.sheet import Bonus

HEADER = 7.5  # height of an area's heading
PEN_WIDTH = 0.55
THUMB = 11.0  # units of the phone's drawing: 44 pixels on a screen of 360


@dataclass(frozen=True)
class Drawing:
    """What every area is drawn from."""

    definition: SheetDefinition
    marks: Marks
    palette: Palette
    language: str
    touch: bool = False  # with targets for a thumb


@dataclass(frozen=True)
class Name:
    """What somebody has called themselves, in whatever script and length; set by whoever can set it."""

    words: str
    x: float
    cy: float
    size: float
    room: float
    colour: str
    family: str = fonts.LABEL
    weight: str = "normal"


class Area:
    """Collects what is printed, what the pen adds and what can be tapped; each lies above the one before."""

    def __init__(self, name: str, drawing: Drawing, width: float, height: float) -> None:
        self.name = name
        self.drawing = drawing
        self.palette = drawing.palette
        self.language = drawing.language
        self.width = width
        self.height = height
        self.printed: list[str] = []
        self.pen: list[str] = []
        self.targets: list[str] = []
        self.names: list[Name] = []

    # What is printed

    def panel(self, hue: str, die: str = "", title: str = "") -> None:
        """The ground of the area with its heading; the die shows which dice lead here."""
        wide, low = number(self.width - 5.1), number(HEADER - 0.9)
        heading = f"M2.55 .3h{wide}a2.25 2.25 0 0 1 2.25 2.25V{low}H.3V2.55A2.25 2.25 0 0 1 2.55 .3z"
        self.rect(0.15, 0.15, self.width - 0.3, self.height - 0.3, self.palette.panel, self.palette.line, radius=2.4)
        self.printed.append(element("path", d=heading, fill=self.palette.tints[hue]))
        self.line(0.3, HEADER - 0.9, self.width - 0.3, HEADER - 0.9, self.palette.line, 0.25)
        start = 3.0
        if die:
            self.icon(f"die-{die}", 5.0, 3.5, 4.4, self.palette.hues[hue])
            start = 8.4
        words = title or getattr(self.drawing.definition.labels, self.name)[self.language]
        self.text(
            start,
            3.45,
            words,
            4.6,
            colour=self.palette.hues[hue],
            family=fonts.TITLE,
            weight="bold",
            anchor="start",
            room=self.width - start - 3,
        )

    def rect(
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
        dashed = {"stroke_dasharray": dashes} if dashes else {}
        self.printed.append(
            element(
                "rect",
                x=float(x),
                y=float(y),
                width=float(width),
                height=float(height),
                rx=radius,
                fill=fill,
                stroke=stroke,
                stroke_width=thickness,
                **dashed,
            )
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        colour: str,
        thickness: float = 0.3,
        dashes: str = "",
    ) -> None:
        dashed = {"stroke_dasharray": dashes} if dashes else {}
        self.printed.append(
            element(
                "line",
                x1=float(x1),
                y1=float(y1),
                x2=float(x2),
                y2=float(y2),
                stroke=colour,
                stroke_width=thickness,
                stroke_linecap="round",
                **dashed,
            )
        )

    def icon(self, name: str, cx: float, cy: float, size: float, colour: str) -> None:
        self.printed.append(icons.use(name, cx, cy, size, colour))

    def text(
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
        """Words centred on a height, made smaller where the room asks for it."""
        if room:
            size = fonts.fitting_size(words, size, room, family, weight)
        self.printed.append(written(x, cy, words, size, colour or self.palette.ink, family, weight, anchor, turned))

    def bonus(self, place: str, bonus: Bonus, cx: float, cy: float, size: float) -> None:
        """A bonus with its tile, its marks and its target."""
        half = size / 2
        self.rect(cx - half, cy - half, size, size, self.palette.tile, self.palette.accent, size * 0.2, 0.3)
        self.earning(bonus, cx, cy, size * 0.8)
        self.mark_bonus(place, cx, cy, half)
        reach = max(size, THUMB)
        self.target(f"bonus {place}", bonus_words(bonus, self.language), cx, cy, reach, reach)

    def mark_bonus(self, place: str, cx: float, cy: float, reach: float) -> None:
        marks = self.drawing.marks
        if place in marks.circled_bonuses or place in marks.used_bonuses:
            self.circled(cx, cy, reach * 1.12, reach * 1.05, place)
        if place in marks.used_bonuses:
            self.crossed(cx, cy, reach * 0.8, place)

    def earning(self, bonus: Bonus, cx: float, cy: float, size: float) -> None:
        """What a bonus gives, without a place to mark it."""
        self.printed.append(bonus_art(bonus, cx, cy, size, self.palette))

    # What the pen adds

    def circled(self, cx: float, cy: float, rx: float, ry: float, key: str) -> None:
        self.stroke(pen.circle(cx, cy, rx, ry, f"{self.name} circle {key}"))

    def crossed(self, cx: float, cy: float, reach: float, key: str) -> None:
        self.stroke(pen.cross(cx, cy, reach, f"{self.name} cross {key}"))

    def stroke(self, path: str, thickness: float = PEN_WIDTH, colour: str = "") -> None:
        self.pen.append(element("path", d=path, stroke=colour or self.palette.pen, stroke_width=thickness))

    def write(self, x: float, cy: float, words: str, size: float, room: float) -> None:
        """Words in the player's hand."""
        words = fonts.shortened(words, size, room, fonts.PEN)
        self.pen.append(written(x, cy, words, size, self.palette.pen, fonts.PEN, anchor="start"))

    # What can be tapped

    def target(self, name: str, title: str, cx: float, cy: float, width: float, height: float) -> None:
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
        self.targets.append(group(text_element("title", title), shape, data_target=name, role="button"))

    def layer(self, printed: bool, pen: bool) -> str:
        parts = self.printed if printed else []
        strokes = group(*self.pen, fill="none", stroke_linecap="round", stroke_linejoin="round", class_="pen")
        return "".join([*parts, strokes if pen and self.pen else "", *(self.targets if printed else [])])


def written(
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
    attributes: dict[str, str | float] = {"transform": f"rotate(-90 {x:.2f} {cy:.2f})"} if turned else {}
    if weight == "bold":
        attributes["font_weight"] = weight
    return text_element(
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
