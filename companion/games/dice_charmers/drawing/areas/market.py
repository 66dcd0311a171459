"""Draw the market: goods to circle and sell, in tents that give a bonus when sold out."""

from itertools import pairwise

from companion.games.dice_charmers.drawing.area import THUMB, Area, Drawing
from companion.games.dice_charmers.drawing.texts import format_title
from companion.games.dice_charmers.rules.sheet import Tent
from companion.render import fonts
from companion.render.canvas import HEADER

MARGIN = 2.2
CORNER = 1.6  # radius of a tent's corners

Run = tuple[str, list[int]]  # a row of a tent: the kind of its goods, and their columns


class Stalls:
    """The layout of the goods."""

    def __init__(self, drawing: Drawing, width: float, height: float) -> None:
        market, edition = drawing.definition.sheet.market, drawing.edition
        self.coins, self.edge, self.inset = edition.coins, edition.tent_edge, edition.tent_inset
        self.kinds = [kind for kind, _ in market.goods]
        self.column = (width - 2 * MARGIN) / len(market.coins)
        self.top = HEADER + 0.3
        self.row = (height - self.top - self.coins) / len(self.kinds)
        self.roof = self.row * edition.roof  # the upper part of a row, with the tent's bonus
        self.good = min(self.column, self.row - self.roof) * edition.good
        self.bonus = self.roof - 0.3

    def x(self, column: float) -> float:
        return MARGIN + column * self.column

    def y(self, kind: str) -> float:
        return self.top + self.kinds.index(kind) * self.row

    def place_bonus(self, kind: str, columns: list[int]) -> tuple[float, float]:
        """Return the middle of the bonus above goods in a row."""
        middle = self.x((columns[0] + columns[-1] + 1) / 2)
        return middle, self.y(kind) + self.edge + self.inset + self.bonus / 2


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
        first, *others = _find_parts(stalls, tent)
        area.draw_bonus(f"tent {number}", tent.bonus, *stalls.place_bonus(*first), stalls.bonus)
        for other in others if drawing.edition.tents_repeat else ():
            area.draw_earning(tent.bonus, *stalls.place_bonus(*other), stalls.bonus * drawing.edition.bonus)
    for column, coin in enumerate(market.coins):
        _draw_coin(area, stalls, stalls.x(column + 0.5), height - stalls.coins / 2 - 0.2, coin)
    return area


def _find_runs(stalls: Stalls, tent: Tent) -> list[Run]:
    """List the columns of a tent in each of its rows, from the top."""
    rows = [(kind, sorted(column for good, column in tent.goods if good == kind)) for kind in stalls.kinds]
    return [(kind, columns) for kind, columns in rows if columns]


def _find_common_columns(stalls: Stalls, above: Run, below: Run) -> list[int]:
    """List the columns in which two rows of a tent are joined; none if other rows are between them."""
    adjacent = stalls.kinds.index(below[0]) == stalls.kinds.index(above[0]) + 1
    return sorted(set(above[1]) & set(below[1])) if adjacent else []


def _find_parts(stalls: Stalls, tent: Tent) -> list[Run]:
    """List the top row of each part of a tent."""
    runs = _find_runs(stalls, tent)
    return runs[:1] + [below for above, below in pairwise(runs) if not _find_common_columns(stalls, above, below)]


def _draw_tent(area: Area, stalls: Stalls, tent: Tent) -> None:
    """Draw a canvas in each row of a tent and join canvases of adjacent rows."""
    runs = _find_runs(stalls, tent)
    for kind, columns in runs:
        _draw_canvas(area, stalls, columns, stalls.y(kind) + stalls.edge, stalls.row - stalls.edge - 0.4)
    for above, below in pairwise(runs):
        if common := _find_common_columns(stalls, above, below):
            _draw_seam(area, stalls, common, stalls.y(below[0]))


def _draw_canvas(area: Area, stalls: Stalls, columns: list[int], top: float, height: float) -> None:
    left, right = stalls.x(columns[0]) + 0.4, stalls.x(columns[-1] + 1) - 0.4
    palette = area.palette
    area.draw_rect(left, top, right - left, height, palette.tints["purple"], palette.hues["purple"], CORNER, 0.3)


def _draw_seam(area: Area, stalls: Stalls, columns: list[int], y: float) -> None:
    """Cover the edges between two rows with the canvas colour, outlined only at the sides."""
    left, right = stalls.x(columns[0]) + 0.4, stalls.x(columns[-1] + 1) - 0.4
    top, bottom = y - 0.4 - CORNER, y + stalls.edge + CORNER
    area.draw_rect(left, top, right - left, bottom - top, area.palette.tints["purple"], radius=0)
    for x in (left, right):
        area.draw_line(x, top, x, bottom, area.palette.hues["purple"], 0.3)


def _draw_good(area: Area, stalls: Stalls, kind: str, which: int, column: int) -> None:
    marks = area.drawing.marks
    cx = stalls.x(column + 0.5)
    cy = stalls.y(kind) + stalls.roof + (stalls.row - stalls.roof) / 2 - 0.2
    size = stalls.good
    area.draw_edition_icon(kind, cx, cy, size, kind)
    key = f"{kind} {which}"
    area.add_cell(f"good {key}", cx, cy, size * 1.3, size * 1.2)
    if which <= marks.get("circled_goods", {}).get(kind, 0):
        area.draw_circle(cx, cy, size * 0.68, size * 0.62, key)
    if which <= marks.get("sold_goods", {}).get(kind, 0):
        area.draw_cross(cx, cy, size * 0.5, key)
    title = f"{format_title(kind, area.language)} {which}"
    area.add_target(f"good {key}", title, cx, cy, stalls.column, max(stalls.row - stalls.roof, THUMB))


def _draw_coin(area: Area, stalls: Stalls, cx: float, cy: float, coin: int) -> None:
    area.draw_edition_icon("money", cx, cy, stalls.coins - 1.8, "money")
    area.write_text(cx, cy, str(coin), 3.8, area.palette.on_icon, fonts.LABEL, "bold")
