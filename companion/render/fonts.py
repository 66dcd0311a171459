"""The bundled fonts: which there are, and how wide a text gets, so that it can be fitted into its place."""

import re
import unicodedata
from functools import cache

from companion.paths import STATIC

FOLDER = STATIC / "fonts"
LABEL, TITLE, PEN = "Alegreya Sans", "Philosopher", "Caveat"
FILES = {
    (LABEL, "normal"): "alegreya-sans-medium-2.004",
    (LABEL, "bold"): "alegreya-sans-extrabold-2.004",
    (TITLE, "bold"): "philosopher-bold-2.001",
    (PEN, "normal"): "caveat-semibold-2.000",
}
WIDE_LETTER, LETTER = 1.05, 0.75  # em; enough for Chinese and for others, from whatever font is found
ELLIPSIS = "…"
FROM_RIGHT = "\u200f"  # an invisible letter: the ellipsis before it stands to the left of Arabic and Hebrew
PICTURE = "•"  # for one emoji or several in a row
_PICTURES = re.compile(f"{PICTURE}+")


@cache
def _advances(family: str, weight: str) -> dict[int, float]:
    """Character to width in em."""
    from fontTools.ttLib import TTFont  # takes its time, and only drawing needs it

    file = FILES.get((family, weight)) or FILES[LABEL, weight]
    with TTFont(FOLDER / f"{file}.ttf", lazy=True) as font:
        em = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        return {code: widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def width(words: str, size: float, family: str = LABEL, weight: str = "normal") -> float:
    advances = _advances(family, weight)
    return size * sum(advances.get(ord(character)) or _guessed_width(character) for character in words)


def _guessed_width(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0.0  # above or below the letter before it
    return WIDE_LETTER if unicodedata.east_asian_width(character) in "WF" else LETTER


def fitting_size(words: str, size: float, room: float, family: str = LABEL, weight: str = "normal") -> float:
    """The size, or a smaller one at which the words fit into the room."""
    return min(size, size * room / max(width(words, size, family, weight), 0.01))


def shortened(words: str, size: float, room: float, family: str = LABEL, weight: str = "normal") -> str:
    """The words, or as many characters of them as fit, with an ellipsis that shows it."""
    words = plain(words)
    if width(words, size, family, weight) <= room:
        return words
    while words and width(words + ELLIPSIS, size, family, weight) > room:
        words = words[:-1]
    words = words.rstrip()
    from_right = words and unicodedata.bidirectional(words[-1]) in ("R", "AL")
    return words + ELLIPSIS + (FROM_RIGHT if from_right else "")


def wrapped(words: str, size: float, room: float) -> list[str]:
    """The words on as many lines as they need."""
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def plain(words: str) -> str:
    """On one line, without characters that only steer others; a dot for pictures, which no bundled font has."""
    spaced = " ".join(words.split())
    kept = "".join(PICTURE if _is_picture(c) else c for c in spaced if _is_printable(c)).strip()
    return _PICTURES.sub(PICTURE, kept) or ("–" if spaced else "")


def _is_printable(character: str) -> bool:
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Cs", "Co", "Cn") or 0xFE00 <= ord(character) <= 0xFE0F:
        return False
    return category != "Sk" or ord(character) in _advances(LABEL, "normal")  # the skin of an emoji


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) == "So" and ord(character) not in _advances(LABEL, "normal")
