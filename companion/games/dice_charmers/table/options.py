"""The options for opening a table: the sheet, virtual or real dice, hints, and the edition of the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.dice_charmers.definition import LocalizedText, SheetDefinition
from companion.games.dice_charmers.rules.state import REAL, VIRTUAL
from companion.games.options import Choice, Option
from companion.i18n import N_, get_language

SHEET_TEXTS = {
    "sun": N_("Short ways in every direction: many small bonuses."),
    "moon": N_("Two long arms: follow one of them to its tip."),
}
DICE = Option(
    N_("Dice"),
    (
        Choice(VIRTUAL, N_("The companion rolls"), N_("Fair, quick, and everyone sees the same dice."), "phone"),
        Choice(REAL, N_("Real dice"), N_("Roll at the table and enter the result."), "dice"),
    ),
)
OFF, ON = "off", "on"
HINTS_OPTION = Option(
    N_("Hints"),
    (
        Choice(OFF, N_("No hints"), N_("Everyone thinks for themselves."), "hand"),
        Choice(ON, N_("Hints on request"), N_("Tap “Hint” to see the best move and why."), "bulb"),
    ),
    alone=ON,
    earlier=OFF,
)
EDITION = "edition"
FIRST_EDITION = "1"
EDITION_OPTION = Option(
    N_("Edition"),
    (
        Choice("2", N_("Second edition")),
        Choice(FIRST_EDITION, N_("First edition"), N_("For sheets that were printed earlier.")),
    ),
    earlier=FIRST_EDITION,
    on_pages=False,
)


@dataclass(frozen=True)
class SheetChoice(Choice):
    """A sheet, with its title in each language."""

    words: LocalizedText | None = None

    @property
    def title(self) -> str:
        return self.words[get_language()] if self.words else self.name


def make_options(definitions: Mapping[str, SheetDefinition]) -> dict[str, Option]:
    sheets = tuple(
        SheetChoice(
            name,
            "",
            SHEET_TEXTS.get(name, ""),
            definition.character.theme,
            f"{name}@{definition.sheet.version}",
            words=definition.title,
        )
        for name, definition in definitions.items()
    )
    return {"sheet": Option(N_("Sheet"), sheets), "dice": DICE, "hints": HINTS_OPTION, EDITION: EDITION_OPTION}
