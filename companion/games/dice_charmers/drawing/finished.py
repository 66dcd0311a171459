"""Print a finished game: each player's marks on the blank sheet, and a page of results."""

from dataclasses import replace
from functools import lru_cache

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.analysis import draw_analysis
from companion.games.dice_charmers.drawing.finished_game import Game, Player
from companion.games.dice_charmers.drawing.heading import Entry
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, arrange_for_paper, place_names
from companion.games.dice_charmers.drawing.summary import draw_summary
from companion.games.dice_charmers.drawing.texts import ANALYSIS, GAME, RESULT
from companion.i18n import format_halves, translate_to
from companion.render.canvas import Name
from companion.render.geometry import DEFAULT_PAPER, PAPERS
from companion.render.pad import Order, place_centred
from companion.render.pdf import Page, render_pdf


def print_finished(game: Game, paper: str = DEFAULT_PAPER, language: str = "en", ink: str = "full") -> bytes:
    """Render one page per player with marks, the summary, and one page per player with the analysis, as a PDF."""
    order = Order((PrintableSheet(game.definition),), 1, paper, 1, language, ink)
    pages = [_make_marks_page(game, player, order) for player in game.players if player.marks is not None]
    marked = len(pages)
    pages.append(_make_summary_page(game, order))
    pages += _make_analysis_pages(game, order)
    title = f"{translate_to(RESULT, language)} – {translate_to(GAME, language)}, {game.date}"
    from companion.render import binding  # imported here for a faster start, as in `pad`

    return binding.overlay_on(render_pdf(pages, title, language), render_blank(game.definition, order), marked)


def _make_marks_page(game: Game, player: Player, order: Order) -> Page:
    assert player.marks is not None
    entry = make_entry(player, game.date)
    drawing = arrange_for_paper(
        game.definition,
        player.marks,
        language=order.language,
        ink=order.ink,
        entry=entry,
        code=game.link,
        printed=False,
    )
    return make_page(game.definition, order, drawing, player.name, place_names(game.definition, order.language, entry))


def make_entry(player: Player, date: str) -> Entry:
    """Return what is written in the head of a finished sheet."""
    score, fame, money = format_halves(player.score), str(player.fame), str(player.money)
    return Entry(player.name, score, str(player.place), date, fame, money)


def _make_summary_page(game: Game, order: Order) -> Page:
    drawing, names = draw_summary(game, order.language, order.ink)
    return make_page(game.definition, order, drawing, translate_to(RESULT, order.language), names)


def _make_analysis_pages(game: Game, order: Order) -> list[Page]:
    """Make a page for every player whose game was analysed."""
    if game.analysis is None:
        return []
    title = translate_to(ANALYSIS, order.language)
    drawn = [draw_analysis(game, player, order.language, order.ink) for player in game.analysis.players]
    return [make_page(game.definition, order, drawing, title, names) for drawing, names in drawn]


def make_page(sheet: SheetDefinition, order: Order, drawing: str, description: str, names: tuple[Name, ...]) -> Page:
    """Lay out a page that is drawn over the blank sheet."""
    paper = PAPERS[order.paper]
    placed = place_centred(drawing, sheet.geometry.page, paper, description)
    return Page(paper.width, paper.height, (replace(placed, names=names),))


@lru_cache(maxsize=16)
def render_blank(sheet: SheetDefinition, order: Order) -> bytes:
    """Render the blank sheet. It is cached, because it is the same for every game on this sheet."""
    drawing = arrange_for_paper(sheet, language=order.language, ink=order.ink, code=None)
    paper, title = PAPERS[order.paper], sheet.title[order.language]
    page = Page(paper.width, paper.height, (place_centred(drawing, sheet.geometry.page, paper, title),))
    return render_pdf([page], title, order.language)
