"""Build the icon font when the first PDF is made.

WeasyPrint sets a character several times faster than it draws the paths of an icon, and a font is stored in the PDF
only once.
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

from companion.render.icons import GRID, ICON_FONT, assign_characters, load_symbols

UNITS = 100  # font units per grid unit
ROUGHNESS = 0.5  # largest error of converted curves, in font units
INWARDS = 0.02  # share of the way to the middle
_ROTATION = re.compile(r"rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)")
_UPRIGHT = Transform(UNITS, 0, 0, -UNITS, 0, GRID * UNITS)  # in fonts the y axis points up


def build_font() -> bytes:
    """Build the font and return it as a TrueType file."""
    em = GRID * UNITS
    outlines = {".notdef": TTGlyphPen(None).glyph()} | {
        icon: _make_outline(drawn) for icon, drawn in load_symbols().items()
    }
    builder = FontBuilder(em, isTTF=True)
    builder.setupGlyphOrder(list(outlines))
    builder.setupCharacterMap({ord(char): icon for icon, char in assign_characters().items()})
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics({icon: (em, getattr(outline, "xMin", 0)) for icon, outline in outlines.items()})
    builder.setupHorizontalHeader(ascent=em, descent=0)
    builder.setupNameTable({"familyName": ICON_FONT, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=em, sTypoDescender=0, usWinAscent=em, usWinDescent=0)
    builder.setupPost()
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def _make_outline(symbol: str) -> object:
    glyph = TTGlyphPen(None)
    _draw(ElementTree.fromstring(symbol), _UPRIGHT, Cu2QuPen(glyph, ROUGHNESS))  # noqa: S314
    return glyph.glyph()


def _draw(element: ElementTree.Element, transform: Transform, pen: Cu2QuPen) -> None:
    transform = transform.transform(_parse_rotation(element.attrib.pop("transform", "")))
    shapes = PathBuilder()
    shapes.add_path_from_element(element)
    for path in shapes.paths:
        drawn = RecordingPen()
        parse_path(path, TransformPen(drawn, transform))
        _fill(drawn, pen)
    for child in element:
        _draw(child, transform, pen)


def _parse_rotation(written: str) -> Transform:
    if not written:
        return Identity
    found = _ROTATION.fullmatch(written)
    assert found, f"an icon may be rotated only: {written}"
    angle, x, y = map(float, found.groups())
    return Identity.translate(x, y).rotate(radians(angle)).translate(-x, -y)


def _fill(shape: RecordingPen, pen: Cu2QuPen) -> None:
    """Add the contours of a shape to the glyph.

    SVG icons use the even-odd rule: a contour inside another is a hole. In a font, holes run the other way round.
    """
    contours = _split_contours(shape)
    for contour in contours:
        around = sum(_contains(other, contour) for other in contours if other is not contour)
        area = AreaPen()
        contour.replay(area)
        clockwise = area.value < 0
        contour.replay(pen if clockwise == (around % 2 == 0) else ReverseContourPen(pen))


def _split_contours(shape: RecordingPen) -> list[RecordingPen]:
    contours: list[RecordingPen] = []
    for step in shape.value:
        if step[0] == "moveTo":
            contours.append(RecordingPen())
        contours[-1].value.append(("closePath", ()) if step[0] == "endPath" else step)
    return contours


def _contains(outer: RecordingPen, inner: RecordingPen) -> bool:
    """Check whether most points of a contour lie inside another.

    The points are moved a little towards the middle first, because the two contours may touch.
    """
    points = [step[1][-1] for step in inner.value if step[1]]
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    within = [(px + (x - px) * INWARDS, py + (y - py) * INWARDS) for px, py in points]
    return sum(_contains_point(outer, point) for point in within) * 2 > len(points)


def _contains_point(contour: RecordingPen, point: tuple[float, float]) -> bool:
    inside = PointInsidePen(None, point, evenOdd=True)
    contour.replay(inside)
    return bool(inside.getResult())
