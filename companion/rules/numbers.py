"""Parse the number in an entry."""

from collections.abc import Sequence
from enum import StrEnum

from companion.rules.refusal import IllegalMove, Refusal

MOST_DIGITS = 4  # int() raises ValueError for very long numbers


class Code(StrEnum):
    """Why a number is refused, in any game."""

    OUT_OF_LIMITS = "out-of-limits"  # low, high: not a whole number in this range


def parse_number(words: Sequence[str], low: int, high: int) -> int:
    """Parse the remaining words of an entry as one number from low to high. Raises IllegalMove."""
    match words:
        case [text] if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and low <= int(text) <= high:
            return int(text)
    raise IllegalMove(Refusal(Code.OUT_OF_LIMITS, low=low, high=high))
