"""What a game must be able to do to be played at a table. The table itself knows no rules."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.games.fair_dice import FairDice
from companion.games.options import Option
from companion.rules.ranking import Result
from companion.storage import Entry, Event

Position = Any  # a game's own frozen state; the table only keeps it

PAPER = "paper"  # somebody without a phone: the others enter for this seat
BOT = "bot"  # the companion plays here itself


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


# What a game's pages are told


@dataclass(frozen=True)
class Seat:
    """A player's place. Its colour is its name in every contract and transcript."""

    seat: str
    name: str
    kind: str
    key: str  # fingerprint of the token it belongs to

    def as_json(self) -> dict[str, str]:
        return {"seat": self.seat, "name": self.name, "colour": self.seat, "kind": self.kind}


@dataclass(frozen=True)
class Visitor:
    """Somebody looking at a table: the seats of this device, if any, and whether it is the host's."""

    seats: tuple[str, ...] = ()
    is_host: bool = False

    @property
    def belongs_here(self) -> bool:
        return bool(self.seats) or self.is_host

    def enters_for(self, seat: Seat) -> bool:
        """Whether this device enters moves for a seat: its own, or one on paper."""
        return bool(self.seats) and (seat.seat in self.seats or seat.kind == PAPER)


class SeenTable(Protocol):
    """A table as its game sees it."""

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
    """An event of a table, with the table before and after it."""

    before: AnyTable
    event: Event
    after: AnyTable


@dataclass(frozen=True)
class Visit:
    """A request for a page of a table: who asks, for what, and how to look up what happened before."""

    table: SeenTable
    visitor: Visitor
    asked: Mapping[str, str]  # fields of the address and the form: whose board, what the phone has already
    link: str  # the table's public address
    last_steps: Callable[[], Sequence[Step[SeenTable]]]
    all_steps: Callable[[], Iterable[Step[SeenTable]]]
    problem: str = ""  # why the entry just sent was refused, for a page without scripts


@dataclass(frozen=True)
class Page:
    """A template and what it shows."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True)
class PrintJob:
    """A PDF to draw: `draw(*arguments)` gives its bytes; the same key always means the same PDF."""

    key: tuple[Any, ...]
    draw: Callable[..., bytes]
    arguments: tuple[Any, ...]


class TableGame(ABC):
    """One game. Positions are immutable; every change of one is an event of the log."""

    name: str
    seats: range  # how many players it takes
    options: Mapping[str, Option] = {}  # what can be chosen when a table is opened
    paper_seats = False
    assisted = False  # played with its own cardboard: the companion counts and reminds
    plays_itself = False  # has bots

    # Rules

    @abstractmethod
    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        """Return the position before the first move."""

    @abstractmethod
    def submit(self, position: Position, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        """Return the entries this move makes. Raises Unreadable or IllegalMove; changes nothing itself."""

    @abstractmethod
    def apply(self, position: Position, event: Event) -> Position:
        """Return the position after an event that `submit`, `undo` or `manage` made."""

    @abstractmethod
    def undo(self, position: Position, seat: str, whole_turn: bool) -> Sequence[Entry]:
        """Return the entries that take back the seat's last mark, or its whole turn. Raises IllegalMove."""

    @abstractmethod
    def manage(self, position: Position, action: str, seat: str) -> Sequence[Entry]:
        """Return what the host does about an absent player ("skip", "paper"). Raises IllegalMove."""

    @abstractmethod
    def moves(self, position: Position, seat: str) -> Sequence[Offer]:
        """List every move of this seat, worded in the current language; none when it has nothing to do."""

    @abstractmethod
    def turn(self, position: Position) -> Mapping[str, Any] | None:
        """Say whose turn it is and what is asked: {"seat", "prompt", …}; None when it is nobody's."""

    @abstractmethod
    def view(self, position: Position) -> Mapping[str, Any]:
        """Describe what everyone may see: {"dice", "elephant", "sheets": {seat: …}, "undo": [seats], …}.

        "undo" lists the seats whose last entry can be taken back."""

    @abstractmethod
    def result(self, position: Position) -> Result | None:
        """Return the final result, as `companion score` gives it; None while the game goes on."""

    @abstractmethod
    def refusal(self, error: Exception, position: Position = None) -> tuple[str, str]:
        """Return code and sentence, in the current language, for what `submit`, `undo` or `manage` raised. Where the
        position is known, players are called by their names."""

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """Roll a "rolled" event of the log again from the seed: comparing the two shows whether it is true."""
        raise NotImplementedError

    def bot_move(self, position: Position, seat: str, chance: Any) -> str:
        """Choose a sensible move for the seat, which has the turn. Only for games that play themselves."""
        raise NotImplementedError

    def summary(self, position: Position) -> list[str]:
        """Say in a few lines how the game stands."""
        turn = self.turn(position)
        return [turn["prompt"]] if turn else []

    # Recognising an entry that is sent again

    def normalise_move(self, move: str) -> str:
        """Return the one way to write a move. Raises Unreadable or IllegalMove."""
        return " ".join(move.split())

    def find_sent_move(self, event: Event) -> str | None:
        """Return the move, in its canonical form, that a player sent to make this event; None for other events."""
        return event.body["move"] if event.kind == "move" else None

    # Pages

    questions: Mapping[str, Callable[[Visit], Page]] = {}  # what phones ask beside the board; may raise Unreadable

    def page(self, visit: Visit) -> Page:
        """Return the table's page, from the first move to the result."""
        raise NotImplementedError

    def parts(self, visit: Visit) -> Page:
        """Return the parts of the page that change: elements that replace those with the same id."""
        raise NotImplementedError

    def screen(self, visit: Visit) -> Page:
        """Return what a large screen shows."""
        raise NotImplementedError

    def announce(self, table: SeenTable, look: Callable[[int], SeenTable]) -> Callable[[int], bytes]:
        """Return what a page's stream says before each event; `look` gives the table once it has that event."""
        return lambda event: b""

    def stylesheet(self, name: str) -> str | None:
        """Return a style sheet that this game draws itself, by its name."""
        return None

    # After the last move; None where a game has no such thing

    def print_finished(self, visit: Visit, paper: str, ink: str) -> PrintJob | None:
        """Return everybody's finished sheets and the result, to be printed."""
        return None

    def transcript(self, visit: Visit) -> str | None:
        """Return the whole game as text that `companion replay` reads."""
        return None
