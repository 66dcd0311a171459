"""The head of a sheet: its title, and the lines for the player's name and result."""

from dataclasses import dataclass
from math import cos, pi, sin

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.drawing.texts import DATE, GAME, PLACE, SCORE
from companion.i18n import translate_to
from companion.render import fonts
from companion.render.canvas import Name
from companion.render.geometry import Box
from companion.render.svg import element, svg_number


@dataclass(frozen=True)
class Entry:
    """What is written on the lines of the head."""

    name: str = ""
    score: str = ""
    place: str = ""
    date: str = ""


NO_ENTRY = Entry()


def draw_title(drawing: Drawing, box: Box) -> Area:
    area = Area("title", drawing, box.width, box.height)
    palette = area.palette
    area.rect(0.15, 0.15, box.width - 0.3, box.height - 0.3, palette.band, palette.line, 2.4)
    reach = box.height / 2 - 1.6
    ornament = _draw_sun if drawing.definition.character.theme == "sun" else _draw_moon
    area.printed.append(ornament(reach + 4, box.height / 2, reach, palette.ornament))
    start = 2 * reach + 8.5
    words = drawing.definition.title[drawing.language]
    area.text(
        start,
        box.height * 0.4,
        words,
        11,
        palette.on_band,
        fonts.TITLE,
        "bold",
        "start",
        box.width - start - 3,
    )
    area.text(
        start + 0.3, box.height * 0.82, translate_to(GAME, drawing.language), 3.6, palette.on_band, anchor="start"
    )
    return area


def _draw_sun(cx: float, cy: float, reach: float, colour: str) -> str:
    rays = []
    for ray in range(16):
        angle, half = ray * pi / 8, pi / 22
        tip = reach if ray % 2 == 0 else reach * 0.84
        points = ((tip, angle), (reach * 0.62, angle + half), (reach * 0.62, angle - half))
        corners = (f"{svg_number(cx + r * cos(a))} {svg_number(cy + r * sin(a))}" for r, a in points)
        rays.append("M" + "L".join(corners) + "z")
    return element("path", d="".join(rays), fill=colour) + element("circle", cx=cx, cy=cy, r=reach * 0.52, fill=colour)


def _draw_moon(cx: float, cy: float, reach: float, colour: str) -> str:
    """Draw a crescent with three stars."""
    top, bottom = (
        f"{svg_number(cx + reach * 0.3)} {svg_number(cy - reach * 0.95)}",
        f"{svg_number(cx + reach * 0.3)} {svg_number(cy + reach * 0.95)}",
    )
    outer, inner = svg_number(reach), svg_number(reach * 0.98)
    crescent = f"M{top}A{outer} {outer} 0 1 0 {bottom}A{inner} {inner} 0 0 1 {top}z"
    stars = "".join(
        _star_path(cx + x * reach, cy + y * reach, r * reach)
        for x, y, r in ((0.28, -0.05, 0.26), (0.75, -0.5, 0.17), (0.78, 0.45, 0.2))
    )
    return element("path", d=crescent + stars, fill=colour)


def _star_path(cx: float, cy: float, reach: float) -> str:
    """Return the path of a star with four points."""
    corners = []
    for corner in range(8):
        r, a = (reach if corner % 2 == 0 else reach * 0.36), corner * pi / 4
        corners.append(f"{svg_number(cx + r * cos(a))} {svg_number(cy + r * sin(a))}")
    return "M" + "L".join(corners) + "z"


def draw_player(drawing: Drawing, box: Box, entry: Entry) -> Area:
    """Draw two lines: the name; then date, score and place."""
    area = Area("player", drawing, box.width, box.height)
    base = box.height / 2 - 0.8
    start = _draw_line(area, 0, box.width, base, drawing.definition.labels.player[drawing.language])
    if entry.name:
        size = 6.2
        name = Name(entry.name, start, base - size * 0.28, size, box.width - start, area.palette.pen, fonts.PEN)
        area.names.append(name)
    third, base = box.width / 3, box.height - 0.8
    for index, (words, content) in enumerate(((DATE, entry.date), (SCORE, entry.score), (PLACE, entry.place))):
        left, right = index * third, (index + 1) * third - (0 if index == 2 else 3)
        start = _draw_line(area, left, right, base, translate_to(words, drawing.language))
        if content:
            area.write(start, base - 1.5, content, 5.4, right - start)
    return area


def _draw_line(area: Area, left: float, right: float, base: float, label: str) -> float:
    """Draw a label and its line; return where handwriting begins."""
    size = 3.4
    area.text(left, base - size * 0.3, label, size, area.palette.muted, anchor="start")
    start = left + fonts.measure_width(label, size) + 1.8
    area.line(start, base + 0.3, right, base + 0.3, area.palette.muted, 0.25)
    return start + 1
