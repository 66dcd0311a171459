"""The sheets that can be played on: those that come with the companion, and people's own."""

import logging
from pathlib import Path

from companion.games.dice_charmers.definition import SheetDefinition, SheetProblems, load_sheet, sheet_names

FIRST_SHEET = "sun"  # what newcomers are offered first

logger = logging.getLogger(__name__)


def usable_sheets(own: Path | None = None) -> dict[str, SheetDefinition]:
    """Ours and people's own; one of these with a mistake in it does not keep everyone else from playing."""
    usable: dict[str, SheetDefinition] = {}
    for name in sorted(sheet_names(own), key=lambda name: name != FIRST_SHEET):
        try:
            usable[name] = load_sheet(name, own)
        except SheetProblems as problems:
            logger.warning("The sheet %s is left out: %s", name, problems.problems[0])
    return usable
