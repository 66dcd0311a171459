"""Entries of an assisted game, each with a short text that `parse` reads back."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.games.cards_karma.rules.display import Card, parse_card
from companion.games.cards_karma.rules.tokens import SCORING_CARD_OF
from companion.rules.numbers import parse_number
from companion.rules.refusal import Unreadable

MOST_AT_ONCE = 6
MOST_WAYS = 99  # upper limit for parsing; `check` knows the real number
EXPECTED = (
    "fame 2, coins 3, karma 1, administrators 1, use karma 1, take red+tea3, choose 1, reveal karma, "
    "palace 4, end, finish"
)
Token = Literal["fame", "coins", "karma", "administrators"]
Usable = Literal["karma", "administrators"]
TOKENS: tuple[Token, ...] = get_args(Token)
USABLE: tuple[Usable, ...] = get_args(Usable)


@dataclass(frozen=True)
class Gain:
    token: Token
    amount: int

    def __str__(self) -> str:
        return f"{self.token} {self.amount}"


@dataclass(frozen=True)
class Use:
    """Spend karma on a die, or an administrator on one of its three uses."""

    token: Usable
    amount: int

    def __str__(self) -> str:
        return f"use {self.token} {self.amount}"


@dataclass(frozen=True)
class Take:
    """Take a building, goods or ship card into the display."""

    card: Card

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True)
class Choose:
    """Choose between sets that share a symbol; options are numbered from 1, as in `Board.choices`."""

    option: int

    def __str__(self) -> str:
        return f"choose {self.option}"


@dataclass(frozen=True)
class Reveal:
    """Enter the bonus of the scoring card just turned."""

    bonus: str

    def __str__(self) -> str:
        return f"reveal {self.bonus}"


@dataclass(frozen=True)
class PalaceFour:
    def __str__(self) -> str:
        return "palace 4"


@dataclass(frozen=True)
class EndTurn:
    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True)
class Finish:
    """End the game after the last stage, when everything is entered."""

    def __str__(self) -> str:
        return "finish"


Move = Gain | Use | Take | Choose | Reveal | PalaceFour | EndTurn | Finish


def parse(text: str) -> Move:
    """Parse an entry. Raises Unreadable, or IllegalMove for a number out of range."""
    match text.split():
        case [token, *amount] if token in TOKENS:
            return Gain(token, parse_number(amount, 1, MOST_AT_ONCE))
        case ["use", token, *amount] if token in USABLE:
            return Use(token, parse_number(amount, 1, MOST_AT_ONCE))
        case ["take", card]:
            return Take(parse_card(card))
        case ["choose", *option]:
            return Choose(parse_number(option, 1, MOST_WAYS))
        case ["reveal", bonus] if bonus in SCORING_CARD_OF:
            return Reveal(bonus)
        case ["palace", "4"]:
            return PalaceFour()
        case ["end"]:
            return EndTurn()
        case ["finish"]:
            return Finish()
    raise Unreadable(text, EXPECTED)
