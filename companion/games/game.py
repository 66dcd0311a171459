"""What a game offers to the rest of the companion, and the registry of all games.

Shared code (pages, tables, printing, commands) iterates over the registry and never names a game. To add a game,
add a package next to this file and one line in REGISTERED.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from companion.games.calculator import Calculator
from companion.games.learn import HowToPlay
from companion.games.lookup import Section
from companion.games.photo import PhotoReader
from companion.games.progress import Progress
from companion.games.scoring import Scoring
from companion.games.setup import Setup
from companion.games.table_game import TableGame, Work
from companion.i18n import gettext
from companion.phrase import UserError
from companion.render.pad import Order, Printable
from companion.render.palette import Character
from companion.render.score_pad import ScorePad

# Modules with a GAME, in the order shown on pages.
REGISTERED = [
    "companion.games.dice_charmers.game",
    "companion.games.rajas.game",
    "companion.games.cards_karma.game",
    "companion.games.agra.game",
]


class BadSheet(Exception):
    """A sheet is missing or invalid; every problem is one line with file and key."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class BadTranscript(UserError):
    """A transcript cannot be parsed or replayed; the message is one line with place and reason."""


class Sheets(Protocol):
    """The sheets of a roll & write game: files that each describe a pad."""

    @property
    def strategies(self) -> Collection[str]:
        """Return the names of bots that can simulate games on a sheet."""

    def load(self, own: Path) -> Mapping[str, Printable]:
        """Load the usable sheets: the bundled ones, then user sheets from the folder `own`."""

    def find(self, name: str, own: Path) -> Printable:
        """Find a sheet by name or file path. Raises BadSheet."""

    def check(self, file: Path) -> list[str]:
        """List everything that is wrong with a sheet file."""

    def describe_layout(self, sheet: Printable, order: Order) -> dict[str, Any]:
        """Describe where every cell of the printed sheet is."""

    def simulate(
        self,
        sheet: Printable,
        strategies: Sequence[str],
        games: int,
        seed: int,
        jobs: int,
        final: Callable[[dict[str, Any]], None] | None = None,
    ) -> Any:
        """Play games between bots on a sheet and return statistics as JSON values.

        `final` is called with every player's sheet at the end: game, seat, cells and totals.
        """

    def train(
        self, sheet: Printable, folder: Path, generations: int, games: int, seed: int, jobs: int
    ) -> Iterator[Progress]:
        """Train bots on a sheet; what is in the folder already is not done again. The last news has the weights."""

    def calibrate(self, sheet: Printable, games: int, seed: int, jobs: int) -> Iterator[Progress]:
        """Measure how well ratings predict who wins on a sheet. The last news has the new calibration and its file."""

    def measure_balance(
        self, sheet: Printable, players: Sequence[int], strategy: str, games: int, seed: int, jobs: int
    ) -> Iterator[Progress]:
        """Measure how well a sheet is balanced. The last news has the figures, as JSON and as a table."""

    def replay(self, transcript: str, own: Path) -> list[str]:
        """Replay a transcript and describe the state of the game. Raises BadTranscript."""

    def make_film(self, transcript: str, own: Path) -> Work:
        """Return the work that makes the film of a transcript. Raises BadTranscript."""


@dataclass(frozen=True)
class Game:
    name: str  # used in every contract, such as "agra"
    text: str  # the title in English
    icon: str
    colours: Character  # of its printed pages
    players: range
    load_table_game: Callable[[Path | None], TableGame]  # for live tables; the argument is the folder of user sheets
    scoring: Scoring
    lookup: tuple[Section, ...]
    setup: Setup | None = None
    calculators: tuple[Calculator, ...] = ()
    fill_calculators: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None  # from a player's board at a table
    sheets: Sheets | None = None
    how_to_play: HowToPlay | None = None
    reference: Printable | None = None  # a page with the rules in short
    photo: PhotoReader | None = None  # reads photos of played sheets
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
    """Create the live-table adapters of all games, by name."""
    return {game.name: game.load_table_game(own_sheets) for game in list_games().values()}


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
