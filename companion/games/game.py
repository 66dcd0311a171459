"""What a game offers to the rest of the companion, and the registry of all games.

Shared code (pages, tables, printing, commands) iterates over the registry and never names a game. A new game is a
package like those beside this file, and one line in REGISTERED.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from companion.games.calculator import Calculator
from companion.games.lookup import Section
from companion.games.scoring import Scoring
from companion.games.setup import Setup
from companion.games.table_game import TableGame
from companion.i18n import gettext
from companion.render.pad import Printable
from companion.render.palette import Character
from companion.render.score_pad import ScorePad

# Modules with a GAME, in the order in which pages show them.
REGISTERED = [
    "companion.games.dice_charmers.game",
    "companion.games.rajas.game",
    "companion.games.cards_karma.game",
    "companion.games.agra.game",
]


class BadSheet(Exception):
    """A sheet that is missing or wrong; every problem is a line with file and key."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class BadTranscript(Exception):
    """A transcript that cannot be read or replayed; one line says where and why."""


class Sheets(Protocol):
    """The sheets of a roll & write game: files that describe a pad."""

    strategies: Collection[str]  # players that can simulate games on a sheet

    def load(self, own: Path) -> Mapping[str, Printable]:
        """Load the usable sheets: those that come with the companion, then people's own from their folder."""

    def find(self, name: str, own: Path) -> Printable:
        """Find a sheet by its name, or by its file. Raises BadSheet."""

    def check(self, file: Path) -> list[str]:
        """List everything that is wrong with a sheet file."""

    def simulate(self, sheet: Printable, strategies: Sequence[str], games: int, seed: int, jobs: int) -> Any:
        """Let simple players play on a sheet; returns statistics as JSON values."""

    def replay(self, transcript: str, own: Path) -> list[str]:
        """Replay a transcript and describe how the game stands. Raises BadTranscript."""


@dataclass(frozen=True)
class Game:
    name: str  # in every contract: "agra"
    text: str  # its title in English
    icon: str
    colours: Character  # of its printed pages
    players: range
    load_table_game: Callable[[Path | None], TableGame]  # for live tables; the folder holds people's own sheets
    scoring: Scoring
    lookup: tuple[Section, ...]
    setup: Setup | None = None
    calculators: tuple[Calculator, ...] = ()
    fill_calculators: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None  # from a player's board at a table
    sheets: Sheets | None = None

    @property
    def title(self) -> str:
        return gettext(self.text)

    def score_pad(self) -> ScorePad:
        rows = tuple(self.scoring.pad)
        return ScorePad(self.name, self.text, self.icon, self.colours, self.players[-1], rows)

    def printables(self, own: Path) -> dict[str, Printable]:
        """What can be printed for the game, by the name that a command or page uses."""
        sheets = self.sheets.load(own) if self.sheets else {}
        return {**sheets, self.name: self.score_pad()}


@cache
def _load(module: str) -> Game:
    game = import_module(module).GAME
    assert isinstance(game, Game)
    return game


def registered_games() -> dict[str, Game]:
    """All games by name."""
    games = (_load(module) for module in REGISTERED)
    return {game.name: game for game in games}


def load_table_games(own_sheets: Path | None = None) -> dict[str, TableGame]:
    """The adapters of all games for live tables, by name."""
    return {game.name: game.load_table_game(own_sheets) for game in registered_games().values()}


def sheets_game() -> Sheets:
    """The sheets of the game that is played on them."""
    return next(game.sheets for game in registered_games().values() if game.sheets)
