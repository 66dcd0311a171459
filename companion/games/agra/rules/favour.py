"""Favour actions and the other means by which a player does more than the main action."""

from collections.abc import Mapping
from typing import NamedTuple


class Price(NamedTuple):
    own: int  # favour the player must have
    pay: int


FAVOUR_ACTIONS: Mapping[str, Price] = {
    "favour-good": Price(2, 2),
    "favour-process": Price(3, 3),
    "favour-influence": Price(4, 3),
}  # every player has these
TILES: Mapping[str, Price] = {
    "stand-up": Price(2, 2),
    "process-along": Price(2, 2),
    "meditation-point": Price(2, 1),
    "sell": Price(3, 2),
    "cover-tile": Price(3, 2),
    "deliver-tile": Price(4, 2),
    "akbar-or-order": Price(4, 2),
    "farmers": Price(2, 1),
    "price-token": Price(3, 2),
    "exchange-tile": Price(2, 2),
    "good-of-value-2": Price(4, 3),
    "meditation-step": Price(4, 4),
    "basic-to-advanced": Price(3, 2),
    "peon": Price(3, 3),
}
PRICES = {**FAVOUR_ACTIONS, **TILES}
MOST_TILES = 3

MEDITATION = "meditation"  # means of every outer action of the meditation circle
FIRST_BLOCKED = "deliver"
SAILOR = "sailor"
BONUS = "bonus"  # something that is due to the player
ARCHITECT = "architect"

# Means besides the main action, and besides the order phase
PROCESS_MEANS = (MEDITATION, "favour-process", "process-along", "basic-to-advanced")
EXCHANGE_MEANS = (MEDITATION, "exchange-tile", "english-trader")
DELIVER_MEANS = (MEDITATION, "deliver-tile", "jagirdar")
ORDER_MEANS = (SAILOR, "akbar-or-order")
SERVE_MEANS = ("akbar-or-order", BONUS)
RECEIVE_MEANS = ("favour-good", "good-of-value-2", BONUS)
INFLUENCE_MEANS = ("favour-influence", ARCHITECT, BONUS)
COVER_MEANS = (MEDITATION, "cover-tile")
SPENT_ON = ("stand-up", "meditation-point", "sell", "farmers", "price-token", "meditation-step", "peon")
