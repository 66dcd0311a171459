"""The Reminders mode of Rajas of the Ganges at a table."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.position import Position
from companion.games.rajas.opening import RajasMode
from companion.games.rajas.rules.board import NAVARATNAS
from companion.games.rajas.rules.reminders import (
    BRIDGE,
    MET,
    MOGUL,
    Board,
    Move,
    Reminders,
    new_game,
    parse,
)
from companion.games.rajas.words import REMINDERS
from companion.rules.coded import Happening

TYPICAL_TOTALS = "totals 35 60"
TRACKS = ("fame", "money")


class RajasReminders(RajasMode[Reminders, Move]):
    folder = "games/rajas/reminders"
    parse = staticmethod(parse)
    words = REMINDERS
    skipping = "done"
    news_card = False
    asks_dice = False  # but the lowest sum begins if everyone has rolled here

    def new_game(self, position: Position[Reminders], first: str) -> Reminders:
        self.require_first(position, first)
        return new_game(position.names, first, self.find_limits(position))

    def suggest_moves(self, position: Position[Reminders], player: str) -> Iterator[str]:
        game = position.running
        board = game.boards[player]
        if game.may_finish:
            yield from ([TYPICAL_TOTALS] if board.totals is None else ["finish"])
            return
        yield "done"
        yield from (f"done {' '.join(events)}" for events in list_endings(game, player))
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
            "ahead": list(board.ahead),
            "crossing": {track: find_next(board, track) for track in TRACKS},
            "others": list_others(game, player),
            "also": [list(events) for events in list_additions(game, player)],
            "fame": board.totals.fame if board.totals else None,
            "money": board.totals.money if board.totals else None,
        }

    def describe_shared(self, position: Position[Reminders]) -> Mapping[str, Any]:
        game = position.running
        return {
            **self.describe_rounds(position),
            "without_worker": [position.find_seat(player) for player in find_tile_takers(game)],
            "last_mover": position.find_seat(game.before[0]) if game.before else None,
        }


def list_endings(game: Reminders, player: str) -> Iterator[tuple[str, ...]]:
    """List what one tap enters with the end of a turn: bonuses of one track or both, or one of the others."""
    fame, money = (find_next(game.boards[player], track) for track in TRACKS)
    yield from ((name,) for name in (*fame, *money, *list_others(game, player)))
    yield from ((one, other) for one in fame for other in money)


def find_next(board: Board, track: str) -> list[str]:
    """Find the bonuses of a track still to come; a further one includes those before it."""
    return [name for name in board.ahead if name.startswith(track)]


def list_others(game: Reminders, player: str) -> list[str]:
    """List what a player may reach besides the bonuses of the tracks."""
    board = game.boards[player]
    free = not any(other.at_great_mogul for other in game.boards)
    possible = {BRIDGE: BRIDGE in board.ahead, MOGUL: free, MET: not board.met}
    return [event for event in possible if possible[event]]


def list_additions(game: Reminders, player: str) -> Iterator[tuple[str, ...]]:
    """List what one more tap adds to a turn: the next bonus of each track, or any of the others together."""
    if not game.ended or game.ended.player != player:
        return
    turn, board = game.ended, game.boards[player]
    others = [event for event in list_others(turn.before, player) if event not in (*turn.events, *board.reached)]
    yield from ((name,) for track in TRACKS for name in find_next(board, track)[:1])
    for count in range(1, len(others) + 1):
        for events in combinations(others, count):
            if count == 1 or MET not in events or board.may_meet:
                yield events


def find_tile_takers(game: Reminders) -> tuple[str, ...]:
    """Find the players who take a yield tile in this stage because they have fewer workers (Navaratnas)."""
    with_tiles = all(board.limits == NAVARATNAS for board in game.boards)
    return game.players_without_worker if with_tiles and not game.may_finish else ()


def find_shared_happenings(before: Reminders, after: Reminders, player: str) -> Iterator[Happening]:
    if after.round > before.round:
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
