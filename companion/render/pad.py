"""Print pads of blank sheets. A page is rendered once and repeated, so 100 pages cost hardly more than one.

Sheets can have a code with the serial number of the copy. The codes are added to the repeated pages.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from secrets import randbelow
from typing import NamedTuple, Protocol

from companion.i18n import LANGUAGES
from companion.phrase import Phrase
from companion.render.geometry import DEFAULT_PAPER, PAPERS, Box, Paper
from companion.render.palette import INKS
from companion.render.pdf import Page, Placed, render_pdf
from companion.render.svg import element, write_number, write_svg

MOST_PAGES = 200
MARGIN = 10.0  # mm; home printers cannot print up to the edge
PIXELS_PER_MM = 96 / 25.4  # in browsers
NARROW = 5.0  # mm; margin around two sheets on one page, to print them as large as possible
SERIALS = 2**31  # the first serial number of a pad is random, so that two pads differ


class Code(NamedTuple):
    """A QR code and its place on a drawing or a page, in mm."""

    content: str
    box: Box


class Printable(Protocol):
    """Something a pad can be made of: a sheet to play on, or the score pad of a game.

    Hashable and picklable: it is a key of the print cache and is sent to the PDF worker process.
    """

    @property
    def name(self) -> str:
        """The name used in commands and URLs."""

    @property
    def page(self) -> Box: ...

    def title(self, language: str) -> str: ...

    def full_title(self, language: str) -> str:
        """Return the title including the name of the game."""

    def describe(self, language: str) -> str:
        """Return the text alternative of the drawing."""

    def draw(self, language: str, ink: str, serial: int | None = None) -> str:
        """Draw it as an `<svg>` with one unit per millimetre; without a serial number its place stays empty."""

    def place_code(self, language: str, ink: str, serial: int) -> Code | None:
        """Return the code of a copy and its place on the drawing; None if all copies are the same."""


class BadOrder(ValueError):
    """A value of a print order is invalid; `field` names it."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(Phrase("%(field)s: expected %(expected)s", field=field, expected=expected))
        self.field = field
        self.expected = expected


@dataclass(frozen=True)
class Order:
    """What to print. Two sheets are printed on front and back."""

    sheets: tuple[Printable, ...]
    pages: int = 1  # sheets of paper; with two sheets each has two sides
    paper: str = DEFAULT_PAPER
    up: int = 1  # sheets next to each other on a page
    language: str = "en"
    ink: str = "full"
    first_serial: int | None = None  # None chooses a random one

    def __post_init__(self) -> None:
        if len(self.sheets) not in (1, 2):
            raise BadOrder("sheets", Phrase("one sheet, or two for front and back"))
        if not 1 <= self.pages <= MOST_PAGES:
            raise BadOrder("pages", Phrase("a whole number from %(low)d to %(high)d", low=1, high=MOST_PAGES))
        for field, value, choices in (
            ("paper", self.paper, tuple(PAPERS)),
            ("up", self.up, (1, 2)),
            ("language", self.language, LANGUAGES),
            ("ink", self.ink, INKS),
        ):
            if value not in choices:
                raise BadOrder(field, Phrase("one of %(words)s", words=", ".join(map(str, choices))))


def choose_serial(order: Order) -> Order:
    """Choose the first serial number of an order that needs one and has none."""
    if order.first_serial is not None or not any(_place_codes(sheet, order, 0) for sheet in order.sheets):
        return order
    return replace(order, first_serial=randbelow(SERIALS))


def print_pad(order: Order) -> bytes:
    """Render a pad as a PDF."""
    order = choose_serial(order)
    from companion.render import binding  # imported here for a faster start: pikepdf is only needed for printing

    blank = _render_sides(replace(order, pages=1, first_serial=None))
    return binding.bind(blank, order.pages, order.up == 2, list_codes(order))


@lru_cache(maxsize=8)
def _render_sides(order: Order) -> bytes:
    """Render front and back, without serial numbers. They are cached, because every copy of them is the same."""
    title = " / ".join(sheet.full_title(order.language) for sheet in order.sheets)
    return render_pdf([make_side(sheet, order) for sheet in order.sheets], title, order.language)


def list_codes(order: Order) -> list[list[Code]]:
    """List the codes of every page of a numbered order, with their places on the page."""
    sides = [sheet for _ in range(order.pages) for sheet in order.sheets]
    first = order.first_serial or 0
    return [_place_codes(sheet, order, first + number * order.up) for number, sheet in enumerate(sides)]


def _place_codes(sheet: Printable, order: Order, serial: int) -> list[Code]:
    """Return the codes of the copies on one side of the paper; the first copy has this serial number."""
    placed = place_sheet("", sheet.page, order, "")
    scale, step = placed.width / sheet.page.width, find_page_size(order)[0] / order.up
    codes = (sheet.place_code(order.language, order.ink, serial + copy) for copy in range(order.up))
    return [
        Code(code.content, _move(code.box, scale, placed.x + copy * step, placed.y))
        for copy, code in enumerate(codes)
        if code
    ]


def _move(box: Box, scale: float, x: float, y: float) -> Box:
    return Box(x + box.x * scale, y + box.y * scale, box.width * scale, box.height * scale)


def make_side(sheet: Printable, order: Order, serial: int | None = None) -> Page:
    """Lay out one side of the paper with the sheet on it."""
    drawing, description = sheet.draw(order.language, order.ink, serial), sheet.describe(order.language)
    return Page(*find_page_size(order), (place_sheet(drawing, sheet.page, order, description),))


def find_page_size(order: Order) -> tuple[float, float]:
    """Return width and height of a page: portrait for one sheet, landscape for two."""
    paper = PAPERS[order.paper]
    return (paper.width, paper.height) if order.up == 1 else (paper.height, paper.width)


def place_sheet(drawing: str, page: Box, order: Order, description: str) -> Placed:
    """Place the drawing of a sheet; with two sheets on a page, on its left half."""
    place = place_centred if order.up == 1 else _place_on_left_half
    return place(drawing, page, PAPERS[order.paper], description)


def place_centred(drawing: str, page: Box, paper: Paper, description: str) -> Placed:
    """Place a drawing in the middle of portrait paper, as large as the margins allow."""
    scale = min((paper.width - 2 * MARGIN) / page.width, (paper.height - 2 * MARGIN) / page.height)
    width, height = page.width * scale, page.height * scale
    x, y = (paper.width - width) / 2, (paper.height - height) / 2
    return Placed(drawing, x, y, width, height, description, scale=scale)


def _place_on_left_half(drawing: str, page: Box, paper: Paper, description: str) -> Placed:
    """Place a drawing on the left half of landscape paper."""
    half = paper.height / 2
    scale = min((half - 2 * NARROW) / page.width, (paper.width - 2 * NARROW) / page.height)
    width, height = page.width * scale, page.height * scale
    x, y = (half - width) / 2, (paper.width - height) / 2
    return Placed(drawing, x, y, width, height, description)


def draw_preview(sheet: Printable, order: Order) -> str:
    """Draw one side of the paper for the screen; with two sheets on a page, both and the cut between them."""
    page = make_side(sheet, order, serial=0)
    (placed,) = page.drawings
    scale = placed.width / (sheet.page.width * PIXELS_PER_MM)
    transform = f"translate({write_number(placed.x)} {write_number(placed.y)}) scale({scale:.5f})"
    parts = [
        element("rect", width=page.width, height=page.height, fill="#fff"),
        element("g", placed.svg, id=f"preview-{sheet.name}", transform=transform),
    ]
    if order.up == 2:
        half = PAPERS[order.paper].height / 2
        parts.append(element("use", href=f"#preview-{sheet.name}", x=half))
        line = element(
            "path",
            d=f"M{write_number(half)} 0V{write_number(page.height)}",
            stroke="#777",
            stroke_dasharray="3 2",
        )
        parts.append(line)
    return write_svg("".join(parts), page.width, page.height)
