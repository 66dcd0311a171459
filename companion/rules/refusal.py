"""The two ways an entry can be wrong: nobody can read it, or the rules do not allow it."""

from enum import StrEnum

from companion.rules.coded import Coded


class Unreadable(ValueError):
    """The text is no move at all (a typing mistake, not a broken rule)."""

    def __init__(self, text: str, expected: str = "") -> None:
        super().__init__(f"{text!r} is not a move" + (f"; expected {expected}" if expected else ""))
        self.text = text
        self.expected = expected


class Refusal(Coded):
    """Which rule an entry breaks: `Refusal(Code.NOT_CONNECTED, space="c3")`."""

    code: StrEnum


class IllegalMove(Exception):
    """The move can be read, but the rules do not allow it now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
