"""Sheet files become validated, frozen definitions; whatever is wrong with one is reported at once."""

from companion.definitions.definition import Character, Labels, SheetDefinition
from companion.definitions.files import check_sheet, find_sheet, load_sheet, sheet_names
from companion.definitions.forms import Words
from companion.definitions.geometry import Box, Boxes, Geometry, Marker, Markers
from companion.definitions.problem import Problem, SheetProblems

__all__ = [
    "Box",
    "Boxes",
    "Character",
    "Geometry",
    "Labels",
    "Marker",
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
