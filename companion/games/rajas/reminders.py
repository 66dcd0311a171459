"""The Reminders mode of Rajas of the Ganges at a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.position import Position
from companion.games.rajas.opening import RajasMode
from companion.games.rajas.rules.board import NAVARATNAS
from companion.games.rajas.rules.reminders import (
    BONUSES,
    MET,
    MOGUL,
    WORKERS,
    Board,
    Move,
    Reminders,
    new_game,
    parse,
)
from companion.games.rajas.words import REMINDERS
from companion.rules.coded import Happening

TYPICAL_TOTALS = "totals 35 60"


class RajasReminders(RajasMode[Reminders, Move]):
    folder = "games/rajas/reminders"
    parse = staticmethod(parse)
    words = REMINDERS
    skipping = "done"
    asks_dice = False  # but the lowest sum begins if everyone has rolled here

    def new_game(self, position: Position[Reminders], first: str) -> Reminders:
        self.require_first(position, first)
        return new_game(position.names, first, self.find_limits(position))

    def typical_moves(self, position: Position[Reminders], player: str) -> Iterator[str]:
        game = position.running
        board = game.boards[player]
        if game.may_finish:
            yield from ([TYPICAL_TOTALS] if board.totals is None else ["finish"])
            return
        yield "done"
        yield from (f"done {event}" for event in list_events(game, player))
        yield "pass"

    def find_happenings(self, before: Reminders, after: Reminders, player: str, move: Move) -> Iterator[News]:
        yield from ((player, Happening(code)) for code in after.boards[player].news)
        yield from ((None, happening) for happening in find_shared_happenings(before, after, player))

    def describe_turn(self, position: Position[Reminders]) -> tuple[str, Happening]:
        game = position.game
        if game is None:
            return self.describe_opening(position)
        if not game.may_finish:
            assert game.turn
            return game.turn, Happening("place", stage=game.stage, player=game.turn)
        for player in game.turn_order:
            if game.boards[player].totals is None:
                return player, Happening("enter-totals", player=player)
        return game.start_player, Happening("all-entered")

    def describe_board(self, position: Position[Reminders], player: str) -> Mapping[str, Any]:
        game = position.running
        board = game.boards[player]
        return {
            "workers": board.workers,
            "most_workers": board.limits.workers,
            "most_dice": board.limits.dice,
            "placed": board.placed,
            "passed": board.passed,
            "at_great_mogul": board.at_great_mogul,
            "met": board.met,
            "reached": list(board.reached),
            "ahead": list(find_ahead(board)),
            "events": list(list_events(game, player)),
            "fame": board.totals.fame if board.totals else None,
            "money": board.totals.money if board.totals else None,
        }

    def describe_shared(self, position: Position[Reminders]) -> Mapping[str, Any]:
        game = position.running
        return {
            "elephant": {"holder": position.seat(game.start_player), "next": position.seat(game.next_start_player)},
            "round": game.round,
            "stage": game.stage,
            "great_mogul_free": not any(board.at_great_mogul for board in game.boards),
            "last_stage": game.last_stage,
            "may_finish": game.may_finish,
            "met": [position.seat(player) for player in game.met_order],
            "without_worker": [position.seat(player) for player in find_tile_takers(game)],
            "last_mover": position.seat(game.before[0]) if game.before else None,
        }


def list_events(game: Reminders, player: str) -> Iterator[str]:
    """List what a player may reach next: the next bonus of each track, the bridge, the Great Mogul, the meeting."""
    board = game.boards[player]
    yield from board.next_bonuses
    if not any(other.at_great_mogul for other in game.boards):
        yield MOGUL
    if not board.met:
        yield MET


def find_ahead(board: Board) -> Iterator[str]:
    """Find the bonuses still to come; worker spaces only while a worker can be won."""
    full = board.workers == board.limits.workers
    yield from (name for name in BONUSES if name not in board.reached and not (full and name in WORKERS))


def find_tile_takers(game: Reminders) -> tuple[str, ...]:
    """Find the players who take a yield tile in this stage because they have fewer workers (Navaratnas)."""
    with_tiles = all(board.limits == NAVARATNAS for board in game.boards)
    return game.players_without_worker if with_tiles and not game.may_finish else ()


def find_shared_happenings(before: Reminders, after: Reminders, player: str) -> Iterator[Happening]:
    if after.round != before.round:
        yield Happening("take-back", player=after.start_player, round=after.round)
    elif after.boards[player].at_great_mogul and not before.boards[player].at_great_mogul:
        yield Happening("elephant", player=player)
    for number, name in enumerate(after.met_order):
        if name not in before.met_order:
            yield Happening("met-too" if number else "met", player=name, stage=after.last_stage or 0)
    if after.may_finish and not before.may_finish:
        yield Happening("last-turn-done")
    elif after.stage > before.stage:
        yield from (Happening("yield-tile", player=name) for name in find_tile_takers(after))
