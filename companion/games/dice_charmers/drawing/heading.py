"""The head of a sheet: its title, and the lines for the player's name and result."""

from dataclasses import dataclass
from math import cos, pi, sin

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.drawing.texts import DATE, GAME, PLACE, SCORE
from companion.i18n import translate_to
from companion.render import fonts
from companion.render.canvas import Name
from companion.render.geometry import Box
from companion.render.svg import element, write_number


@dataclass(frozen=True)
class Entry:
    """What is written on the lines of the head."""

    name: str = ""
    score: str = ""
    place: str = ""
    date: str = ""
    fame: str = ""
    money: str = ""


NO_ENTRY = Entry()


def draw_title(drawing: Drawing, box: Box) -> Area:
    area = Area("title", drawing, box.width, box.height)
    palette = area.palette
    area.draw_rect(0.15, 0.15, box.width - 0.3, box.height - 0.3, palette.band, palette.line, 2.4)
    reach = box.height / 2 - 1.6
    ornament = _draw_sun if drawing.definition.character.theme == "sun" else _draw_moon
    area.printed.append(ornament(reach + 4, box.height / 2, reach, palette.ornament))
    start = 2 * reach + 8.5
    words = drawing.definition.title[drawing.language]
    area.write_text(
        start,
        box.height * 0.4,
        words,
        drawing.edition.title,
        palette.on_band,
        fonts.TITLE,
        "bold",
        "start",
        box.width - start - 3,
    )
    area.write_text(
        start + 0.3, box.height * 0.82, translate_to(GAME, drawing.language), 3.6, palette.on_band, anchor="start"
    )
    return area


def _draw_sun(cx: float, cy: float, reach: float, colour: str) -> str:
    rays = []
    for ray in range(16):
        angle, half = ray * pi / 8, pi / 22
        tip = reach if ray % 2 == 0 else reach * 0.84
        points = ((tip, angle), (reach * 0.62, angle + half), (reach * 0.62, angle - half))
        corners = (f"{write_number(cx + r * cos(a))} {write_number(cy + r * sin(a))}" for r, a in points)
        rays.append("M" + "L".join(corners) + "z")
    return element("path", d="".join(rays), fill=colour) + element("circle", cx=cx, cy=cy, r=reach * 0.52, fill=colour)


def _draw_moon(cx: float, cy: float, reach: float, colour: str) -> str:
    """Draw a crescent with three stars."""
    top, bottom = (
        f"{write_number(cx + reach * 0.3)} {write_number(cy - reach * 0.95)}",
        f"{write_number(cx + reach * 0.3)} {write_number(cy + reach * 0.95)}",
    )
    outer, inner = write_number(reach), write_number(reach * 0.98)
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
        corners.append(f"{write_number(cx + r * cos(a))} {write_number(cy + r * sin(a))}")
    return "M" + "L".join(corners) + "z"


def draw_player(drawing: Drawing, box: Box, entry: Entry) -> Area:
    """Draw the lines for name, date, score and place, or boxes for the totals if the edition has them."""
    area = Area("player", drawing, box.width, box.height)
    draw = _draw_totals if drawing.edition.has_totals else _draw_result_lines
    draw(area, entry)
    return area


def _draw_result_lines(area: Area, entry: Entry) -> None:
    """Draw two lines: the name; then date, score and place."""
    _draw_name(area, entry.name, area.width, area.height / 2 - 0.8)
    third, base = area.width / 3, area.height - 0.8
    for index, (words, content) in enumerate(((DATE, entry.date), (SCORE, entry.score), (PLACE, entry.place))):
        left, right = index * third, (index + 1) * third - (0 if index == 2 else 3)
        _draw_field(area, words, content, left, right, base)


def _draw_totals(area: Area, entry: Entry) -> None:
    """Draw a line for name and date, then how the score adds up: fame + ½ money − meeting point, and the place."""
    height = area.height * 0.54
    middle, base = area.height - height / 2 - 0.15, area.height * 0.32
    _draw_name(area, entry.name, area.width * 0.66 - 3, base)
    _draw_field(area, DATE, entry.date, area.width * 0.66, area.width, base)
    labels, unit = area.drawing.definition.labels, area.width / 114
    meeting = area.drawing.definition.sheet.tracks.fame
    score = translate_to(SCORE, area.language)
    x = 0.15
    for sign, room, label, hue, content in (
        ("", 0, labels.fame[area.language], "fame", entry.fame),
        ("+ ½", 9, labels.money[area.language], "money", entry.money),
        (f"− {meeting} =", 13, score, "accent", entry.score),
    ):
        if sign:
            area.write_text(x + room * unit / 2, middle, sign, 4.4, weight="bold", room=(room - 1) * unit)
        x += room * unit
        _draw_total(area, label, hue, content, x, middle, 22 * unit, height)
        x += 22 * unit
    _draw_field(area, PLACE, entry.place, x + 4 * unit, area.width, area.height - 1.2)


def _draw_total(
    area: Area, label: str, hue: str, content: str, x: float, cy: float, width: float, height: float
) -> None:
    """Draw the box for a total, with a small label in its corner."""
    palette = area.palette
    area.draw_rect(x, cy - height / 2, width, height, palette.tile, palette.hues[hue], 1.2, 0.35)
    area.write_text(x + 1.2, cy - height / 2 + 1.8, label, 2.6, palette.muted, anchor="start", room=width - 2.4)
    if content:
        area.write(x + width * 0.3, cy + 1.1, content, 6.4, width * 0.7)


def _draw_name(area: Area, name: str, right: float, base: float) -> None:
    start = _draw_line(area, 0, right, base, area.drawing.definition.labels.player[area.language])
    if name:
        size = 6.2
        area.names.append(Name(name, start, base - size * 0.28, size, right - start, area.palette.pen, fonts.PEN))


def _draw_field(area: Area, words: str, content: str, left: float, right: float, base: float) -> None:
    start = _draw_line(area, left, right, base, translate_to(words, area.language))
    if content:
        area.write(start, base - 1.5, content, 5.4, right - start)


def _draw_line(area: Area, left: float, right: float, base: float, label: str) -> float:
    """Draw a label and its line; return where handwriting begins."""
    size = 3.4
    area.write_text(left, base - size * 0.3, label, size, area.palette.muted, anchor="start")
    start = left + fonts.measure_width(label, size) + 1.8
    area.draw_line(start, base + 0.3, right, base + 0.3, area.palette.muted, 0.25)
    return start + 1
