"""Messages of the rules as values: a code with details, which other layers translate into text."""

from collections.abc import Mapping
from dataclasses import dataclass

Detail = str | int


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
    """An event that the players of an assisted game should notice: `Happening("met", player="Leila")`."""
