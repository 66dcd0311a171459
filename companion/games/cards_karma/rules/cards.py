"""The cards: their symbols, sets of three, what rewards, bonuses and palace actions give; and final scoring."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.rules.messages import IllegalMove, Message, Refusal, Unreadable
from companion.rules.scoring import Result, ScoringInput, Standing, rank_players
from companion.rules.text_form import parse_number

NO_SUCH_CARD = Message(
    "no-such-card",
    "There is no such card. A card shows 1 or 2 buildings or a ship, with or without a good, or 1 or 2"
    " different goods.",
)

CARDS = 144  # in the game
CARDS_IN_THE_GRID: Mapping[int, tuple[int, int]] = {2: (3, 4), 3: (4, 4), 4: (5, 4)}
STARTING_DICE_CARDS = 4
HAND_LIMIT = 8

BUILDINGS = ("red", "yellow", "white")
GOODS = ("silk", "tea", "spices")
SHIPS = range(1, 29)
COINS = range(1, 6)  # printed on a good

# What effects give, each as one table. Besides tokens: `dice` (cards from the middle into the hand), `drawn` (cards
# from the stack into the hand), `turns` (further actions), and what can be carried out for free.

Effect = Mapping[str, int]

FREE = ("goods", "ship", "palace", "top")  # from the middle; `top` is the top card of the stack, whatever it is

REWARDS: Mapping[str, Effect] = {
    "karma": {"karma": 2},
    "dice": {"dice": 2},
    "coins": {"coins": 3},
    "coins-fame": {"coins": 2, "fame": 1},
    "goods": {"goods": 2},  # one or two
    "goods-die": {"goods": 1, "dice": 1},
    "palace": {"palace": 1},
    # Of ships that show a good
    "die-good": {"dice": 1},
    "fame-good": {"fame": 1},
    "karma-good": {"karma": 1},
}

PALACE: Mapping[int, Effect] = {
    2: {"dice": 2},
    3: {"karma": 2, "dice": 1},
    4: {},  # a coin for every good in the display
    5: {"karma": 1},  # and the reward of the last ship in any row
    6: {"top": 1},
}
COIN_PER_GOOD, SHIP_REWARD = 4, 5  # palace actions that depend on the displays

BONUSES: Mapping[str, Effect] = {
    "karma": {"karma": 2},
    "coins": {"coins": 2},
    "palace": {"palace": 1},
    "fame": {"fame": 1},
    "ship": {"ship": 1},
    "administrator": {"administrators": 1},
    "dice": {"dice": 2},
    "turn": {"turns": 1},
}
# Bonus on the night side: scoring card. Two cards offer a choice of two bonuses.
SCORING_CARD_OF: Mapping[str, str] = {
    "karma": "karma",
    "coins": "coins-or-palace",
    "palace": "coins-or-palace",
    "fame": "fame-or-ship",
    "ship": "fame-or-ship",
    "administrator": "administrator",
    "dice": "dice",
    "turn": "turn",
}
LAYABLE = tuple(dict.fromkeys(SCORING_CARD_OF.values()))  # the six cards of every player

ADMINISTRATOR: Mapping[str, Effect] = {"again": {"turns": 1}, "dice": {"drawn": 2}}  # a joker is part of a payment


def count_grid_cards(players: int) -> int:
    """Return the number of cards in the middle at the start of every round: 12, 16 or 20."""
    columns, rows = CARDS_IN_THE_GRID[players]
    return columns * rows


def shows_good(reward: str) -> bool:
    """Return whether the ships with this reward show a good."""
    return reward.endswith("-good")


def add_up(*gains: Effect) -> Effect:
    names = dict.fromkeys(name for each in gains for name in each)
    return {name: sum(each.get(name, 0) for each in gains) for name in names}


# Cards

EXPECTED_CARD = "red+yellow, red+tea3, tea2+silk1, ship12, ship12+silk2"
_SYMBOL = re.compile(r"(?P<name>[a-z]+)(?P<number>.*)", re.ASCII)


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
        raise IllegalMove(Refusal(NO_SUCH_CARD))
    return card


def _is_printed(card: Card) -> bool:
    """Check for 1 or 2 buildings with at most one good, a ship with at most one good, or 1 or 2 different goods."""
    if card.ship is not None:
        return not card.buildings and len(card.goods) <= 1
    if card.buildings:
        return len(card.buildings) <= 2 and len(card.goods) <= 1
    return 1 <= len(card.goods) <= 2 and len({good for good, _ in card.goods}) == len(card.goods)


# What is printed on ships, as far as it was entered: the installation remembers it

KNOWN_SHIPS = "ships"  # the name of the fact; a value is 12:coins, or 17:die-good:silk2


def read_ships(values: Sequence[str]) -> dict[int, Card]:
    """Read the known ships, by number. Raises ValueError, Unreadable or IllegalMove."""
    ships = {}
    for value in values:
        number, reward, *good = value.split(":")
        if reward not in REWARDS or len(good) != shows_good(reward):
            raise ValueError(value)
        ships[int(number)] = replace(parse_card("+".join([f"ship{number}", *good])), reward=reward)
    return ships


def write_ships(ships: Mapping[int, Card]) -> tuple[str, ...]:
    goods = {number: "".join(f":{good}{coins}" for good, coins in card.goods) for number, card in ships.items()}
    return tuple(f"{number}:{ships[number].reward}{goods[number]}" for number in sorted(ships))


# Sets of three


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

    @property
    def gains(self) -> str:
        """What the sets give, as a term."""
        given = (("coins", self.coins), ("administrators", self.administrators))
        return ",".join(f"{token}:{count}" for token, count in given if count)


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


# Final scoring: the most turned scoring cards win

MOST_PLAYERS = 4
SCORING_CARDS = 6  # of every player
MOST_FAME = 10  # after the sixth card tokens are no longer exchanged
MOST_COINS = 20
MOST_KARMA = 2  # the third becomes an administrator
WORDS = {"fame_and_coins": "fame and coins left over", "karma": "karma left over"}


def score(data: Mapping[str, object]) -> Result:
    """Score the totals of all players, in turned cards. Raises BadScoring.

    Tiebreaks: fame tokens count 2 and coins 1, then karma.
    """
    form = ScoringInput(data)
    standings = [_read_standing(name, player) for name, player in form.read_players(MOST_PLAYERS)]
    form.finish()
    return rank_players("cards-karma", standings, WORDS)


def _read_standing(name: str, player: ScoringInput) -> Standing:
    turned = player.read_number("turned", 0, SCORING_CARDS)
    fame = player.read_number("fame", 0, MOST_FAME)
    coins = player.read_number("coins", 0, MOST_COINS)
    karma = player.read_number("karma", 0, MOST_KARMA)
    return Standing(name, {"turned": turned}, {"fame_and_coins": 2 * fame + coins, "karma": karma})
