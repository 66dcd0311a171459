"""Print pads of blank sheets. A page is rendered once and repeated, so 100 pages cost hardly more than one.

Sheets can have a code with the serial number of the copy. The codes are added to the repeated pages.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import NamedTuple, Protocol

from companion.i18n import LANGUAGES, N_
from companion.phrase import Phrase
from companion.render.palette import INKS
from companion.render.pdf import Page, Placed, render_pdf, repeat_pages
from companion.render.svg import Box, element, write_number, write_point, write_svg

MOST_PAGES = 200
MARGIN = 10.0  # mm; home printers cannot print up to the edge
NARROW = 5.0  # mm; margin around two sheets on one page, to print them as large as possible
EDGE, CUT_MARK = 4.0, 10.0  # mm; from the edge of the paper to a cut mark, and its length
PIXELS_PER_MM = 96 / 25.4  # in browsers
SERIALS = 2**31  # the first serial number of a pad is random, so that two pads differ


@dataclass(frozen=True)
class Paper:
    title: str
    width: float  # portrait, in mm
    height: float
    parts: int = 1  # pages that are glued together, one below the other


# Large print is for A3, or for two pages of usual size: each has half of the sheet, and the margins between the halves
# are cut off before they are glued together.
PAPERS = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper(N_("US Letter"), 215.9, 279.4),
    "a3": Paper(N_("A3, large print"), 297.0, 420.0),
    "two-a4": Paper(N_("Two A4 pages, large print"), 297.0, 2 * (210.0 - MARGIN), parts=2),
    "two-letter": Paper(N_("Two Letter pages, large print"), 279.4, 2 * (215.9 - MARGIN), parts=2),
}
USUAL_PAPERS = ("a4", "letter")  # for documents with flowing text, and for generated photos
DEFAULT_PAPER = next(iter(PAPERS))


class Code(NamedTuple):
    """A QR code and its place on a drawing or a page, in mm."""

    content: str
    box: Box
    colour: str = "#000000"


class Printable(Protocol):
    """Something a pad can be made of: a sheet to play on, the score pad of a game, a quick reference.

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
        if self.up > 1 and PAPERS[self.paper].parts > 1:
            raise BadOrder("up", Phrase("1 if a sheet takes two pages"))


# Where copies are on the page


@dataclass(frozen=True)
class CopyPlace:
    """The place of one copy of a drawing on the page."""

    x: float
    y: float
    scale: float

    def move(self, box: Box) -> Box:
        """Return where a box of the drawing is on the page."""
        scale = self.scale
        return Box(self.x + box.x * scale, self.y + box.y * scale, box.width * scale, box.height * scale)

    def place(self, drawing: str, page: Box, description: str) -> Placed:
        return Placed(drawing, self.x, self.y, page.width * self.scale, page.height * self.scale, description)


def find_page_size(order: Order) -> tuple[float, float]:
    """Return width and height of a page: portrait for one sheet, landscape for two."""
    paper = PAPERS[order.paper]
    return (paper.width, paper.height) if order.up == 1 else (paper.height, paper.width)


def list_copies(page: Box, order: Order) -> list[CopyPlace]:
    """Place the copies on a page, each in the middle of its part, as large as the margins allow.

    Two are at the same place of each half, so that front and back match however the paper is turned.
    """
    width, height = find_page_size(order)
    part, margin = width / order.up, MARGIN if order.up == 1 else NARROW
    scale = min((part - 2 * margin) / page.width, (height - 2 * margin) / page.height)
    x, y = (part - page.width * scale) / 2, (height - page.height * scale) / 2
    return [CopyPlace(x + number * part, y, scale) for number in range(order.up)]


# Printing


def print_pad(order: Order) -> bytes:
    """Render a pad as a PDF."""
    order = choose_serial(order)
    title = " / ".join(sheet.full_title(order.language) for sheet in order.sheets)
    sides = [
        lay_out(sheet.draw(order.language, order.ink), sheet.describe(order.language), sheet.page, order)
        for sheet in order.sheets
    ]
    pages = [page for part in zip(*sides, strict=True) for page in part]
    return repeat_pages(render_pdf(pages, title, order.language), order.pages, list_codes(order))


def choose_serial(order: Order) -> Order:
    """Choose the first serial number of an order that needs one and has none."""
    needs_one = any(sheet.place_code(order.language, order.ink, 0) for sheet in order.sheets)
    return replace(order, first_serial=randbelow(SERIALS)) if needs_one and order.first_serial is None else order


def list_codes(order: Order) -> list[list[Code]]:
    """List the codes of every page of a numbered order, with their places on the page."""
    pages, serial = [], order.first_serial or 0
    for number in range(order.pages * len(order.sheets)):
        sheet, side = order.sheets[number % len(order.sheets)], []
        for copy in list_copies(sheet.page, order):
            if code := sheet.place_code(order.language, order.ink, serial):
                side.append(code._replace(box=copy.move(code.box)))
            serial += 1
        pages.append(side)
        if has_parts(order) and sheet is order.sheets[-1]:  # the lower halves follow, without codes
            pages += [[] for _ in order.sheets]
    return pages


def lay_out(drawing: str, description: str, page: Box, order: Order) -> list[Page]:
    """Lay out one side of the paper, without serial numbers: one page, or two with half of the drawing each.

    Marks show where to cut: between two copies, or the margin between two halves.
    """
    width, height = find_page_size(order)
    copies = list_copies(page, order)
    if not has_parts(order):
        placed = [copy.place(drawing, page, description) for copy in copies]
        if order.up == 2:
            marks = (f"M{EDGE} {start}V{start + CUT_MARK}" for start in (EDGE, height - EDGE - CUT_MARK))
            placed.append(Placed(_draw_marks(marks, 2 * EDGE, height), width / 2 - EDGE, 0, 2 * EDGE, height, ""))
        return [Page(width, height, tuple(placed))]
    (copy,) = copies
    half, high = page.height / 2, page.height * copy.scale / 2
    whole = element("g", drawing, transform=f"scale({1 / PIXELS_PER_MM:.6f})")
    marks = (f"M{x} {MARGIN}h{EDGE}" for x in (EDGE, width - 2 * EDGE))
    cut = Placed(_draw_marks(marks, width, 2 * MARGIN), 0, 0, width, 2 * MARGIN, "")
    parts = []
    for part, top, seam in ((0, copy.y, height / 2), (1, MARGIN, MARGIN)):
        box = f"0 {write_number(part * half)} {write_number(page.width)} {write_number(half)}"
        shown = element("svg", whole, xmlns="http://www.w3.org/2000/svg", viewBox=box)
        drawn = Placed(shown, copy.x, top, page.width * copy.scale, high, f"{description}, {part + 1}/2")
        parts.append(Page(width, height / 2 + MARGIN, (drawn, replace(cut, y=seam - MARGIN))))
    return parts


def _draw_marks(marks: Iterable[str], width: float, height: float) -> str:
    return write_svg(element("path", d="".join(marks), stroke="#737373", stroke_width=0.25), width, height)


def has_parts(order: Order) -> bool:
    """Check whether a sheet takes two pages."""
    return PAPERS[order.paper].parts > 1


def draw_previews(order: Order) -> list[str]:
    """Draw every side of the paper for the screen."""
    return [draw_preview(sheet, order) for sheet in order.sheets]


def draw_preview(sheet: Printable, order: Order) -> str:
    """Draw one side of the paper for the screen; with two sheets on a page, both and the cut between them."""
    (width, height), first = find_page_size(order), list_copies(sheet.page, order)[0]
    drawing = sheet.draw(order.language, order.ink, serial=0)
    transform = f"translate({write_point(first.x, first.y)}) scale({first.scale / PIXELS_PER_MM:.5f})"
    parts = [
        element("rect", width=width, height=height, fill="#fff"),
        element("g", drawing, id=f"preview-{sheet.name}", transform=transform),
    ]
    if order.up == 2:
        parts.append(element("use", href=f"#preview-{sheet.name}", x=width / 2))
        cut = f"M{write_number(width / 2)} 0V{write_number(height)}"
        parts.append(element("path", d=cut, stroke="#777", stroke_dasharray="3 2"))
    elif has_parts(order):
        seam = f"M0 {write_number(height / 2)}H{write_number(width)}"
        parts.append(element("path", d=seam, stroke="#777", stroke_dasharray="3 2"))
    return write_svg("".join(parts), width, height)
