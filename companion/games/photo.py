"""What the rest of the companion knows about photographed sheets of a roll & write game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol


class BadMarks(ValueError):
    """These marks are not on this sheet; the message names the first wrong one."""


class PhotoReader(Protocol):
    """Reads photos of played sheets. `own` is the folder of user sheets; readings are opaque."""

    def read(self, picture: bytes, sheet: str | None, own: Path) -> Sequence[Any]:
        """Read the sheets in a photo, in a worker process; the one with most marks is the first.

        Raises Unreadable or PhotoUnavailable of `companion.photo`."""

    def describe(self, reading: Any, seconds: float, own: Path) -> dict[str, Any]:
        """Describe a reading for JSON."""
