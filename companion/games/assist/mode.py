"""The modes of an assisted game. People choose one when they open a table.

With *reminders* the companion tracks only what people forget; with *full tracking* it books every cost and gain. A mode
connects pure rules, a Tracker, with the table: which entries there are, what they mean in words, what the pages show.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from companion.games.assist.journal import News
from companion.games.assist.position import Game, Position
from companion.games.assist.rolls import Kinds, RollSetUp
from companion.games.assist.words import Words
from companion.games.options import Choice, Option
from companion.i18n import N_
from companion.rules.coded import Happening
from companion.rules.opening import Code, Experienced, Opening, StartingDice
from companion.rules.refusal import IllegalMove, Refusal, Unreadable

MODE = "mode"  # the name of the option
REMINDERS, FULL = "reminders", "full"
CHOICES = (
    Choice(
        REMINDERS,
        N_("Reminders"),
        N_("Whose turn it is, bonuses, limits and the end. One tap per turn; your pieces stay on the board."),
    ),
    Choice(FULL, N_("Full tracking"), N_("Tap what you do. Costs, gains and bonuses are counted for you.")),
)

Move = TypeVar("Move")
Read = TypeVar("Read", covariant=True)


class Parse(Protocol[Read]):
    def __call__(self, text: str, /) -> Read: ...


def can_parse(parse: Parse[object], text: str) -> bool:
    """Check whether the text is a move; numbers in it may be out of range."""
    try:
        parse(text)
    except Unreadable:
        return False
    except IllegalMove:
        pass
    return True


class Mode(ABC, Generic[Game, Move]):
    """One mode of a game. `Game` is the Tracker of its rules, `Move` the result of `parse`."""

    folder: str  # of its templates; templates/assist/ includes them (docs/assist.md lists them)
    parse: Parse[Move]
    words: Words[Move]
    rolls: Kinds = (RollSetUp,)  # what the companion rolls on request
    skipping: str  # the move that ends an absent player's turn
    news_card = True  # big news comes as a card to close; a mode without it shows them on its board
    start_marker: str  # icon of the start player's piece

    @abstractmethod
    def new_game(self, position: Position[Game], first: str) -> Game:
        """Create the state of the rules; the player named `first` begins. Raises IllegalMove."""

    def list_opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        """List the entries to offer to a seat during the opening: who begins."""
        return [f"first {player.seat}" for player in position.players]

    @abstractmethod
    def suggest_moves(self, position: Position[Game], player: str) -> Iterable[str]:
        """List typical entries to offer, legal or not; players can type any other legal entry.

        Payments and other steps back are left out, so that playing only offered moves reaches the end of the game.
        """

    @abstractmethod
    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterable[News]:
        """Find what an entry triggered, for its player, another player or everyone."""

    @abstractmethod
    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        """Return whose turn it is and what to do."""

    @abstractmethod
    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        """Return one player's counters, for JSON and pages."""

    @abstractmethod
    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        """Return round, stage and everything else the players share."""

    def enter_opening(self, position: Position[Game], player: str, move: StartingDice | Experienced) -> Opening:
        """Return the opening after an entry. Raises IllegalMove, always for games without starting dice."""
        raise IllegalMove(Refusal(Code.NOT_BEGUN))


def offer_modes(modes: Mapping[str, Mode[Any, Any]], others: Mapping[str, Option] | None = None) -> dict[str, Option]:
    """Return the option that lets people choose one of these modes, followed by the other options of the game."""
    offered = tuple(choice for choice in CHOICES if choice.name in modes)
    return {MODE: Option(N_("Help"), offered, earlier=FULL), **(others or {})}
