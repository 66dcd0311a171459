"""What a game offers to the rest of the companion, and the registry of all games.

Shared code (pages, tables, printing, commands) iterates over the registry and never names a game. To add a game,
add a package next to this file and one line in REGISTERED.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.games.calculator import Calculator
from companion.games.lookup import Section
from companion.games.photo import PhotoReader
from companion.games.scoring import Scoring
from companion.games.setup import Setup
from companion.games.table_game import Step, TableGame, Work
from companion.i18n import get_language, gettext
from companion.phrase import UserError
from companion.render.pad import Order, Printable
from companion.render.palette import Character
from companion.render.scores import ScorePad

# Modules with a GAME, in the order shown on pages.
REGISTERED = [
    "companion.games.dice_charmers.game",
    "companion.games.rajas.game",
    "companion.games.cards_karma.game",
    "companion.games.agra.game",
]

# Modules with a TABLE_GAME for games that people bring themselves: each table says what is played.
BROUGHT = ["companion.games.scores.table"]
BROUGHT_COLOURS = Character("sun", "#f8f5fb", "#33204a", "#6d3f9e")


class BadSheet(Exception):
    """A sheet is missing or invalid; every problem is one line with file and key."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class BadTranscript(UserError):
    """A transcript cannot be parsed or replayed; the message is one line with place and reason."""


class Sheets(Protocol):
    """The sheets of a roll & write game: files that each describe a pad."""

    def load(self, own: Path) -> Mapping[str, Printable]:
        """Load the usable sheets: the bundled ones, then user sheets from the folder `own`."""

    def find(self, name: str, own: Path) -> Printable:
        """Find a sheet by name or file path. Raises BadSheet."""

    def check(self, file: Path) -> list[str]:
        """List everything that is wrong with a sheet file."""

    def describe_layout(self, sheet: Printable, order: Order) -> dict[str, Any]:
        """Describe where every cell of the printed sheet is."""

    def replay(self, transcript: str, own: Path) -> list[str]:
        """Replay a transcript and describe the state of the game. Raises BadTranscript."""


class Way(NamedTuple):
    """A link on the start page to a page of a game, with its texts in English."""

    endpoint: str
    icon: str
    text: str
    hint_text: str

    @property
    def title(self) -> str:
        return gettext(self.text)

    @property
    def hint(self) -> str:
        return gettext(self.hint_text)


class Analysis(NamedTuple):
    """How finished games are analysed: the work (None if there is nothing to analyse), and its result as JSON data and
    as lines of text."""

    work: Callable[[Any, Iterable[Step]], Work | None]  # table, steps
    describe: Callable[[Any, Any], Mapping[str, Any]]  # table, result
    write: Callable[[Any, Any], Iterable[str]]


@dataclass(frozen=True, kw_only=True)
class Game:
    name: str  # used in every contract, such as "agra"
    text: str  # the title in English
    icon: str
    colours: Character  # of its printed pages
    players: range
    # For live tables; the argument is the folder of user sheets. A game without them is only scored.
    load_table_game: Callable[[Path | None], TableGame] | None = None
    scoring: Scoring
    lookup: tuple[Section, ...]
    setup: Setup | None = None
    calculators: tuple[Calculator, ...] = ()
    sheets: Sheets | None = None
    reference: Printable | None = None  # a page with the rules in short
    photo: PhotoReader | None = None  # reads photos of played sheets
    analysis: Analysis | None = None  # of finished games
    learn: str = ""  # endpoint of the page that explains how to play
    practice: tuple[Way, ...] = ()  # ways on the start page: to learn and practise the game alone
    afterwards: tuple[Way, ...] = ()  # and after a game
    bgg_id: int | None = None  # at BoardGameGeek

    @property
    def title(self) -> str:
        return gettext(self.text)

    def score_pad(self) -> ScorePad:
        rows = tuple(self.scoring.pad)
        return ScorePad(self.name, self.text, self.icon, self.colours, self.players[-1], rows)

    def list_printables(self, own: Path) -> dict[str, Printable]:
        """Return what can be printed for the game, by the name used in commands and URLs."""
        sheets = self.sheets.load(own) if self.sheets else {}
        return {**sheets, **self.list_pages()}

    def list_pages(self) -> dict[str, Printable]:
        """Return what can be printed besides sheets, by the name used in commands and URLs."""
        pages: tuple[Printable | None, ...] = (self.reference, self.score_pad())
        return {page.name: page for page in pages if page}


@cache
def _load(module: str) -> Game:
    game = import_module(module).GAME
    assert isinstance(game, Game)
    return game


def _iterate_games() -> Iterator[Game]:
    """Yield all games, each loaded when it is reached."""
    return map(_load, REGISTERED)


def list_games() -> dict[str, Game]:
    """Return all games by name."""
    return {game.name: game for game in _iterate_games()}


def load_table_games(own_sheets: Path | None = None) -> dict[str, TableGame]:
    """Create the live-table adapters of all games that have one, by name."""
    own = {name: game.load_table_game(own_sheets) for name, game in list_games().items() if game.load_table_game}
    return {**own, **{module.TABLE_GAME.name: module.TABLE_GAME for module in map(import_module, BROUGHT)}}


def is_known(name: object) -> bool:
    """Check whether there is such a game, of our own or brought by people."""
    return name in list_games() or name in (import_module(module).TABLE_GAME.name for module in BROUGHT)


@dataclass(frozen=True)
class BroughtAbout:
    """How a game that people brought is shown; a game of our own says it itself."""

    name: str
    title: str
    icon: str = "scroll"
    colours: Character = BROUGHT_COLOURS


def choose_title(titles: Mapping[str, str]) -> str:
    """Return the title of a game that people brought, in the current language if it has one."""
    return titles.get(get_language()) or titles.get("") or titles.get("en") or next(iter(titles.values()), "")


def find_photo_reader() -> PhotoReader:
    """Return the reader of the first game whose sheets can be photographed."""
    return next(game.photo for game in _iterate_games() if game.photo)


def list_sheets() -> Iterator[Sheets]:
    """Yield the sheets of every game that has any."""
    return (game.sheets for game in _iterate_games() if game.sheets)


def find_sheet(name: str, own: Path) -> tuple[Sheets, Printable]:
    """Find a sheet of any game by name or file path, and the sheets that it belongs to. Raises BadSheet."""
    errors = []
    for sheets in list_sheets():
        try:
            return sheets, sheets.find(name, own)
        except BadSheet as error:
            errors.append(error)
    raise errors[0]


def find_game_with_sheets() -> tuple[str, Sheets]:
    """Return the name and the sheets of the first game that has any. Transcripts do not name their game."""
    return next((game.name, game.sheets) for game in _iterate_games() if game.sheets)
