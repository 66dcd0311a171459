"""Draw the province: squares around the residence, and bonuses at the outer edges."""

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.drawing.edition import Edition
from companion.games.dice_charmers.drawing.texts import format_title
from companion.games.dice_charmers.rules.sheet import Space
from companion.render import pen
from companion.render.canvas import HEADER
from companion.render.svg import element

LARGEST_BONUS = 9.0
AWAY = 5.7  # from an edge to the middle of its bonus
ROAD = 2.6  # width of the roads that leave the residence
ROAD_CELL = 0.4  # width of the strip in which a road to a side is looked for, in spaces
TOWARDS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Grid:
    """The layout of the squares."""

    def __init__(self, drawing: Drawing, width: float, height: float) -> None:
        self.province = drawing.definition.sheet.province
        columns, rows = self.province.columns, self.province.rows
        rims = {side: self._choose_rim(side, drawing.edition) for side in TOWARDS}
        room_x, room_y = width - rims["W"] - rims["E"], height - HEADER - rims["N"] - rims["S"]
        self.cell = min(room_x / columns, room_y / rows)
        self.left = rims["W"] + (room_x - columns * self.cell) / 2
        self.top = HEADER - 0.5 + rims["N"] + (room_y - rows * self.cell) / 2
        self.bonus = min(LARGEST_BONUS, self.cell - 1.5)

    def _choose_rim(self, side: str, edition: Edition) -> float:
        beyond = (self.neighbour(space, at) for space, at, _ in self.province.edge_bonuses if at == side)
        inside = (0 <= column < self.province.columns and 0 <= row < self.province.rows for column, row in beyond)
        return edition.bare_rim if all(inside) else edition.rim

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
        on_top = drawing.edition.residence_on_top
        for space in sorted(grid.province.spaces, key=lambda space: on_top and space.kind == "residence"):
            _draw_space(area, grid, space)
        _draw_frame(area, grid)
    for name, side, bonus in grid.province.edge_bonuses:
        _draw_edge(area, grid, name, side)
        dx, dy = TOWARDS[side]
        x, y = grid.side(name, side, 0.5)
        area.draw_bonus(f"edge {name} {side}", bonus, x + dx * AWAY, y + dy * AWAY, grid.bonus)
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
    palette, edition = area.palette, area.drawing.edition
    cx, cy = grid.centre(space.name)
    half = grid.cell / 2
    hue = "purple" if space.kind.startswith("market") else space.kind
    ground = palette.tints.get(hue, palette.tile)  # of a blank space: none
    area.draw_rect(cx - half, cy - half, grid.cell, grid.cell, ground, palette.line, 0, 0.3)
    if space.kind == "residence":
        for side in grid.province.residence_roads:
            _draw_residence_road(area, grid, space, side, palette.hues[hue])
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
            area.draw_edition_icon(space.kind, cx, cy, grid.cell * edition.space_icon, hue)
        for side, (dx, _) in TOWARDS.items():
            along, across = grid.cell / 2, grid.cell * ROAD_CELL
            size = (along, across) if dx else (across, along)
            area.add_cell(f"road {space.name} {side}", *grid.side(space.name, side, 0.25), *size)
    corner = cx - half + 0.9, cy - half + 0.55 + edition.space_name / 2
    area.write_text(*corner, space.name, edition.space_name, palette.muted, anchor="start")
    title = f"{space.name}: {format_title(space.kind, area.language)}"
    area.add_target(f"space {space.name}", title, cx, cy, grid.cell, grid.cell)


def _draw_residence_road(area: Area, grid: Grid, space: Space, side: str, colour: str) -> None:
    if not area.drawing.edition.residence_on_top:
        area.draw_line(*grid.centre(space.name), *grid.side(space.name, side, 0.47), colour, ROAD)
        return
    x, y = grid.side(space.name, side, 0.25)
    width, height = (grid.cell / 2, ROAD) if TOWARDS[side][0] else (ROAD, grid.cell / 2)
    area.draw_rect(x - width / 2, y - height / 2, width, height, colour, radius=0)


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
