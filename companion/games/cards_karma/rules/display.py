"""A player's display: buildings, goods and ships, and the sets of three in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from companion.rules.numbers import parse_number
from companion.rules.refusal import IllegalMove, Refusal, Unreadable

BUILDINGS = ("red", "yellow", "white")
GOODS = ("silk", "tea", "spices")
SHIPS = range(1, 29)
COINS = range(1, 6)  # printed on a good

EXPECTED_CARD = "red+yellow, red+tea3, tea2+silk1, ship12, ship12+silk2"
_SYMBOL = re.compile(r"(?P<name>[a-z]+)(?P<number>.*)", re.ASCII)


class Code(StrEnum):
    """Why symbols are not a card."""

    NO_SUCH_CARD = "no-such-card"  # no card has these symbols together


@dataclass(frozen=True)
class Card:
    """A card in a display; its text is the symbols joined by +."""

    buildings: tuple[str, ...] = ()
    goods: tuple[tuple[str, int], ...] = ()  # kind, coins
    ship: int | None = None
    reward: str = ""  # of a ship, if it is known; not part of the text

    @property
    def kind(self) -> str:
        return "ship" if self.ship is not None else "building" if self.buildings else "goods"

    def __str__(self) -> str:
        ship = [] if self.ship is None else [f"ship{self.ship}"]
        return "+".join([*ship, *self.buildings, *(f"{good}{coins}" for good, coins in self.goods)])


def parse_card(text: str) -> Card:
    """Parse a card. Raises Unreadable, or IllegalMove for numbers or combinations that no card has."""
    buildings: list[str] = []
    goods: list[tuple[str, int]] = []
    ships: list[int] = []
    for symbol in text.split("+"):
        match = _SYMBOL.fullmatch(symbol)
        name, printed = (match["name"], match["number"]) if match else ("", "")
        if name in BUILDINGS and not printed:
            buildings.append(name)
        elif name in GOODS:
            goods.append((name, parse_number([printed], COINS[0], COINS[-1])))
        elif name == "ship":
            ships.append(parse_number([printed], SHIPS[0], SHIPS[-1]))
        else:
            raise Unreadable(text, EXPECTED_CARD)
    card = Card(tuple(sorted(buildings, key=BUILDINGS.index)), tuple(sorted(goods)), ships[0] if ships else None)
    if len(ships) > 1 or not _is_printed(card):
        raise IllegalMove(Refusal(Code.NO_SUCH_CARD))
    return card


def _is_printed(card: Card) -> bool:
    """Check for 1 or 2 buildings with at most one good, a ship with at most one good, or 1 or 2 different goods."""
    if card.ship is not None:
        return not card.buildings and len(card.goods) <= 1
    if card.buildings:
        return len(card.buildings) <= 2 and len(card.goods) <= 1
    return 1 <= len(card.goods) <= 2 and len({good for good, _ in card.goods}) == len(card.goods)


@dataclass(frozen=True)
class Symbol:
    """A symbol on a card of the display; it counts for one set only."""

    card: int  # index of the card in the display
    place: int  # index on the card, which can show a building twice
    name: str
    coins: int = 0


@dataclass(frozen=True)
class ThreeOfAKind:
    kind: str  # "same-buildings", "different-buildings", "same-goods", "different-goods" or "ships"
    symbols: frozenset[Symbol]

    @property
    def coins(self) -> int:
        return sum(symbol.coins for symbol in self.symbols)

    @property
    def administrators(self) -> int:
        return 0 if self.kind.endswith("goods") else 1


@dataclass(frozen=True)
class Resolution:
    """Sets without shared symbols, what they give and which cards they discard."""

    kinds: tuple[str, ...]
    coins: int
    administrators: int
    discarded: tuple[Card, ...]
    kept: tuple[Card, ...]


def add_card(display: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """Add a card; a ship with a lower number than the last one first discards the row of ships."""
    row = [shown.ship for shown in display if shown.ship is not None]
    if card.ship is not None and row and card.ship < row[-1]:
        display = [shown for shown in display if shown.ship is None]
    return (*display, card)


def find_last_ship(display: Sequence[Card]) -> Card | None:
    return next((card for card in reversed(display) if card.ship is not None), None)


def count_goods(display: Sequence[Card]) -> int:
    """Count the goods symbols on all cards; palace 4 pays a coin for each."""
    return sum(len(card.goods) for card in display)


def find_resolutions(display: Sequence[Card]) -> tuple[Resolution, ...]:
    """Find the ways to take the sets in the display: none, one, or several to choose from.

    Sets without shared symbols are all taken. Ways that give the same but discard more are left out.
    """
    ways = {_make_resolution(display, sets) for sets in _combine_sets(_find_sets(display))}
    sensible = [way for way in ways if not any(_is_cheaper(other, way) for other in ways)]
    return tuple(sorted(sensible, key=_best_first))


def _find_sets(display: Sequence[Card]) -> list[ThreeOfAKind]:
    buildings = [
        Symbol(index, place, name) for index, card in enumerate(display) for place, name in enumerate(card.buildings)
    ]
    goods = [
        Symbol(index, place, name, coins)
        for index, card in enumerate(display)
        for place, (name, coins) in enumerate(card.goods)
    ]
    ships = [Symbol(index, 0, "ship") for index, card in enumerate(display) if card.ship is not None]
    threes = [ThreeOfAKind("ships", frozenset(three)) for three in combinations(ships, 3)]
    for symbols, what in ((buildings, "buildings"), (goods, "goods")):
        for three in combinations(symbols, 3):
            names = len({symbol.name for symbol in three})
            if names != 2:
                threes.append(ThreeOfAKind(f"{'same' if names == 1 else 'different'}-{what}", frozenset(three)))
    return threes


def _combine_sets(sets: Sequence[ThreeOfAKind]) -> Iterator[tuple[ThreeOfAKind, ...]]:
    """Yield every maximal combination of sets without shared symbols."""

    def extend(chosen: tuple[ThreeOfAKind, ...], rest: Sequence[ThreeOfAKind]) -> Iterator[tuple[ThreeOfAKind, ...]]:
        if chosen and not any(_fits(chosen, more) for more in sets):
            yield chosen
        for position, more in enumerate(rest):
            if _fits(chosen, more):
                yield from extend((*chosen, more), rest[position + 1 :])

    yield from extend((), sets)


def _fits(chosen: Sequence[ThreeOfAKind], more: ThreeOfAKind) -> bool:
    return all(not (taken.symbols & more.symbols) for taken in chosen)


def _make_resolution(display: Sequence[Card], sets: Sequence[ThreeOfAKind]) -> Resolution:
    used = {symbol.card for three in sets for symbol in three.symbols}
    discarded = sorted((display[index] for index in used), key=str)
    return Resolution(
        kinds=tuple(sorted(three.kind for three in sets)),
        coins=sum(three.coins for three in sets),
        administrators=sum(three.administrators for three in sets),
        discarded=tuple(discarded),
        kept=_discard(display, discarded),
    )


def _discard(display: Sequence[Card], discarded: Sequence[Card]) -> tuple[Card, ...]:
    """Return the display without the discarded cards; of equal cards the newest are removed."""
    leaving = Counter(discarded)
    kept: list[Card] = []
    for card in reversed(display):
        if leaving[card]:
            leaving[card] -= 1
        else:
            kept.append(card)
    return tuple(reversed(kept))


def _is_cheaper(other: Resolution, way: Resolution) -> bool:
    """Check whether the other way gives the same and discards fewer of these cards."""
    if (other.coins, other.administrators) != (way.coins, way.administrators):
        return False
    if other.discarded == way.discarded:
        return other.kinds < way.kinds  # the same for the player: keep one of them
    return not Counter(other.discarded) - Counter(way.discarded)


def _best_first(way: Resolution) -> tuple[int, int, int, list[str]]:
    return -way.administrators, -way.coins, len(way.discarded), [str(card) for card in way.discarded]
