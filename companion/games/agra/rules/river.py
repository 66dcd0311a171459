"""The boat on the Yamuna: piers with their events and order limits, and what triggers the end of the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.agra.rules.notables import ORDERS_IN_A_COLUMN

LAST_LEVEL = 4
COTTON_FAVOUR = 3  # at most, at the third pier


@dataclass(frozen=True)
class Pier:
    number: int
    level: int  # of the contracts that move the boat here
    contracts: int  # fulfilled contracts of that level needed
    events: tuple[str, ...]
    order_limit: int  # in each guild's column from here on
    deliver_up_to: int  # highest level of notables in reach


PIERS = (
    Pier(1, 1, 0, (), 3, 1),
    Pier(2, 1, 2, ("builder-builds", "builder-moves"), 3, 2),
    Pier(3, 2, 1, ("merchant-moves", "favour-for-cotton"), 4, 2),
    Pier(4, 2, 2, ("price-tokens-return", "favour-for-everyone"), 5, 3),
    Pier(5, 3, 1, ("good-by-cotton",), 6, 4),
    Pier(6, 4, 1, ("clothes-pay-one-more", "end-is-triggered"), 6, 4),
)


def find_pier(contracts: Mapping[int, int]) -> Pier:
    """Find the boat's pier from the number of fulfilled contracts per level; the boat never skips a pier."""
    reached = PIERS[0]
    for ahead in PIERS[1:]:
        if contracts.get(ahead.level, 0) < ahead.contracts:
            break
        reached = ahead
    return reached


def count_contracts(pier: int) -> Mapping[int, int]:
    """Count the contracts of each level that must be fulfilled before the boat is at this pier."""
    return {each.level: each.contracts for each in PIERS[:pier]}


def count_favour_for_cotton(cotton: int) -> int:
    """Count the favour of a player at the third pier."""
    return min(COTTON_FAVOUR, cotton)


def find_good_by_cotton(cotton: int) -> int:
    """Return the value of the good that a player receives at the fifth pier."""
    return 1 + min(2, cotton)


def find_end_triggers(contracts: Mapping[int, int], on_top: bool, orders: Mapping[str, int]) -> tuple[str, ...]:
    """Find what triggers the end of the game: this round is finished, then every player has one more turn.

    `on_top`: a player has reached the last step of an influence track; `orders`: markers in each column.
    """
    level_four = ("level-four-contract",) if contracts.get(LAST_LEVEL, 0) else ()
    top = ("top-of-influence",) if on_top else ()
    full = any(count >= ORDERS_IN_A_COLUMN for count in orders.values())
    return level_four + top + (("order-column-full",) if full else ())
