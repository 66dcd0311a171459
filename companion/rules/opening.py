"""Before the first round of an assisted game: starting dice, experienced players, and who begins."""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.rules.numbers import parse_number
from companion.rules.refusal import Unreadable

DICE = 4  # one of each colour
SIDES = 6
EXPECTED = "starting dice 3 5 2 6, experienced, first red"


class Code(StrEnum):
    """Why the companion refuses an entry, whichever the game."""

    NOT_BEGUN = "not-begun"  # nobody has been named who begins
    HAS_BEGUN = "has-begun"  # what is settled before the game, once it runs
    DICE_FIRST = "dice-first"  # player: who has not rolled yet
    HAS_ROLLED = "has-rolled"
    NOT_LOWEST = "not-lowest"  # another player rolled less
    NO_SUCH_PLAYER = "no-such-player"
    EVERYONE_ALIKE = "everyone-alike"  # experience makes a difference in mixed groups only
    NOTHING_TO_UNDO = "nothing-to-undo"
    ONE_BY_ONE = "one-by-one"  # entries are taken back one at a time
    NOTHING_TO_SKIP = "nothing-to-skip"  # it is somebody else's turn
    ALREADY_PAPER = "already-paper"


@dataclass(frozen=True)
class StartingDice:
    values: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["starting dice", *map(str, self.values)])


@dataclass(frozen=True)
class Experienced:
    """This player takes the harder boards among beginners; said again, not after all."""

    def __str__(self) -> str:
        return "experienced"


@dataclass(frozen=True)
class First:
    """Everything is ready, and this seat begins."""

    seat: str

    def __str__(self) -> str:
        return f"first {self.seat}"


Move = StartingDice | Experienced | First


@dataclass(frozen=True)
class Opening:
    rolls: tuple[tuple[str, tuple[int, ...]], ...] = ()  # by player, as they came
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
    """Raises Unreadable, and IllegalMove where a die has no such side."""
    match text.split():
        case ["starting", "dice", *values] if len(values) == DICE:
            return StartingDice(tuple(parse_number([value], 1, SIDES) for value in values))
        case ["experienced"]:
            return Experienced()
        case ["first", seat] if seat.isascii() and seat.isalpha():
            return First(seat)
    raise Unreadable(text, EXPECTED)
