"""Entries of an assisted game, each with a short text that `parse` reads back."""

from dataclasses import dataclass

from companion.games.agra.rules.goods import DOWN, GOODS, MOST_RUPEES, OFF, UP
from companion.games.agra.rules.notables import GUILDS, NOTABLES
from companion.rules.numbers import parse_number
from companion.rules.refusal import Unreadable

MOST_AT_ONCE = 9
COUNTED = ("favour", *GOODS)
PRICE_STEPS = {"up": UP, "down": DOWN, "off": OFF}
EXPECTED = (
    "favour 2, wood 3, use wood 1, influence artisans, top artisans, order artisans, akbar wood, cover, "
    "meditation step, meditation, price wood up, price wood off, contract sufi, contract sufi scholars, end, "
    "rupees 36, finish"
)


@dataclass(frozen=True)
class Gain:
    what: str  # favour or a good
    amount: int

    def __str__(self) -> str:
        return f"{self.what} {self.amount}"


@dataclass(frozen=True)
class Use:
    what: str
    amount: int

    def __str__(self) -> str:
        return f"use {self.what} {self.amount}"


@dataclass(frozen=True)
class Influence:
    """Go one step up on a guild's track."""

    guild: str

    def __str__(self) -> str:
        return f"influence {self.guild}"


@dataclass(frozen=True)
class ReachTop:
    """Mark the player's step as the last one of the track."""

    guild: str

    def __str__(self) -> str:
        return f"top {self.guild}"


@dataclass(frozen=True)
class Order:
    """Fulfil an order; the two goods are entered separately with Use."""

    guild: str

    def __str__(self) -> str:
        return f"order {self.guild}"


@dataclass(frozen=True)
class ServeAkbar:
    """Place a marker on this good's bowl; the good is entered separately with Use."""

    good: str

    def __str__(self) -> str:
        return f"akbar {self.good}"


@dataclass(frozen=True)
class RemoveCover:
    def __str__(self) -> str:
        return "cover"


@dataclass(frozen=True)
class Meditate:
    """Go one step up on the meditation track."""

    def __str__(self) -> str:
        return "meditation step"


@dataclass(frozen=True)
class CompleteMeditation:
    """Reach the last space of the meditation track."""

    def __str__(self) -> str:
        return "meditation"


@dataclass(frozen=True)
class SetPrice:
    """Place a price token on a good, turn it over, or return it to the trader."""

    good: str
    step: int

    def __str__(self) -> str:
        (word,) = (word for word, step in PRICE_STEPS.items() if step == self.step)
        return f"price {self.good} {word}"


@dataclass(frozen=True)
class TakeContract:
    """Take a notable's contract, with the guild seen on the card."""

    notable: str
    guild: str | None = None

    def __str__(self) -> str:
        return f"contract {self.notable}{' ' + self.guild if self.guild else ''}"


@dataclass(frozen=True)
class EndTurn:
    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True)
class CountRupees:
    """Enter the rupees in the bag at the end of the game."""

    rupees: int

    def __str__(self) -> str:
        return f"rupees {self.rupees}"


@dataclass(frozen=True)
class Finish:
    """End the game after the last turns, when everything is entered."""

    def __str__(self) -> str:
        return "finish"


Move = (
    Gain
    | Use
    | Influence
    | ReachTop
    | Order
    | ServeAkbar
    | RemoveCover
    | Meditate
    | CompleteMeditation
    | SetPrice
    | TakeContract
    | EndTurn
    | CountRupees
    | Finish
)


def parse(text: str) -> Move:
    """Parse an entry. Raises Unreadable, or IllegalMove for a number out of range."""
    match text.split():
        case ["cover"]:
            return RemoveCover()
        case ["meditation", "step"]:
            return Meditate()
        case ["meditation"]:
            return CompleteMeditation()
        case ["price", good, word] if good in GOODS and word in PRICE_STEPS:
            return SetPrice(good, PRICE_STEPS[word])
        case ["end"]:
            return EndTurn()
        case ["finish"]:
            return Finish()
        case ["rupees", *count]:
            return CountRupees(parse_number(count, 0, MOST_RUPEES))
        case ["influence", guild] if guild in GUILDS:
            return Influence(guild)
        case ["top", guild] if guild in GUILDS:
            return ReachTop(guild)
        case ["order", guild] if guild in GUILDS:
            return Order(guild)
        case ["akbar", good] if good in GOODS:
            return ServeAkbar(good)
        case ["contract", notable] if notable in NOTABLES:
            return TakeContract(notable)
        case ["contract", notable, guild] if notable in NOTABLES and guild in GUILDS:
            return TakeContract(notable, guild)
        case [what, *amount] if what in COUNTED:
            return Gain(what, parse_number(amount, 1, MOST_AT_ONCE))
        case ["use", what, *amount] if what in COUNTED:
            return Use(what, parse_number(amount, 1, MOST_AT_ONCE))
    raise Unreadable(text, EXPECTED)
