"""Entries of an assisted game, each with a short text that `parse` reads back."""

from collections.abc import Callable
from typing import Annotated, Literal, get_args

from companion.games.rajas.rules.actions import Action
from companion.games.rajas.rules.board import DUE, MOST_KARMA, SIDES, Die, YieldTile
from companion.games.rajas.rules.province import Building
from companion.games.rajas.rules.tracks import TRACK_BONUSES
from companion.games.rajas.rules.yield_tiles import MOST_COUNTED, SEEN, all_tiles
from companion.rules import numbers
from companion.rules.refusal import IllegalMove, Refusal, Unreadable
from companion.rules.text_form import Between, OneOf, TextForm, make_parser

MOST_AT_ONCE = 30
DUE_BONUSES = tuple(bonus.name for bonus in TRACK_BONUSES if bonus.gives in DUE)
EXPECTED = (
    "fame 3, money 5, karma 2, pay 4, die blue 4, give blue 4, give blue 4 turned, reroll blue 4 6, "
    "upgrade temple, bridge, done money-12, tile white, tile brown bends, connect white, connect brown bends 5, place, "
    "pass, next round, finish, use quarry 1 orange 3 orange 6 tile temple silk-3 +die-any, use assorted goods, "
    "use one kind blue 4, use outer terrace, use terrace orange 4, use balcony blue 4 for orange, use yogi green 3, "
    "use harbour 0 green 2 2, then upgrade mill, then dice orange 4, then sail, then earn fame-3, then visit yogi, "
    "then white tile money, then cover 1 purple 3 tile fort, river 5 sail-on, river ends, skip upgrade, done"
)
Counter = Literal["fame", "money", "karma"]
Amount = Annotated[int, Between(1, MOST_AT_ONCE)]
Side = Annotated[int, Between(1, SIDES)]
Tile = Annotated[YieldTile, OneOf(all_tiles())]


class Gain(TextForm):
    form = "{counter} {amount}"
    counter: Counter
    amount: Amount

    def check_fields(self) -> None:
        if self.counter == "karma" and self.amount > MOST_KARMA:
            raise IllegalMove(Refusal(numbers.Code.OUT_OF_LIMITS, low=1, high=MOST_KARMA))


class Pay(TextForm):
    """Pay money: the marker moves back."""

    form = "pay {amount}"
    amount: Amount


class TakeDie(TextForm):
    """Take a die from the supply with the value rolled, in the companion or at the table."""

    form = "die {die}"
    die: Die


class GiveDie(TextForm):
    """Return a die to the supply; turned with one karma, it counts as its opposite side."""

    form = "give {die} [turned]"
    die: Die
    turned: bool = False


class Reroll(TextForm):
    """Roll a die again on the outer terrace."""

    form = "reroll {die} {rolled}"
    die: Die
    rolled: Side


class Upgrade(TextForm):
    form = "upgrade {building}"
    building: Building


class CrossBridge(TextForm):
    """Pass the bridge with the boat, which activates a worker."""

    form = "bridge"


class Done(TextForm):
    """Mark a track bonus as carried out or given up."""

    form = "done {bonus}"
    bonus: Annotated[str, OneOf(DUE_BONUSES)]


class TakeTile(TextForm):
    """Take a yield tile and place it on a free place of its colour (Navaratnas)."""

    form = "tile {tile}"
    tile: Tile


class ConnectTile(TextForm):
    """Connect a yield tile with a road."""

    form = "connect {tile} [{seen}]"
    tile: Tile
    seen: Annotated[int, Between(0, MOST_COUNTED)] | None = None  # counted by a brown tile, if only the player sees it

    def check_fields(self) -> None:
        if self.tile.counts in SEEN and self.seen is None:
            raise IllegalMove(Refusal(numbers.Code.OUT_OF_LIMITS, low=0, high=MOST_COUNTED))
        if self.tile.counts not in SEEN and self.seen is not None:
            raise Unreadable(str(self), EXPECTED)


class Place(TextForm):
    """Place a worker; the Great Mogul gives 2 fame and the elephant for the next round."""

    form = "place [mogul]"
    mogul: bool = False


class Pass(TextForm):
    """Place no more workers in this round."""

    form = "pass"


class NextRound(TextForm):
    """Return all workers and begin the next round."""

    form = "next round"


class Finish(TextForm):
    """End the game after the last stage, when everything is entered."""

    form = "finish"


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
    | Action
)

parse: Callable[[str], Move] = make_parser(get_args(Move), EXPECTED)
