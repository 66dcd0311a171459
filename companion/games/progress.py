"""Progress of long work, for commands."""

from pathlib import Path
from typing import NamedTuple


class Progress(NamedTuple):
    """Progress of long work such as training: what it is doing, how far it is, and at the end what it has found.

    That is JSON (such as weights) with the file it belongs into, or a table to read.
    """

    title: str
    done: int = 0
    total: int = 0
    weights: str = ""
    file: Path | None = None
    table: str = ""
    binary: bytes = b""  # weights that are not JSON
