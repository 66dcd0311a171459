"""The interface of a game at a live table. Tables themselves know no rules."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.games.fair_dice import FairDice
from companion.games.options import Choice, Option
from companion.games.setup import Group
from companion.rules.ranking import Result
from companion.rules.refusal import Unreadable
from companion.storage import Entry, Event

Position = Any  # the immutable state of a game, opaque to the table

CHALLENGE = "challenge"  # table setting: the name of the challenge whose dice are used
SAME_DICE = "again"  # table setting of a solo game: code of the table whose dice are repeated
PAPER = "paper"  # a player without a phone: the others enter for this seat
BOT = "bot"  # the companion plays this seat
BOT_LEVELS = ("level-1", "level-2", "level-3", "level-4")  # from a child's opponent to one that beats good players
SOLO = "solo"  # instead of a level: no opponent


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
    level: str = ""  # of a bot; bots of earlier versions have none

    def as_json(self) -> dict[str, str]:
        described = {"seat": self.seat, "name": self.name, "colour": self.seat, "kind": self.kind}
        return described | ({"level": self.level} if self.level else {})


@dataclass(frozen=True)
class Visitor:
    """A device that opens a table: its seats, if any, and whether it is the host."""

    seats: tuple[str, ...] = ()
    is_host: bool = False

    @property
    def belongs_here(self) -> bool:
        return bool(self.seats) or self.is_host

    def enters_for(self, seat: Seat, helps_bots: bool = False) -> bool:
        """Check whether this device enters moves for a seat: one of its own, one on paper, or a bot that needs help."""
        helped = seat.kind == PAPER or (helps_bots and seat.kind == BOT)
        return bool(self.seats) and (seat.seat in self.seats or helped)


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
    def find_seat(self, seat: str) -> Seat | None: ...
    def list_players(self) -> tuple[Player, ...]: ...


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


class ReadSheet(Protocol):
    """A played sheet with its marks, for pages: as read from a photo, or after corrections."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def serial(self) -> int | None: ...  # of this copy, if its code has one
    @property
    def title(self) -> str: ...
    @property
    def cells(self) -> Mapping[str, str]: ...
    @property
    def figures(self) -> Mapping[str, int]: ...  # the totals, as final scoring names them

    def make_page(self) -> Page:
        """Return the part of a page that shows the sheet and lets people correct it."""

    def make_verdict(self) -> Page:
        """Return the parts of it that depend on the marks: score and conflicts."""


@dataclass(frozen=True)
class Work:
    """Work for a worker process: `run(*arguments)` returns the result. Equal keys mean equal results; () is no key."""

    run: Callable[..., Any]
    arguments: tuple[Any, ...]
    key: tuple[Any, ...] = ()


class TableGame(ABC):
    """One game. Positions are immutable; every change is an event of the log."""

    name: str
    seats: range  # possible numbers of players
    options: Mapping[str, Option] = {}  # chosen when a table is opened
    who_begins = ""  # a hint for the lobby, in English; empty if it is decided later
    paper_seats = False
    prints_sheets = False  # paper seats play on sheets that can be printed and photographed
    assisted = False  # played with the real cardboard game; the companion counts and reminds
    bots: tuple[Choice, ...] = ()  # a character for each of BOT_LEVELS; none if the game has no bots
    demo_settings: Mapping[str, str] = {}  # of the guided first game, besides the usual options
    demo_rival = ""  # the bot's name in it, in English
    solo_settings: Mapping[str, str] = {}  # of a game without opponents; empty if there is none
    solo: Choice | None = None  # how such a game is offered

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

    def enter_sheet(self, position: Position, seat: str, sheet: ReadSheet) -> Sequence[Entry]:
        """Return the entries for the photographed sheet of a paper seat; none if it is known. Raises IllegalMove."""
        raise Unreadable(seat)

    def find_sheet_version(self, position: Position) -> int | None:
        """Return the version of the sheet that is played on; None without sheets."""
        return None

    def awaits_sheet(self, position: Position, seat: str) -> bool:
        """Check whether the sheet of a paper seat can be entered now."""
        return False

    def find_entered(self, position: Position, version: int, serial: int | None) -> str | None:
        """Return the seat for which this copy of the sheet was entered; None if it was not."""
        return None

    def print_sheets(self, table: SeenTable, paper: str, ink: str) -> Work | None:
        """Return a print job for blank sheets of the paper seats, with names and numbers; None if nobody needs one."""
        return None

    @abstractmethod
    def list_moves(self, position: Position, seat: str) -> Sequence[Offer]:
        """List the moves to offer to this seat, described in the current language."""

    @abstractmethod
    def describe_turn(self, position: Position) -> Mapping[str, Any] | None:
        """Return whose turn it is and what to do: {"seat", "prompt", …}; None when nobody has a turn."""

    @abstractmethod
    def make_view(self, position: Position) -> Mapping[str, Any]:
        """Return the public view: {"dice", "elephant", "sheets": {seat: …}, "undo": [seats], …}.

        "undo" lists the seats that can undo their last entry.
        """

    @abstractmethod
    def find_result(self, position: Position) -> Result | None:
        """Return the final result, as `companion score` prints it; None while the game is running."""

    @abstractmethod
    def explain_refusal(self, error: Exception, position: Position = None) -> tuple[str, str]:
        """Return code and translated sentence for an exception of `submit`, `undo` or `manage`.

        With a position, the sentence uses the players' names.
        """

    def make_group(self, position: Position) -> Group:
        """Return the players with everything that is known about the set-up. Only for assisted games."""
        raise NotImplementedError

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """Recompute a "rolled" event from the seed, to verify the one in the log."""
        raise NotImplementedError

    def count_players(self, settings: Mapping[str, str]) -> range:
        """Return how many players a table with these settings can have."""
        return range(1, 2) if self.is_solo(settings) else self.seats

    def is_solo(self, settings: Mapping[str, str]) -> bool:
        return bool(self.solo_settings) and self.solo_settings.items() <= settings.items()

    # Bots

    def find_mover(self, position: Position) -> str | None:
        """Return the seat that has the turn."""
        turn = self.describe_turn(position)
        return turn["seat"] if turn else None

    def find_first(self, position: Position) -> str | None:
        """Return the seat that began the game; None if it is not known."""
        return None

    def needs_people(self, position: Position) -> bool:
        """Check whether people have to enter something for a bot, such as what real dice show."""
        return False

    def think(self, position: Position, seat: str, level: str, luck: str) -> Work | list[str]:
        """Return how to find the next moves of a bot that has the turn, or the moves if they are known.

        `luck` seeds its random choices. A move may be refused when it is played: the bot then thinks again."""
        raise NotImplementedError

    def choose_bot_move(self, position: Position, seat: str, chance: Any) -> str:
        """Choose a move quickly, for a bot whose thinking failed."""
        raise NotImplementedError

    def summarize(self, position: Position) -> list[str]:
        """Describe the state of the game in a few lines."""
        turn = self.describe_turn(position)
        return [turn["prompt"]] if turn else []

    # The same dice again

    def repeat_dice(self, steps: Iterable[Step[SeenTable]]) -> Mapping[str, str]:
        """Return the settings of a table that repeats the dice of a finished game."""
        raise NotImplementedError

    def choose_weekly(self, number: int) -> Mapping[str, str]:
        """Return the settings of the challenge of a week, the same everywhere."""
        return {}

    def describe_weekly(self, number: int) -> str:
        """Describe what the challenge of a week is played on."""
        return ""

    # Hints: what the worker finds is opaque to the table

    def gives_hints(self, settings: Mapping[str, str]) -> bool:
        """Check whether players of a table with these settings can ask for hints."""
        return False

    def find_hint(self, position: Position, seat: str) -> Any:
        """Find a good move of the seat that has the turn, at once; None if there is nothing to advise."""
        return None

    def think_of_hint(self, position: Position, seat: str) -> Work:
        """Return the work that finds a better hint."""
        raise NotImplementedError

    def describe_hint(self, position: Position, seat: str, hint: Any) -> Mapping[str, Any]:
        """Describe a hint: {"move", "label", "targets", "why", "next_best"}."""
        raise NotImplementedError

    # Recognising duplicate entries

    def normalise_move(self, position: Position, move: str) -> str:
        """Return the canonical text of a move. Raises Unreadable or IllegalMove."""
        return " ".join(move.split())

    def find_sent_move(self, position: Position, event: Event) -> str | None:
        """Return the canonical text of the move that a player sent for this event; None for other events."""
        return event.body["move"] if event.kind == "move" else None

    # Pages

    screen_styles: Sequence[str] = ()  # of the TV screen, files in static/
    questions: Mapping[str, Callable[[Visit], Page]] = {}  # extra requests of phones, by name; may raise Unreadable

    def make_page(self, visit: Visit) -> Page:
        """Return the page of a started table."""
        raise NotImplementedError

    def make_parts(self, visit: Visit) -> Page:
        """Return the changing parts of the page: elements that replace those with the same id."""
        raise NotImplementedError

    def make_screen(self, visit: Visit) -> Page:
        """Return the TV page."""
        raise NotImplementedError

    def announce(self, table: SeenTable, look: Callable[[int], SeenTable]) -> Callable[[int], bytes]:
        """Return a function that makes the stream data sent before each event; `look` loads the table at an event."""
        return lambda event: b""

    def make_stylesheet(self, name: str) -> str | None:
        """Return a style sheet generated by this game, or None."""
        return None

    def print_picture(self, name: str, part: str, language: str, dark: bool) -> str | None:
        """Return the print of a part of a sheet as an SVG document, or None."""
        return None

    # After the last move; None if the game does not support it

    def print_finished(self, visit: Visit, paper: str, ink: str, analysis: Any = None) -> Work | None:
        """Return a print job for the finished sheets and the result; `analysis` is what `analyse` found, or None."""
        return None

    def analyse(self, table: SeenTable, steps: Iterable[Step[SeenTable]]) -> Work | None:
        """Return the work that analyses a finished game."""
        return None

    def describe_analysis(self, table: SeenTable, analysis: Any) -> Mapping[str, Any]:
        """Describe an analysis as data for JSON, with sentences in the current language."""
        raise NotImplementedError

    def write_analysis(self, table: SeenTable, analysis: Any) -> Iterable[str]:
        """Write an analysis as lines of text."""
        raise NotImplementedError

    def make_analysis_page(self, visit: Visit, analysis: Any) -> Page:
        """Return the page of an analysis."""
        raise NotImplementedError

    def make_film(self, table: SeenTable, steps: Iterable[Step[SeenTable]]) -> Work | None:
        """Return the work that makes the film of a finished game, which its replay shows."""
        return None

    def make_film_page(self, film: Any, context: Mapping[str, Any]) -> Page:
        """Return the page that plays a film. The context says where it comes from."""
        raise NotImplementedError

    def describe_turns(self, table: SeenTable, analysis: Any) -> Mapping[str, Any]:
        """Describe an analysis turn by turn, for the replay."""
        raise NotImplementedError

    def rate_players(self, analysis: Any) -> Mapping[str, tuple[float, float]]:
        """Return the luck (gained chances to win) and accuracy (share of best decisions) of the analysed seats."""
        return {}

    def make_finished_sheet(self, visit: Visit, seat: str) -> Page | None:
        """Return the page with the finished sheet of a seat."""
        return None

    def draw_result(self, visit: Visit) -> str | None:
        """Return a picture of the result to share, as SVG."""
        return None

    def write_transcript(self, visit: Visit) -> str | None:
        """Return the whole game as text for `companion replay`."""
        return None
