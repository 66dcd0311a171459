"""The two ways an entry can be wrong: nobody can read it, or the rules do not allow it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Parameter = str | int


class Unreadable(ValueError):
    """The text is no move at all (a typing mistake, not a broken rule)."""

    def __init__(self, text: str, expected: str = "") -> None:
        super().__init__(f"{text!r} is not a move" + (f"; expected {expected}" if expected else ""))
        self.text = text
        self.expected = expected


@dataclass(frozen=True, init=False)
class Refusal:
    """Which rule an entry breaks, as a value: `Refusal(Code.NOT_CONNECTED, space="c3")`.

    The words for it are found at the edge, in the player's language.
    """

    code: StrEnum
    details: tuple[tuple[str, Parameter], ...]

    def __init__(self, code: StrEnum, **details: Parameter) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "details", tuple(sorted(details.items())))

    @property
    def params(self) -> Mapping[str, Parameter]:
        return dict(self.details)

    def __str__(self) -> str:
        return " ".join([self.code.value, *(f"{name}={value}" for name, value in self.details)])


class IllegalMove(Exception):
    """The move can be read, but the rules do not allow it now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
