"""The opening of an assisted game, before the first round: facts of the set-up, experienced players, who begins.

A fact is something that chance decides at set-up, such as a drawn tile. It is written `name=value,value`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, get_args

from companion.rules.refusal import Unreadable
from companion.rules.text_form import Between, ReadBy, TextForm, Times, make_parser

DICE = 4  # one of each colour
SIDES = 6
EXPECTED = "starting dice 3 5 2 6, setup first=2, experienced, first red"
Facts = Mapping[str, tuple[str, ...]]


class Code(StrEnum):
    """Why an entry is refused, in any assisted game."""

    NOT_BEGUN = "not-begun"  # the starting player is not chosen yet
    HAS_BEGUN = "has-begun"  # opening entries are refused once the game has begun
    DICE_FIRST = "dice-first"  # player: has not rolled yet
    HAS_ROLLED = "has-rolled"
    NOT_LOWEST = "not-lowest"  # another player rolled less
    NO_SUCH_PLAYER = "no-such-player"
    NO_SUCH_FACT = "no-such-fact"  # not part of this set-up
    IMPOSSIBLE_FACT = "impossible-fact"  # chance cannot decide this
    EVERYONE_ALIKE = "everyone-alike"  # experience matters in mixed groups only
    NOTHING_TO_ROLL = "nothing-to-roll"  # the whole set-up is known
    NOTHING_TO_UNDO = "nothing-to-undo"
    ONE_BY_ONE = "one-by-one"  # whole turns cannot be undone
    NOTHING_TO_SKIP = "nothing-to-skip"  # it is another player's turn
    ALREADY_PAPER = "already-paper"


class StartingDice(TextForm):
    form = "starting dice {values}"
    values: Annotated[tuple[Annotated[int, Between(1, SIDES)], ...], Times(DICE, DICE)]


@dataclass(frozen=True)
class Fact:
    name: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}={','.join(self.values)}"


def parse_fact(text: str) -> Fact:
    name, _, values = text.partition("=")
    return Fact(name, tuple(values.split(",")))


def make_facts(facts: Facts) -> tuple[Fact, ...]:
    return tuple(Fact(name, values) for name, values in facts.items())


class SetUp(TextForm):
    """Enter facts of the set-up, whether rolled in the companion or drawn at the table; new values replace old ones."""

    form = "setup {facts}"
    facts: tuple[Annotated[Fact, ReadBy(parse_fact, "[a-z0-9-]+=[a-z0-9:-]+(?:,[a-z0-9:-]+)*")], ...]


class Experienced(TextForm):
    """Mark the player as experienced (harder boards in a mixed group); entered again, remove the mark."""

    form = "experienced"


class First(TextForm):
    """Begin the game with this seat."""

    form = "first {seat}"
    seat: Annotated[str, ReadBy(str, "[A-Za-z]+")]


Move = StartingDice | SetUp | Experienced | First


@dataclass(frozen=True)
class Opening:
    rolls: tuple[tuple[str, tuple[int, ...]], ...] = ()  # (player, values), in the order rolled
    experienced: tuple[str, ...] = ()
    entered: tuple[tuple[Fact, ...], ...] = ()  # facts of the set-up, entry by entry; later ones replace earlier ones

    @property
    def dice(self) -> dict[str, tuple[int, ...]]:
        return dict(self.rolls)

    def add_roll(self, player: str, values: tuple[int, ...]) -> "Opening":
        return replace(self, rolls=(*self.rolls, (player, values)))

    def remove_roll(self, player: str) -> "Opening":
        return replace(self, rolls=tuple(roll for roll in self.rolls if roll[0] != player))

    @property
    def facts(self) -> Facts:
        return {fact.name: fact.values for facts in self.entered for fact in facts}

    def add_facts(self, facts: tuple[Fact, ...]) -> "Opening":
        return replace(self, entered=(*self.entered, facts))

    def remove_facts(self, facts: tuple[Fact, ...]) -> "Opening":
        """Remove the last entry of these facts."""
        last = len(self.entered) - 1 - self.entered[::-1].index(facts)
        return replace(self, entered=self.entered[:last] + self.entered[last + 1 :])

    def toggle_experienced(self, player: str) -> "Opening":
        others = tuple(other for other in self.experienced if other != player)
        return replace(self, experienced=others if player in self.experienced else (*others, player))


parse: Callable[[str], Move] = make_parser(get_args(Move), EXPECTED)


def read_facts(text: str) -> Facts:
    """Read facts separated by spaces, as in an entry of them. Raises Unreadable."""
    if not text:
        return {}
    match parse(f"setup {text}"):
        case SetUp(facts):
            return {fact.name: fact.values for fact in facts}
    raise Unreadable(text, EXPECTED)
