"""The sixteen goods, the price tokens and the values of goods."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

BASIC = ("sandstone", "wood", "turmeric", "cotton")
ADVANCED = ("cement", "bricks", "planks", "paper", "curry", "dye", "oil", "cloth")
LUXURY = ("statue", "book", "painting", "clothes")
PROCESSED = ADVANCED + LUXURY
GOODS = BASIC + PROCESSED

PRINTED_VALUES: Mapping[str, int] = dict.fromkeys(BASIC, 1) | dict.fromkeys(ADVANCED, 2) | dict.fromkeys(LUXURY, 3)
LINES = (
    ("sandstone", "cement", "bricks", "statue"),
    ("wood", "planks", "paper", "book"),
    ("turmeric", "curry", "dye", "painting"),
    ("cotton", "oil", "cloth", "clothes"),
)  # goods of one colour; the order of their buildings is inferred from the text
ARROWS: Mapping[str, tuple[str, ...]] = {
    good: into
    for basic, first, second, luxury in LINES
    for good, into in ((basic, (first, second)), (first, (luxury,)), (second, (luxury,)))
}  # the usual ones, to offer first: the board shows which exist
PRICE_TOKENS = 3
NO_TOKENS: Mapping[str, int] = {}
UP, DOWN, OFF = 1, -1, 0  # of a price token on a good

MOST_RUPEES = 999  # plausible upper limit of a bag
PLAYER_MARKERS = 22  # of one colour; every good and every favour is one of them


def value(good: str, price_tokens: Mapping[str, int] = NO_TOKENS) -> int:
    """Return the printed value of a good, shifted by 1 if a price token is on it."""
    return PRINTED_VALUES[good] + price_tokens.get(good, 0)


def sum_values(goods: Iterable[str], price_tokens: Mapping[str, int] = NO_TOKENS) -> int:
    return sum(value(good, price_tokens) for good in goods)


@dataclass(frozen=True, order=True)
class PriceEntry:
    """A price token that a player moved.

    Each board stores its player's entries, numbered across all boards, so that players can undo their own ones.
    """

    number: int  # in the order of all entries
    good: str | None  # None: all tokens return to the trader
    step: int = OFF


def find_price_shifts(entries: Iterable[PriceEntry]) -> dict[str, int]:
    """Compute the shift of each good's value; with more than three tokens the oldest one is removed."""
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
