"""Print pads of blank sheets. A page is rendered once and repeated, so 100 pages cost hardly more than one."""

from dataclasses import dataclass
from typing import Protocol

from companion.i18n import LANGUAGES
from companion.phrase import Phrase
from companion.render.geometry import PAPERS, Box, Paper
from companion.render.palette import INKS
from companion.render.pdf import Page, Placed, render_pdf
from companion.render.svg import element, svg_document, svg_number

MOST_PAGES = 200
MARGIN = 10.0  # mm; home printers cannot print up to the edge
PIXELS_PER_MM = 96 / 25.4  # in browsers
NARROW = 5.0  # mm; margin around two sheets on one page, to print them as large as possible


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

    def draw(self, language: str, ink: str) -> str:
        """Draw it as an `<svg>` with one unit per millimetre."""


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
    paper: str = "a4"
    up: int = 1  # sheets next to each other on a page
    language: str = "en"
    ink: str = "full"

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


def print_pad(order: Order) -> bytes:
    """Render a pad as a PDF."""
    title = " / ".join(sheet.full_title(order.language) for sheet in order.sheets)
    sides = [make_side(sheet, order) for sheet in order.sheets]
    from companion.render import binding  # imported here for a faster start: pikepdf is only needed for printing

    printed = render_pdf(sides, title, order.language)
    return binding.bind(printed, order.pages, doubled=order.up == 2)


def make_side(sheet: Printable, order: Order) -> Page:
    """Lay out one side of the paper with the sheet on it."""
    drawing, page = sheet.draw(order.language, order.ink), sheet.page
    description, paper = sheet.describe(order.language), PAPERS[order.paper]
    if order.up == 1:
        return Page(paper.width, paper.height, (place_centred(drawing, page, paper, description),))
    return Page(paper.height, paper.width, (_place_on_left_half(drawing, page, paper, description),))


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
    page = make_side(sheet, order)
    (placed,) = page.drawings
    scale = placed.width / (sheet.page.width * PIXELS_PER_MM)
    transform = f"translate({svg_number(placed.x)} {svg_number(placed.y)}) scale({scale:.5f})"
    parts = [
        element("rect", width=page.width, height=page.height, fill="#fff"),
        element("g", placed.svg, id=f"preview-{sheet.name}", transform=transform),
    ]
    if order.up == 2:
        half = PAPERS[order.paper].height / 2
        parts.append(element("use", href=f"#preview-{sheet.name}", x=half))
        line = element(
            "path", d=f"M{svg_number(half)} 0V{svg_number(page.height)}", stroke="#777", stroke_dasharray="3 2"
        )
        parts.append(line)
    return svg_document("".join(parts), page.width, page.height)
