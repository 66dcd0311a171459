"""Why a photo cannot be read."""

from enum import StrEnum


class Why(StrEnum):
    NOT_A_PICTURE = "not-a-picture"
    TOO_LARGE = "too-large"
    TOO_SMALL = "too-small"
    TOO_DARK = "too-dark"
    BLURRED = "blurred"
    NO_SHEET = "no-sheet"
    FOREIGN_SHEET = "foreign-sheet"  # a sheet that this companion does not know
    NOT_ALL_CORNERS = "not-all-corners"


class Unreadable(Exception):
    """A photo cannot be read; `kind` says why."""

    def __init__(self, kind: Why) -> None:
        super().__init__(kind)
        self.kind = kind


class PhotoUnavailable(RuntimeError):
    """The extra `[photo]` is not installed."""
