"""Blank pads: a page is rendered once and repeated, so that a hundred cost hardly more than one."""

from dataclasses import dataclass
from io import BytesIO

import pikepdf

from companion.definitions import Box
from companion.definitions.forms import LANGUAGES
from companion.render.palette import INKS
from companion.render.pdf import Page, Placed, document
from companion.render.printable import Printable, description_of, drawing_of, page_of, whole_title_of

MOST_PAGES = 200
MARGIN = 10.0  # mm; home printers leave a few white
NARROW = 5.0  # around two sheets on one page, where every millimetre makes the print larger
CUT_MARK = 10.0  # mm long
EDGE = 4.0  # mm from the edge of the paper to a cut mark
POINTS = 72 / 25.4  # in a millimetre


@dataclass(frozen=True)
class Paper:
    width: float  # mm, upright
    height: float


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}


class BadOrder(ValueError):
    """Something about a print order cannot be; `field` says which part of it."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"{field}: expected {expected}")
        self.field = field
        self.expected = expected


@dataclass(frozen=True)
class Order:
    """What to print. Two sheets are printed front and back."""

    sheets: tuple[Printable, ...]
    pages: int = 1  # of paper; each has two sides if there are two sheets
    paper: str = "a4"
    up: int = 1  # sheets beside each other on a page
    language: str = "en"
    ink: str = "full"

    def __post_init__(self) -> None:
        if len(self.sheets) not in (1, 2):
            raise BadOrder("sheets", "one sheet, or two for front and back")
        if not 1 <= self.pages <= MOST_PAGES:
            raise BadOrder("pages", f"a number from 1 to {MOST_PAGES}")
        for field, value, choices in (
            ("paper", self.paper, tuple(PAPERS)),
            ("up", self.up, (1, 2)),
            ("language", self.language, LANGUAGES),
            ("ink", self.ink, INKS),
        ):
            if value not in choices:
                raise BadOrder(field, f"one of {', '.join(map(str, choices))}")


def print_pad(order: Order) -> bytes:
    """The PDF of a pad."""
    title = " / ".join(whole_title_of(sheet, order.language) for sheet in order.sheets)
    sides = [side(sheet, order) for sheet in order.sheets]
    with pikepdf.open(BytesIO(document(sides, title, order.language))) as pdf:
        if order.up == 2:
            for page in pdf.pages:
                _double(page, PAPERS[order.paper])
        _repeat(pdf, order.pages)
        return saved(pdf)


def side(sheet: Printable, order: Order) -> Page:
    drawing, page = drawing_of(sheet, order.language, order.ink), page_of(sheet)
    description, paper = description_of(sheet, order.language), PAPERS[order.paper]
    if order.up == 1:
        return Page(paper.width, paper.height, (centred(drawing, page, paper, description),))
    return Page(paper.height, paper.width, (_on_left_half(drawing, page, paper, description),))


def centred(drawing: str, page: Box, paper: Paper, description: str) -> Placed:
    scale = min((paper.width - 2 * MARGIN) / page.width, (paper.height - 2 * MARGIN) / page.height)
    width, height = page.width * scale, page.height * scale
    x, y = (paper.width - width) / 2, (paper.height - height) / 2
    return Placed(drawing, x, y, width, height, description, scale=scale)


def _on_left_half(drawing: str, page: Box, paper: Paper, description: str) -> Placed:
    """The paper lies on its side."""
    half = paper.height / 2
    scale = min((half - 2 * NARROW) / page.width, (paper.width - 2 * NARROW) / page.height)
    width, height = page.width * scale, page.height * scale
    x, y = (half - width) / 2, (paper.width - height) / 2
    return Placed(drawing, x, y, width, height, description)


def _double(page: pikepdf.Page, paper: Paper) -> None:
    """The left half once more on the right; equal halves match their backs however the page is turned."""
    half, height = paper.height / 2 * POINTS, paper.width * POINTS
    drawn = page.as_form_xobject()
    drawn.BBox = pikepdf.Array([0, 0, half - 1, height])  # or it would show the cut marks once more
    page.add_overlay(drawn, pikepdf.Rectangle(half, 0, 2 * half - 1, height))
    mark, edge = CUT_MARK * POINTS, EDGE * POINTS
    ends = ((edge, edge + mark), (height - edge - mark, height - edge))
    lines = "".join(f"{half:.2f} {start:.2f} m {half:.2f} {end:.2f} l " for start, end in ends)
    page.contents_add(f"q 0.45 G 0.7 w {lines}S Q".encode())


def _repeat(pdf: pikepdf.Pdf, times: int) -> None:
    """All pages so many times over; what they show is in the file once."""
    originals = list(pdf.pages)
    for _ in range(times - 1):
        for original in originals:
            pdf.pages.append(original)
            copy = pdf.pages[-1].obj
            if "/StructParents" in copy:  # the document's structure speaks of the first copy
                del copy["/StructParents"]


def saved(pdf: pikepdf.Pdf) -> bytes:
    target = BytesIO()
    pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)
    return target.getvalue()
