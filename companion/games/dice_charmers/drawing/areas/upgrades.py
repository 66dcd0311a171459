"""Draw the upgrade table: the fame for a building of each kind."""

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.drawing.texts import format_title
from companion.games.dice_charmers.rules.sheet import BUILDINGS
from companion.render import fonts
from companion.render.canvas import HEADER

MARGIN = 2.2


def draw_upgrades(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("upgrades", drawing, width, height)
    area.draw_panel("accent")
    upgrades = drawing.definition.sheet.upgrades
    bonus = min((height - HEADER) * 0.24, 11.4)
    row = (height - HEADER - bonus - 1.4) / len(BUILDINGS)
    names = (width - 2 * MARGIN) * 0.36
    column = (width - 2 * MARGIN - names) / len(upgrades.values)
    for index, building in enumerate(BUILDINGS):
        cy = HEADER + (index + 0.5) * row
        _draw_building(area, building, cy, row, names)
        for step, value in enumerate(upgrades.values[: upgrades.count_upgrades(building) + 1]):
            _draw_value(area, building, step, value, MARGIN + names + (step + 0.5) * column, cy, row, column)
        area.add_target(f"building {building}", format_title(building, area.language), width / 2, cy, width - 2, row)
    for index, gift in enumerate(upgrades.column_bonuses, 1):
        cx = MARGIN + names + (index + 0.5 + drawing.edition.upgrade_apart) * column
        rows = 1 + max(i for i, building in enumerate(BUILDINGS) if upgrades.count_upgrades(building) >= index)
        area.draw_line(cx, HEADER + rows * row - 0.6, cx, height - bonus - 0.6, area.palette.accent, 0.4)
        area.draw_bonus(f"upgrade {index}", gift, cx, height - bonus / 2 - 0.8, bonus - 0.6)
    return area


def _draw_building(area: Area, building: str, cy: float, row: float, names: float) -> None:
    size = row * 0.86
    area.draw_icon(building, MARGIN + 0.6 + size / 2, cy, size, area.palette.hues[building])
    area.write_text(
        MARGIN + size + 2,
        cy,
        format_title(building, area.language),
        min(3.2, row * 0.48),
        weight="bold",
        anchor="start",
        room=names - size - 3,
    )


def _draw_value(
    area: Area, building: str, step: int, value: int, cx: float, cy: float, row: float, column: float
) -> None:
    """Draw one value of a building and its box; the first one has no box, because it is never marked."""
    palette, edition = area.palette, area.drawing.edition
    size, apart = row * 0.9, edition.upgrade_apart * column
    width, boxed = min(size * 1.7, column * edition.upgrade_room), cx + apart
    if step:
        area.draw_rect(boxed - width / 2, cy - size / 2, width, size, palette.tile, palette.accent, 1)
        area.add_cell(f"upgrade {building} {step}", boxed, cy, width, size)
    area.draw_edition_icon("fame", cx - apart, cy, min(size * 0.84, width * 0.9), "fame")
    area.write_text(cx - apart, cy, str(value), size * 0.46, palette.on_icon, fonts.LABEL, "bold")
    if 0 < step <= area.drawing.marks.get("upgrades", {}).get(building, 0):
        area.draw_cross(boxed, cy, min(size, width) * 0.44, f"{building} {step}")
