"""What happens at an accompanied table, as a value: a code and details."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.refusal import Parameter


@dataclass(frozen=True, init=False)
class Happening:
    """Something the players should not miss: `Happening("met", player="Leila")`; the words are found at the edge."""

    code: str
    details: tuple[tuple[str, Parameter], ...]

    def __init__(self, code: str, **details: Parameter) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "details", tuple(sorted(details.items())))

    @property
    def params(self) -> Mapping[str, Parameter]:
        return dict(self.details)
