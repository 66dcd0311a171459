"""An assisted game of Rajas of the Ganges: the players' boards, rounds and stages, start player and end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from companion.games.rajas.rules.board import (
    BUILDINGS,
    COLOURS,
    LAST_LEVEL,
    MOST_KARMA,
    NAVARATNAS,
    SIDES,
    Board,
    Die,
    Limits,
    YieldTile,
    add_die,
    cross_bridge,
    gain_fame,
    gain_karma,
    gain_money,
    remove_die,
    upgrade,
)
from companion.games.rajas.rules.moves import (
    DUE_BONUSES,
    MOST_AT_ONCE,
    ConnectTile,
    CrossBridge,
    Done,
    Finish,
    Gain,
    GiveDie,
    Move,
    NextRound,
    Pass,
    Pay,
    Place,
    Reroll,
    TakeDie,
    TakeTile,
    Upgrade,
)
from companion.games.rajas.rules.tracks import LAST_FAME, LAST_MONEY
from companion.games.rajas.rules.yield_tiles import (
    BROWN,
    BROWN_PLACES,
    MOST_COUNTED,
    SEEN,
    all_tiles,
    connect_tile,
    count_copies,
    list_unconnected,
)
from companion.rules.boards import Boards
from companion.rules.refusal import Refusal
from companion.rules.tracker import Tracker

DICE_OF_A_COLOUR = 12
STARTING_MONEY = (3, 4, 5, 6)  # in turn order
GREAT_MOGUL_FAME = 2


class Code(StrEnum):
    """Why an entry is refused."""

    GAME_OVER = "game-over"
    FAME_FULL = "fame-full"  # the marker is on the last space
    MONEY_FULL = "money-full"
    KARMA_FULL = "karma-full"
    NOT_ENOUGH_MONEY = "not-enough-money"  # left
    NO_KARMA = "no-karma"
    NO_SUCH_DIE = "no-such-die"  # not on the statue
    STATUE_FULL = "statue-full"  # high
    NO_DIE_LEFT = "no-die-left"  # colour: the players have all twelve
    BUILDING_COMPLETE = "building-complete"
    BRIDGE_CROSSED = "bridge-crossed"
    NOT_DUE = "not-due"  # not reached yet, or already carried out
    BONUS_FIRST = "bonus-first"  # bonus: must be carried out before the next worker
    NO_YIELD_TILES = "no-yield-tiles"  # only in the Navaratnas version
    TILE_TAKEN = "tile-taken"  # the players have all tiles of this kind
    NO_BROWN_PLACE = "no-brown-place"  # high
    NO_SUCH_TILE = "no-such-tile"  # no unconnected tile of this kind
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    NO_WORKER_LEFT = "no-worker-left"
    GREAT_MOGUL_OCCUPIED = "great-mogul-occupied"
    ROUND_GOES_ON = "round-goes-on"  # player: has the turn
    LAST_STAGE_DONE = "last-stage-done"  # a player's markers have met: the game can only be finished
    NOT_LAST_STAGE = "not-last-stage"  # no player's markers have met, or the stage is not over


@dataclass(frozen=True)
class Game(Tracker[Board, Move]):
    start_player: str
    round: int = 1
    met_order: tuple[str, ...] = ()  # players whose markers have met, in that order
    last_stage: int | None = None  # the stage in which the first markers met

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players clockwise from the holder of the elephant."""
        players = self.boards.players
        first = players.index(self.start_player)
        return players[first:] + players[:first]

    @property
    def turn(self) -> str | None:
        """The player who places the next worker; None when all are placed."""
        able = [player for player in self.turn_order if self.boards[player].workers_left]
        return min(able, key=lambda player: self.boards[player].placed, default=None)

    @property
    def stage(self) -> int:
        """The current stage; in stage n each player places the n-th worker."""
        if self.turn is None:
            return max(board.placed for board in self.boards)
        return 1 + self.boards[self.turn].placed

    @property
    def may_finish(self) -> bool:
        return self.last_stage is not None and (self.turn is None or self.stage > self.last_stage)

    @property
    def next_start_player(self) -> str:
        """The player who visited the Great Mogul, else the next player clockwise."""
        visitors = [player for player in self.turn_order if self.boards[player].at_great_mogul]
        return visitors[0] if visitors else self.turn_order[1]

    def check(self, player: str, move: Move) -> Refusal | None:
        if self.finished:
            return Refusal(Code.GAME_OVER)
        match move:
            case TakeDie(die):
                return _check_take(self, self.boards[player], die)
            case TakeTile(tile):
                return _check_tile(self, self.boards[player], tile)
            case Place() | Pass():
                return _check_place(self, player, move)
            case NextRound():
                return _check_next_round(self)
            case Finish():
                return None if self.may_finish else Refusal(Code.NOT_LAST_STAGE)
            case _:
                return _check_own(self.boards[player], move)

    def all_moves(self, player: str) -> Iterator[Move]:
        dice = [Die(colour, value) for colour in COLOURS for value in range(1, SIDES + 1)]
        amounts = range(1, MOST_AT_ONCE + 1)
        yield from (Gain("fame", amount) for amount in amounts)
        yield from (Gain("money", amount) for amount in amounts)
        yield from (Gain("karma", amount) for amount in range(1, MOST_KARMA + 1))
        yield from (Pay(amount) for amount in amounts)
        yield from (TakeDie(die) for die in dice)
        yield from (GiveDie(die, turned) for die in dice for turned in (False, True))
        yield from (Reroll(die, rolled) for die in dice for rolled in range(1, SIDES + 1))
        yield from (Upgrade(building) for building in BUILDINGS)
        yield from (Done(bonus) for bonus in DUE_BONUSES)
        yield from (TakeTile(tile) for tile in all_tiles())
        for tile in all_tiles():
            yield from (
                ConnectTile(tile, seen) for seen in (range(MOST_COUNTED + 1) if tile.counts in SEEN else (None,))
            )
        yield from (CrossBridge(), Place(), Place(great_mogul=True), Pass(), NextRound(), Finish())

    def enter(self, player: str, move: Move) -> Self:
        match move:
            case NextRound():
                return self._next_round()
            case Finish():
                return replace(self, finished=True)
        board = _enter(replace(self.boards[player], news=()), move)
        return replace(self, boards=self.boards.push(player, board)).follow_up()

    def follow_up(self) -> Self:
        """Update whose markers have met, and the stage in which the first ones did."""
        met = [player for player in self.turn_order if self.boards[player].beyond_meeting >= 0]
        order = [player for player in self.met_order if player in met]
        order += [player for player in met if player not in order]
        stage = self.last_stage or max(1, *(board.placed for board in self.boards))
        return replace(self, met_order=tuple(order), last_stage=stage if order else None)

    def _next_round(self) -> Self:
        home = {
            player: replace(self.boards[player], placed=0, passed=False, at_great_mogul=False, news=())
            for player in self.boards.players
        }
        boards = self.boards.seal(home)
        return replace(self, boards=boards, start_player=self.next_start_player, round=self.round + 1)

    def scoring_form(self) -> dict[str, object]:
        boards = [(player, self.boards[player]) for player in self.boards.players]
        return {
            "players": [{"name": player, "fame": board.fame, "money": board.money} for player, board in boards],
            "met_order": list(self.met_order),
        }


def find_starting_players(sums: Mapping[str, int]) -> tuple[str, ...]:
    """Return the players with the lowest sum; if there are several, they agree who begins."""
    return tuple(player for player, total in sums.items() if total == min(sums.values()))


def new_game(dice: Mapping[str, Sequence[int]], start_player: str, limits: Mapping[str, Limits] | None = None) -> Game:
    """Start a game. `dice`: every player's roll of one die per colour, players clockwise."""
    players = list(dice)
    first = players.index(start_player)
    boards = {
        player: Board(
            limits=(limits or {}).get(player, Limits()),
            money=STARTING_MONEY[(seat - first) % len(players)],
            dice=tuple(sorted(Die(colour, value) for colour, value in zip(COLOURS, dice[player], strict=True))),
        )
        for seat, player in enumerate(players)
    }
    return Game(Boards.of(boards), start_player)


def find_players_without_worker(game: Game) -> tuple[str, ...]:
    """Return the players who have no worker for this stage and take a yield tile instead (Navaratnas)."""
    if game.turn is None:
        return ()
    return tuple(player for player in game.turn_order if game.boards[player].workers < game.stage)


def _check_own(board: Board, move: Move) -> Refusal | None:
    """Check an entry that depends only on the player's board."""
    match move:
        case Gain("fame", _) if board.fame == LAST_FAME:
            return Refusal(Code.FAME_FULL)
        case Gain("money", _) if board.money == LAST_MONEY:
            return Refusal(Code.MONEY_FULL)
        case Gain("karma", _) if board.karma == MOST_KARMA:
            return Refusal(Code.KARMA_FULL)
        case Pay(amount) if board.money < amount:
            return Refusal(Code.NOT_ENOUGH_MONEY, left=board.money)
        case GiveDie(die, _) | Reroll(die, _) if die not in board.dice:
            return Refusal(Code.NO_SUCH_DIE)
        case GiveDie(_, True) if not board.karma:
            return Refusal(Code.NO_KARMA)
        case Upgrade(building) if board.level(building) == LAST_LEVEL:
            return Refusal(Code.BUILDING_COMPLETE)
        case CrossBridge() if board.over_bridge:
            return Refusal(Code.BRIDGE_CROSSED)
        case ConnectTile(tile, _) if tile not in list_unconnected(board):
            return Refusal(Code.NO_SUCH_TILE)
        case Done(bonus) if bonus not in board.due:
            return Refusal(Code.NOT_DUE)
    return None


def _check_take(game: Game, board: Board, die: Die) -> Refusal | None:
    if len(board.dice) >= board.limits.dice:
        return Refusal(Code.STATUE_FULL, high=board.limits.dice)
    taken = sum(other.colour == die.colour for everyone in game.boards for other in everyone.dice)
    return Refusal(Code.NO_DIE_LEFT, colour=die.colour) if taken >= DICE_OF_A_COLOUR else None


def _check_tile(game: Game, board: Board, tile: YieldTile) -> Refusal | None:
    if board.limits != NAVARATNAS:
        return Refusal(Code.NO_YIELD_TILES)
    owned = [(other.colour, other.counts) for everyone in game.boards for other in everyone.tiles]
    if owned.count((tile.colour, tile.counts)) == count_copies(tile):
        return Refusal(Code.TILE_TAKEN)
    if tile.colour == BROWN and sum(other.colour == BROWN for other in board.tiles) == BROWN_PLACES:
        return Refusal(Code.NO_BROWN_PLACE, high=BROWN_PLACES)
    return None


def _check_place(game: Game, player: str, move: Place | Pass) -> Refusal | None:
    board = game.boards[player]
    if game.may_finish:
        return Refusal(Code.LAST_STAGE_DONE)
    if not board.workers_left:
        return Refusal(Code.NO_WORKER_LEFT)
    if game.turn is not None and game.turn != player:
        return Refusal(Code.NOT_YOUR_TURN, player=game.turn)
    if board.due:
        return Refusal(Code.BONUS_FIRST, bonus=board.due[0])
    at_mogul = isinstance(move, Place) and move.great_mogul
    if at_mogul and any(other.at_great_mogul for other in game.boards):
        return Refusal(Code.GREAT_MOGUL_OCCUPIED)
    return None


def _check_next_round(game: Game) -> Refusal | None:
    if game.may_finish:
        return Refusal(Code.LAST_STAGE_DONE)
    return None if game.turn is None else Refusal(Code.ROUND_GOES_ON, player=game.turn)


def _enter(board: Board, move: Move) -> Board:
    match move:
        case Gain("fame", amount):
            return gain_fame(board, amount)
        case Gain("money", amount):
            return gain_money(board, amount)
        case Gain(_, amount):
            return gain_karma(board, amount)
        case Pay(amount):
            return replace(board, money=board.money - amount)
        case TakeDie(die):
            return add_die(board, die)
        case GiveDie(die, turned):
            return replace(remove_die(board, die), karma=board.karma - turned)
        case Reroll(die, rolled):
            return add_die(remove_die(board, die), Die(die.colour, rolled))
        case Upgrade(building):
            return upgrade(board, building)
        case CrossBridge():
            return cross_bridge(board)
        case TakeTile(tile):
            return replace(board, tiles=(*board.tiles, tile))
        case ConnectTile(tile, seen):
            return connect_tile(board, tile, seen)
        case Done(bonus):
            return replace(board, due=tuple(other for other in board.due if other != bonus))
        case Place(great_mogul):
            placed = replace(board, placed=board.placed + 1)
            visiting = replace(placed, at_great_mogul=True)
            return gain_fame(visiting, GREAT_MOGUL_FAME) if great_mogul else placed
        case _:
            return replace(board, passed=True)
