"""Read photos of played sheets, for pages and the JSON API."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.games.dice_charmers.definition import (
    SheetDefinition,
    SheetProblems,
    list_earlier_versions,
    list_sheet_names,
    load_sheet,
)
from companion.games.dice_charmers.drawing.printed_code import SERIALS
from companion.games.dice_charmers.pages.photo import Review
from companion.games.dice_charmers.paper.marked import BadCell, complete_cells
from companion.games.dice_charmers.paper.reading import Reading, read_picture
from companion.games.dice_charmers.paper.report import describe_reading
from companion.games.photo import BadMarks
from companion.games.progress import Progress
from companion.i18n import gettext
from companion.photo.unreadable import PhotoUnavailable


def find_definition(name: str, version: int | None, own: Path) -> SheetDefinition | None:
    """Find a sheet by name and version; None is the current version."""
    try:
        return load_sheet(name if version is None else f"{name}@{version}", own)
    except SheetProblems:
        return None


class SheetReader:
    def read(self, picture: bytes, sheet: str | None, own: Path) -> Reading:
        return read_picture(picture, sheet, partial(find_definition, own=own))

    def describe(self, reading: Reading, seconds: float, own: Path) -> dict[str, Any]:
        return describe_reading(self._find(reading.sheet, reading.version, own).sheet, reading, seconds)

    def open_reading(self, reading: Reading, key: str, own: Path) -> Review:
        definition = self._find(reading.sheet, reading.version, own)
        return Review(definition, reading.cells, key, reading.doubtful, reading.picture, reading.serial)

    def open_marks(
        self, sheet: str, version: int | None, serial: int | None, marks: Mapping[str, Any], key: str, own: Path
    ) -> Review:
        definition = self._find(sheet, version, own)
        if serial is not None and not 0 <= serial < SERIALS:
            raise BadMarks(str(serial))
        try:
            return Review(definition, complete_cells(definition.sheet, marks), key, serial=serial)
        except BadCell as error:
            raise BadMarks(error.cell) from error

    def train(
        self, photos: int, epochs: int, seed: int, jobs: int, folder: Path | None, own: Path
    ) -> Iterator[Progress]:
        try:
            from companion.games.dice_charmers.paper import marks, training  # imported here: [photo] may be missing
        except ImportError as error:
            raise PhotoUnavailable from error
        names = (*list_sheet_names(), *list_earlier_versions())
        definitions = tuple(load_sheet(name) for name in names)
        for news in training.train_reader(training.Order(definitions, photos, epochs, seed, jobs, folder)):
            if news.weights:
                yield Progress(gettext("Training is finished."), binary=news.weights, file=marks.FILE)
            elif news.step == training.PHOTOS:
                yield Progress(gettext("Photos of marked sheets"), news.done, news.total)
            else:
                share = f"{news.accuracy:.2%}"
                yield Progress(gettext("%(group)s: %(share)s right", group=news.step, share=share))

    def _find(self, name: str, version: int | None, own: Path) -> SheetDefinition:
        found = find_definition(name, version, own)
        if found is None:
            raise BadMarks(f"{name} {version}")
        return found


READER = SheetReader()
