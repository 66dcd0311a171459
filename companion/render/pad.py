"""Blank pads: a page is rendered once and repeated, so that a hundred cost hardly more than one."""

from dataclasses import dataclass

from companion.i18n import LANGUAGES
from companion.phrase import Phrase
from companion.render.geometry import Box
from companion.render.palette import INKS
from companion.render.pdf import Page, Placed, document
from companion.render.printable import Printable, description_of, drawing_of, page_of, whole_title_of

MOST_PAGES = 200
MARGIN = 10.0  # mm; home printers leave a few white
NARROW = 5.0  # around two sheets on one page, where every millimetre makes the print larger


@dataclass(frozen=True)
class Paper:
    width: float  # mm, upright
    height: float


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}


class BadOrder(ValueError):
    """Something about a print order cannot be; `field` says which part of it."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(Phrase("%(field)s: expected %(expected)s", field=field, expected=expected))
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
    """The PDF of a pad."""
    title = " / ".join(whole_title_of(sheet, order.language) for sheet in order.sheets)
    sides = [side(sheet, order) for sheet in order.sheets]
    from companion.render import binding  # only now: a companion that prints nothing starts sooner without

    printed = document(sides, title, order.language)
    return binding.bound(printed, order.pages, doubled=order.up == 2)


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
