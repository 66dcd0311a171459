"""Rewrite a drawing so that WeasyPrint renders it faster; it looks the same.

Icons become characters of the icon font, and all characters of one style become one text element with a position for
each character. WeasyPrint sets characters one by one without kerning anyway; separate text elements are slow, above
all centred ones.
"""

import re
from collections import defaultdict
from html import unescape
from itertools import accumulate
from typing import NamedTuple

from companion.render import fonts, icons
from companion.render.svg import Value, write_number, write_text_element

_ICON = re.compile(r'<use href="#([a-z0-9-]+)" ([^>]*)/>')
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_TURNED = re.compile(r"rotate\(-90 (?P<cx>[^ ]+) (?P<cy>[^)]+)\)")
_SYMBOLS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_GROUP = re.compile(r"(</?(?:g|svg)\b[^>]*>)")
_SHARE_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the share of a text to the left of its anchor


class Style(NamedTuple):
    family: str
    size: str
    weight: str
    colour: str
    turned: bool
    outline: str = ""


Placed = tuple[str, float, float]  # a character and its position
Letters = defaultdict[Style, list[Placed]]


def prepare_for_print(svg: str) -> str:
    """Rewrite an SVG drawing. Elements stay in their group, because a group covers the one before it."""
    return "".join(
        part if _GROUP.fullmatch(part) else _sort_layers(part) for part in _GROUP.split(_SYMBOLS.sub("", svg))
    )


def _sort_layers(shapes: str) -> str:
    """Put shapes first, then icons, then text."""
    letters: Letters = defaultdict(list)

    def take_icon(icon: re.Match[str]) -> str:
        """Turn an icon into a character; its position is the baseline, not the top left corner."""
        given = dict(_ATTRIBUTE.findall(icon[2]))
        style = Style(icons.ICON_FONT, given["height"], "normal", given["color"], False, given.get("stroke", ""))
        letters[style].append(
            (icons.assign_characters()[icon[1]], float(given["x"]), float(given["y"]) + float(given["height"]))
        )
        return ""

    def take_text(text: re.Match[str]) -> str:
        given = dict(_ATTRIBUTE.findall(text[1]))
        weight, turned = given.get("font-weight", "normal"), "transform" in given
        style = Style(given["font-family"], given["font-size"], weight, given["fill"], turned)
        letters[style] += _place_letters(unescape(text[2]), given, style)
        return ""

    rest = _TEXT.sub(take_text, _ICON.sub(take_icon, shapes))
    return rest + "".join(_make_text(style, placed) for style, placed in letters.items())


def _place_letters(words: str, given: dict[str, str], style: Style) -> list[Placed]:
    widths = [fonts.measure_width(letter, float(style.size), style.family, style.weight) for letter in words]
    start = float(given["x"]) - sum(widths) * _SHARE_BEFORE[given["text-anchor"]]
    places = [(x, float(given["y"])) for x in accumulate(widths[:-1], initial=start)]
    if turned := _TURNED.fullmatch(given.get("transform", "")):
        cx, cy = map(float, turned.groups())
        places = [(cx + y - cy, cy - x + cx) for x, y in places]
    return [(letter, x, y) for letter, (x, y) in zip(words, places, strict=True)]


def _make_text(style: Style, placed: list[Placed]) -> str:
    return write_text_element(
        "text",
        "".join(letter for letter, _, _ in placed),
        x=" ".join(write_number(x) for _, x, _ in placed),
        y=" ".join(write_number(y) for _, _, y in placed),
        font_family=style.family,
        font_size=style.size,
        fill=style.colour,
        **{"xml:space": "preserve"},  # spaces have positions, too
        **({"font_weight": style.weight} if style.weight != "normal" else {}),
        **({"rotate": "-90"} if style.turned else {}),
        **_write_outline(style),
    )


def _write_outline(style: Style) -> dict[str, Value]:
    return {"stroke": style.outline, "stroke_width": icons.OUTLINE} if style.outline else {}
