"""What a pad can be made of: a sheet to play on, or the score pad of a game."""

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper
from companion.games.dice_charmers.drawing.words import GAME
from companion.render.geometry import Box
from companion.render.score_pad import PAGE, ScorePad
from companion.render.words import SHEET, said

Printable = SheetDefinition | ScorePad


def drawing_of(printable: Printable, language: str, ink: str) -> str:
    if isinstance(printable, ScorePad):
        return printable.draw(language, ink)
    return arrange_for_paper(printable, language=language, ink=ink)


def page_of(printable: Printable) -> Box:
    return PAGE if isinstance(printable, ScorePad) else printable.geometry.page


def name_of(printable: Printable) -> str:
    return printable.game if isinstance(printable, ScorePad) else printable.sheet.name


def title_of(printable: Printable, language: str) -> str:
    return printable.title(language) if isinstance(printable, ScorePad) else printable.title[language]


def whole_title_of(printable: Printable, language: str) -> str:
    """With the game's name, where nothing around it tells."""
    title = title_of(printable, language)
    return title if isinstance(printable, ScorePad) else f"{title} – {said(GAME, language)}"


def description_of(printable: Printable, language: str) -> str:
    """For those who hear the page."""
    title = title_of(printable, language)
    return title if isinstance(printable, ScorePad) else said(SHEET, language, title=title)
