"""Turn the text of a drawing into paths, for a picture that looks the same where our fonts are not installed."""

import re
from functools import cache
from html import unescape
from typing import Any

from companion.render import advances, fonts
from companion.render.svg import element, write_number

_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_SHARE_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the share of a text to the left of its anchor


def outline_texts(svg: str) -> str:
    """Replace text elements by paths. Text with letters that our font lacks stays text: the system's font draws it."""
    return _TEXT.sub(lambda text: _outline(dict(_ATTRIBUTE.findall(text[1])), unescape(text[2])) or text[0], svg)


def _outline(given: dict[str, str], words: str) -> str:
    family, weight, size = given["font-family"], given.get("font-weight", "normal"), float(given["font-size"])
    letters = [_load_letter(family, weight, letter) for letter in words]
    if None in letters:
        return ""
    scale = size / _load_font(family, weight)[1]
    x = float(given["x"]) - fonts.measure_width(words, size, family, weight) * _SHARE_BEFORE[given["text-anchor"]]
    parts = []
    for letter, drawn in zip(words, letters, strict=True):
        if drawn:
            place = f"translate({write_number(x)} {write_number(float(given['y']))}) scale({scale:.5f} {-scale:.5f})"
            parts.append(element("path", d=drawn, transform=place))
        x += fonts.measure_width(letter, size, family, weight)
    turned = {"transform": given["transform"]} if "transform" in given else {}
    return element("g", "".join(parts), fill=given["fill"], **turned)


@cache
def _load_font(family: str, weight: str) -> tuple[Any, int, dict[int, str]]:
    """Return a font's glyphs, its units per em and the glyph of every character."""
    from fontTools.ttLib import TTFont  # imported here because it is slow and only drawing needs it

    font = TTFont(advances.FOLDER / f"{fonts.FILES[family, weight]}.ttf")
    return font.getGlyphSet(), font["head"].unitsPerEm, font.getBestCmap()


@cache
def _load_letter(family: str, weight: str, letter: str) -> str | None:
    """Return the path of a letter in units of the font; None if the font lacks it."""
    from fontTools.pens.svgPathPen import SVGPathPen

    glyphs, _, characters = _load_font(family, weight)
    if ord(letter) not in characters:
        return None
    pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    glyphs[characters[ord(letter)]].draw(pen)
    return str(pen.getCommands())
