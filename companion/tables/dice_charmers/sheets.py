"""The sheets that can be played on: those that come with the companion, and people's own."""

import logging

from companion.definitions import SheetDefinition, SheetProblems, load_sheet, sheet_names

logger = logging.getLogger(__name__)


def usable_sheets() -> dict[str, SheetDefinition]:
    """Somebody's own sheet with a mistake in it does not keep everyone else from playing."""
    usable: dict[str, SheetDefinition] = {}
    for name in sheet_names():
        try:
            usable[name] = load_sheet(name)
        except SheetProblems as problems:
            logger.warning("The sheet %s is left out: %s", name, problems.problems[0])
    return usable
