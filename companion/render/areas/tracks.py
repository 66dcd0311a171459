"""Fame runs from left to right, money beside it from right to left; where the two lines meet, the end is near."""

from dataclasses import dataclass
from math import ceil

from companion.render import fonts, pen
from companion.render.area import HEADER, Area, Drawing
from companion.rules.dice_charmers.sheet import Bonus

MARGIN = 2.6
NUMBERED = 5  # every so many money places the number is strong
LARGEST_BONUS = 11.5


@dataclass(frozen=True)
class Strip:
    """One row of both tracks; on paper there is one, on a phone they wrap."""

    first: int  # fame place, from 1
    last: int
    left: float
    cell: float
    top: float  # of the fame places
    high: float  # of a place
    bonus_room: float  # above fame and below money

    @property
    def middle(self) -> float:
        return self.top + self.high

    @property
    def bottom(self) -> float:
        return self.top + 2 * self.high

    def x(self, place: float) -> float:
        """Where a fame place begins."""
        return self.left + (place - self.first) * self.cell


def draw_tracks(drawing: Drawing, width: float, height: float, rows: int = 1) -> Area:
    area = Area("tracks", drawing, width, height)
    labels = drawing.definition.labels
    area.panel("fame", title=labels.fame[drawing.language] + " →")
    area.text(
        width - 3,
        3.45,
        "← " + labels.money[drawing.language],
        4.6,
        area.palette.hues["money"],
        fonts.TITLE,
        "bold",
        anchor="end",
    )
    for strip in _strips(drawing, width, height, rows):
        _draw_places(area, strip)
        _draw_bonuses(area, strip)
        _draw_lines(area, strip)
    return area


def _strips(drawing: Drawing, width: float, height: float, rows: int) -> list[Strip]:
    places = drawing.definition.sheet.tracks.fame
    columns = ceil(places / rows)
    row_height = (height - HEADER - 0.4) / rows
    high = min(7.4, row_height * 0.235)
    room = (row_height - 2 * high) / 2
    cell = (width - 2 * MARGIN) / columns
    return [
        Strip(
            first,
            min(first + columns - 1, places),
            MARGIN,
            cell,
            HEADER - 0.6 + row * row_height + room,
            high,
            room,
        )
        for row, first in enumerate(range(1, places + 1, columns))
    ]


def _draw_places(area: Area, strip: Strip) -> None:
    tracks = area.drawing.definition.sheet.tracks
    palette = area.palette
    fame_bonuses, money_bonuses = dict(tracks.fame_bonuses), dict(tracks.money_bonuses)
    half = strip.cell / 2
    for place in range(strip.first, strip.last + 1):
        x = strip.x(place)
        special = place in fame_bonuses
        area.rect(
            x, strip.top, strip.cell, strip.high, palette.tints["fame"] if special else palette.tile, palette.line, 0, 0.2
        )
        area.text(
            x + half, strip.top + strip.high * 0.32, str(place), min(3.0, strip.cell * 0.62),
            palette.hues["fame"] if special else palette.ink, weight="bold",
        )
        for money, left in ((2 * (tracks.fame - place) + 2, x), (2 * (tracks.fame - place) + 1, x + half)):
            special = money in money_bonuses
            area.rect(
                left, strip.middle, half, strip.high, palette.tints["money"] if special else palette.tile, palette.line, 0, 0.2
            )
            strong = special or money % NUMBERED == 0
            area.text(
                left + half / 2, strip.bottom - strip.high * 0.32, str(money), min(2.3, half * 0.86),
                palette.hues["money"] if strong else palette.muted, weight="bold" if strong else "normal", turned=True,
            )
    area.line(strip.x(strip.first), strip.middle, strip.x(strip.last + 1), strip.middle, palette.accent, 0.5)


def _draw_bonuses(area: Area, strip: Strip) -> None:
    tracks = area.drawing.definition.sheet.tracks
    size = min(strip.bonus_room - 1.7, LARGEST_BONUS)
    above = [(f"fame {place}", strip.x(place + 0.5), bonus) for place, bonus in tracks.fame_bonuses if strip.first <= place <= strip.last]
    below = [
        (f"money {place}", strip.x(tracks.fame + 0.75 - (place - 1) / 2), bonus)
        for place, bonus in tracks.money_bonuses
        if strip.first <= tracks.fame - (place - 1) // 2 <= strip.last
    ]
    for side, edge, cy in (
        (above, strip.top, strip.top - strip.bonus_room / 2 - 0.1),
        (sorted(below, key=lambda placed: placed[1]), strip.bottom, strip.bottom + strip.bonus_room / 2 + 0.1),
    ):
        _place_bonuses(area, side, edge, cy, size)


def _place_bonuses(area: Area, side: list[tuple[str, float, Bonus]], edge: float, cy: float, size: float) -> None:
    """Each above or below its place; neighbours that come too close move apart."""
    beside = spread([x for _, x, _ in side], size + 1, size / 2 + 1, area.width - size / 2 - 1)
    for (place, x, bonus), moved in zip(side, beside, strict=True):
        end = cy + (size / 2 if edge > cy else -size / 2)
        area.line(x, edge, moved, end, area.palette.accent, 0.4)
        area.bonus(place, bonus, moved, cy, size)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """The ascending positions, moved as little as makes them a gap apart and keeps them between the ends."""
    placed: list[float] = []
    for x in wanted:
        placed.append(max(x, placed[-1] + gap if placed else low))
    limit = high
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - gap
    return placed


def _draw_lines(area: Area, strip: Strip) -> None:
    """The player's two lines, as far as they run on this strip."""
    marks, tracks = area.drawing.marks, area.drawing.definition.sheet.tracks
    begin, end = strip.x(strip.first), strip.x(strip.last + 1)
    reached = min(end, strip.x(marks.fame + 1))
    if marks.fame >= strip.first:
        _line(area, begin, reached, strip.top + strip.high * 0.76, f"fame {strip.first}")
    if strip.first <= marks.fame <= strip.last:
        _tick(area, reached - 0.5, strip.top, strip.middle, "fame")
    reached = max(begin, strip.x(tracks.fame + 1 - marks.money / 2))
    if reached < end:
        _line(area, end, reached, strip.middle + strip.high * 0.24, f"money {strip.first}")
        if reached > begin or marks.money == 2 * (tracks.fame + 1 - strip.first):
            _tick(area, reached + 0.5, strip.middle, strip.bottom, "money")


def _line(area: Area, start: float, end: float, y: float, key: str) -> None:
    steps = max(2, round(abs(end - start) / 12))
    points = [(start + (end - start) * step / steps, y) for step in range(steps + 1)]
    area.stroke(pen.line(points, key, shake=0.35), thickness=1.0)


def _tick(area: Area, x: float, top: float, bottom: float, key: str) -> None:
    area.stroke(pen.line([(x, top + 0.4), (x, (top + bottom) / 2), (x, bottom - 0.4)], key), thickness=0.8)
