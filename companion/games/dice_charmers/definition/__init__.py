"""Read sheet files (TOML) into validated, frozen definitions. All problems of a file are reported together."""

from companion.games.dice_charmers.definition.definition import SheetDefinition
from companion.games.dice_charmers.definition.files import (
    check_sheet,
    find_sheet,
    list_earlier_versions,
    list_sheet_names,
    load_edition,
    load_sheet,
)
from companion.games.dice_charmers.definition.forms import LocalizedText
from companion.games.dice_charmers.definition.geometry import Markers
from companion.games.dice_charmers.definition.reader import Problem, SheetProblems

__all__ = [
    "LocalizedText",
    "Markers",
    "Problem",
    "SheetDefinition",
    "SheetProblems",
    "check_sheet",
    "find_sheet",
    "list_earlier_versions",
    "list_sheet_names",
    "load_edition",
    "load_sheet",
]
