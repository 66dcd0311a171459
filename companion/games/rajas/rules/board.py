"""A player's board in Rajas of the Ganges: markers, workers, karma, building levels, dice."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, get_args

from companion.games.rajas.rules.province import BUILDINGS, Building, Market, ProvinceTile
from companion.games.rajas.rules.tracks import LAST_FAME, LAST_MONEY, TRACK_BONUSES, TrackBonus, count_beyond_meeting
from companion.rules.text_form import Between, TextForm

Colour = Literal["orange", "green", "purple", "blue"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

SIDES = 6  # of a die
FIRST_LEVEL, LAST_LEVEL = 2, 4  # fame for a building, before and after all upgrades
STARTING_WORKERS = 3
STARTING_KARMA, MOST_KARMA = 1, 3
FAME_24_KARMA = 2
DUE = ("upgrade", "boat", "dice")  # bonuses the player carries out; the others are applied automatically


class Die(TextForm, order=True):
    form = "{colour} {value}"
    colour: Colour
    value: Annotated[int, Between(1, SIDES)]


def flip_side(value: int) -> int:
    """Return the value on the opposite side of a die, to which karma turns it."""
    return 7 - value


@dataclass(frozen=True)
class YieldTile:
    colour: str
    counts: str = ""  # what a brown tile counts when it is connected
    connected: bool = False

    def __str__(self) -> str:
        return f"{self.colour} {self.counts}".strip()


@dataclass(frozen=True)
class Limits:
    """The maximum number of workers and dice of a player."""

    workers: int = 5
    dice: int = 10


BASIC = Limits()
NAVARATNAS = Limits(workers=6, dice=8)
ADVANCED_AMONG_BEGINNERS = Limits(workers=5, dice=8)


@dataclass(frozen=True)
class Board:
    limits: Limits
    money: int
    dice: tuple[Die, ...]
    fame: int = 0
    karma: int = STARTING_KARMA
    workers: int = STARTING_WORKERS
    levels: tuple[int, ...] = (FIRST_LEVEL,) * len(BUILDINGS)
    over_bridge: bool = False
    tiles: tuple[YieldTile, ...] = ()  # at the edge of the province (Navaratnas)
    reached: tuple[str, ...] = ()  # track bonuses, in the order reached
    due: tuple[str, ...] = ()  # reached bonuses that are still to be carried out
    news: tuple[str, ...] = ()  # triggered by the last entry
    province: tuple[ProvinceTile, ...] = ()  # in the order built; a covering tile replaces the covered one
    boat: int = 0  # river spaces from the start
    came_from: int = 0  # where the boat was before its last move
    stops: tuple[tuple[int, str], ...] = ()  # river spaces whose earning this player has named
    river_end: int | None = None  # the last space, if this player's boat has reached it
    bridge: tuple[int, int] | None = None  # the move on which this player passed the bridge
    places: tuple[str, ...] = ()  # used in this round
    acting: bool = False  # has placed a worker and is carrying out the action
    placed: int = 0  # workers in this round
    passed: bool = False  # places no more workers in this round
    at_great_mogul: bool = False  # starts the next round

    @property
    def beyond_meeting(self) -> int:
        return count_beyond_meeting(self.fame, self.money)

    @property
    def workers_left(self) -> int:
        return 0 if self.passed else self.workers - self.placed

    def find_level(self, building: Building) -> int:
        return self.levels[BUILDINGS.index(building)]

    @property
    def upgrades(self) -> int:
        return sum(level - FIRST_LEVEL for level in self.levels)

    @property
    def markets(self) -> tuple[Market, ...]:
        return tuple(market for tile in self.province for market in tile.markets)


def gain_fame(board: Board, amount: int) -> Board:
    return _give_bonuses(replace(board, fame=min(LAST_FAME, board.fame + amount)))


def gain_money(board: Board, amount: int) -> Board:
    return _give_bonuses(replace(board, money=min(LAST_MONEY, board.money + amount)))


def gain_karma(board: Board, amount: int) -> Board:
    return replace(board, karma=min(MOST_KARMA, board.karma + amount))


def cross_bridge(board: Board) -> Board:
    return _add_worker(replace(board, over_bridge=True, bridge=(board.came_from, board.boat)))


def upgrade(board: Board, building: Building) -> Board:
    index = BUILDINGS.index(building)
    levels = (*board.levels[:index], board.levels[index] + 1, *board.levels[index + 1 :])
    return replace(board, levels=levels)


def add_die(board: Board, die: Die) -> Board:
    return replace(board, dice=tuple(sorted((*board.dice, die))))


def remove_die(board: Board, die: Die) -> Board:
    dice = list(board.dice)
    dice.remove(die)
    return replace(board, dice=tuple(dice))


def _give_bonuses(board: Board) -> Board:
    """Give every bonus that the markers have reached for the first time, in track order."""
    for bonus in TRACK_BONUSES:
        position = board.fame if bonus.track == "fame" else board.money
        if position >= bonus.space and bonus.name not in board.reached:
            board = _give_bonus(replace(board, reached=(*board.reached, bonus.name)), bonus)
    return board


def _give_bonus(board: Board, bonus: TrackBonus) -> Board:
    if bonus.gives == "worker":
        return _add_worker(board, bonus.name)
    informed = replace(board, news=(*board.news, bonus.name))
    if bonus.gives == "karma":
        return gain_karma(informed, FAME_24_KARMA)
    return replace(informed, due=(*informed.due, bonus.name))


def _add_worker(board: Board, source: str = "bridge") -> Board:
    """Add a worker, unless the player already has the maximum."""
    if board.workers == board.limits.workers:
        return board
    more = replace(board, workers=board.workers + 1, news=(*board.news, source))
    last_leaves = more.workers == more.limits.workers and more.limits.workers == BASIC.workers
    return replace(more, news=(*more.news, "third-worker-leaves")) if last_leaves else more
