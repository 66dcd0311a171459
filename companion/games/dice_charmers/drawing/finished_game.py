"""What is drawn and printed of a finished game."""

from dataclasses import dataclass

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import Marks


@dataclass(frozen=True)
class Player:
    """A player of the game. A player on paper has totals but no marks."""

    name: str
    colour: str  # of the seat
    place: int
    fame: int
    money: int
    score: float
    karma_circled: int
    karma_used: int
    marks: Marks | None = None
    gaps: tuple[float, ...] = ()  # score after each round


@dataclass(frozen=True)
class Turn:
    """One of the best turns of the game."""

    name: str
    round: int
    fame: int
    money: int


Curve = tuple[str, str, tuple[float, ...]]  # name, seat colour, value after each round


@dataclass(frozen=True)
class PlayerAnalysis:
    """What the analysis says about one player, in words."""

    name: str
    colour: str
    account: tuple[tuple[str, str], ...]  # title and figure
    moments: tuple[str, ...]
    lesson: str
    turns: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    chances: tuple[Curve, ...]  # in percent
    players: tuple[PlayerAnalysis, ...]


@dataclass(frozen=True)
class Game:
    definition: SheetDefinition
    players: tuple[Player, ...]  # by place
    date: str  # formatted
    link: str = ""  # to the game's page, for the QR code
    tie_break: str = ""  # a sentence, if there was one
    best_turns: tuple[Turn, ...] = ()
    analysis: Analysis | None = None
