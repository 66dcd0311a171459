"""The opening of an assisted game, before the first round: starting dice, experienced players, who begins."""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.rules.numbers import parse_number
from companion.rules.refusal import Unreadable

DICE = 4  # one of each colour
SIDES = 6
EXPECTED = "starting dice 3 5 2 6, experienced, first red"


class Code(StrEnum):
    """Why an entry is refused, in any assisted game."""

    NOT_BEGUN = "not-begun"  # the starting player is not chosen yet
    HAS_BEGUN = "has-begun"  # opening entries are refused once the game has begun
    DICE_FIRST = "dice-first"  # player: has not rolled yet
    HAS_ROLLED = "has-rolled"
    NOT_LOWEST = "not-lowest"  # another player rolled less
    NO_SUCH_PLAYER = "no-such-player"
    EVERYONE_ALIKE = "everyone-alike"  # experience matters in mixed groups only
    NOTHING_TO_UNDO = "nothing-to-undo"
    ONE_BY_ONE = "one-by-one"  # whole turns cannot be undone
    NOTHING_TO_SKIP = "nothing-to-skip"  # it is another player's turn
    ALREADY_PAPER = "already-paper"


@dataclass(frozen=True)
class StartingDice:
    values: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["starting dice", *map(str, self.values)])


@dataclass(frozen=True)
class Experienced:
    """Mark the player as experienced (harder boards in a mixed group); entered again, remove the mark."""

    def __str__(self) -> str:
        return "experienced"


@dataclass(frozen=True)
class First:
    """Begin the game with this seat."""

    seat: str

    def __str__(self) -> str:
        return f"first {self.seat}"


Move = StartingDice | Experienced | First


@dataclass(frozen=True)
class Opening:
    rolls: tuple[tuple[str, tuple[int, ...]], ...] = ()  # (player, values), in the order rolled
    experienced: tuple[str, ...] = ()

    @property
    def dice(self) -> dict[str, tuple[int, ...]]:
        return dict(self.rolls)

    def add_roll(self, player: str, values: tuple[int, ...]) -> "Opening":
        return replace(self, rolls=(*self.rolls, (player, values)))

    def remove_roll(self, player: str) -> "Opening":
        return replace(self, rolls=tuple(roll for roll in self.rolls if roll[0] != player))

    def toggle_experienced(self, player: str) -> "Opening":
        others = tuple(other for other in self.experienced if other != player)
        return replace(self, experienced=others if player in self.experienced else (*others, player))


def parse(text: str) -> Move:
    """Parse an opening entry. Raises Unreadable, or IllegalMove for an impossible die value."""
    match text.split():
        case ["starting", "dice", *values] if len(values) == DICE:
            return StartingDice(tuple(parse_number([value], 1, SIDES) for value in values))
        case ["experienced"]:
            return Experienced()
        case ["first", seat] if seat.isascii() and seat.isalpha():
            return First(seat)
    raise Unreadable(text, EXPECTED)
