"""Two kinds of wrong entry: text that is not a move, and moves that the rules do not allow."""

from enum import StrEnum

from companion.rules.coded import Coded


class Unreadable(ValueError):
    """The text is not a move (a typing mistake, not a broken rule)."""

    def __init__(self, text: str, expected: str = "") -> None:
        super().__init__(f"{text!r} is not a move" + (f"; expected {expected}" if expected else ""))
        self.text = text
        self.expected = expected


class Refusal(Coded):
    """The rule that an entry breaks: `Refusal(Code.NOT_CONNECTED, space="c3")`."""

    code: StrEnum


class IllegalMove(Exception):
    """The rules do not allow this move now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
