"""The number in an entry: read, or refused with the limits it has."""

from collections.abc import Sequence
from enum import StrEnum

from companion.rules.refusal import IllegalMove, Refusal

MOST_DIGITS = 4  # Python refuses to read numbers that are far longer


class Code(StrEnum):
    """Why a number is refused, whichever the game."""

    OUT_OF_LIMITS = "out-of-limits"  # low, high: what stands there is no whole number between them


def parse_number(words: Sequence[str], low: int, high: int) -> int:
    """The one number that the rest of an entry is."""
    match words:
        case [text] if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and low <= int(text) <= high:
            return int(text)
    raise IllegalMove(Refusal(Code.OUT_OF_LIMITS, low=low, high=high))
