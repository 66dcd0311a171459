"""Sheet files become validated, frozen definitions; whatever is wrong with one is reported at once."""

from companion.games.dice_charmers.definition.definition import Labels, SheetDefinition
from companion.games.dice_charmers.definition.files import check_sheet, find_sheet, load_sheet, sheet_names
from companion.games.dice_charmers.definition.forms import Words
from companion.games.dice_charmers.definition.geometry import Boxes, Geometry, Markers
from companion.games.dice_charmers.definition.problem import Problem, SheetProblems

__all__ = [
    "Boxes",
    "Geometry",
    "Labels",
    "Markers",
    "Problem",
    "SheetDefinition",
    "SheetProblems",
    "Words",
    "check_sheet",
    "find_sheet",
    "load_sheet",
    "sheet_names",
]
