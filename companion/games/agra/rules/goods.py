"""The sixteen goods, the price tokens and what goods are worth."""

from collections.abc import Iterable, Mapping

BASIC = ("sandstone", "wood", "turmeric", "cotton")
ADVANCED = ("cement", "bricks", "planks", "paper", "curry", "dye", "oil", "cloth")
LUXURY = ("statue", "book", "painting", "clothes")
GOODS = BASIC + ADVANCED + LUXURY

PRINTED_VALUES: Mapping[str, int] = dict.fromkeys(BASIC, 1) | dict.fromkeys(ADVANCED, 2) | dict.fromkeys(LUXURY, 3)
PRICE_TOKENS = 3
NO_TOKENS: Mapping[str, int] = {}

MOST_RUPEES = 999  # that anybody can mean when counting a bag
PLAYER_MARKERS = 22  # of one colour; every good and every favour is one of them


def value(good: str, price_tokens: Mapping[str, int] = NO_TOKENS) -> int:
    """The printed value, moved by 1 where a price token lies."""
    return PRINTED_VALUES[good] + price_tokens.get(good, 0)


def total_value(goods: Iterable[str], price_tokens: Mapping[str, int] = NO_TOKENS) -> int:
    return sum(value(good, price_tokens) for good in goods)
