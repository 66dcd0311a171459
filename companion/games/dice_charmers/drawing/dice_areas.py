"""Draw the four areas that dice lead to: market, province, river and palace. One function draws each in any size."""

from itertools import pairwise
from math import ceil, cos, pi

from companion.games.dice_charmers.drawing.area import SIDE_MARGIN, THUMB, TILE_ICON, Area, Drawing, format_title
from companion.games.dice_charmers.rules.sheet import Bonus, RiverSpace, Space, Tent
from companion.render import fonts
from companion.render.svg import HEADER, load_symbols, pen_line

# The market: goods to circle and sell, in tents that give a bonus when sold out

TENT_CORNER = 1.6  # radius of a tent's corners
COINS = 7.0  # height of the row of prices
TENT_EDGE = 0.4  # from the top of a row to its tents
TENT_INSET = 0.9  # from the top of a tent to its bonus

Run = tuple[str, list[int]]  # a row of a tent: the kind of its goods, and their columns


class Stalls:
    """The layout of the goods."""

    def __init__(self, drawing: Drawing, width: float, height: float) -> None:
        market = drawing.definition.sheet.market
        self.kinds = [kind for kind, _ in market.goods]
        self.column = (width - 2 * SIDE_MARGIN) / len(market.coins)
        self.top = HEADER + 0.3
        self.row = (height - self.top - COINS) / len(self.kinds)
        self.roof = self.row * 0.44  # the upper part of a row, with the tent's bonus
        self.good = min(self.column, self.row - self.roof) * 0.66
        self.bonus = self.roof - 0.3

    def x(self, column: float) -> float:
        return SIDE_MARGIN + column * self.column

    def y(self, kind: str) -> float:
        return self.top + self.kinds.index(kind) * self.row

    def find_runs(self, tent: Tent) -> list[Run]:
        """List the columns of a tent in each of its rows, from the top."""
        rows = [(kind, sorted(column for good, column in tent.goods if good == kind)) for kind in self.kinds]
        return [(kind, columns) for kind, columns in rows if columns]

    def find_common_columns(self, above: Run, below: Run) -> list[int]:
        """List the columns in which two rows of a tent are joined; none if other rows are between them."""
        adjacent = self.kinds.index(below[0]) == self.kinds.index(above[0]) + 1
        return sorted(set(above[1]) & set(below[1])) if adjacent else []


def draw_market(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("market", drawing, width, height)
    area.draw_panel("purple", "purple")
    market = drawing.definition.sheet.market
    stalls = Stalls(drawing, width, height)
    for tent in market.tents:
        _draw_tent(area, stalls, tent)
    for kind, columns in market.goods:
        for which, column in enumerate(columns, 1):
            _draw_good(area, stalls, kind, which, column)
    for number, tent in enumerate(market.tents, 1):
        if tent.bonus is None:
            continue
        runs = stalls.find_runs(tent)
        parts = runs[:1] + [below for above, below in pairwise(runs) if not stalls.find_common_columns(above, below)]
        for part, (kind, under) in enumerate(parts):  # the bonus is above each part; only the first is marked
            cx = stalls.x((under[0] + under[-1] + 1) / 2)
            cy = stalls.y(kind) + TENT_EDGE + TENT_INSET + stalls.bonus / 2
            if part == 0:
                area.draw_bonus(f"tent {number}", tent.bonus, cx, cy, stalls.bonus)
            else:
                area.draw_earning(tent.bonus, cx, cy, stalls.bonus * TILE_ICON)
    for column, coin in enumerate(market.coins):
        cx, cy = stalls.x(column + 0.5), height - COINS / 2 - 0.2
        area.draw_light_icon("money", cx, cy, COINS - 1.8, "money")
        area.write_text(cx, cy, str(coin), 3.8, area.palette.ink, fonts.LABEL, "bold")
    return area


def _draw_tent(area: Area, stalls: Stalls, tent: Tent) -> None:
    """Draw a canvas in each row of a tent, and join canvases of adjacent rows: the edges between them are covered with
    the canvas colour and outlined only at the sides."""
    canvas, outline = area.palette.tints["purple"], area.palette.hues["purple"]
    runs = stalls.find_runs(tent)
    for kind, columns in runs:
        left, right = stalls.x(columns[0]) + 0.4, stalls.x(columns[-1] + 1) - 0.4
        top, height = stalls.y(kind) + TENT_EDGE, stalls.row - TENT_EDGE - 0.4
        area.draw_rect(left, top, right - left, height, canvas, outline, TENT_CORNER, 0.3)
    for above, below in pairwise(runs):
        if common := stalls.find_common_columns(above, below):
            left, right = stalls.x(common[0]) + 0.4, stalls.x(common[-1] + 1) - 0.4
            y = stalls.y(below[0])
            top, bottom = y - 0.4 - TENT_CORNER, y + TENT_EDGE + TENT_CORNER
            area.draw_rect(left, top, right - left, bottom - top, canvas, radius=0)
            for x in (left, right):
                area.draw_line(x, top, x, bottom, outline, 0.3)


def _draw_good(area: Area, stalls: Stalls, kind: str, which: int, column: int) -> None:
    marks, size, key = area.drawing.marks, stalls.good, f"{kind} {which}"
    cx = stalls.x(column + 0.5)
    cy = stalls.y(kind) + stalls.roof + (stalls.row - stalls.roof) / 2 - 0.2
    area.draw_light_icon(kind, cx, cy, size, kind)
    area.add_cell(f"good {key}", cx, cy, size * 1.3, size * 1.2)
    if which <= marks.get("circled_goods", {}).get(kind, 0):
        area.draw_circle(cx, cy, size * 0.68, size * 0.62, key)
    if which <= marks.get("sold_goods", {}).get(kind, 0):
        area.draw_cross(cx, cy, size * 0.5, key)
    title = f"{format_title(kind, area.language)} {which}"
    area.add_target(f"good {key}", title, cx, cy, stalls.column, max(stalls.row - stalls.roof, THUMB))


# The province: squares around the residence, and bonuses at the outer edges

LARGEST_EDGE_BONUS = 9.0
RIM, BARE_RIM = 12.7, 3.2  # beside the province, with and without bonuses
AWAY = 5.7  # from an edge to the middle of its bonus
SPACE_NAME = 2.35  # font size: 9 points in large print
ROAD = 2.6  # width of the roads that leave the residence
ROAD_CELL = 0.4  # width of the strip in which a road to a side is looked for, in spaces
TOWARDS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Grid:
    """The layout of the squares."""

    def __init__(self, drawing: Drawing, width: float, height: float) -> None:
        self.province = drawing.definition.sheet.province
        columns, rows = self.province.columns, self.province.rows
        rims = {side: self._choose_rim(side) for side in TOWARDS}
        room_x, room_y = width - rims["W"] - rims["E"], height - HEADER - rims["N"] - rims["S"]
        self.cell = min(room_x / columns, room_y / rows)
        self.left = rims["W"] + (room_x - columns * self.cell) / 2
        self.top = HEADER - 0.5 + rims["N"] + (room_y - rows * self.cell) / 2
        self.bonus = min(LARGEST_EDGE_BONUS, self.cell - 1.5)

    def _choose_rim(self, side: str) -> float:
        beyond = (self.neighbour(space, at) for space, at, _ in self.province.edge_bonuses if at == side)
        inside = (0 <= column < self.province.columns and 0 <= row < self.province.rows for column, row in beyond)
        return BARE_RIM if all(inside) else RIM

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
        for space in sorted(grid.province.spaces, key=lambda space: space.kind == "residence"):  # over its neighbours
            _draw_space(area, grid, space)
        _draw_frame(area, grid)
    for name, side, bonus in grid.province.edge_bonuses:
        (x, y), (dx, dy) = grid.side(name, side, 0.5), TOWARDS[side]
        area.draw_line(*grid.side(name, side, 0.44), x + dx * 1.4, y + dy * 1.4, area.palette.accent, 0.7)
        area.draw_bonus(f"edge {name} {side}", bonus, x + dx * AWAY, y + dy * AWAY, grid.bonus)
    for name, sides in sorted(drawing.marks.get("roads", {}).items()):
        _draw_road(area, grid, name, sides)
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


def _draw_space(area: Area, grid: Grid, space: Space) -> None:
    palette, half = area.palette, grid.cell / 2
    cx, cy = grid.centre(space.name)
    hue = "purple" if space.kind.startswith("market") else space.kind
    ground = palette.tints.get(hue, palette.tile)  # of a blank space: none
    area.draw_rect(cx - half, cy - half, grid.cell, grid.cell, ground, palette.line, 0, 0.3)
    if space.kind == "residence":
        for side in grid.province.residence_roads:
            x, y = grid.side(space.name, side, 0.25)
            width, height = (half, ROAD) if TOWARDS[side][0] else (ROAD, half)
            area.draw_rect(x - width / 2, y - height / 2, width, height, palette.hues[hue], radius=0)
        reach = grid.cell * 0.36
        area.draw_disc(cx, cy, reach, palette.tile, palette.hues[hue], 0.6)
        area.draw_icon("residence", cx, cy - 0.2, reach * 1.3, palette.hues[hue])
    else:
        ways = ((grid.side(space.name, side, 0.5), grid.side(space.name, side, 0.42)) for side in TOWARDS)
        ticks = "".join(f"M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}" for (x, y), (to_x, to_y) in ways)
        area.draw_path(ticks, palette.line, 0.35)
        if hue in palette.hues:
            area.draw_light_icon(space.kind, cx, cy, half, hue)
        for side, (dx, _) in TOWARDS.items():
            across = grid.cell * ROAD_CELL
            size = (half, across) if dx else (across, half)
            area.add_cell(f"road {space.name} {side}", *grid.side(space.name, side, 0.25), *size)
    corner = cx - half + 0.9, cy - half + 0.55 + SPACE_NAME / 2
    area.write_text(*corner, space.name, SPACE_NAME, palette.muted, anchor="start")
    title = f"{space.name}: {format_title(space.kind, area.language)}"
    area.add_target(f"space {space.name}", title, cx, cy, grid.cell, grid.cell)


def _draw_road(area: Area, grid: Grid, space: str, sides: str) -> None:
    """Draw a road through the middle of a space. It ends exactly at the edges, where the next road begins."""
    centre = grid.centre(space)
    ends = [grid.side(space, side, 0.5) for side in sides]
    if len(ends) == 2:
        (ax, ay), (bx, by), (cx, cy) = *ends, centre
        bend = ((ax + bx) / 2, (ay + by) / 2)
        middle = ((cx + bend[0]) / 2, (cy + bend[1]) / 2) if bend != centre else centre
        ways = [pen_line([ends[0], middle, ends[1]], f"road {space}", shake=grid.cell * 0.03)]
    else:
        ways = [
            pen_line([end, ((end[0] + centre[0]) / 2, (end[1] + centre[1]) / 2), centre], f"road {space} {side}")
            for end, side in zip(ends, sides, strict=True)
        ]
    area.stroke("".join(ways), grid.cell * 0.15, area.palette.casing)
    area.stroke("".join(ways), grid.cell * 0.085)


# The river: a row of spaces, each with its symbol and what it gives

SWING = 1.3  # how far the river winds up and down


def draw_river(drawing: Drawing, width: float, height: float, rows: int = 1) -> Area:
    area = Area("river", drawing, width, height)
    area.draw_panel("blue", "blue")
    spaces, swing = drawing.definition.sheet.river, SWING if rows == 1 else 0.0
    columns, row_height = ceil(len(spaces) / rows), (height - HEADER - 0.6) / rows
    step = (width - 2 * SIDE_MARGIN) / columns
    disc = min(step - 1.2, row_height * 0.3, 12.0)

    def shift(column: float) -> float:
        return swing - swing * cos(column * pi / 3) if swing else 0.0

    for row in range(rows):
        top = HEADER + row * row_height
        here = spaces[row * columns : (row + 1) * columns]
        _draw_water(
            area,
            disc,
            [
                (
                    SIDE_MARGIN - 1.9 + quarter * (step * len(here) + 3.8) / (len(here) * 4),
                    top + disc / 2 + 1.4 + shift(quarter / 4 - 0.5),
                )
                for quarter in range(len(here) * 4 + 1)
            ],
        )
        for column, space in enumerate(here):
            cx, cy = SIDE_MARGIN + (column + 0.5) * step, top + shift(column) + disc / 2 + 1.4
            number = row * columns + column + 1
            _draw_river_space(area, number, space, cx, cy, disc, top + row_height, step, row_height)
    return area


def _draw_water(area: Area, disc: float, points: list[tuple[float, float]]) -> None:
    """Draw the band behind the symbols, and its banks."""
    for offset, colour, thickness in (
        (0.0, area.palette.tints["blue"], disc * 0.72),
        (-0.36 * disc, area.palette.hues["blue"], 0.3),
        (0.36 * disc, area.palette.hues["blue"], 0.3),
    ):
        path = "M" + "L".join(f"{x:.2f} {y + offset:.2f}" for x, y in points)
        area.draw_path(path, colour, thickness, fill="none")


def _draw_river_space(
    area: Area,
    number: int,
    space: RiverSpace,
    cx: float,
    cy: float,
    disc: float,
    bottom: float,
    step: float,
    height: float,
) -> None:
    palette, definition = area.palette, area.drawing.definition
    symbol = definition.name_symbol(space.symbol)[area.language]
    area.draw_disc(cx, cy, disc / 2, palette.tile, palette.outlines["blue"], 0.28)
    if space.symbol in load_symbols():
        area.draw_light_icon(space.symbol, cx, cy, disc * 0.6, "blue")
    else:  # a symbol of a user's sheet without an icon: its first letter
        area.write_text(cx, cy, symbol[:1].upper(), disc * 0.6, palette.hues["blue"], fonts.LABEL, "bold")
    room = height - (disc + 1.4) - 2 * SWING - 1.6
    most = max(len(each.earnings) for each in definition.sheet.river)
    size = min((room - 2.2) / most - 0.8, step - 2.0)
    for index, earning in enumerate(space.earnings):
        area.draw_earning(earning, cx, cy + disc / 2 + 1.0 + (index + 0.5) * (size + 0.8), size)
    area.write_text(cx, bottom - 1.7, str(number), 2.35, palette.muted)
    area.add_cell(f"river {number}", cx, cy, disc, disc)
    if number in area.drawing.marks.get("river", ()):
        area.draw_cross(cx, cy, disc * 0.46, f"{number}")
    gifts = ", ".join(map(area.describe_bonus, space.earnings))
    area.add_target(f"river {number}", f"{number}. {symbol}: {gifts}", cx, bottom - height / 2, step, height - 0.5)


# The palace: six people with spaces to cross out, and a bonus for each completed column

WING_TOP = HEADER + 0.7
WING_GAP = 4.0


def draw_palace(drawing: Drawing, width: float, height: float, stacked: bool = False) -> Area:
    """Draw the two wings side by side or, if `stacked`, one above the other."""
    area = Area("palace", drawing, width, height)
    area.draw_panel("orange", "orange")
    palace = drawing.definition.sheet.palace
    room_x, room_y = width - 2 * SIDE_MARGIN, height - WING_TOP - 0.6
    wide, high = (room_x, room_y / 2) if stacked else ((room_x - WING_GAP) / 2, room_y)
    _draw_wing(area, "upper", palace.upper, palace.upper_columns, SIDE_MARGIN, WING_TOP, wide, high)
    x, y = (SIDE_MARGIN, WING_TOP + high) if stacked else (SIDE_MARGIN + wide + WING_GAP, WING_TOP)
    _draw_wing(area, "lower", palace.lower, palace.lower_columns, x, y, wide, high)
    if stacked:
        area.draw_line(SIDE_MARGIN, y - 0.4, width - SIDE_MARGIN, y - 0.4, area.palette.line)
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
    bonus = min(height * 0.235, 11.8)
    row = (height - bonus - 1.2) / len(people)
    portrait = min(row * 0.86, 11.0)
    start = left + portrait + 2.6
    column = (left + width - start - 0.6) / area.drawing.definition.sheet.palace.uses
    for index, person in enumerate(people):
        y = top + index * row
        area.draw_icon(person, left + portrait / 2 + 0.8, y + row / 2 + 0.2, portrait, area.palette.hues["orange"])
        _draw_person(area, person, start, y, column, row)
        title = format_title(person, area.language)
        area.add_target(f"person {person}", title, left + width / 2, top + (index + 0.5) * row, width, row)
    for index, gift in enumerate(columns):
        cx, cy = start + (index + 0.5) * column, top + height - bonus / 2 - 0.5
        area.draw_line(cx, top + len(people) * row - 0.6, cx, cy - bonus / 2, area.palette.accent, 0.4)
        area.draw_bonus(f"palace {wing} {index + 1}", gift, cx, cy, bonus - 0.7)


def _draw_person(area: Area, person: str, start: float, top: float, column: float, row: float) -> None:
    """Draw a person's name above the spaces to cross out."""
    palette, uses, name = area.palette, area.drawing.definition.sheet.palace.uses, row * 0.34
    title, room = format_title(person, area.language), column * uses
    area.write_text(start + 0.3, top + name * 0.5, title, name * 0.88, palette.ink, fonts.LABEL, "bold", "start", room)
    box = min(row - name - 0.9, column - 0.8)
    crossed = area.drawing.marks.get("palace", {}).get(person, 0)
    for use in range(uses):
        cx, cy, wide = start + (use + 0.5) * column, top + name + 0.3 + (row - name - 0.9) / 2, column - 0.7
        area.draw_rect(cx - column / 2 + 0.35, cy - box / 2, wide, box, palette.tile, palette.hues["orange"], 1, 0.3)
        area.add_cell(f"person {person} {use + 1}", cx, cy, wide, box)
        if use < crossed:
            area.draw_cross(cx, cy, box * 0.5, f"{person} {use}")
