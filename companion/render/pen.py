"""Hand-drawn strokes: slightly uneven, but always the same for the same key.

Each function returns the `d` of an SVG path. The key names what is drawn ("circle 2"): two circles differ, but
drawing the same sheet again gives the same strokes.
"""

import random
from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin, tau

from companion.render.svg import write_number

Point = tuple[float, float]
KEPT = 8192  # strokes of a few sheets: a replay draws each of them many times


@lru_cache(KEPT)
def circle(cx: float, cy: float, rx: float, ry: float, key: str) -> str:
    """Draw a circle that goes round slightly more than once and does not quite close."""
    hand = _make_random(key)
    start = hand.uniform(-0.75, -0.45) * pi
    drift = hand.uniform(-0.05, 0.05)
    points = []
    for step in range(13):
        turned = step / 12
        angle = start + turned * tau * 1.06
        reach = 1 + drift * (turned - 0.5) + hand.uniform(-0.025, 0.025)
        points.append((cx + rx * reach * cos(angle), cy + ry * reach * sin(angle)))
    return smooth(points)


@lru_cache(KEPT)
def cross(cx: float, cy: float, reach: float, key: str) -> str:
    hand = _make_random(key)

    def near(x: float, y: float) -> Point:
        return cx + reach * (x + hand.uniform(-0.12, 0.12)), cy + reach * (y + hand.uniform(-0.12, 0.12))

    falling = (near(-0.95, -0.9), near(0.05, 0), near(0.95, 0.95))
    rising = (near(0.95, -0.95), near(0, 0.05), near(-0.9, 0.95))
    return smooth(falling) + smooth(rising)


def draw_line(points: Iterable[Point], key: str, shake: float = 0.25) -> str:
    """Draw a line through the points. Only the ends are exact, so that roads meet."""
    hand = _make_random(key)
    first, *between, last = points
    shaken = [(x + hand.uniform(-shake, shake), y + hand.uniform(-shake, shake)) for x, y in between]
    return smooth([first, *shaken, last])


def smooth(points: Iterable[Point]) -> str:
    """Draw a curve through all points (Catmull-Rom, written as cubic Béziers)."""
    given = list(points)
    padded = [given[0], *given, given[-1]]
    path = [f"M{_format_point(given[0])}"]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        path.append(f"C{_format_point(one)} {_format_point(two)} {_format_point(end)}")
    return "".join(path)


def _format_point(point: Point) -> str:
    return f"{write_number(float(point[0]))} {write_number(float(point[1]))}"


def _make_random(key: str) -> random.Random:
    return random.Random(key)  # noqa: S311 - not for secrets: the same key must give the same stroke
