"""Where the bundled data is (next to the package in a checkout, else inside it), and writing files atomically."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

SHEETS = _ROOT / "sheets"
STATIC = _ROOT / "static"
TEMPLATES = _ROOT / "templates"


@contextmanager
def open_atomically(path: Path, mode: int = 0o666) -> Iterator[Path]:
    """Yield an empty file to write to; it replaces `path` when the context ends without an error."""
    path = path.resolve()  # a symbolic link stays, and its target is written
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))  # a device or a folder cannot be replaced
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        yield part
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
