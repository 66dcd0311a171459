"""Reminders for Agra."""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any

from companion.games.agra.mode import AgraMode
from companion.games.agra.rules.notables import GUILDS, ONCE_PER_TURN
from companion.games.agra.rules.reminders import (
    AKBAR,
    Boat,
    Contract,
    Done,
    Move,
    Reminders,
    new_reminders,
    parse,
)
from companion.games.agra.rules.river import PIERS
from companion.games.agra.words import REMINDED
from companion.games.assist.position import Position

PAIRS = (*combinations_with_replacement(GUILDS, 2), *((AKBAR, guild) for guild in GUILDS))  # served in one turn


class Reminding(AgraMode[Reminders, Move]):
    folder = "games/agra/reminders"
    parse = staticmethod(parse)
    words = REMINDED

    def new_game(self, position: Position[Reminders], first: str) -> Reminders:
        return new_reminders(position.list_clockwise(first), self.find_facts(position))

    def suggest_moves(self, position: Position[Reminders], player: str) -> Iterator[str]:
        game = position.running
        yield "finish"
        if game.may_finish:
            yield "final 30 influence 5 3 1 covers 4"
            return
        yield from map(str, list_endings())
        yield from map(str, list_earlier(game))

    def describe_shared(self, position: Position[Reminders]) -> Mapping[str, Any]:
        game = position.running
        ahead = [pier.number for pier in PIERS[game.pier.number :]]
        return {**super().describe_shared(position), "pairs": PAIRS, "piers_ahead": ahead, "unnamed": game.unnamed}

    def describe_board(self, position: Position[Reminders], player: str) -> Mapping[str, Any]:
        board = position.running.boards[player]
        return {
            "orders": dict(board.orders),
            "akbar": len(board.list_held("akbar")),
            "notables": [{"notable": notable, "guild": guild} for notable, guild in board.notables],
            "once_per_turn": [notable for notable, _ in board.notables if notable in ONCE_PER_TURN],
            "rupees": board.count("rupees") if board.count("bag") else None,
        }


def list_endings() -> Iterator[Done]:
    """List what one tap enters with the end of a turn: one or two orders, or the end of the game with at most one."""
    for served in (None, *GUILDS, AKBAR):
        yield Done(served)
        yield Done(served, end=True)
    yield from (Done(served, second=second) for served, second in PAIRS)


def list_earlier(game: Reminders) -> Iterator[Move]:
    """List what one tap enters before the end of a turn: a contract, or the boat for any number of them."""
    yield from (Contract(notable) for notable, _ in game.waiting)
    yield from (Boat(pier.number) for pier in PIERS[game.pier.number :])
