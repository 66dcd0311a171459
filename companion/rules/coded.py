"""Messages of the rules as values: a code with details, which other layers translate into text."""

from collections.abc import Mapping
from dataclasses import dataclass

Parameter = str | int


@dataclass(frozen=True, init=False)
class Coded:
    code: str
    details: tuple[tuple[str, Parameter], ...]

    def __init__(self, code: str, **details: Parameter) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "details", tuple(sorted(details.items())))

    @property
    def params(self) -> Mapping[str, Parameter]:
        return dict(self.details)

    def __str__(self) -> str:
        return " ".join([str(self.code), *(f"{name}={value}" for name, value in self.details)])


class Happening(Coded):
    """An event that the players of an assisted game should notice: `Happening("met", player="Leila")`."""
