"""Read a photo of a played sheet: every cell with its most probable state, and the cells to ask about."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.paper.explain import explain
from companion.photo.unreadable import PhotoUnavailable, Unreadable, Why

__all__ = ["Doubt", "FindSheet", "PhotoUnavailable", "Reading", "Unreadable", "Why", "read_picture"]

FindSheet = Callable[[str, int | None], SheetDefinition | None]  # by name and version; None is the current version


@dataclass(frozen=True)
class Doubt:
    """A cell to ask about."""

    cell: str
    read: str  # the most probable state
    alternatives: Mapping[str, float]  # probability of every state
    crop: bytes  # the cell and its surroundings in the photo, as JPEG


@dataclass(frozen=True)
class Reading:
    sheet: str
    version: int
    serial: int | None
    lang: str
    ink: str
    cells: Mapping[str, str]  # state of every cell by its id
    doubtful: tuple[Doubt, ...]  # the most important first
    picture: bytes  # the straightened photo as JPEG


def read_picture(data: bytes, sheet: str | None, find_sheet: FindSheet) -> Reading:
    """Read a photo. `sheet` is the name of the sheet, if it is known; `find_sheet` finds the printed one.

    Raises Unreadable, or PhotoUnavailable without the extra `[photo]`.
    """
    try:
        from companion.games.dice_charmers.paper import scan  # imported here: [photo] may be missing
        from companion.photo import crops
    except ImportError as error:
        raise PhotoUnavailable from error
    scanned = scan.scan(data, sheet, find_sheet)
    which, flat = scanned.seen.which, scanned.seen.picture
    found = explain(which.definition.sheet, scanned.reader.read())
    found = explain(which.definition.sheet, scanned.reader.read_again(found.chances))
    boxes = which.list_cells()
    doubtful = tuple(
        Doubt(cell, found.cells[cell], found.chances[cell], crops.cut_out(flat, boxes[cell])) for cell in found.doubtful
    )
    sheet_read = which.definition.sheet
    return Reading(
        sheet=sheet_read.name,
        version=sheet_read.version,
        serial=scanned.serial,
        lang=which.language,
        ink=which.ink,
        cells={cell: found.cells[cell] for cell in boxes},
        doubtful=doubtful,
        picture=crops.encode(flat),
    )
