"""The options for opening a table: the sheet, and virtual or real dice."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.dice_charmers.definition import LocalizedText, SheetDefinition
from companion.games.dice_charmers.rules.state import REAL, VIRTUAL
from companion.games.options import Choice, Option
from companion.i18n import N_, current_language

HINTS = {
    "sun": N_("Friendly: many small bonuses close to home."),
    "moon": N_("Tougher: the big bonuses are far out."),
}
DICE = Option(
    N_("Dice"),
    (
        Choice(VIRTUAL, N_("The companion rolls"), N_("Fair, quick, and everyone sees the same dice."), "phone"),
        Choice(REAL, N_("Real dice"), N_("Roll at the table and tap in the result."), "dice"),
    ),
)


@dataclass(frozen=True)
class SheetChoice(Choice):
    """A sheet, with its title in each language."""

    words: LocalizedText | None = None

    @property
    def title(self) -> str:
        return self.words[current_language()] if self.words else self.name


def make_options(definitions: Mapping[str, SheetDefinition]) -> dict[str, Option]:
    sheets = tuple(
        SheetChoice(name, "", HINTS.get(name, ""), definition.character.theme, definition.title)
        for name, definition in definitions.items()
    )
    return {"sheet": Option(N_("Sheet"), sheets), "dice": DICE}
