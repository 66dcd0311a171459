"""A tracked game of Rajas of the Ganges: the players' boards, what they share, turns and corrections."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.games.rajas.rules import moves
from companion.games.rajas.rules.actions import Action, act, take_die
from companion.games.rajas.rules.board import (
    COLOURS,
    LAST_LEVEL,
    MOST_KARMA,
    NAVARATNAS,
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
from companion.games.rajas.rules.gains import (
    LONGEST_RIVER,
    River,
)
from companion.games.rajas.rules.gains import YIELD_TILE as YIELD_TILE_DUE
from companion.games.rajas.rules.moves import Move
from companion.games.rajas.rules.refusals import Code
from companion.games.rajas.rules.rounds import Rounds, update_met_order
from companion.games.rajas.rules.tracks import LAST_FAME, LAST_MONEY
from companion.games.rajas.rules.yield_tiles import (
    BROWN,
    BROWN_PLACES,
    connect_tile,
    count_copies,
    list_unconnected,
)
from companion.rules.boards import Boards
from companion.rules.refusal import IllegalMove, Refusal

STARTING_MONEY = (3, 4, 5, 6)  # in turn order
GREAT_MOGUL_FAME = 2


@dataclass(frozen=True)
class Game(Rounds[Board, Move]):
    river_tiles: tuple[int, ...] = ()  # Ganga: the spaces with river tiles
    last_space: int = LONGEST_RIVER  # of the river, if known
    bridge_after: int | None = None  # the space before the bridge, if known
    placing_ends_turn: bool = False  # at tables of earlier versions, which also have `place`
    round_before: "tuple[str, Game] | None" = None  # who began this round, and the game before, until the next entry

    def get_river(self, player: str) -> River:
        """Return the river as this player's boat sees it; earnings are known once somebody has named them."""
        boards = {name: self.boards[name] for name in self.boards.players}
        named = {space: earning for board in boards.values() for space, earning in board.stops}
        return River(
            others=frozenset(board.boat for name, board in boards.items() if name != player),
            last=min([self.last_space, *(board.river_end for board in self.boards if board.river_end)]),
            bridge=self.find_bridge(),
            earnings=named,
        )

    def find_bridge(self) -> tuple[int, int] | None:
        """Return two spaces that the bridge is between: from the set-up, or from the boats that have passed it."""
        if self.bridge_after is not None:
            return self.bridge_after, self.bridge_after + 1
        passed = [board.bridge for board in self.boards if board.bridge and board.bridge[0] < board.bridge[1]]
        if not passed:
            return None
        return max(before for before, _ in passed), min(behind for _, behind in passed)

    def check(self, player: str, move: Move) -> Refusal | None:
        board = self.boards[player]
        if self.finished:
            return Refusal(Code.GAME_OVER)
        if isinstance(move, Action):
            return self._check_action(player, move)
        match move:
            case moves.TakeDie(die):
                return _find_refusal(lambda: take_die(self, board, die))
            case moves.TakeTile(tile):
                return _check_tile(self, board, tile)
            case moves.Place() | moves.Pass():
                return _check_place(self, player, move)
            case moves.NextRound():
                return _check_next_round(self)
            case moves.Finish():
                return None if self.may_finish else Refusal(Code.NOT_LAST_STAGE)
            case _:
                return _check_own(board, move)

    def _check_action(self, player: str, move: Action) -> Refusal | None:
        return _find_refusal(lambda: act(self, player, move, self.get_river(player)))

    def enter(self, player: str, move: Move) -> Self:
        match move:
            case moves.NextRound():
                return replace(self._begin_next_round(), round_before=(player, replace(self, round_before=None)))
            case moves.Finish():
                return replace(self, finished=True)
        if isinstance(move, Action):
            board = act(self, player, move, self.get_river(player))
        else:
            board = _enter(replace(self.boards[player], news=()), move)
        return replace(self, boards=self.boards.push(player, board), round_before=None).follow_up()

    def can_undo(self, player: str) -> bool:
        return super().can_undo(player) or self._has_begun_round(player)

    def undo(self, player: str) -> "Game":
        """Undo this player's last entry, also the start of a round, until somebody has entered something in it."""
        if self.round_before and self._has_begun_round(player):
            return self.round_before[1]
        return super().undo(player)

    def _has_begun_round(self, player: str) -> bool:
        began = self.round_before is not None and self.round_before[0] == player
        return began and not self.finished and not self.placing_ends_turn

    def follow_up(self) -> Self:
        """Update whose markers have met, and the stage in which the first ones did."""
        met = update_met_order(self, [name for name in self.boards.players if self.boards[name].beyond_meeting >= 0])
        if not met:
            return replace(self, met_order=(), last_stage=None)
        stage = self.boards[met[0]].placed
        if self.placing_ends_turn:
            stage = max(1, *(board.placed for board in self.boards))
        return replace(self, met_order=met, last_stage=stage if self.last_stage is None else self.last_stage)

    def _begin_next_round(self) -> Self:
        home = {
            player: replace(self.boards[player], placed=0, passed=False, at_great_mogul=False, news=(), places=())
            for player in self.boards.players
        }
        boards = self.boards.seal(home)
        return replace(self, boards=boards, start_player=self.next_start_player, round=self.round + 1)

    def fill_scoring_form(self) -> dict[str, object]:
        boards = [(player, self.boards[player]) for player in self.boards.players]
        return {
            "players": [{"name": player, "fame": board.fame, "money": board.money} for player, board in boards],
            "met_order": list(self.met_order),
        }


def new_game(
    dice: Mapping[str, Sequence[int]],
    start_player: str,
    limits: Mapping[str, Limits] | None = None,
    brown_tiles: Mapping[str, str] | None = None,
    **known: object,
) -> Game:
    """Start a game. `dice`: every player's roll of one die per colour, players clockwise. `known`: fields of Game."""
    players = list(dice)
    first = players.index(start_player)
    drawn = brown_tiles or {}
    boards = {
        player: Board(
            limits=(limits or {}).get(player, Limits()),
            money=STARTING_MONEY[(seat - first) % len(players)],
            dice=tuple(sorted(Die(colour, value) for colour, value in zip(COLOURS, dice[player], strict=True))),
            tiles=(YieldTile(BROWN, drawn[player]),) if player in drawn else (),
        )
        for seat, player in enumerate(players)
    }
    return Game(Boards.of(boards), start_player, **known)  # type: ignore[arg-type]


def _find_refusal(attempt: Callable[[], object]) -> Refusal | None:
    try:
        attempt()
    except IllegalMove as error:
        return error.refusal
    return None


def _check_own(board: Board, move: Move) -> Refusal | None:
    """Check an entry that depends only on the player's board."""
    match move:
        case moves.Gain("fame", _) if board.fame == LAST_FAME:
            return Refusal(Code.FAME_FULL)
        case moves.Gain("money", _) if board.money == LAST_MONEY:
            return Refusal(Code.MONEY_FULL)
        case moves.Gain("karma", _) if board.karma == MOST_KARMA:
            return Refusal(Code.KARMA_FULL)
        case moves.Pay(amount) if board.money < amount:
            return Refusal(Code.NOT_ENOUGH_MONEY, left=board.money)
        case moves.GiveDie(die, _) | moves.Reroll(die, _) if die not in board.dice:
            return Refusal(Code.NO_SUCH_DIE)
        case moves.GiveDie(_, True) if not board.karma:
            return Refusal(Code.NO_KARMA)
        case moves.Upgrade(building) if board.find_level(building) == LAST_LEVEL:
            return Refusal(Code.BUILDING_COMPLETE)
        case moves.CrossBridge() if board.over_bridge:
            return Refusal(Code.BRIDGE_CROSSED)
        case moves.ConnectTile(tile, _) if tile not in list_unconnected(board):
            return Refusal(Code.NO_SUCH_TILE)
        case moves.Done(bonus) if bonus not in board.due:
            return Refusal(Code.NOT_DUE)
    return None


def _check_tile(game: Game, board: Board, tile: YieldTile) -> Refusal | None:
    if board.limits != NAVARATNAS:
        return Refusal(Code.NO_YIELD_TILES)
    owned = [(other.colour, other.counts) for everyone in game.boards for other in everyone.tiles]
    if owned.count((tile.colour, tile.counts)) == count_copies(tile):
        return Refusal(Code.TILE_TAKEN)
    if tile.colour == BROWN and sum(other.colour == BROWN for other in board.tiles) == BROWN_PLACES:
        return Refusal(Code.NO_BROWN_PLACE, high=BROWN_PLACES)
    return None


def _check_place(game: Game, player: str, move: moves.Place | moves.Pass) -> Refusal | None:
    board = game.boards[player]
    if isinstance(move, moves.Place) and not game.placing_ends_turn:
        return Refusal(Code.TURNS_END_WITH_DONE)
    if isinstance(move, moves.Pass) and board.acting:
        return None  # an absent player's turn is skipped
    if game.may_finish:
        return Refusal(Code.LAST_STAGE_DONE)
    if not board.workers_left:
        return Refusal(Code.NO_WORKER_LEFT)
    if game.turn is not None and game.turn != player:
        return Refusal(Code.NOT_YOUR_TURN, player=game.turn)
    if board.due:
        return Refusal(Code.BONUS_FIRST, bonus=board.due[0])
    at_mogul = isinstance(move, moves.Place) and move.mogul
    if at_mogul and any(other.at_great_mogul for other in game.boards):
        return Refusal(Code.GREAT_MOGUL_OCCUPIED)
    return None


def _check_next_round(game: Game) -> Refusal | None:
    if game.may_finish:
        return Refusal(Code.LAST_STAGE_DONE)
    return None if game.turn is None else Refusal(Code.ROUND_GOES_ON, player=game.turn)


def _enter(board: Board, move: Move) -> Board:
    match move:
        case moves.Gain("fame", amount):
            return gain_fame(board, amount)
        case moves.Gain("money", amount):
            return gain_money(board, amount)
        case moves.Gain(_, amount):
            return gain_karma(board, amount)
        case moves.Pay(amount):
            return replace(board, money=board.money - amount)
        case moves.TakeDie(die):
            return add_die(board, die)
        case moves.GiveDie(die, turned):
            return replace(remove_die(board, die), karma=board.karma - turned)
        case moves.Reroll(die, rolled):
            return add_die(remove_die(board, die), Die(die.colour, rolled))
        case moves.Upgrade(building):
            return upgrade(board, building)
        case moves.CrossBridge():
            return cross_bridge(board)
        case moves.TakeTile(tile):
            waiting = tuple(due for due in board.due if due != YIELD_TILE_DUE)
            return replace(board, tiles=(*board.tiles, tile), due=waiting)
        case moves.ConnectTile(tile, seen):
            return connect_tile(board, tile, seen)
        case moves.Done(bonus):
            return replace(board, due=tuple(other for other in board.due if other != bonus))
        case moves.Place(mogul):
            placed = replace(board, placed=board.placed + 1)
            visiting = replace(placed, at_great_mogul=True)
            return gain_fame(visiting, GREAT_MOGUL_FAME) if mogul else placed
        case _:
            return replace(board, passed=True, acting=False, due=() if board.acting else board.due)
