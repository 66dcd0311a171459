"""Draw the sheet for a phone: one drawing per area, with print and pen strokes in separate layers.

The print is sent once; after a move only the strokes of the changed areas are sent. Colours are CSS variables, so that
the same drawing works in light and dark theme.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from math import ceil
from typing import Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import NO_MARKS, THUMB, Area, Drawing, Marks, draw_pen_layer
from companion.games.dice_charmers.drawing.areas import (
    draw_karma,
    draw_market,
    draw_palace,
    draw_province,
    draw_river,
    draw_upgrades,
    draw_wrapped_tracks,
)
from companion.games.dice_charmers.drawing.edition import choose_palette
from companion.render.canvas import HEADER
from companion.render.icons import make_definitions
from companion.render.outlines import outline_texts
from companion.render.palette import Palette
from companion.render.svg import write_number, write_svg

WIDTH = 90.0  # units; a unit is 4 pixels on a phone of 360 pixels


def _draw_market(drawing: Drawing) -> Area:
    kinds = len(drawing.definition.sheet.market.goods)
    return draw_market(drawing, WIDTH, HEADER + kinds * 25 + 9)


def _draw_river(drawing: Drawing) -> Area:
    rows = ceil(len(drawing.definition.sheet.river) / 6)
    return draw_river(drawing, WIDTH, HEADER + rows * 37, rows=rows)


# In the order on the page.
AREAS: dict[str, Callable[[Drawing], Area]] = {
    "tracks": lambda drawing: draw_wrapped_tracks(drawing, WIDTH, rows=3, beside=THUMB + 2),
    "province": lambda drawing: draw_province(drawing, WIDTH, HEADER + WIDTH),
    "market": _draw_market,
    "palace": lambda drawing: draw_palace(drawing, WIDTH, HEADER + 2 * 52, stacked=True),
    "river": _draw_river,
    "upgrades": lambda drawing: draw_upgrades(drawing, WIDTH, HEADER + 4 * 11.5 + 14),
    "karma": lambda drawing: draw_karma(drawing, WIDTH, HEADER + 34),
}

# The marks of each area: keys of the described marks, and prefixes of its bonus places.
ENTRIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "tracks": (("fame", "money"), ("fame ", "money ")),
    "province": (("roads",), ("edge ",)),
    "market": (("circled_goods", "sold_goods"), ("tent ",)),
    "palace": (("palace",), ("palace ",)),
    "river": (("river",), ()),
    "upgrades": (("upgrades",), ("upgrade ",)),
    "karma": (("karma_circled", "karma_used"), ("karma ",)),
}
BONUSES = ("circled_bonuses", "used_bonuses", "wasted_bonuses")
KEPT_STROKES = 20_000  # about a kilobyte each
KEPT_PICTURES = 256  # 5 to 90 kB each

Entries = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class PhoneArea:
    name: str
    viewbox: str
    printed: str  # with the targets


@lru_cache
def draw_printed_areas(definition: SheetDefinition, language: str) -> tuple[PhoneArea, ...]:
    """Draw the print of every area, without marks."""
    drawing = Drawing(definition, NO_MARKS, use_variables(choose_palette(definition)), language, touch=True)
    areas = [draw(drawing) for draw in AREAS.values()]
    return tuple(
        PhoneArea(
            area.name,
            f"0 0 {write_number(area.width)} {write_number(area.height)}",
            area.render_layer(True, False),
        )
        for area in areas
    )


@lru_cache(KEPT_PICTURES)
def draw_print_picture(definition: SheetDefinition, area: str, language: str, dark: bool) -> str:
    """Draw the print of an area as an SVG document, for pages that only show it: a browser paints one picture much
    faster than hundreds of elements (docs/performance.md)."""
    drawn = AREAS[area](Drawing(definition, NO_MARKS, choose_palette(definition, dark=dark), language))
    content = outline_texts(drawn.render_layer(True, False))
    return write_svg(make_definitions(content) + content, drawn.width, drawn.height)


def draw_strokes(definition: SheetDefinition, marks: Marks) -> dict[str, str]:
    """Draw the pen strokes of each area."""
    return {
        area: draw_pen_layer(strokes) if strokes else "" for area, strokes in list_strokes(definition, marks).items()
    }


def list_strokes(definition: SheetDefinition, marks: Marks) -> dict[str, tuple[str, ...]]:
    """List the pen strokes of each area, each as an SVG element."""
    strokes = _cached_drawer(definition)
    return {area: strokes(area, _select_marks(area, marks)) for area in AREAS}


@lru_cache
def _cached_drawer(definition: SheetDefinition) -> Callable[[str, Entries], tuple[str, ...]]:
    """Return a function that draws the strokes of an area, with a cache.

    Most moves change only one area, and several phones show it.
    """
    colours = use_variables(choose_palette(definition))

    @lru_cache(KEPT_STROKES)  # without it a board takes twice as long (tests/bench/bench_tricks.py)
    def strokes(area: str, entries: Entries) -> tuple[str, ...]:
        entered: dict[str, Any] = {name: dict(it) if isinstance(it, tuple) else it for name, it in entries}
        drawing = Drawing(definition, entered, colours, "en", prints=False)
        return tuple(AREAS[area](drawing).pen)

    return strokes


def _select_marks(area: str, marks: Marks) -> Entries:
    """Select the marks of one area, as a key for the cache."""
    names, beginnings = ENTRIES[area]
    found = [(name, _make_hashable(marks[name])) for name in names if name in marks]
    for name in BONUSES:
        found.append((name, frozenset(place for place in marks.get(name, ()) if place.startswith(beginnings))))
    return tuple(found)


def _make_hashable(entered: Any) -> Any:
    if isinstance(entered, dict):
        return tuple(sorted(entered.items()))
    return frozenset(entered) if isinstance(entered, list) else entered


# Colours


def write_stylesheet(definition: SheetDefinition) -> str:
    """Write the CSS variables for light and dark theme, and the aspect ratio of each area.

    With the aspect ratio a browser need not draw an area that is out of view to know its height.
    """
    day = _declare_variables(choose_palette(definition))
    night = _declare_variables(choose_palette(definition, dark=True))
    shapes = "".join(
        f"#area-{area.name}{{aspect-ratio:{'/'.join(area.viewbox.split()[2:])}}}"
        for area in draw_printed_areas(definition, "en")
    )
    return f":root{{{day}}}\n@media (prefers-color-scheme: dark){{:root{{{night}}}}}\n{shapes}\n"


def _declare_variables(colours: Palette) -> str:
    return "".join(f"--sheet-{name}:{value};" for name, value in _name_colours(colours))


def _name_colours(colours: Palette) -> Iterator[tuple[str, str]]:
    for field in fields(colours):
        value = getattr(colours, field.name)
        if isinstance(value, dict):
            yield from ((f"{field.name}-{name}", colour) for name, colour in value.items())
        else:
            yield field.name.replace("_", "-"), value


def use_variables(colours: Palette) -> Palette:
    """Replace every colour of a palette by its CSS variable."""
    values: dict[str, Any] = {}
    for field in fields(colours):
        value = getattr(colours, field.name)
        if isinstance(value, dict):
            values[field.name] = {name: f"var(--sheet-{field.name}-{name})" for name in value}
        else:
            values[field.name] = f"var(--sheet-{field.name.replace('_', '-')})"
    return Palette(**values)
