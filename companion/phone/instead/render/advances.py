"""Takes the place of `companion/render/advances.py` on a phone, which has no fontTools: the bundle knows the widths."""

import json

from companion.paths import STATIC

FOLDER = STATIC / "fonts"


def read_advances(file: str) -> dict[int, float]:
    """Map every character of a font file to its width in em."""
    known = json.loads((FOLDER / "advances.json").read_text(encoding="utf-8"))
    return {int(code): width for code, width in known[file].items()}
