"""The interface of a game at a live table. Tables themselves know no rules."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from companion.games.fair_dice import FairDice
from companion.games.kept import Kept
from companion.games.options import Choice, Option
from companion.rules.assistant import Facts
from companion.rules.scoring import Result
from companion.storage import Entry, Event

# hashes → texts by hash
FindContents = Callable[[Iterable[str]], Mapping[str, str]]
KEPT_CONTENTS = 64  # distinct contents whose parsed form stays in memory

Position = Any  # the immutable state of a game, opaque to the table

CHALLENGE = "challenge"  # table setting: the name of the challenge whose dice are used
SAME_DICE = "again"  # table setting of a solo game: code of the table whose dice are repeated
PAPER = "paper"  # a player without a phone: the others enter for this seat
RESEEDED = "reseeded"  # an event: the dice have a new seed, because a player knew the last one
ERASED = "name-deleted"  # an event: the name of this seat has been replaced in the log
THOUGHTLESS = "thoughtless"  # an event: a bot could not think, and plays simple moves
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

    move: Any  # of the game's rules; its text is the entry
    label: str
    targets: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "move": str(self.move),
            "label": self.label,
            "targets": self.targets,
            "effects": self.effects,
            **self.extra,
        }


class BroughtGame(NamedTuple):
    """A game that people describe themselves: what is played is among the contents that a table keeps."""

    titles: Mapping[str, str]  # by language; "" if the title is the same in all
    players: range
    lowest: bool = False  # the lowest score wins


@dataclass(frozen=True)
class Seat:
    """A player's seat, identified by its colour in every contract and transcript."""

    seat: str
    name: str
    kind: str
    key: str  # fingerprint of the token that owns it
    level: str = ""  # of a bot

    def as_json(self) -> dict[str, str]:
        described = {"seat": self.seat, "name": self.name, "colour": self.seat, "kind": self.kind}
        return described | ({"level": self.level} if self.level else {})


@dataclass(frozen=True)
class Visitor:
    """A device that opens a table: its seats, if any, and whether it is the host."""

    seats: tuple[str, ...] = ()
    is_host: bool = False
    was_host: bool = False  # and is again, as somebody only stands in

    @property
    def belongs_here(self) -> bool:
        return bool(self.seats) or self.is_host

    def enters_for(self, seat: Seat, helps_bots: bool = False) -> bool:
        """Check whether this device enters moves for a seat: one of its own, one on paper, or a bot that needs help."""
        helped = seat.kind == PAPER or (helps_bots and seat.kind == BOT)
        return bool(self.seats) and (seat.seat in self.seats or helped)


class Step(NamedTuple):
    """An event with the table (`companion.tables.table.Table`) before and after it."""

    before: Any
    event: Event
    after: Any


@dataclass(frozen=True)
class Work:
    """Work for a worker process: `run(*arguments)` returns the result. Equal keys mean equal results; () is no key."""

    run: Callable[..., Any]
    arguments: tuple[Any, ...]
    key: tuple[Any, ...] = ()


class TableGame(ABC):
    """One game. Positions are immutable; every change is an event of the log."""

    name: str
    text = ""  # the title in English of a kind of tables that is no game of our own
    seats: range  # possible numbers of players
    options: Mapping[str, Option] = {}  # chosen when a table is opened
    who_begins = ""  # a hint for the lobby, in English; empty if it is decided later
    paper_seats = False
    pages = ""  # the module with its pages (companion/web/table_pages.py), which only the web imports
    screen_styles: Sequence[str] = ()  # of the TV screen, files in static/
    lobby_template = ""  # what the game adds to the list of seats before the start
    assisted = False  # played with the real cardboard game; the companion counts and reminds
    bots: tuple[Choice, ...] = ()  # a character for each of BOT_LEVELS; none if the game has no bots
    demo_settings: Mapping[str, str] = {}  # of the guided first game, besides the usual options
    demo_rival = ""  # the bot's name in it, in English
    solo_settings: Mapping[str, str] = {}  # of a game without opponents; empty if there is none
    solo: Choice | None = None  # how such a game is offered
    opening = ""  # endpoint of the page where its tables are opened, if that is not the usual one
    hidden_settings: tuple[str, ...] = ()  # known to the rules only until the game is over, such as coming rolls
    kept_contents: tuple[str, ...] = ()  # what every table keeps as it was when the table was opened, such as "sheet"
    brought: BroughtGame | None = None  # the game that people brought to a table; None if this is a game of our own

    # Contents: a table stores them with its log, so that an edited file or an update never changes a game

    def find_contents(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """Return the texts that a table with these settings plays with, by the names in `kept_contents`.

        Raises KeyError if one of them is not here."""
        return {}

    def read_contents(self, contents: Mapping[str, str]) -> "TableGame":
        """Return this game as a table with these contents plays it. Raises ValueError if they cannot be used."""
        return self

    def furnish(self, hashes: Mapping[str, str], find: FindContents) -> "TableGame":
        """Return this game with the contents that have these hashes, parsed once. Raises LookupError or ValueError."""
        key = tuple(sorted(hashes.items()))
        if not key:
            return self
        known = self._furnished.get(key)
        if known is None:
            found = find(hashes.values())
            known = self.read_contents({name: found[digest] for name, digest in key})
            self._furnished.keep(key, known)
        return known

    @cached_property
    def _furnished(self) -> Kept["TableGame"]:
        return Kept(KEPT_CONTENTS)

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
    def undo(self, position: Position, seat: str, whole_turn: bool, entry: int | None = None) -> Sequence[Entry]:
        """Return the entries that undo the seat's last entry, or its whole turn, or the one with this event number.

        Raises IllegalMove."""

    @abstractmethod
    def manage(self, position: Position, action: str, seat: str) -> Sequence[Entry]:
        """Return the entries of a host action for an absent player ("skip", "paper"). Raises IllegalMove."""

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

    def list_printed_facts(self, position: Position) -> Facts:
        """Return what is known of the owners' copy. The installation remembers it for later tables."""
        return {}

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """Recompute a "rolled" event from the seed, to verify the one in the log."""
        raise NotImplementedError

    def is_solo(self, settings: Mapping[str, str]) -> bool:
        """Check whether a table with these settings has one player and no opponents."""
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

    # Recognising duplicate entries

    def normalise_move(self, position: Position, move: str) -> str:
        """Return the canonical text of a move. Raises Unreadable or IllegalMove."""
        return " ".join(move.split())

    def find_sent_move(self, position: Position, event: Event) -> str | None:
        """Return the canonical text of the move that a player sent for this event; None for other events."""
        return event.body["move"] if event.kind == "move" else None
