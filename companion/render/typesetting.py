"""A drawing as WeasyPrint sets it fastest; it looks the same.

Icons become letters, and all letters of one style become one text in which each has its place. WeasyPrint sets letter
by letter anyhow, without kerning; what takes its time is every text of its own, most of all a centred one.
Without this module a page takes 2.5 times as long (tests/bench/bench_tricks.py).
"""

import re
from collections import defaultdict
from html import unescape
from itertools import accumulate
from typing import NamedTuple

from companion.render import fonts, icon_letters
from companion.render.svg import number, text_element

_ICON = re.compile(r'<use href="#([a-z0-9-]+)" ([^>]*)/>')
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_TURNED = re.compile(r"rotate\(-90 (?P<cx>[^ ]+) (?P<cy>[^)]+)\)")
_SYMBOLS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_GROUP = re.compile(r"(</?(?:g|svg)\b[^>]*>)")
_BEFORE_THE_WORDS = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of them lies left of their place


class Style(NamedTuple):
    family: str
    size: str
    weight: str
    colour: str
    turned: bool


Placed = tuple[str, float, float]  # a letter and where it stands
Letters = defaultdict[Style, list[Placed]]


def for_print(svg: str) -> str:
    """What belongs to one group stays in it, because a group lies above the one before."""
    return "".join(part if _GROUP.fullmatch(part) else _gathered(part) for part in _GROUP.split(_SYMBOLS.sub("", svg)))


def _gathered(shapes: str) -> str:
    """The shapes, then the icons on them, then the words on those."""
    letters: Letters = defaultdict(list)

    def take_icon(icon: re.Match[str]) -> str:
        """A letter stands on its line, an icon hangs in its corner."""
        given = dict(_ATTRIBUTE.findall(icon[2]))
        style = Style(icon_letters.FAMILY, given["height"], "normal", given["color"], False)
        letters[style].append(
            (icon_letters.letter(icon[1]), float(given["x"]), float(given["y"]) + float(given["height"]))
        )
        return ""

    def take_text(text: re.Match[str]) -> str:
        given = dict(_ATTRIBUTE.findall(text[1]))
        weight, turned = given.get("font-weight", "normal"), "transform" in given
        style = Style(given["font-family"], given["font-size"], weight, given["fill"], turned)
        letters[style] += _placed(unescape(text[2]), given, style)
        return ""

    rest = _TEXT.sub(take_text, _ICON.sub(take_icon, shapes))
    return rest + "".join(_text(style, placed) for style, placed in letters.items())


def _placed(words: str, given: dict[str, str], style: Style) -> list[Placed]:
    widths = [fonts.width(letter, float(style.size), style.family, style.weight) for letter in words]
    start = float(given["x"]) - sum(widths) * _BEFORE_THE_WORDS[given["text-anchor"]]
    places = [(x, float(given["y"])) for x in accumulate(widths[:-1], initial=start)]
    if turned := _TURNED.fullmatch(given.get("transform", "")):
        cx, cy = map(float, turned.groups())
        places = [(cx + y - cy, cy - x + cx) for x, y in places]
    return [(letter, x, y) for letter, (x, y) in zip(words, places, strict=True)]


def _text(style: Style, placed: list[Placed]) -> str:
    return text_element(
        "text",
        "".join(letter for letter, _, _ in placed),
        x=" ".join(number(x) for _, x, _ in placed),
        y=" ".join(number(y) for _, _, y in placed),
        font_family=style.family,
        font_size=style.size,
        fill=style.colour,
        **{"xml:space": "preserve"},  # every space has its place, too
        **({"font_weight": style.weight} if style.weight != "normal" else {}),
        **({"rotate": "-90"} if style.turned else {}),
    )
