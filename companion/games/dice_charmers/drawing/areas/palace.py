"""Draw the palace: six people with spaces to cross out, and a bonus for each completed column."""

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.drawing.texts import format_title
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.render import fonts
from companion.render.canvas import HEADER

MARGIN = 2.2
TOP = HEADER + 0.7


def draw_palace(drawing: Drawing, width: float, height: float, stacked: bool = False) -> Area:
    """Draw the two wings side by side or, if `stacked`, one above the other."""
    area = Area("palace", drawing, width, height)
    area.draw_panel("orange", "orange")
    palace = drawing.definition.sheet.palace
    room_x, room_y = width - 2 * MARGIN, height - TOP - 0.6
    gap = drawing.edition.wing_gap
    wide, high = (room_x, room_y / 2) if stacked else ((room_x - gap) / 2, room_y)
    _draw_wing(area, "upper", palace.upper, palace.upper_columns, MARGIN, TOP, wide, high)
    x, y = (MARGIN, TOP + high) if stacked else (MARGIN + wide + gap, TOP)
    _draw_wing(area, "lower", palace.lower, palace.lower_columns, x, y, wide, high)
    if stacked:
        area.draw_line(MARGIN, y - 0.4, width - MARGIN, y - 0.4, area.palette.line)
    else:
        area.draw_line(width / 2, HEADER + 0.6, width / 2, height - 1.8, area.palette.line)
    return area


def _draw_wing(
    area: Area,
    wing: str,
    people: tuple[str, ...],
    columns: tuple[Bonus, ...],
    left: float,
    top: float,
    width: float,
    height: float,
) -> None:
    uses = area.drawing.definition.sheet.palace.uses
    bonus = min(height * 0.235, 11.8)
    row = (height - bonus - 1.2) / len(people)
    portrait = min(row * 0.86, 11.0)
    start = left + portrait + 2.6
    column = (left + width - start - 0.6) / uses
    for index, person in enumerate(people):
        _draw_person(area, person, left + portrait / 2 + 0.8, top + index * row, portrait, row, start, column)
        middle = left + width / 2
        title = format_title(person, area.language)
        area.add_target(f"person {person}", title, middle, top + (index + 0.5) * row, width, row)
    for index, gift in enumerate(columns):
        cx = start + (index + 0.5) * column
        cy = top + height - bonus / 2 - 0.5
        if area.drawing.edition.palace_stems:
            area.draw_line(cx, top + len(people) * row - 0.6, cx, cy - bonus / 2, area.palette.accent, 0.4)
        area.draw_bonus(f"palace {wing} {index + 1}", gift, cx, cy, bonus - 0.7)


def _draw_person(
    area: Area, person: str, cx: float, top: float, portrait: float, row: float, start: float, column: float
) -> None:
    palette, uses = area.palette, area.drawing.definition.sheet.palace.uses
    area.draw_icon(person, cx, top + row / 2 + 0.2, portrait, palette.hues["orange"])
    name = row * area.drawing.edition.person_name
    words = format_title(person, area.language)
    area.write_text(
        start + 0.3,
        top + name * 0.5,
        words,
        name * 0.88,
        palette.ink,
        fonts.LABEL,
        "bold",
        "start",
        column * uses,
    )
    box = min(row - name - 0.9, column - 0.8)
    crossed = area.drawing.marks.get("palace", {}).get(person, 0)
    for use in range(uses):
        bx, by = start + (use + 0.5) * column, top + name + 0.3 + (row - name - 0.9) / 2
        area.draw_rect(
            bx - column / 2 + 0.35,
            by - box / 2,
            column - 0.7,
            box,
            palette.tile,
            palette.hues["orange"],
            1,
            0.3,
        )
        area.add_cell(f"person {person} {use + 1}", bx, by, column - 0.7, box)
        if use < crossed:
            area.draw_cross(bx, by, box * 0.5, f"{person} {use}")
