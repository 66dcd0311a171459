"""Draw the karma area: circled when gained, crossed out when used."""

from companion.games.dice_charmers.drawing.area import THUMB, Area, Drawing
from companion.render.canvas import HEADER
from companion.render.svg import element

MARGIN = 2.2


def draw_karma(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("karma", drawing, width, height)
    area.draw_panel("karma")
    karma, marks, edition = drawing.definition.sheet.karma, drawing.marks, drawing.edition
    bonuses = dict(karma.bonuses)
    step = (width - 2 * MARGIN) / karma.places
    room = height - HEADER
    size = min(step * edition.karma, room * 0.42, 14)
    bonus = min(step - 2.4, room * 0.36, 11.4)
    cy, below = HEADER + room * 0.28, HEADER + room * 0.76
    for place in range(1, karma.places + 1):
        cx = MARGIN + (place - 0.5) * step
        area.add_cell(f"karma {place}", cx, cy, size * edition.karma_cell, size * edition.karma_cell)
        area.draw_edition_icon("karma", cx, cy, size, "karma")
        if place <= karma.start:  # printed, because every player starts with it
            area.printed.append(
                element(
                    "circle",
                    cx=cx,
                    cy=cy,
                    r=size * 0.6,
                    fill="none",
                    stroke=area.palette.ink,
                    stroke_width=0.5,
                )
            )
        elif place <= marks.get("karma_circled", 0):
            area.draw_circle(cx, cy, size * 0.6, size * 0.6, str(place))
        if place <= marks.get("karma_used", 0):
            area.draw_cross(cx, cy, size * 0.46, str(place))
        area.add_target(
            f"karma {place}",
            f"{drawing.definition.labels.karma[drawing.language]} {place}",
            cx,
            cy,
            step,
            max(size, THUMB),
        )
        if place in bonuses:
            area.draw_line(cx, cy + size * 0.62, cx, below - bonus / 2, area.palette.accent, 0.4)
            area.draw_bonus(f"karma {place}", bonuses[place], cx, below, bonus)
    return area
