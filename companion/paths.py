"""Paths of the bundled data: next to the package in a checkout, inside it once installed."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

SHEETS = _ROOT / "sheets"
STATIC = _ROOT / "static"
TEMPLATES = _ROOT / "templates"
