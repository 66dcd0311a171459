"""What a game must be able to do to be played at a table. The table itself knows no rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.games.fair_dice import FairDice
from companion.games.options import Option
from companion.rules.ranking import Result
from companion.storage import Entry, Event

Position = Any  # a game's own frozen state; the table only keeps it


@dataclass(frozen=True)
class Player:
    """A seat as the rules see it, in turn order."""

    seat: str  # its colour
    name: str
    paper: bool


@dataclass(frozen=True)
class Offer:
    """A move that is allowed now, and what a phone needs to show it."""

    move: str
    label: str
    targets: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "label": self.label,
            "targets": self.targets,
            "effects": self.effects,
            **self.extra,
        }


class TableGame(Protocol):
    """One game. Positions are immutable; every change of one is an event of the log."""

    name: str
    seats: range  # how many players it takes
    options: Mapping[str, Option]  # what can be chosen when a table is opened; the first is the default
    paper_seats: bool

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        """The position before the first move."""

    def submit(self, position: Position, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        """The entries this move makes. Raises Unreadable or IllegalMove; changes nothing itself."""

    def apply(self, position: Position, event: Event) -> Position:
        """The position after an event that `submit`, `undo` or `manage` made."""

    def rolled_again(self, position: Position, event: Event, seed: str) -> Entry:
        """A "rolled" event of the log as the seed gives it: whoever compares the two knows whether it is true."""

    def undo(self, position: Position, seat: str, whole_turn: bool) -> Sequence[Entry]:
        """The entries that take back the seat's last mark, or its whole turn. Raises IllegalMove."""

    def manage(self, position: Position, action: str, seat: str) -> Sequence[Entry]:
        """What the host may do about an absent player ("skip", "paper"). Raises IllegalMove."""

    def moves(self, position: Position, seat: str) -> Sequence[Offer]:
        """Every move of this seat, worded in the current language; none when it has nothing to do."""

    def turn(self, position: Position) -> Mapping[str, Any] | None:
        """Whose turn it is and what is asked: {"seat", "prompt", …}; None when it is nobody's."""

    def view(self, position: Position) -> Mapping[str, Any]:
        """What everyone may see: {"dice", "elephant", "sheets": {seat: …}, …}."""

    def result(self, position: Position) -> Result | None:
        """The final result, as `companion score` gives it; None while the game goes on."""

    def summary(self, position: Position) -> list[str]:
        """Describe in a few lines how the game stands, or how it ended."""

    def refusal(self, error: Exception, position: Position = None) -> tuple[str, str]:
        """Code and sentence, in the current language, for what `submit`, `undo` or `manage` raised. Where the position
        is known, players are called by their names."""
