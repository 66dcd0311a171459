"""Read marks on a printed page from a photo: find the page, straighten it, compare it with the blank. Knows no rules.

numpy and OpenCV come with the extra `[photo]` and are imported by the functions that need them, so that a companion
without them starts as fast and can do everything else.
"""

import os
from enum import StrEnum

# One thread: worker processes share the cores, and threads that wait for each other cost more than they save.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # must be set before numpy is imported


class Why(StrEnum):
    NOT_A_PICTURE = "not-a-picture"
    DAMAGED = "damaged"
    HEIC = "heic"  # photos of iPhones; we cannot decode them
    AVIF = "avif"
    TOO_LARGE = "too-large"
    TOO_SMALL = "too-small"
    TOO_DARK = "too-dark"
    BLURRED = "blurred"
    NO_SHEET = "no-sheet"
    FOREIGN_SHEET = "foreign-sheet"  # a sheet that this companion does not know
    NOT_ALL_CORNERS = "not-all-corners"


class Unclear(StrEnum):
    """Why a photo can be read, but only with many questions."""

    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    BLURRED = "blurred"
    TOO_FAINT = "too-faint"  # the marks
    UNKNOWN = "unknown"


class Unreadable(Exception):
    """A photo cannot be read; `kind` says why."""

    def __init__(self, kind: Why) -> None:
        super().__init__(kind)
        self.kind = kind


class PhotoUnavailable(RuntimeError):
    """The extra `[photo]` is not installed."""
