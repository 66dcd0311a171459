"""The three price tokens while the game runs: who laid one where, and what lies there now.

Everybody may move them and take an own entry back whatever others did since, so each player's board remembers its own
entries with a number for all of them; what lies on the goods follows from the entries that are left.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.agra.rules.goods import PRICE_TOKENS

UP, DOWN, OFF = 1, -1, 0


@dataclass(frozen=True, order=True)
class PriceEntry:
    number: int  # in the order in which they were made
    good: str | None  # None: all tokens go back to the trader
    step: int = OFF


def find_price_shifts(entries: Iterable[PriceEntry]) -> dict[str, int]:
    """By how much each good's value is moved; there are only three tokens, so the one laid first makes room."""
    tokens: dict[str, int] = {}
    for entry in sorted(entries, key=lambda each: each.number):
        if entry.good is None:
            tokens.clear()
            continue
        tokens.pop(entry.good, None)
        if entry.step:
            tokens[entry.good] = entry.step
        if len(tokens) > PRICE_TOKENS:
            del tokens[next(iter(tokens))]
    return tokens
