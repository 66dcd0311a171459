"""A sheet as something to print."""

from dataclasses import dataclass

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper
from companion.games.dice_charmers.drawing.words import GAME, SHEET
from companion.i18n import translate_to
from companion.render.geometry import Box


@dataclass(frozen=True)
class PrintableSheet:
    definition: SheetDefinition

    @property
    def name(self) -> str:
        return self.definition.sheet.name

    @property
    def page(self) -> Box:
        return self.definition.geometry.page

    def title(self, language: str) -> str:
        return self.definition.title[language]

    def full_title(self, language: str) -> str:
        return f"{self.title(language)} – {translate_to(GAME, language)}"

    def describe(self, language: str) -> str:
        return translate_to(SHEET, language, title=self.title(language))

    def draw(self, language: str, ink: str) -> str:
        return arrange_for_paper(self.definition, language=language, ink=ink)
