"""What a player enters in an assisted game, with a short text that reads back."""

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
    """Money for an action: the marker falls back."""

    amount: int

    def __str__(self) -> str:
        return f"pay {self.amount}"


@dataclass(frozen=True)
class TakeDie:
    """A die from the supply with the number rolled, in the companion or on the table."""

    die: Die

    def __str__(self) -> str:
        return f"die {self.die}"


@dataclass(frozen=True)
class GiveDie:
    """Back to the supply; turned by one karma, it counts as its opposite side."""

    die: Die
    turned: bool = False

    def __str__(self) -> str:
        return f"give {self.die}{' turned' if self.turned else ''}"


@dataclass(frozen=True)
class Reroll:
    """On the outer terrace."""

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
    """The boat has passed the bridge, where a worker waits."""

    def __str__(self) -> str:
        return "bridge"


@dataclass(frozen=True)
class Done:
    """A track bonus has been carried out, or given up."""

    bonus: str

    def __str__(self) -> str:
        return f"done {self.bonus}"


@dataclass(frozen=True)
class TakeTile:
    """A yield tile, laid on a free place of its colour (Navaratnas)."""

    tile: YieldTile

    def __str__(self) -> str:
        return f"tile {self.tile}"


@dataclass(frozen=True)
class ConnectTile:
    """A road has reached a yield tile."""

    tile: YieldTile
    seen: int | None = None  # what a brown one counts, where only the player can see it

    def __str__(self) -> str:
        return f"connect {self.tile}{'' if self.seen is None else f' {self.seen}'}"


@dataclass(frozen=True)
class Place:
    """A worker; at the Great Mogul he gives 2 fame and the elephant for the next round."""

    great_mogul: bool = False

    def __str__(self) -> str:
        return "place mogul" if self.great_mogul else "place"


@dataclass(frozen=True)
class Pass:
    """No more workers in this round."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class NextRound:
    """Everybody takes the workers back."""

    def __str__(self) -> str:
        return "next round"


@dataclass(frozen=True)
class Finish:
    """The last stage is over and everything is entered."""

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
    """Raises Unreadable, and IllegalMove where a number is out of its limits."""
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
