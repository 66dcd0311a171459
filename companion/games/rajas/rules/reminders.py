"""The Reminders mode of Rajas of the Ganges: whose turn it is, bonuses, workers, the elephant and the end.

Nothing on the boards is counted. `done` ends a turn; players add what they reached with it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Self, cast, get_args

from companion.games.rajas.rules.board import BASIC, STARTING_WORKERS, Limits
from companion.games.rajas.rules.rounds import Rounds, update_met_order
from companion.games.rajas.rules.tracks import LAST_FAME, LAST_MONEY, TRACK_BONUSES
from companion.rules.boards import Boards
from companion.rules.refusal import Refusal
from companion.rules.text_form import Between, OneOf, TextForm, Times, make_parser

BONUSES = {bonus.name: bonus for bonus in TRACK_BONUSES}
BRIDGE, MOGUL, MET = "bridge", "mogul", "met"
EVENTS = (*BONUSES, BRIDGE, MOGUL, MET)
WORKERS = ("fame-15", "money-20", BRIDGE)
THIRD_LEAVES = "third-worker-leaves"
EXPECTED = "done, done fame-5 money-12, done mogul, also bridge met, reached money-12, pass, totals 37 52, finish"


class Code(StrEnum):
    """Why an entry is refused."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    NO_WORKER_LEFT = "no-worker-left"
    ALREADY_REACHED = "already-reached"  # event
    GREAT_MOGUL_OCCUPIED = "great-mogul-occupied"
    LAST_STAGE_DONE = "last-stage-done"
    NOT_LAST_STAGE = "not-last-stage"
    TURN_LONG_OVER = "turn-long-over"  # something else was entered after the player's turn
    TOTALS_FIRST = "totals-first"  # player: has not entered fame and money


Event = Annotated[str, OneOf(EVENTS)]
Events = Annotated[tuple[Event, ...], Times(1, len(EVENTS))]


class Done(TextForm):
    """End the turn, with what was reached in it."""

    form = "done [{events}]"
    events: Events = ()


class Also(TextForm):
    """Add what else was reached in the turn that has just ended."""

    form = "also {events}"
    events: Events


class Reached(TextForm):
    """Add something that was forgotten; the turn stays where it is."""

    form = "reached {event}"
    event: Event


class Pass(TextForm):
    """Place no more workers in this round."""

    form = "pass"


class Totals(TextForm):
    """Enter where both markers are at the end."""

    form = "totals {fame} {money}"
    fame: Annotated[int, Between(0, LAST_FAME)]
    money: Annotated[int, Between(0, LAST_MONEY)]


class Finish(TextForm):
    form = "finish"


Move = Done | Also | Reached | Pass | Totals | Finish
parse: Callable[[str], Move] = make_parser(get_args(Move), EXPECTED)


@dataclass(frozen=True)
class Board:
    """What a player has reached. Nothing else of the board is known."""

    limits: Limits = BASIC
    reached: tuple[str, ...] = ()
    placed: int = 0  # workers in this round
    passed: bool = False
    at_great_mogul: bool = False
    met: bool = False
    totals: Totals | None = None
    news: tuple[str, ...] = ()

    @property
    def acting(self) -> bool:
        return False  # a turn is one entry

    @property
    def workers(self) -> int:
        return min(self.limits.workers, STARTING_WORKERS + sum(name in self.reached for name in WORKERS))

    @property
    def workers_left(self) -> int:
        return 0 if self.passed else max(0, self.workers - self.placed)

    @property
    def ahead(self) -> tuple[str, ...]:
        """The bonuses still to come, track by track, then the bridge; worker spaces only while a worker can be won."""
        full = self.workers == self.limits.workers
        names = (name for name in (*BONUSES, BRIDGE) if name not in self.reached)
        return tuple(name for name in names if not (full and name in WORKERS))

    @property
    def may_meet(self) -> bool:
        """Check whether the markers can meet: one of them has passed the last bonus of its track."""
        return not {"fame-31", "money-55"}.isdisjoint(self.reached)


@dataclass(frozen=True)
class Turn:
    """A turn that has just ended: the game before it, and what was reached."""

    player: str
    before: "Reminders"
    events: tuple[str, ...]


@dataclass(frozen=True)
class Reminders(Rounds[Board, Move]):
    """The last entry of the table can be undone by its player, then the one before, and so on."""

    before: "tuple[str, Reminders] | None" = field(default=None, compare=False, repr=False)  # the last entry's player
    ended: Turn | None = field(default=None, compare=False, repr=False)  # what `also` adds to

    def check(self, player: str, move: Move) -> Refusal | None:
        board = self.boards[player]
        if self.finished:
            return Refusal(Code.GAME_OVER)
        match move:
            case Done() | Pass():
                return self._check_turn(player) or self._check_events(
                    board, move.events if isinstance(move, Done) else ()
                )
            case Also(events):
                if self.ended is None or self.ended.player != player:
                    return Refusal(Code.TURN_LONG_OVER)
                again = next((event for event in events if event in (*board.reached, *self.ended.events)), None)
                if again:
                    return Refusal(Code.ALREADY_REACHED, event=again)
                return self.ended.before.check(player, Done(self.ended.events + events))
            case Reached(event):
                return self._check_events(board, (event,))
            case Totals():
                return None if self.may_finish else Refusal(Code.NOT_LAST_STAGE)
            case Finish():
                return self._check_finish()

    def _check_turn(self, player: str) -> Refusal | None:
        if self.may_finish:
            return Refusal(Code.LAST_STAGE_DONE)
        return None if self.turn == player else Refusal(Code.NOT_YOUR_TURN, player=self.turn or "")

    def _check_events(self, board: Board, events: Collection[str]) -> Refusal | None:
        for event in events:
            if event in board.reached or (event == MET and board.met):
                return Refusal(Code.ALREADY_REACHED, event=event)
            if event == MOGUL and any(other.at_great_mogul for other in self.boards):
                return Refusal(Code.GREAT_MOGUL_OCCUPIED)
        return None

    def _check_finish(self) -> Refusal | None:
        if not self.may_finish:
            return Refusal(Code.NOT_LAST_STAGE)
        missing = (player for player in self.boards.players if self.boards[player].totals is None)
        return next((Refusal(Code.TOTALS_FIRST, player=player) for player in missing), None)

    def enter(self, player: str, move: Move) -> Self:
        if isinstance(move, Also):
            return self._add_to_turn(player, move.events)
        board = replace(self.boards[player], news=())
        match move:
            case Done(events):
                board = replace(_reach(board, events), placed=board.placed + 1)
            case Reached(event):
                board = _reach(board, (event,))
            case Pass():
                board = replace(board, passed=True)
            case Totals():
                board = replace(board, totals=move)
        boards = self.boards.seal({player: board})
        ended = Turn(player, self, move.events) if isinstance(move, Done) else None
        finished = isinstance(move, Finish)
        after = replace(self, boards=boards, before=(player, self), ended=ended, finished=finished)
        return after._end_stage(player, board.placed + (self.turn == player and isinstance(move, Reached)))

    def _add_to_turn(self, player: str, events: tuple[str, ...]) -> Self:
        """Return the game as if the turn had been entered with these events too; only they are reported."""
        assert self.ended
        after = self.ended.before.enter(player, Done(self.ended.events + events))
        told = self.boards[player]
        news = (name for name in after.boards[player].news if name not in told.reached)
        board = replace(
            after.boards[player],
            news=tuple(name for name in news if name != THIRD_LEAVES or told.workers < told.limits.workers),
        )
        added = replace(after, boards=after.boards.seal({player: board}), before=(player, self))
        return cast("Self", added)

    def _end_stage(self, player: str, stage: int) -> Self:
        """Note whose markers have met in this stage; when all workers are placed, begin the next round."""
        met = update_met_order(self, [player for player in self.boards.players if self.boards[player].met])
        game = replace(self, met_order=met, last_stage=stage if met and not self.met_order else self.last_stage)
        if game.turn is not None or game.may_finish:
            return game
        home = {
            name: replace(game.boards[name], placed=0, passed=False, at_great_mogul=False)
            for name in game.boards.players
        }
        start = game.next_start_player
        return replace(game, boards=game.boards.seal(home), start_player=start, round=game.round + 1)

    def follow_up(self) -> Self:
        return self

    def can_undo(self, player: str) -> bool:
        return not self.finished and self.before is not None and self.before[0] == player

    def undo(self, player: str) -> "Reminders":  # the state before
        assert self.before and self.can_undo(player)
        return self.before[1]

    def fill_scoring_form(self) -> dict[str, object]:
        return {
            "players": [_list_totals(player, self.boards[player]) for player in self.boards.players],
            "met_order": list(self.met_order),
        }


def _reach(board: Board, events: Collection[str]) -> Board:
    """Add events and the bonuses that come earlier on the same track, in track order."""
    for event in events:
        if event == MOGUL:
            board = replace(board, at_great_mogul=True)
        elif event == MET:
            board = replace(board, met=True)
        else:
            board = _add_bonuses(board, [*_list_earlier(event), event])
    return board


def _list_earlier(event: str) -> list[str]:
    if event == BRIDGE:
        return []
    track, space = BONUSES[event].track, BONUSES[event].space
    return [bonus.name for bonus in TRACK_BONUSES if bonus.track == track and bonus.space < space]


def _add_bonuses(board: Board, names: Collection[str]) -> Board:
    for name in names:
        if name in board.reached:
            continue
        after = replace(board, reached=(*board.reached, name))
        if name in WORKERS and after.workers == board.workers:
            board = after  # the last worker has left the game
            continue
        board = replace(after, news=(*board.news, name))
        if name in WORKERS and board.workers == board.limits.workers == BASIC.workers:
            board = replace(board, news=(*board.news, THIRD_LEAVES))
    return board


def _list_totals(player: str, board: Board) -> dict[str, object]:
    totals = board.totals
    return {"name": player} | ({"fame": totals.fame, "money": totals.money} if totals else {})


def new_game(players: Collection[str], start_player: str, limits: Mapping[str, Limits]) -> Reminders:
    """Start with the players clockwise."""
    return Reminders(Boards.of({player: Board(limits[player]) for player in players}), start_player)
