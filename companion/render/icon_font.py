"""The icons as the letters of a font, made when the first PDF is.

WeasyPrint sets a letter several times faster than it draws the paths of an icon anew in every place, and a font is in
the file once. Without it a page takes twice as long (tests/bench/bench_tricks.py).
"""

import re
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from math import radians

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Identity, Transform
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.pointInsidePen import PointInsidePen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import PathBuilder, parse_path

from companion.render.icon_letters import FAMILY, letters
from companion.render.icons import symbols

GRID = 24  # every icon is drawn on
UNITS = 100  # of the font to one of the grid
ROUGHNESS = 0.5  # units by which a curve of the font may miss the icon's
INWARDS = 0.02  # of the way to the middle
_ROTATION = re.compile(r"rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)")
_UPRIGHT = Transform(UNITS, 0, 0, -UNITS, 0, GRID * UNITS)  # a font counts upwards


def font_file() -> bytes:
    """The font as a TrueType file."""
    em = GRID * UNITS
    outlines = {".notdef": TTGlyphPen(None).glyph()} | {icon: _outline(drawn) for icon, drawn in symbols().items()}
    builder = FontBuilder(em, isTTF=True)
    builder.setupGlyphOrder(list(outlines))
    builder.setupCharacterMap({ord(char): icon for icon, char in letters().items()})
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics({icon: (em, getattr(outline, "xMin", 0)) for icon, outline in outlines.items()})
    builder.setupHorizontalHeader(ascent=em, descent=0)
    builder.setupNameTable({"familyName": FAMILY, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=em, sTypoDescender=0, usWinAscent=em, usWinDescent=0)
    builder.setupPost()
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def _outline(symbol: str) -> object:
    glyph = TTGlyphPen(None)
    _draw(ElementTree.fromstring(symbol), _UPRIGHT, Cu2QuPen(glyph, ROUGHNESS))  # noqa: S314
    return glyph.glyph()


def _draw(element: ElementTree.Element, transform: Transform, pen: Cu2QuPen) -> None:
    transform = transform.transform(_rotation(element.attrib.pop("transform", "")))
    shapes = PathBuilder()
    shapes.add_path_from_element(element)
    for path in shapes.paths:
        drawn = RecordingPen()
        parse_path(path, TransformPen(drawn, transform))
        _fill(drawn, pen)
    for child in element:
        _draw(child, transform, pen)


def _rotation(written: str) -> Transform:
    if not written:
        return Identity
    found = _ROTATION.fullmatch(written)
    assert found, f"an icon may be rotated only: {written}"
    angle, x, y = map(float, found.groups())
    return Identity.translate(x, y).rotate(radians(angle)).translate(-x, -y)


def _fill(shape: RecordingPen, pen: Cu2QuPen) -> None:
    """Icons cut every other contour out of the one around it; in a font a cut runs the other way round."""
    contours = _contours(shape)
    for contour in contours:
        around = sum(_holds(other, contour) for other in contours if other is not contour)
        area = AreaPen()
        contour.replay(area)
        clockwise = area.value < 0
        contour.replay(pen if clockwise == (around % 2 == 0) else ReverseContourPen(pen))


def _contours(shape: RecordingPen) -> list[RecordingPen]:
    contours: list[RecordingPen] = []
    for step in shape.value:
        if step[0] == "moveTo":
            contours.append(RecordingPen())
        contours[-1].value.append(("closePath", ()) if step[0] == "endPath" else step)
    return contours


def _holds(outer: RecordingPen, inner: RecordingPen) -> bool:
    """By most points a little within: a gate begins on the very line of the wall."""
    points = [step[1][-1] for step in inner.value if step[1]]
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    within = [(px + (x - px) * INWARDS, py + (y - py) * INWARDS) for px, py in points]
    return sum(_inside(outer, point) for point in within) * 2 > len(points)


def _inside(contour: RecordingPen, point: tuple[float, float]) -> bool:
    inside = PointInsidePen(None, point, evenOdd=True)
    contour.replay(inside)
    return bool(inside.getResult())
