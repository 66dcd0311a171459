"""A drawing as WeasyPrint sets it fastest; it looks the same.

Icons become letters, and words are placed by their left end: WeasyPrint makes an object of its own of every text that
is centred. It sets letter by letter, without kerning, so the width is the sum of the letters' widths.
"""

import re
from html import unescape

from companion.render import fonts, icon_font
from companion.render.svg import number, text_element

_ICON = re.compile(
    r'<use href="#(?P<icon>[^"]+)" x="(?P<x>[^"]+)" y="(?P<y>[^"]+)" width="(?P<size>[^"]+)" height="[^"]+"'
    r' color="(?P<colour>[^"]+)"/>'
)
_TEXT = re.compile(
    r'<text x="(?P<x>[^"]+)" (?P<between>y="[^"]+" font-family="(?P<family>[^"]+)" font-size="(?P<size>[^"]+)") '
    r'text-anchor="(?P<anchor>middle|end)"(?P<rest>[^>]*)>(?P<words>[^<]*)<'
)


def for_print(svg: str) -> str:
    return _TEXT.sub(_from_the_left, _ICON.sub(_as_letter, svg))


def _as_letter(icon: re.Match[str]) -> str:
    """A letter stands on its line, an icon hangs in its corner."""
    size = float(icon["size"])
    return text_element(
        "text",
        icon_font.letter(icon["icon"]),
        x=icon["x"],
        y=float(icon["y"]) + size,
        font_family=icon_font.FAMILY,
        font_size=size,
        fill=icon["colour"],
    )


def _from_the_left(text: re.Match[str]) -> str:
    weight = "bold" if 'font-weight="bold"' in text["rest"] else "normal"
    width = fonts.width(unescape(text["words"]), float(text["size"]), text["family"], weight)
    x = float(text["x"]) - width * (0.5 if text["anchor"] == "middle" else 1)
    return f'<text x="{number(x)}" {text["between"]}{text["rest"]}>{text["words"]}<'
