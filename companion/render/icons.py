"""The icons from static/icons/icons.svg and the shapes of the seats, for drawings that carry what they show."""

import re
from functools import cache

from companion.paths import STATIC
from companion.render.svg import element
from companion.seat_colours import SEAT_COLOURS

_SYMBOL = re.compile(r'<symbol id="([a-z0-9-]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'<use href="#([a-z0-9-]+)"')


@cache
def symbols() -> dict[str, str]:
    sprite = (STATIC / "icons" / "icons.svg").read_text(encoding="utf-8")
    icons = {found[1]: re.sub(r"\n\s*", "", found[0]) for found in _SYMBOL.finditer(sprite)}
    return icons | {f"seat-{name}": _seat_symbol(name, colour.shape) for name, colour in SEAT_COLOURS.items()}


def _seat_symbol(name: str, shape: str) -> str:
    return element("symbol", element("path", fill="currentColor", d=shape), id=f"seat-{name}", viewBox="0 0 24 24")


def use(icon: str, cx: float, cy: float, size: float, colour: str) -> str:
    """An icon around a point."""
    half = size / 2
    return element(
        "use", href=f"#{icon}", x=cx - half, y=cy - half, width=float(size), height=float(size), color=colour
    )


def definitions_for(markup: str) -> str:
    """`<defs>` with the symbols that the markup uses."""
    used = sorted(set(_USED.findall(markup)))
    return element("defs", "".join(symbols()[icon] for icon in used))
