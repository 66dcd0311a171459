"""What the rest of the companion knows about photographed sheets of a roll & write game."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from companion.games.progress import Progress
from companion.games.table_game import ReadSheet


class BadMarks(ValueError):
    """These marks are not on this sheet; the message names the first wrong one."""


class PhotoReader(Protocol):
    """Reads photos of played sheets. `own` is the folder of user sheets; readings are opaque."""

    def read(self, picture: bytes, sheet: str | None, own: Path) -> Any:
        """Read a photo, in a worker process. Raises Unreadable or PhotoUnavailable of `companion.photo`."""

    def describe(self, reading: Any, seconds: float, own: Path) -> dict[str, Any]:
        """Describe a reading for JSON."""

    def open_reading(self, reading: Any, key: str, own: Path) -> ReadSheet:
        """Return the sheet as read; `key` distinguishes several sheets on one page."""

    def open_marks(
        self, sheet: str, version: int | None, serial: int | None, marks: Mapping[str, Any], key: str, own: Path
    ) -> ReadSheet:
        """Return a sheet with these marks; cells that are missing are empty. No version means the current one.

        Raises BadMarks.
        """

    def train(
        self, photos: int, epochs: int, seed: int, jobs: int, folder: Path | None, own: Path
    ) -> Iterator[Progress]:
        """Train the reader on photos made for it, of all bundled sheets; the last news has the network and its file.

        What is in the folder already is not made again. Raises PhotoUnavailable.
        """
