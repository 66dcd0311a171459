"""The market area: goods to circle and to sell, in tents that give something once they are sold out."""

from companion.render import fonts
from companion.render.area import HEADER, THUMB, Area, Drawing
from companion.render.words import THINGS
from companion.rules.dice_charmers.sheet import Market, Tent

MARGIN = 2.2
COINS = 8.6  # height of the row of prices


class Stalls:
    """Where the goods stand."""

    def __init__(self, market: Market, width: float, height: float) -> None:
        self.kinds = [kind for kind, _ in market.goods]
        self.column = (width - 2 * MARGIN) / len(market.coins)
        self.top = HEADER + 0.3
        self.row = (height - self.top - COINS) / len(self.kinds)
        self.roof = self.row * 0.44  # the upper part of a row, where the tent's bonus hangs
        self.good = min(self.column, self.row - self.roof) * 0.74
        self.bonus = self.roof - 0.3

    def x(self, column: float) -> float:
        return MARGIN + column * self.column

    def y(self, kind: str) -> float:
        return self.top + self.kinds.index(kind) * self.row


def draw_market(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("market", drawing, width, height)
    area.panel("purple", "purple")
    market = drawing.definition.sheet.market
    stalls = Stalls(market, width, height)
    for tent in market.tents:
        _draw_tent(area, stalls, tent)
    for kind, columns in market.goods:
        for which, column in enumerate(columns, 1):
            _draw_good(area, stalls, kind, which, column)
    for number, tent in enumerate(market.tents, 1):
        kind, run = _runs(stalls, tent)[0]
        middle = stalls.x((run[0] + run[-1] + 1) / 2)
        area.bonus(f"tent {number}", tent.bonus, middle, stalls.y(kind) + stalls.roof / 2 + 0.5, stalls.bonus)
    for column, coin in enumerate(market.coins):
        _draw_coin(area, stalls.x(column + 0.5), height - COINS / 2 - 0.2, coin)
    return area


def _runs(stalls: Stalls, tent: Tent) -> list[tuple[str, list[int]]]:
    """The columns of a tent in each row it reaches, from the top."""
    rows = [(kind, sorted(column for good, column in tent.goods if good == kind)) for kind in stalls.kinds]
    return [(kind, columns) for kind, columns in rows if columns]


def _draw_tent(area: Area, stalls: Stalls, tent: Tent) -> None:
    palette = area.palette
    runs = _runs(stalls, tent)
    for (kind, columns), below in zip(runs, [*runs[1:], None], strict=True):
        left, right = stalls.x(columns[0]) + 0.4, stalls.x(columns[-1] + 1) - 0.4
        high = stalls.row - 0.9
        if below and stalls.kinds.index(below[0]) == stalls.kinds.index(kind) + 1:
            high += 3  # into the row below, so that both rows are seen as one tent
        area.rect(
            left,
            stalls.y(kind) + 0.5,
            right - left,
            high,
            palette.tints["purple"],
            palette.hues["purple"],
            1.6,
            0.3,
        )
    for kind, columns in runs[1:]:  # hide the seam
        left, right = stalls.x(columns[0]) + 0.55, stalls.x(columns[-1] + 1) - 0.55
        area.rect(left, stalls.y(kind) - 1.5, right - left, 5, palette.tints["purple"], radius=0)


def _draw_good(area: Area, stalls: Stalls, kind: str, which: int, column: int) -> None:
    marks = area.drawing.marks
    cx = stalls.x(column + 0.5)
    cy = stalls.y(kind) + stalls.roof + (stalls.row - stalls.roof) / 2 - 0.2
    size = stalls.good
    area.icon(kind, cx, cy, size, area.palette.hues[kind])
    key = f"{kind} {which}"
    if (kind, which) in marks.circled_goods or (kind, which) in marks.sold_goods:
        area.circled(cx, cy, size * 0.68, size * 0.62, key)
    if (kind, which) in marks.sold_goods:
        area.crossed(cx, cy, size * 0.5, key)
    title = f"{THINGS[kind][area.language]} {which}"
    area.target(f"good {key}", title, cx, cy, stalls.column, max(stalls.row - stalls.roof, THUMB))


def _draw_coin(area: Area, cx: float, cy: float, coin: int) -> None:
    area.icon("money", cx, cy, COINS - 1.8, area.palette.hues["money"])
    area.text(cx, cy, str(coin), 3.8, area.palette.on_solid, fonts.LABEL, "bold")
