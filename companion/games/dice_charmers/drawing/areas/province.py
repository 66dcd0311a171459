"""Draw the province: squares around the residence, and bonuses at the outer edges."""

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.drawing.texts import format_title
from companion.games.dice_charmers.rules.sheet import Space
from companion.render import pen
from companion.render.canvas import HEADER
from companion.render.svg import element

RIM = 11.2  # around the squares, for the bonuses at the edges
ROAD_CELL = 0.4  # width of the strip in which a road to a side is looked for, in spaces
TOWARDS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Grid:
    """The layout of the squares."""

    def __init__(self, drawing: Drawing, width: float, height: float) -> None:
        self.province = drawing.definition.sheet.province
        columns, rows = self.province.columns, self.province.rows
        room = height - HEADER
        self.cell = min((width - 2 * RIM) / columns, (room - 2 * RIM) / rows)
        self.left = (width - columns * self.cell) / 2
        self.top = HEADER - 0.5 + (room - rows * self.cell) / 2
        self.right = self.left + columns * self.cell
        self.bottom = self.top + rows * self.cell
        self.bonus = min(RIM - 2.2, self.cell - 1.5)

    def place(self, space: str) -> tuple[int, int]:
        """Return the column and the row of a space, both from 0."""
        return ord(space[0]) - ord("a"), int(space[1:]) - 1

    def neighbour(self, space: str, side: str) -> tuple[int, int]:
        """Return the column and the row beyond a side of a space."""
        (column, row), (dx, dy) = self.place(space), TOWARDS[side]
        return column + dx, row + dy

    def centre(self, space: str) -> tuple[float, float]:
        column, row = self.place(space)
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    def side(self, space: str, side: str, reach: float) -> tuple[float, float]:
        """Return a point between the middle of a space and one of its sides; `reach` 0.5 is the edge."""
        (cx, cy), (dx, dy) = self.centre(space), TOWARDS[side]
        return cx + dx * self.cell * reach, cy + dy * self.cell * reach


def draw_province(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("province", drawing, width, height)
    area.draw_panel("green", "green")
    grid = Grid(drawing, width, height)
    if area.prints:
        for space in grid.province.spaces:
            _draw_space(area, grid, space)
        _draw_frame(area, grid)
    for name, side, bonus in grid.province.edge_bonuses:
        _draw_edge(area, grid, name, side)
        dx, dy = TOWARDS[side]
        x, y = grid.side(name, side, 0.5)
        away = (RIM - 0.6) / 2 + 0.4
        area.draw_bonus(f"edge {name} {side}", bonus, x + dx * away, y + dy * away, grid.bonus)
    for name, sides in sorted(drawing.marks.get("roads", {}).items()):
        draw_road(area, grid, name, sides)
    return area


def _draw_frame(area: Area, grid: Grid) -> None:
    """Draw a frame around all spaces, or along the outer sides if some are missing."""
    province, green = grid.province, area.palette.hues["green"]
    if len(province.spaces) == province.columns * province.rows:
        size = grid.cell * province.columns, grid.cell * province.rows
        area.draw_rect(grid.left, grid.top, *size, "none", green, 0.6, 0.6)
        return
    places = {grid.place(space.name) for space in province.spaces}
    for space in province.spaces:
        for side, (dx, dy) in TOWARDS.items():
            if grid.neighbour(space.name, side) not in places:
                x, y = grid.side(space.name, side, 0.5)
                along, up = abs(dy) * grid.cell / 2, abs(dx) * grid.cell / 2
                area.draw_line(x - along, y - up, x + along, y + up, green, 0.6)


def _draw_edge(area: Area, grid: Grid, space: str, side: str) -> None:
    """Draw the line from a space to the bonus at its edge."""
    start, end = grid.side(space, side, 0.44), grid.side(space, side, 0.5)
    dx, dy = TOWARDS[side]
    area.draw_line(*start, end[0] + dx * 1.4, end[1] + dy * 1.4, area.palette.accent, 0.7)


def _draw_space(area: Area, grid: Grid, space: Space) -> None:
    palette = area.palette
    cx, cy = grid.centre(space.name)
    half = grid.cell / 2
    hue = "purple" if space.kind.startswith("market") else space.kind
    ground = palette.tints.get(hue, palette.tile)  # of a blank space: none
    area.draw_rect(cx - half, cy - half, grid.cell, grid.cell, ground, palette.line, 0, 0.3)
    if space.kind == "residence":
        for side in grid.province.residence_roads:
            area.draw_line(cx, cy, *grid.side(space.name, side, 0.47), palette.hues[hue], 2.6)
        reach = grid.cell * 0.36
        area.printed.append(
            element("circle", cx=cx, cy=cy, r=reach, fill=palette.tile, stroke=palette.hues[hue], stroke_width=0.6)
        )
        area.draw_icon("residence", cx, cy - 0.2, reach * 1.3, palette.hues[hue])
    else:
        ways = ((grid.side(space.name, side, 0.5), grid.side(space.name, side, 0.42)) for side in TOWARDS)
        ticks = "".join(f"M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}" for (x, y), (to_x, to_y) in ways)
        area.printed.append(element("path", d=ticks, stroke=palette.line, stroke_width=0.35))
        if hue in palette.hues:
            area.draw_edition_icon(space.kind, cx, cy, grid.cell * area.drawing.edition.space_icon, hue)
        for side, (dx, _) in TOWARDS.items():
            along, across = grid.cell / 2, grid.cell * ROAD_CELL
            size = (along, across) if dx else (across, along)
            area.add_cell(f"road {space.name} {side}", *grid.side(space.name, side, 0.25), *size)
    area.write_text(cx - half + 0.9, cy - half + 1.5, space.name, 1.9, palette.muted, anchor="start")
    title = f"{space.name}: {format_title(space.kind, area.language)}"
    area.add_target(f"space {space.name}", title, cx, cy, grid.cell, grid.cell)


def draw_road(area: Area, grid: Grid, space: str, sides: str) -> None:
    """Draw a road through the middle of a space. It ends exactly at the edges, where the next road begins."""
    centre = grid.centre(space)
    ends = [grid.side(space, side, 0.5) for side in sides]
    if len(ends) == 2:
        (ax, ay), (bx, by), (cx, cy) = *ends, centre
        bend = ((ax + bx) / 2, (ay + by) / 2)
        middle = ((cx + bend[0]) / 2, (cy + bend[1]) / 2) if bend != centre else centre
        ways = [pen.draw_line([ends[0], middle, ends[1]], f"road {space}", shake=grid.cell * 0.03)]
    else:
        ways = [
            pen.draw_line([end, ((end[0] + centre[0]) / 2, (end[1] + centre[1]) / 2), centre], f"road {space} {side}")
            for end, side in zip(ends, sides, strict=True)
        ]
    area.stroke("".join(ways), grid.cell * 0.15, area.palette.casing)
    area.stroke("".join(ways), grid.cell * 0.085)
