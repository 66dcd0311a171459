"""Workers on the board of Agra, and the path of merchant and builder."""

from collections.abc import Container
from dataclasses import dataclass

from companion.games.agra.rules.goods import BASIC, GOODS, LINES

WORKERS = 10  # of each player
CHARACTERS = ("architect", "sailor", "trader", "botanist")
PLACES = (*GOODS, *CHARACTERS)  # buildings are named by their goods
BUILDINGS = tuple(line[column] for column in range(len(BASIC)) for line in LINES)  # downwards, from the left
UNBUILT = BUILDINGS[len(BASIC) :]  # at the start
SIDES = 6  # of the die


@dataclass(frozen=True)
class Worker:
    """A worker on the board."""

    owner: str
    lying: bool = False


def find_landings(start: str, buildings: Container[str]) -> dict[int, str]:
    """Return the building that each number of the die leads to, counting only these buildings."""
    first = BUILDINGS.index(start) + 1
    ahead = [building for building in BUILDINGS[first:] + BUILDINGS[:first] if building in buildings]
    return {rolled: ahead[(rolled - 1) % len(ahead)] for rolled in range(1, SIDES + 1)} if ahead else {}
