"""Where the companion's own data lies: beside the package in a checkout, inside it once installed."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

SHEETS = _ROOT / "sheets"
STATIC = _ROOT / "static"
TEMPLATES = _ROOT / "templates"


def data_dir() -> Path:
    """Where this companion keeps what is its own: the default database, the key, sheets people add."""
    return Path(os.environ.get("COMPANION_DATA_DIR") or "companion-data")
