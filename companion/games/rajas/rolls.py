"""Requests for a roll at a table of Rajas of the Ganges."""

from typing import Annotated, Any, Self

from companion.games.assist.position import Position
from companion.games.assist.rolls import Roll
from companion.games.fair_dice import Roller
from companion.games.rajas.rules.actions import MOST_DICE, ThenDice, UseTerrace
from companion.games.rajas.rules.board import SIDES, Colour, Die
from companion.games.rajas.rules.moves import Reroll, TakeDie
from companion.games.rajas.words import describe_die, term
from companion.i18n import gettext
from companion.rules.opening import DICE, StartingDice
from companion.rules.text_form import Times


class RollStartingDice(Roll):
    form = "roll"

    def make_entry(self, position: Position[Any], roll: Roller) -> StartingDice | None:
        return StartingDice(tuple(roll(SIDES) for _ in range(DICE))) if position.game is None else None

    def describe(self) -> str:
        return gettext("Roll the starting dice")

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        return cls() if isinstance(entry, StartingDice) else None


class RollDice(Roll):
    """Roll dice that wait."""

    form = "roll dice {colours}"
    colours: Annotated[tuple[Colour, ...], Times(1, MOST_DICE)]

    def make_entry(self, position: Position[Any], roll: Roller) -> ThenDice:
        return ThenDice(tuple(Die(colour, roll(SIDES)) for colour in self.colours))

    def describe(self) -> str:
        return gettext("Roll a die: %(colour)s", colour=", ".join(map(term, self.colours)))

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        return cls(tuple(die.colour for die in entry.dice)) if isinstance(entry, ThenDice) else None


class RollOnTerrace(Roll):
    """Use the terrace, and roll the die that it gives."""

    form = "roll terrace {colour}"
    colour: Colour

    def make_entry(self, position: Position[Any], roll: Roller) -> UseTerrace:
        return UseTerrace(self.colour, roll(SIDES))

    def describe(self) -> str:
        return f"{term('terrace')}: {gettext('Roll a die: %(colour)s', colour=term(self.colour))}"

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        return cls(entry.colour) if isinstance(entry, UseTerrace) else None


class RollDie(Roll):
    """Take a die from the supply and roll it."""

    form = "roll {colour}"
    colour: Colour

    def make_entry(self, position: Position[Any], roll: Roller) -> TakeDie:
        return TakeDie(Die(self.colour, roll(SIDES)))

    def describe(self) -> str:
        return gettext("Roll a die: %(colour)s", colour=term(self.colour))

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        return cls(entry.die.colour) if isinstance(entry, TakeDie) else None


class RollAgain(Roll):
    """Roll a die of one's own again."""

    form = "roll {die}"
    die: Die

    def make_entry(self, position: Position[Any], roll: Roller) -> Reroll:
        return Reroll(self.die, roll(SIDES))

    def describe(self) -> str:
        return gettext("Roll again: %(die)s", die=describe_die(self.die))

    @classmethod
    def find_request(cls, entry: object) -> Self | None:
        return cls(entry.die) if isinstance(entry, Reroll) else None
