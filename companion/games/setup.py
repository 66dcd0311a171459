"""Set-up of a cardboard game: a checklist with all dice already rolled."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

SIDES = 6


class Query(Protocol):
    """The query of a URL."""

    def get(self, name: str) -> str | None: ...

    def getlist(self, name: str) -> list[str]: ...


@dataclass(frozen=True)
class Setup:
    steps: Callable[[int, Mapping[str, str], Random], list[str]]  # (players, options, dice) -> sentences
    template: str = ""  # included below the steps
    context: Callable[[int, str, Query], Mapping[str, Any]] | None = None  # (players, roll, query)


def roll_dice(luck: Random) -> Iterator[int]:
    while True:
        yield luck.randint(1, SIDES)
