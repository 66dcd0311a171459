"""Read photos of played sheets, for pages and the JSON API."""

from functools import partial
from pathlib import Path
from typing import Any

from companion.games.dice_charmers.definition import (
    SheetDefinition,
    SheetProblems,
    load_sheet,
)
from companion.games.dice_charmers.paper.reading import Reading, describe_reading, read_picture
from companion.games.photo import BadMarks


def find_definition(
    name: str, version: int | None, own: Path, kept: SheetDefinition | None = None
) -> SheetDefinition | None:
    """Find a sheet by name and version; None is the current version. `kept` is the sheet of a table, which is used
    instead of a file of the same name."""
    found = kept
    if kept is None or kept.sheet.name != name:
        try:
            found = load_sheet(name, own)
        except SheetProblems:
            return None
    return found if found and version in (None, found.sheet.version) else None


def find_known(name: str, version: int | None, own: Path, kept: SheetDefinition | None = None) -> SheetDefinition:
    """Find a sheet by name and version. Raises BadMarks."""
    found = find_definition(name, version, own, kept)
    if found is None:
        raise BadMarks(f"{name} {version}")
    return found


class SheetReader:
    def read(
        self, picture: bytes, sheet: str | None, own: Path, kept: SheetDefinition | None = None
    ) -> tuple[Reading, ...]:
        return read_picture(picture, sheet, partial(find_definition, own=own, kept=kept))

    def describe(self, reading: Reading, seconds: float, own: Path) -> dict[str, Any]:
        return describe_reading(find_known(reading.sheet, reading.version, own).sheet, reading, seconds)


READER = SheetReader()
