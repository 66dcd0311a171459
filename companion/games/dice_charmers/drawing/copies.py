"""Print blank sheets for the paper seats of a table, each with its own name and number."""

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.finished import make_page, render_blank
from companion.games.dice_charmers.drawing.heading import Entry
from companion.games.dice_charmers.drawing.sheet import (
    PrintableSheet,
    arrange_for_paper,
    make_sheet_code,
    place_names,
)
from companion.render.pad import Order
from companion.render.pdf import Page, render_pdf

Copies = tuple[tuple[str, int], ...]  # name of the player and number of the copy


def print_copies(sheet: SheetDefinition, copies: Copies, paper: str, language: str, ink: str) -> bytes:
    """Render one page per copy as a PDF; copies of edition 1 have no numbers."""
    order = Order((PrintableSheet(sheet),), 1, paper, 1, language, ink)
    pages = [_make_copy(sheet, name, number, order) for name, number in copies]
    title = order.sheets[0].full_title(language)
    from companion.render import binding  # imported here for a faster start, as in `pad`

    return binding.overlay_on(render_pdf(pages, title, language), render_blank(sheet, order), len(pages))


def _make_copy(sheet: SheetDefinition, name: str, number: int, order: Order) -> Page:
    code = make_sheet_code(sheet, order.language, order.ink, number)
    drawing = arrange_for_paper(sheet, language=order.language, ink=order.ink, code=code, printed=False)
    return make_page(sheet, order, drawing, name, place_names(sheet, order.language, Entry(name)))
