"""Draw the river: a row of spaces, each with its symbol and what it gives."""

from math import ceil, cos, pi

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.drawing.texts import describe_bonus_in
from companion.games.dice_charmers.rules.sheet import RiverSpace
from companion.render import fonts, icons
from companion.render.canvas import HEADER
from companion.render.svg import element

MARGIN = 2.2
SWING = 1.3  # how far the river winds up and down


def draw_river(drawing: Drawing, width: float, height: float, rows: int = 1) -> Area:
    area = Area("river", drawing, width, height)
    area.draw_panel("blue", "blue")
    spaces = drawing.definition.sheet.river
    columns = ceil(len(spaces) / rows)
    step = (width - 2 * MARGIN) / columns
    row_height = (height - HEADER - 0.6) / rows
    for row in range(rows):
        top = HEADER + row * row_height
        here = spaces[row * columns : (row + 1) * columns]
        swing = SWING if rows == 1 else 0.0
        _draw_water(area, top, row_height, step, len(here), swing)
        for column, space in enumerate(here):
            x = MARGIN + (column + 0.5) * step
            y = top + _shift_row(column, swing)
            _draw_space(area, row * columns + column + 1, space, x, y, top + row_height, step, row_height)
    return area


def _shift_row(column: float, swing: float) -> float:
    return swing - swing * cos(column * pi / 3) if swing else 0.0


def _draw_water(area: Area, top: float, height: float, step: float, count: int, swing: float) -> None:
    """Draw the band behind the symbols."""
    disc = _disc_size(step, height)
    middle = top + disc / 2 + 1.4
    points = [
        (MARGIN - 1.9 + column * (step * count + 3.8) / (count * 4), middle + _shift_row(column / 4 - 0.5, swing))
        for column in range(count * 4 + 1)
    ]
    path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    area.printed.append(
        element("path", d=path, fill="none", stroke=area.palette.tints["blue"], stroke_width=disc * 0.72)
    )
    for offset in (-0.36, 0.36):
        shifted = "M" + "L".join(f"{x:.2f} {y + offset * disc:.2f}" for x, y in points)
        area.printed.append(element("path", d=shifted, fill="none", stroke=area.palette.hues["blue"], stroke_width=0.3))


def _disc_size(step: float, height: float) -> float:
    return min(step - 1.2, height * 0.3, 12.0)


def _draw_space(
    area: Area,
    number: int,
    space: RiverSpace,
    cx: float,
    top: float,
    bottom: float,
    step: float,
    height: float,
) -> None:
    palette = area.palette
    disc = _disc_size(step, height)
    cy = top + disc / 2 + 1.4
    area.printed.append(
        element(
            "circle",
            cx=cx,
            cy=cy,
            r=disc / 2,
            fill=palette.tile,
            stroke=palette.outlines["blue"],
            stroke_width=area.drawing.edition.disc_border,
        )
    )
    _draw_symbol(area, space.symbol, cx, cy, disc * area.drawing.edition.river_symbol)
    below = cy + disc / 2
    room = height - (disc + 1.4) - 2 * SWING - 1.6
    most = max(len(each.earnings) for each in area.drawing.definition.sheet.river)
    size = min((room - 2.2) / most - 0.8, step - 2.0)
    for index, earning in enumerate(space.earnings):
        area.draw_earning(earning, cx, below + 1.0 + (index + 0.5) * (size + 0.8), size)
    area.write_text(cx, bottom - 1.7, str(number), 2.1, palette.muted)
    area.add_cell(f"river {number}", cx, cy, disc, disc)
    if number in area.drawing.marks.get("river", ()):
        area.draw_cross(cx, cy, disc * 0.46, f"{number}")
    symbol = area.drawing.definition.name_symbol(space.symbol)[area.language]
    gifts = ", ".join(describe_bonus_in(earning, area.language) for earning in space.earnings)
    area.add_target(f"river {number}", f"{number}. {symbol}: {gifts}", cx, bottom - height / 2, step, height - 0.5)


def _draw_symbol(area: Area, symbol: str, cx: float, cy: float, size: float) -> None:
    """Draw the icon of a symbol, or the first letter of its name if the sheet's symbol has no icon."""
    if symbol in icons.load_symbols():
        area.draw_edition_icon(symbol, cx, cy, size, "blue")
    else:
        initial = area.drawing.definition.name_symbol(symbol)[area.language][:1].upper()
        area.write_text(cx, cy, initial, size, area.palette.hues["blue"], fonts.LABEL, "bold")
