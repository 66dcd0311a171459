"""Turn our drawings into pixels, to compare a photo with the blank page. Draws the part of SVG that our drawings use.

numpy and OpenCV come with the extra `[photo]`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np

from companion.render.outlines import outline_texts

FINER = 3  # drawn that much larger than asked for, then averaged: smooth edges
_SHIFT = 4  # OpenCV takes coordinates in sixteenths of a pixel
_CURVE_STEPS = 6
_TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_INHERITED = ("fill", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "color")

Picture = Any
Matrix = Any
Points = Any


def rasterise(svg: str, pixels_per_unit: float) -> Picture:
    """Draw an SVG document on white; return its pixels as BGR bytes."""
    root = ElementTree.fromstring(outline_texts(svg))  # noqa: S314 - our own drawing
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    scale = pixels_per_unit * FINER
    canvas = np.full((round(height * scale), round(width * scale), 3), 255, np.uint8)
    Rasteriser(canvas, root).draw(root, np.diag((scale, scale, 1.0)), {})
    size = round(width * pixels_per_unit), round(height * pixels_per_unit)
    return cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)


class Rasteriser:
    def __init__(self, canvas: Picture, root: ElementTree.Element) -> None:
        self.canvas = canvas
        self.symbols = {element.attrib["id"]: element for element in root.iter() if element.tag.endswith("}symbol")}

    def draw(self, element: ElementTree.Element, matrix: Matrix, style: Mapping[str, str]) -> None:
        tag = element.tag.rpartition("}")[2]
        if tag in ("defs", "symbol", "title", "style"):
            return
        given = element.attrib
        style = {**style, **{name: given[name] for name in _INHERITED if name in given}}
        style["opacity"] = str(float(style.get("opacity", 1)) * float(given.get("opacity", 1)))
        matrix = matrix @ _parse_transform(given.get("transform", ""))
        if tag == "use":
            self._use(given, matrix, style)
        elif tag in ("svg", "g"):
            for child in element:
                self.draw(child, matrix, style)
        else:
            self._paint(list(_find_outlines(tag, given)), matrix, {**style, **given})

    def _use(self, given: Mapping[str, str], matrix: Matrix, style: Mapping[str, str]) -> None:
        symbol = self.symbols[given["href"].removeprefix("#")]
        unit = float(given.get("width", 24)) / float(symbol.attrib["viewBox"].split()[2])
        x, y = float(given.get("x", 0)), float(given.get("y", 0))
        inside = matrix @ np.array(((unit, 0, x), (0, unit, y), (0, 0, 1)))
        for child in symbol:
            self.draw(child, inside, style)

    def _paint(self, outlines: list[tuple[Points, bool]], matrix: Matrix, style: Mapping[str, str]) -> None:
        placed = [(points @ matrix[:2, :2].T + matrix[:2, 2], closed) for points, closed in outlines if len(points)]
        if not placed:
            return
        fill, stroke = _parse_colour(style, "fill", "#000"), _parse_colour(style, "stroke", "none")
        if fill is not None:
            self._fill([points for points, _ in placed], fill, _parse_opacity(style, "fill"))
        if stroke is not None:
            scale = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
            width = float(style.get("stroke-width", 1)) * scale
            dashes = [float(number) * scale for number in _NUMBER.findall(style.get("stroke-dasharray", ""))]
            for points, closed in placed:
                line = np.concatenate((points, points[:1])) if closed else points
                for piece in _cut(line, dashes) if dashes else [line]:
                    self._stroke(piece, stroke, width, style.get("stroke-linecap") == "round")

    def _stroke(self, points: Points, colour: tuple[int, int, int], width: float, round_ends: bool) -> None:
        """Draw a line. A straight one ends exactly at its ends, like the modules of a QR code, or is round there."""
        if len(points) > 2 or round_ends:
            fixed = np.round((points - 0.5) * (1 << _SHIFT)).astype(np.int32)
            cv2.polylines(self.canvas, [fixed], False, colour, max(1, round(width)), shift=_SHIFT)
            return
        along = points[1] - points[0]
        length = float(np.hypot(*along)) or 1.0
        across = np.array((-along[1], along[0])) * (width / 2 / length)
        self._fill([np.array((points[0] + across, points[1] + across, points[1] - across, points[0] - across))], colour)

    def _fill(self, polygons: list[Points], colour: tuple[int, int, int], opacity: float = 1.0) -> None:
        fixed = [np.round((points - 0.5) * (1 << _SHIFT)).astype(np.int32) for points in polygons]
        if opacity >= 1:
            cv2.fillPoly(self.canvas, fixed, colour, shift=_SHIFT)
        else:
            over = self.canvas.copy()
            cv2.fillPoly(over, fixed, colour, shift=_SHIFT)
            cv2.addWeighted(over, opacity, self.canvas, 1 - opacity, 0, dst=self.canvas)


def _parse_transform(text: str) -> Matrix:
    matrix: Matrix = np.eye(3)
    for kind, numbers in _TRANSFORM.findall(text):
        given = [float(number) for number in _NUMBER.findall(numbers)]
        if kind == "translate":
            matrix = matrix @ _translate(given[0], given[1] if len(given) > 1 else 0.0)
        elif kind == "scale":
            matrix = matrix @ np.diag((given[0], given[-1], 1.0))
        else:
            turn = np.radians(given[0])
            rotation = np.array(((np.cos(turn), -np.sin(turn), 0), (np.sin(turn), np.cos(turn), 0), (0, 0, 1)))
            x, y = given[1:] if len(given) == 3 else (0.0, 0.0)
            matrix = matrix @ _translate(x, y) @ rotation @ _translate(-x, -y)
    return matrix


def _translate(x: float, y: float) -> Matrix:
    return np.array(((1, 0, x), (0, 1, y), (0, 0, 1)), float)


def _parse_colour(style: Mapping[str, str], name: str, default: str) -> tuple[int, int, int] | None:
    """Return a colour as BGR; None for "none"."""
    colour = style.get(name, default)
    if colour == "currentColor":
        colour = style.get("color", "#000")
    if colour == "none":
        return None
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[4:6], 16), int(digits[2:4], 16), int(digits[:2], 16)


def _parse_opacity(style: Mapping[str, str], name: str) -> float:
    return float(style["opacity"]) * float(style.get(f"{name}-opacity", 1))


def _find_outlines(tag: str, given: Mapping[str, str]) -> Iterator[tuple[Points, bool]]:
    """Yield the outlines of a shape, and whether each is closed."""
    if tag == "path":
        yield from _flatten(given["d"])
    elif tag == "rect":
        x, y, width, height = (float(given.get(name, 0)) for name in ("x", "y", "width", "height"))
        yield _outline_rect(x, y, width, height, float(given.get("rx", 0))), True
    elif tag in ("circle", "ellipse"):
        cx, cy = float(given.get("cx", 0)), float(given.get("cy", 0))
        rx, ry = (float(given.get("r") or given[name]) for name in ("rx", "ry"))
        yield _outline_arc(cx, cy, rx, ry, 0, 2 * np.pi, 40), True
    elif tag == "line":
        yield np.array([[float(given[f"x{end}"]), float(given[f"y{end}"])] for end in (1, 2)]), False
    elif tag in ("polygon", "polyline"):
        yield np.array(_NUMBER.findall(given["points"]), float).reshape(-1, 2), tag == "polygon"


def _outline_rect(x: float, y: float, width: float, height: float, radius: float) -> Points:
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return np.array(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
    right, bottom, quarter = x + width - radius, y + height - radius, np.pi / 2
    corners = ((right, bottom), (x + radius, bottom), (x + radius, y + radius), (right, y + radius))
    arcs = [
        _outline_arc(cx, cy, radius, radius, i * quarter, (i + 1) * quarter, 7) for i, (cx, cy) in enumerate(corners)
    ]
    return np.concatenate(arcs)


def _outline_arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float, count: int) -> Points:
    turns = np.linspace(start, end, count)
    return np.stack((cx + rx * np.cos(turns), cy + ry * np.sin(turns)), axis=1)


@lru_cache(maxsize=2048)
def _flatten(path: str) -> tuple[tuple[Points, bool], ...]:
    """Turn the `d` of a path into polygons."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    parse_path(path, pen)
    outlines: list[tuple[Points, bool]] = []
    points: list[Points] = []
    for operator, given in pen.value:
        ends = [np.array(point, float) for point in given if point is not None]
        if operator == "moveTo":
            points = [ends[0]]
        elif operator == "lineTo":
            points.append(ends[0])
        elif operator in ("curveTo", "qCurveTo"):
            points += _flatten_curve([points[-1], *ends], operator == "curveTo")
        else:  # closePath, endPath
            outlines.append((np.array(points), operator == "closePath"))
    return tuple(outlines)


def _flatten_curve(points: list[Points], cubic: bool) -> list[Points]:
    """List points along a Bézier curve, without its start; a quadratic one may have several control points."""
    if not cubic and len(points) > 3:
        start, *controls, end = points
        middles = [(one + two) / 2 for one, two in pairwise(controls)]
        flat: list[Points] = []
        for control, to in zip(controls, [*middles, end], strict=True):
            flat += _flatten_curve([start, control, to], cubic=False)
            start = to
        return flat
    t = np.linspace(0, 1, _CURVE_STEPS + 1)[1:, None]
    levels = points
    while len(levels) > 1:  # de Casteljau
        levels = [one * (1 - t) + two * t for one, two in pairwise(levels)]
    return list(levels[0])


def _cut(points: Points, dashes: list[float]) -> Iterator[Points]:
    """Cut a line into dashes."""
    steps = np.diff(points, axis=0)
    lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*steps.T))))
    at, index = 0.0, 0
    while at < lengths[-1]:
        end = min(at + max(dashes[index % len(dashes)], 0.1), lengths[-1])
        if index % 2 == 0:
            stops = np.array((at, *lengths[(lengths > at) & (lengths < end)], end))
            yield np.stack([np.interp(stops, lengths, points[:, axis]) for axis in (0, 1)], axis=1)
        at, index = end, index + 1
