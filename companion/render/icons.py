"""The icons of static/icons/icons.svg and the shapes of the seats, embedded into drawings as SVG symbols."""

import re
from functools import cache

from companion.paths import STATIC
from companion.render.svg import Value, element, write_svg
from companion.seat_colours import SEAT_COLOURS

GRID = 24  # side of every icon's view box
OUTLINE = 0.2  # width, whatever the size of the icon
ICON_FONT = "Companion Icons"  # built by `icon_font` for PDFs: one character per icon
FIRST_CHARACTER = 0xE000  # start of Unicode's private use area

_SYMBOL = re.compile(r'<symbol id="([a-z0-9-]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'<use href="#([a-z0-9-]+)"')


@cache
def load_symbols() -> dict[str, str]:
    """Map every icon's name to its `<symbol>` element."""
    sprite = (STATIC / "icons" / "icons.svg").read_text(encoding="utf-8")
    icons = {found[1]: re.sub(r"\n\s*", "", found[0]) for found in _SYMBOL.finditer(sprite)}
    return icons | {f"seat-{name}": _make_seat_symbol(name, colour.shape) for name, colour in SEAT_COLOURS.items()}


def _make_seat_symbol(name: str, shape: str) -> str:
    return element("symbol", element("path", fill="currentColor", d=shape), id=f"seat-{name}", viewBox="0 0 24 24")


def draw_icon(icon: str, cx: float, cy: float, size: float, colour: str, outline: str = "") -> str:
    """Draw an icon centred on a point, with an outline if it has a colour."""
    half = size / 2
    outlined: dict[str, Value] = {"stroke": outline, "stroke_width": OUTLINE * GRID / size} if outline else {}
    return element(
        "use",
        None,
        href=f"#{icon}",
        x=cx - half,
        y=cy - half,
        width=float(size),
        height=float(size),
        color=colour,
        **outlined,
    )


def make_definitions(markup: str) -> str:
    """Return a `<defs>` element with the symbols that the markup uses."""
    used = sorted(set(_USED.findall(markup)))
    return element("defs", "".join(load_symbols()[icon] for icon in used))


def draw_emblem(icon: str, colour: str) -> str:
    """Draw an icon as an SVG document of its own."""
    drawn = draw_icon(icon, 8, 8, 15, colour)
    return write_svg(make_definitions(drawn) + drawn, 16, 16)


@cache
def assign_characters() -> dict[str, str]:
    """Map every icon to its character in the icon font."""
    return {icon: chr(FIRST_CHARACTER + index) for index, icon in enumerate(load_symbols())}
