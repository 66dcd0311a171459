"""The interface of a game at a live table. Tables themselves know no rules."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.games.fair_dice import FairDice
from companion.games.options import Option
from companion.rules.ranking import Result
from companion.storage import Entry, Event

Position = Any  # the immutable state of a game, opaque to the table

PAPER = "paper"  # a player without a phone: the others enter for this seat
BOT = "bot"  # the companion plays this seat


@dataclass(frozen=True)
class Player:
    """A seat as the rules see it."""

    seat: str  # its colour
    name: str
    paper: bool


@dataclass(frozen=True)
class Offer:
    """A legal move, with what a phone needs to show it."""

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


# Arguments of a game's pages


@dataclass(frozen=True)
class Seat:
    """A player's seat, identified by its colour in every contract and transcript."""

    seat: str
    name: str
    kind: str
    key: str  # fingerprint of the token that owns it

    def as_json(self) -> dict[str, str]:
        return {"seat": self.seat, "name": self.name, "colour": self.seat, "kind": self.kind}


@dataclass(frozen=True)
class Visitor:
    """A device that opens a table: its seats, if any, and whether it is the host."""

    seats: tuple[str, ...] = ()
    is_host: bool = False

    @property
    def belongs_here(self) -> bool:
        return bool(self.seats) or self.is_host

    def enters_for(self, seat: Seat) -> bool:
        """Check whether this device enters moves for a seat: one of its own, or one on paper."""
        return bool(self.seats) and (seat.seat in self.seats or seat.kind == PAPER)


class SeenTable(Protocol):
    """The part of a table that games use."""

    @property
    def code(self) -> str: ...
    @property
    def game(self) -> "TableGame": ...
    @property
    def settings(self) -> Mapping[str, str]: ...
    @property
    def version(self) -> int: ...
    @property
    def changed_at(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def position(self) -> Position: ...
    @property
    def result(self) -> Result | None: ...
    def seat(self, seat: str) -> Seat | None: ...
    def players(self) -> tuple[Player, ...]: ...


AnyTable = TypeVar("AnyTable", bound=SeenTable, covariant=True)


class Step(NamedTuple, Generic[AnyTable]):
    """An event with the table before and after it."""

    before: AnyTable
    event: Event
    after: AnyTable


@dataclass(frozen=True)
class Visit:
    """A request for a page of a table, with access to earlier events."""

    table: SeenTable
    visitor: Visitor
    asked: Mapping[str, str]  # query and form fields: which board to show, what the phone has already
    link: str  # public URL of the table
    last_steps: Callable[[], Sequence[Step[SeenTable]]]
    all_steps: Callable[[], Iterable[Step[SeenTable]]]
    problem: str = ""  # why the last entry was refused, for pages without JavaScript


@dataclass(frozen=True)
class Page:
    """A template and its context."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True)
class PrintJob:
    """A PDF to draw: `draw(*arguments)` returns its bytes. Equal keys mean equal PDFs."""

    key: tuple[Any, ...]
    draw: Callable[..., bytes]
    arguments: tuple[Any, ...]


class TableGame(ABC):
    """One game. Positions are immutable; every change is an event of the log."""

    name: str
    seats: range  # possible numbers of players
    options: Mapping[str, Option] = {}  # chosen when a table is opened
    paper_seats = False
    assisted = False  # played with the real cardboard game; the companion counts and reminds
    plays_itself = False  # has bots
    demo_settings: Mapping[str, str] = {}  # of the table that a visitor plays at alone, besides the usual options

    # Rules

    @abstractmethod
    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        """Return the position before the first move."""

    @abstractmethod
    def submit(self, position: Position, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        """Return the log entries of this move. Raises Unreadable or IllegalMove."""

    @abstractmethod
    def apply(self, position: Position, event: Event) -> Position:
        """Return the position after an event from `submit`, `undo` or `manage`."""

    @abstractmethod
    def undo(self, position: Position, seat: str, whole_turn: bool) -> Sequence[Entry]:
        """Return the entries that undo the seat's last entry, or its whole turn. Raises IllegalMove."""

    @abstractmethod
    def manage(self, position: Position, action: str, seat: str) -> Sequence[Entry]:
        """Return the entries of a host action for an absent player ("skip", "paper"). Raises IllegalMove."""

    @abstractmethod
    def moves(self, position: Position, seat: str) -> Sequence[Offer]:
        """List the moves to offer to this seat, described in the current language."""

    @abstractmethod
    def turn(self, position: Position) -> Mapping[str, Any] | None:
        """Return whose turn it is and what to do: {"seat", "prompt", …}; None when nobody has a turn."""

    @abstractmethod
    def view(self, position: Position) -> Mapping[str, Any]:
        """Return the public view: {"dice", "elephant", "sheets": {seat: …}, "undo": [seats], …}.

        "undo" lists the seats that can undo their last entry.
        """

    @abstractmethod
    def result(self, position: Position) -> Result | None:
        """Return the final result, as `companion score` prints it; None while the game is running."""

    @abstractmethod
    def refusal(self, error: Exception, position: Position = None) -> tuple[str, str]:
        """Return code and translated sentence for an exception of `submit`, `undo` or `manage`.

        With a position, the sentence uses the players' names.
        """

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """Recompute a "rolled" event from the seed, to verify the one in the log."""
        raise NotImplementedError

    def bot_move(self, position: Position, seat: str, chance: Any) -> str:
        """Choose a move for the seat that has the turn. Only for games with bots."""
        raise NotImplementedError

    def summary(self, position: Position) -> list[str]:
        """Describe the state of the game in a few lines."""
        turn = self.turn(position)
        return [turn["prompt"]] if turn else []

    # Recognising duplicate entries

    def normalise_move(self, move: str) -> str:
        """Return the canonical text of a move. Raises Unreadable or IllegalMove."""
        return " ".join(move.split())

    def find_sent_move(self, event: Event) -> str | None:
        """Return the canonical text of the move that a player sent for this event; None for other events."""
        return event.body["move"] if event.kind == "move" else None

    # Pages

    questions: Mapping[str, Callable[[Visit], Page]] = {}  # extra requests of phones, by name; may raise Unreadable

    def page(self, visit: Visit) -> Page:
        """Return the page of a started table."""
        raise NotImplementedError

    def parts(self, visit: Visit) -> Page:
        """Return the changing parts of the page: elements that replace those with the same id."""
        raise NotImplementedError

    def screen(self, visit: Visit) -> Page:
        """Return the page for a TV screen."""
        raise NotImplementedError

    def announce(self, table: SeenTable, look: Callable[[int], SeenTable]) -> Callable[[int], bytes]:
        """Return a function that makes the stream data sent before each event; `look` loads the table at an event."""
        return lambda event: b""

    def stylesheet(self, name: str) -> str | None:
        """Return a style sheet generated by this game, or None."""
        return None

    # After the last move; None if the game does not support it

    def print_finished(self, visit: Visit, paper: str, ink: str) -> PrintJob | None:
        """Return a print job for the finished sheets and the result."""
        return None

    def finished_sheet(self, visit: Visit, seat: str) -> Page | None:
        """Return the page with the finished sheet of a seat."""
        return None

    def result_picture(self, visit: Visit) -> str | None:
        """Return a picture of the result to share, as SVG."""
        return None

    def transcript(self, visit: Visit) -> str | None:
        """Return the whole game as text for `companion replay`."""
        return None
