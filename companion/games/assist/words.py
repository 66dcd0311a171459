"""Texts of assisted games: the shared sentences, and the class that holds the texts of one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.i18n import N_, gettext
from companion.rules import numbers
from companion.rules.coded import Happening
from companion.rules.opening import Code, Experienced, First, StartingDice
from companion.rules.refusal import Refusal, Unreadable

SHARED_REFUSALS: Mapping[str, str] = {
    Code.NOT_BEGUN: N_("The game has not begun yet: first choose who begins."),
    Code.HAS_BEGUN: N_("The game has already begun; this can only be entered before it starts."),
    Code.DICE_FIRST: N_("%(player)s has not rolled the starting dice yet."),
    Code.HAS_ROLLED: N_("Your starting dice are already entered. Undo them first if they are wrong."),
    Code.NOT_LOWEST: N_("Another player has the lowest sum and begins."),
    Code.NO_SUCH_PLAYER: N_("No player at this table has that colour."),
    Code.NO_SUCH_FACT: N_("This is not part of the set-up of this game."),
    Code.IMPOSSIBLE_FACT: N_("This set-up is not possible. Check what you entered."),
    Code.EVERYONE_ALIKE: N_("Experienced players take the harder boards only in a mixed group."),
    Code.NOTHING_TO_ROLL: N_("Everything is rolled already."),
    Code.NOTHING_TO_UNDO: N_("There is nothing to undo."),
    Code.ONE_BY_ONE: N_("Here entries can only be undone one at a time."),
    Code.NOTHING_TO_SKIP: N_("Only the current player’s turn can be skipped."),
    Code.ALREADY_PAPER: N_("The other players already enter for this seat."),
    numbers.Code.OUT_OF_LIMITS: N_("Enter a whole number from %(low)s to %(high)s."),
    "game-over": N_("The game is over; nothing more can be entered."),
    "not-your-turn": N_("It is %(player)s’s turn."),
}
SHARED_HAPPENINGS: Mapping[str, str] = {
    "choose-first": N_("Who begins? Choose the player; then the companion counts rounds and turns."),
    "turn": N_("%(player)s is playing."),
}


Move = TypeVar("Move")


def describe_opening_move(move: StartingDice | Experienced | First, names: Mapping[str, str]) -> str:
    """Describe an entry of the opening. `names`: players by seat."""
    match move:
        case StartingDice(values):
            return gettext("Starting dice: %(values)s", values=", ".join(map(str, values)))
        case Experienced():
            return gettext("Experienced player")
        case First(seat):
            return gettext("%(name)s begins", name=names[seat])


def describe_unreadable(error: Unreadable) -> str:
    return gettext("“%(text)s” cannot be read. Examples: %(expected)s.", text=error.text, expected=error.expected)


@dataclass(frozen=True)
class Words(Generic[Move]):
    """The texts of one game. `big` lists the happenings that phones show as a large card."""

    term: Callable[[str], str]  # translates the name of a thing
    describe_move: Callable[[Move], str]
    happenings: Mapping[str, str]
    refusals: Mapping[str, str]
    big: frozenset[str] = frozenset()

    def describe_happening(self, happening: Happening) -> str:
        return self.fill_in({**SHARED_HAPPENINGS, **self.happenings}[happening.code], happening.details)

    def knows(self, refusal: Refusal) -> bool:
        return refusal.code in {**SHARED_REFUSALS, **self.refusals}

    def describe_refusal(self, refusal: Refusal) -> str:
        return self.fill_in({**SHARED_REFUSALS, **self.refusals}[refusal.code], refusal.details)

    def fill_in(self, message: str, details: Mapping[str, str | int]) -> str:
        """Translate a message and fill in its details; things are translated, players' names are not."""
        spoken = {
            name: value if name == "player" or isinstance(value, int) else self.term(value)
            for name, value in details.items()
        }
        return gettext(message) % spoken
