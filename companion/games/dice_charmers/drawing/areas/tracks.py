"""Draw the tracks: fame runs from left to right, money below it from right to left, until the lines meet."""

from dataclasses import dataclass
from math import ceil

from companion.games.dice_charmers.drawing.area import Area, Drawing
from companion.games.dice_charmers.rules.sheet import Bonus, Tracks
from companion.render import fonts, pen
from companion.render.canvas import HEADER
from companion.render.svg import element, svg_number

MARGIN = 2.6
NUMBERED = 5  # every fifth money place has a bold number
LARGEST_BONUS = 11.5
PLACE = 7.4  # height of a place
BARE = 1.6  # height next to a row without bonuses


@dataclass(frozen=True)
class Strip:
    """One row of both tracks: the only one on paper, one of several on a phone."""

    first: int  # fame place, from 1
    last: int
    cell: float
    top: float  # of the fame places
    high: float  # of a place

    @property
    def middle(self) -> float:
        return self.top + self.high

    @property
    def bottom(self) -> float:
        return self.top + 2 * self.high

    def x(self, place: float) -> float:
        """Return the left edge of a fame place."""
        return MARGIN + (place - self.first) * self.cell


def draw_tracks(drawing: Drawing, width: float, height: float) -> Area:
    """Draw both tracks in one row."""
    places = drawing.definition.sheet.tracks.fame
    room = height - HEADER - 0.4
    high = min(PLACE, room * 0.235)
    beside = (room - 2 * high) / 2
    strip = Strip(1, places, (width - 2 * MARGIN) / places, HEADER - 0.6 + beside, high)
    return _draw_strips(drawing, width, height, [strip], beside)


def draw_wrapped_tracks(drawing: Drawing, width: float, rows: int, beside: float) -> Area:
    """Draw both tracks in several rows; `beside` is the height for bonuses above and below a row."""
    tracks = drawing.definition.sheet.tracks
    columns = ceil(tracks.fame / rows)
    strips, y = [], HEADER
    for first in range(1, tracks.fame + 1, columns):
        last = min(first + columns - 1, tracks.fame)
        above = any(first <= place <= last for place, _ in tracks.fame_bonuses)
        below = any(first <= _find_fame_place(tracks, place) <= last for place, _ in tracks.money_bonuses)
        y += beside if above else BARE
        strips.append(Strip(first, last, (width - 2 * MARGIN) / columns, y, PLACE))
        y += 2 * PLACE + (beside if below else BARE)
    return _draw_strips(drawing, width, y + 0.5, strips, beside)


def _find_fame_place(tracks: Tracks, money: int) -> int:
    """Return the fame place above a money place."""
    return tracks.fame - (money - 1) // 2


def _draw_strips(drawing: Drawing, width: float, height: float, strips: list[Strip], beside: float) -> Area:
    area = Area("tracks", drawing, width, height)
    labels = drawing.definition.labels
    fame, money = labels.fame[drawing.language], labels.money[drawing.language]
    area.panel("fame", title=fame)
    area.text(width - 3, 3.45, money, 4.6, area.palette.hues["money"], fonts.TITLE, "bold", "end", width / 2)
    for x, hue, points in ((_measure_label(fame), "fame", 1), (width - _measure_label(money), "money", -1)):
        tip = 1.6 * points
        arrow = f"M{x:.2f} 3.5h{points * 5}m{-tip} -1.3l{tip} 1.3l{-tip} 1.3"
        area.printed.append(element("path", d=arrow, fill="none", stroke=area.palette.hues[hue], stroke_width=0.6))
    for strip in strips:
        _draw_places(area, strip)
        _draw_bonuses(area, strip, beside)
        _draw_lines(area, strip)
    return area


def _measure_label(label: str) -> float:
    return 4.5 + fonts.measure_width(label, 4.6, fonts.TITLE, "bold")


def _draw_places(area: Area, strip: Strip) -> None:
    tracks, palette = area.drawing.definition.sheet.tracks, area.palette
    fame_bonuses, money_bonuses = dict(tracks.fame_bonuses), dict(tracks.money_bonuses)
    half = strip.cell / 2
    places = range(strip.first, strip.last + 1)
    left, right = strip.x(strip.first), strip.x(strip.last + 1)
    area.rect(left, strip.top, right - left, 2 * strip.high, palette.tile, radius=0)
    for place in places:
        x = strip.x(place)
        if place in fame_bonuses:
            area.rect(x, strip.top, strip.cell, strip.high, palette.tints["fame"], radius=0)
        _draw_fame(area, strip, place, x + half, place in fame_bonuses)
        for money, start in ((2 * (tracks.fame - place) + 2, x), (2 * (tracks.fame - place) + 1, x + half)):
            if money in money_bonuses:
                area.rect(start, strip.middle, half, strip.high, palette.tints["money"], radius=0)
            _draw_money(area, strip, money, start + half / 2, money in money_bonuses)
    lines = [(strip.x(place), strip.top, strip.bottom) for place in (*places, strip.last + 1)]
    lines += [(strip.x(place + 0.5), strip.middle, strip.bottom) for place in places]
    grid = "".join(f"M{svg_number(x)} {svg_number(top)}V{svg_number(bottom)}" for x, top, bottom in lines)
    edges = "".join(f"M{svg_number(left)} {svg_number(y)}H{svg_number(right)}" for y in (strip.top, strip.bottom))
    area.printed.append(element("path", d=grid + edges, stroke=palette.line, stroke_width=0.2))
    area.line(left, strip.middle, right, strip.middle, palette.accent, 0.5)


def _draw_fame(area: Area, strip: Strip, place: int, cx: float, special: bool) -> None:
    colour = area.palette.hues["fame"] if special else area.palette.ink
    size = min(3.0, strip.cell * 0.62)
    area.text(cx, strip.top + strip.high * 0.32, str(place), size, colour, weight="bold")


def _draw_money(area: Area, strip: Strip, place: int, cx: float, special: bool) -> None:
    strong = special or place % NUMBERED == 0
    colour = area.palette.hues["money"] if strong else area.palette.muted
    size = min(2.3, strip.cell * 0.43)
    weight = "bold" if strong else "normal"
    area.text(cx, strip.bottom - strip.high * 0.32, str(place), size, colour, weight=weight, turned=True)


def _draw_bonuses(area: Area, strip: Strip, beside: float) -> None:
    tracks = area.drawing.definition.sheet.tracks
    size = min(beside - 1.7, LARGEST_BONUS)
    above = [
        (f"fame {place}", strip.x(place + 0.5), bonus)
        for place, bonus in tracks.fame_bonuses
        if strip.first <= place <= strip.last
    ]
    below = [
        (f"money {place}", strip.x(tracks.fame + 0.75 - (place - 1) / 2), bonus)
        for place, bonus in tracks.money_bonuses
        if strip.first <= _find_fame_place(tracks, place) <= strip.last
    ]
    for side, edge, cy in (
        (above, strip.top, strip.top - beside / 2 - 0.1),
        (sorted(below, key=lambda placed: placed[1]), strip.bottom, strip.bottom + beside / 2 + 0.1),
    ):
        _place_bonuses(area, side, edge, cy, size)


def _place_bonuses(area: Area, side: list[tuple[str, float, Bonus]], edge: float, cy: float, size: float) -> None:
    """Draw each bonus above or below its place, moved apart where they would overlap."""
    beside = spread([x for _, x, _ in side], size + 1, size / 2 + 1, area.width - size / 2 - 1)
    for (place, x, bonus), moved in zip(side, beside, strict=True):
        end = cy + (size / 2 if edge > cy else -size / 2)
        area.line(x, edge, moved, end, area.palette.accent, 0.4)
        area.bonus(place, bonus, moved, cy, size)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Move ascending positions as little as possible so that they are `gap` apart and between the limits."""
    placed: list[float] = []
    for x in wanted:
        placed.append(max(x, placed[-1] + gap if placed else low))
    limit = high
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - gap
    return placed


def _draw_lines(area: Area, strip: Strip) -> None:
    """Draw the part of the player's two lines that is on this strip."""
    marks, tracks = area.drawing.marks, area.drawing.definition.sheet.tracks
    fame, money = marks.get("fame", 0), marks.get("money", 0)
    begin, end = strip.x(strip.first), strip.x(strip.last + 1)
    reached = min(end, strip.x(fame + 1))
    if fame >= strip.first:
        _draw_line(area, begin, reached, strip.top + strip.high * 0.76, f"fame {strip.first}")
    if strip.first <= fame <= strip.last:
        _draw_tick(area, reached - 0.5, strip.top, strip.middle, "fame")
    reached = max(begin, strip.x(tracks.fame + 1 - money / 2))
    if reached < end:
        _draw_line(area, end, reached, strip.middle + strip.high * 0.24, f"money {strip.first}")
        if reached > begin or money == 2 * (tracks.fame + 1 - strip.first):
            _draw_tick(area, reached + 0.5, strip.middle, strip.bottom, "money")


def _draw_line(area: Area, start: float, end: float, y: float, key: str) -> None:
    steps = max(2, round(abs(end - start) / 12))
    points = [(start + (end - start) * step / steps, y) for step in range(steps + 1)]
    area.stroke(pen.line(points, key, shake=0.35), thickness=1.0)


def _draw_tick(area: Area, x: float, top: float, bottom: float, key: str) -> None:
    area.stroke(pen.line([(x, top + 0.4), (x, (top + bottom) / 2), (x, bottom - 0.4)], key), thickness=0.8)
