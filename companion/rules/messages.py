"""Messages of the rules as values: a code with its sentence and details, which other layers translate."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Detail = str | int


def N_(text: str) -> str:
    """Mark a text for translation; `companion.i18n.gettext` translates it."""
    return text


class Message(str):
    """A code with its sentence in English, so that both are declared once.

    NOT_YOUR_TURN = Message("not-your-turn", "It is %(player)s’s turn.")

    It equals its code. `make messages` collects the sentences for translators.
    """

    text: str

    def __new__(cls, code: str, text: str) -> "Message":
        message = super().__new__(cls, code)
        message.text = text
        return message

    @property
    def value(self) -> str:
        """The code, as an enumeration of codes has it."""
        return str(self)


@dataclass(frozen=True, init=False)
class Coded:
    code: str
    _details: tuple[tuple[str, Detail], ...]

    def __init__(self, code: str, **details: Detail) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "_details", tuple(sorted(details.items())))

    @property
    def details(self) -> Mapping[str, Detail]:
        return dict(self._details)

    def __str__(self) -> str:
        return " ".join([str(self.code), *(f"{name}={value}" for name, value in self._details)])


class Happening(Coded):
    """An event that the players of an assisted game should notice: `Happening(MET, player="Leila")`."""


News = tuple[str | None, Happening]  # for one player, or for everyone


# Two kinds of wrong entry: text that is not a move, and moves that the rules do not allow


class Unreadable(ValueError):
    """The text is not a move (a typing mistake, not a broken rule)."""

    def __init__(self, text: str, expected: str = "") -> None:
        super().__init__(f"{text!r} is not a move" + (f"; expected {expected}" if expected else ""))
        self.text = text
        self.expected = expected


class Refusal(Coded):
    """The rule that an entry breaks: `Refusal(Code.NOT_CONNECTED, space="c3")`."""

    code: StrEnum | Message


class IllegalMove(Exception):
    """The rules do not allow this move now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
