"""The bundled fonts, and measuring text to fit it into its place."""

import json
import re
import unicodedata
from functools import cache

from companion.files import STATIC

FOLDER = STATIC / "fonts"
LABEL, TITLE, PEN = "Alegreya Sans", "Philosopher", "Caveat"
FILES = {
    (LABEL, "normal"): "alegreya-sans-medium-2.004",
    (LABEL, "bold"): "alegreya-sans-extrabold-2.004",
    (TITLE, "bold"): "philosopher-bold-2.001",
    (PEN, "normal"): "caveat-semibold-2.000",
}
WIDE_LETTER, LETTER = 1.05, 0.75  # em; for Chinese and other scripts, which a system font has to draw
ELLIPSIS = "…"
FROM_RIGHT = "\u200f"  # right-to-left mark: puts the ellipsis to the left of Arabic and Hebrew text
PICTURE = "•"  # replaces one or several emoji in a row
_PICTURES = re.compile(f"{PICTURE}+")


@cache
def _load_widths() -> dict[str, dict[str, float]]:
    """Map every font file to the widths of its characters, in thousandths of an em."""
    widths: dict[str, dict[str, float]] = json.loads((FOLDER / "widths.json").read_text(encoding="utf-8"))
    return widths


@cache
def _load_letters() -> frozenset[str]:
    return frozenset(letter for widths in _load_widths().values() for letter in widths)


def is_foreign(letter: str) -> bool:
    """Check whether all our fonts lack a letter, so that a font of the computer has to draw it."""
    return letter not in _load_letters() and unicodedata.category(letter) not in ("Cc", "Cf")


def measure_width(words: str, size: float, family: str = LABEL, weight: str = "normal") -> float:
    """Measure the width of a text in the unit of `size`."""
    widths = _load_widths()[FILES.get((family, weight)) or FILES[LABEL, weight]]
    return size / 1000 * sum(widths.get(letter) or _guess_width(letter) * 1000 for letter in words)


def _guess_width(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0.0  # a combining mark
    return WIDE_LETTER if unicodedata.east_asian_width(character) in "WF" else LETTER


def fit_size(words: str, size: float, room: float, family: str = LABEL, weight: str = "normal") -> float:
    """Return `size`, or a smaller size at which the text fits into `room`."""
    return min(size, size * room / max(measure_width(words, size, family, weight), 0.01))


def shorten(words: str, size: float, room: float, family: str = LABEL, weight: str = "normal") -> str:
    """Clean a text and cut it to fit into `room`, with an ellipsis."""
    words = clean_text(words)
    if measure_width(words, size, family, weight) <= room:
        return words
    while words and measure_width(words + ELLIPSIS, size, family, weight) > room:
        words = words[:-1]
    words = words.rstrip()
    from_right = words and unicodedata.bidirectional(words[-1]) in ("R", "AL")
    return words + ELLIPSIS + (FROM_RIGHT if from_right else "")


def wrap(words: str, size: float, room: float, lead: float = 0.0) -> list[str]:
    """Break a text into lines that fit into `room`; something `lead` wide stands before the first line."""
    lines: list[str] = [""] if lead else []
    for word in words.split():
        longer = f"{lines[-1]} {word}".lstrip() if lines else word
        taken = lead if len(lines) == 1 else 0.0
        if lines and measure_width(longer, size) <= room - taken:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def clean_text(words: str) -> str:
    """Put a text on one line, drop control characters and replace emoji, which no bundled font has, by a dot."""
    spaced = " ".join(words.split())
    kept = "".join(PICTURE if _is_picture(c) else c for c in spaced if _is_printable(c)).strip()
    return _PICTURES.sub(PICTURE, kept) or ("–" if spaced else "")


def drop_pictures(page: str) -> str:
    """Replace every emoji of an HTML page by a dot, and drop what belongs to them."""
    letters = {letter for letter in set(page) if not letter.isspace()}
    pictures = {ord(letter): PICTURE for letter in letters if _is_picture(letter)}
    return page.translate(pictures | {ord(letter): None for letter in letters if not _is_printable(letter)})


def _is_printable(character: str) -> bool:
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Cs", "Co", "Cn") or 0xFE00 <= ord(character) <= 0xFE0F:
        return False
    return category != "Sk" or character in _load_letters()  # "Sk": skin tones of emoji


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) == "So" and character not in _load_letters()
