"""Entries of an assisted game, each with a short text that `parse` reads back."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.games.rajas.rules.board import (
    BUILDINGS,
    COLOURS,
    DUE,
    MOST_KARMA,
    SIDES,
    Building,
    Colour,
    Die,
    YieldTile,
)
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from companion.games.rajas.rules.yield_tiles import MOST_COUNTED, SEEN, all_tiles
from companion.rules.numbers import parse_number
from companion.rules.refusal import Unreadable

MOST_AT_ONCE = 30
DUE_BONUSES = tuple(bonus.name for bonus in TRACK_BONUSES if bonus.gives in DUE)
EXPECTED = (
    "fame 3, money 5, karma 2, pay 4, die blue 4, give blue 4, give blue 4 turned, reroll blue 4 6, "
    "upgrade temple, bridge, done money-12, tile white, tile brown bends, connect white, connect brown bends 5, place, "
    "place mogul, pass, next round, finish"
)
Counter = Literal["fame", "money", "karma"]
COUNTERS: tuple[Counter, ...] = get_args(Counter)


@dataclass(frozen=True)
class Gain:
    counter: Counter
    amount: int

    def __str__(self) -> str:
        return f"{self.counter} {self.amount}"


@dataclass(frozen=True)
class Pay:
    """Pay money: the marker moves back."""

    amount: int

    def __str__(self) -> str:
        return f"pay {self.amount}"


@dataclass(frozen=True)
class TakeDie:
    """Take a die from the supply with the value rolled, in the companion or at the table."""

    die: Die

    def __str__(self) -> str:
        return f"die {self.die}"


@dataclass(frozen=True)
class GiveDie:
    """Return a die to the supply; turned with one karma, it counts as its opposite side."""

    die: Die
    turned: bool = False

    def __str__(self) -> str:
        return f"give {self.die}{' turned' if self.turned else ''}"


@dataclass(frozen=True)
class Reroll:
    """Roll a die again on the outer terrace."""

    die: Die
    rolled: int

    def __str__(self) -> str:
        return f"reroll {self.die} {self.rolled}"


@dataclass(frozen=True)
class Upgrade:
    building: Building

    def __str__(self) -> str:
        return f"upgrade {self.building}"


@dataclass(frozen=True)
class CrossBridge:
    """Pass the bridge with the boat, which activates a worker."""

    def __str__(self) -> str:
        return "bridge"


@dataclass(frozen=True)
class Done:
    """Mark a track bonus as carried out or given up."""

    bonus: str

    def __str__(self) -> str:
        return f"done {self.bonus}"


@dataclass(frozen=True)
class TakeTile:
    """Take a yield tile and place it on a free place of its colour (Navaratnas)."""

    tile: YieldTile

    def __str__(self) -> str:
        return f"tile {self.tile}"


@dataclass(frozen=True)
class ConnectTile:
    """Connect a yield tile with a road."""

    tile: YieldTile
    seen: int | None = None  # number counted by a brown tile, if only the player can see it

    def __str__(self) -> str:
        return f"connect {self.tile}{'' if self.seen is None else f' {self.seen}'}"


@dataclass(frozen=True)
class Place:
    """Place a worker; the Great Mogul gives 2 fame and the elephant for the next round."""

    great_mogul: bool = False

    def __str__(self) -> str:
        return "place mogul" if self.great_mogul else "place"


@dataclass(frozen=True)
class Pass:
    """Place no more workers in this round."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class NextRound:
    """Return all workers and begin the next round."""

    def __str__(self) -> str:
        return "next round"


@dataclass(frozen=True)
class Finish:
    """End the game after the last stage, when everything is entered."""

    def __str__(self) -> str:
        return "finish"


Move = (
    Gain
    | Pay
    | TakeDie
    | GiveDie
    | Reroll
    | Upgrade
    | CrossBridge
    | Done
    | TakeTile
    | ConnectTile
    | Place
    | Pass
    | NextRound
    | Finish
)
_ROUND: tuple[Move, ...] = (CrossBridge(), Place(), Place(great_mogul=True), Pass(), NextRound(), Finish())
_TAKEN = tuple(TakeTile(tile) for tile in all_tiles())
_CONNECTED = tuple(ConnectTile(tile) for tile in all_tiles() if tile.counts not in SEEN)
_FIXED: dict[str, Move] = {str(move): move for move in (*_ROUND, *_TAKEN, *_CONNECTED)}


def parse(text: str) -> Move:
    """Parse an entry. Raises Unreadable, or IllegalMove for a number out of range."""
    words = text.split()
    fixed = _FIXED.get(" ".join(words))
    if fixed:
        return fixed
    match words:
        case [counter, *amount] if counter in COUNTERS:
            return Gain(counter, parse_number(amount, 1, MOST_KARMA if counter == "karma" else MOST_AT_ONCE))
        case ["pay", *amount]:
            return Pay(parse_number(amount, 1, MOST_AT_ONCE))
        case ["give", colour, value, "turned"] if colour in COLOURS:
            return GiveDie(_die(colour, value), turned=True)
        case ["give", colour, *value] if colour in COLOURS:
            return GiveDie(_die(colour, *value))
        case ["die", colour, *value] if colour in COLOURS:
            return TakeDie(_die(colour, *value))
        case ["reroll", colour, value, *rolled] if colour in COLOURS:
            return Reroll(_die(colour, value), parse_number(rolled, 1, SIDES))
        case ["upgrade", building] if building in BUILDINGS:
            return Upgrade(building)
        case ["connect", "brown", counts, *seen] if counts in SEEN:
            return ConnectTile(YieldTile("brown", counts), parse_number(seen, 0, MOST_COUNTED))
        case ["done", bonus] if bonus in DUE_BONUSES:
            return Done(bonus)
    raise Unreadable(text, EXPECTED)


def _die(colour: Colour, *value: str) -> Die:
    return Die(colour, parse_number(value, 1, SIDES))
