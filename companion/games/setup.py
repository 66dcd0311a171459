"""Setting up a cardboard game: a list to tick off, with everything rolled that has to be."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

SIDES = 6


class Query(Protocol):
    """The part of a page's address that a game may read."""

    def get(self, name: str) -> str | None: ...

    def getlist(self, name: str) -> list[str]: ...


@dataclass(frozen=True)
class Setup:
    steps: Callable[[int, Mapping[str, str], Random], list[str]]  # players, chosen options, dice: sentences
    template: str = ""  # what the page shows below the steps
    context: Callable[[int, str, Query], Mapping[str, Any]] | None = None  # players, roll, address: for the template


def roll_dice(luck: Random) -> Iterator[int]:
    while True:
        yield luck.randint(1, SIDES)
