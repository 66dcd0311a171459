"""The boat on the Yamuna: piers and their events, order limits, and what triggers the end of the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.agra.rules.orders import ORDERS_IN_A_COLUMN

LAST_LEVEL = 4
COTTON_FAVOUR = 3  # at most, at the third pier


@dataclass(frozen=True)
class Pier:
    number: int
    level: int  # of the contracts that bring the boat here
    contracts: int  # how many of that level have to be fulfilled
    events: tuple[str, ...]
    order_limit: int  # in each guild's column, from now on
    deliver_up_to: int  # the highest level of notables within reach


PIERS = (
    Pier(1, 1, 0, (), 3, 1),
    Pier(2, 1, 2, ("builder-builds", "builder-moves"), 3, 2),
    Pier(3, 2, 1, ("merchant-moves", "favour-for-cotton"), 4, 2),
    Pier(4, 2, 2, ("price-tokens-return", "favour-for-everyone"), 5, 3),
    Pier(5, 3, 1, ("good-by-cotton",), 6, 4),
    Pier(6, 4, 1, ("clothes-pay-one-more", "end-is-triggered"), 6, 4),
)


def find_pier(contracts: Mapping[int, int]) -> Pier:
    """Where the boat lies when so many contracts of each level are fulfilled; it never passes a pier over."""
    reached = PIERS[0]
    for ahead in PIERS[1:]:
        if contracts.get(ahead.level, 0) < ahead.contracts:
            break
        reached = ahead
    return reached


def list_events(before: Mapping[int, int], after: Mapping[int, int]) -> tuple[str, ...]:
    """What happens, in order, when further contracts are fulfilled."""
    passed = PIERS[find_pier(before).number : find_pier(after).number]
    return tuple(event for each in passed for event in each.events)


def favour_for_cotton(cotton: int) -> int:
    """Third pier."""
    return min(COTTON_FAVOUR, cotton)


def good_by_cotton(cotton: int) -> int:
    """Fifth pier: the value of the good that a player receives."""
    return 1 + min(2, cotton)


def find_end_triggers(contracts: Mapping[int, int], on_top: bool, orders: Mapping[str, int]) -> tuple[str, ...]:
    """Why the end of the game is near: this round is finished, then everybody has one more turn.

    `on_top`: somebody stands on the last step of an influence track; `orders`: markers in each column.
    """
    level_four = ("level-four-contract",) if contracts.get(LAST_LEVEL, 0) else ()
    top = ("top-of-influence",) if on_top else ()
    full = any(count >= ORDERS_IN_A_COLUMN for count in orders.values())
    return level_four + top + (("order-column-full",) if full else ())
