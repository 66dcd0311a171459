"""Reminders for Agra."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.agra.mode import AgraMode
from companion.games.agra.rules.notables import GUILDS, ONCE_PER_TURN
from companion.games.agra.rules.reminders import (
    AKBAR,
    Contract,
    Done,
    Move,
    Order,
    Reach,
    Reminders,
    new_reminders,
    parse,
)
from companion.games.agra.words import REMINDED
from companion.games.assist.position import Position


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
        yield from map(str, list_earlier(game, player))

    def describe_board(self, position: Position[Reminders], player: str) -> Mapping[str, Any]:
        game = position.running
        board = game.boards[player]
        return {
            "orders": dict(board.orders),
            "akbar": len(board.list_held("akbar")),
            "notables": [{"notable": notable, "guild": guild} for notable, guild in board.notables],
            "once_per_turn": [notable for notable, _ in board.notables if notable in ONCE_PER_TURN],
            "steps": {guild: list(game.list_steps(player, guild)) for guild in GUILDS},
            "next_step": {guild: game.find_next_step(player, guild) for guild in GUILDS},
            "rupees": board.count("rupees") if board.count("bag") else None,
        }


def list_endings() -> Iterator[Done]:
    """List what one tap enters with the end of a turn: the order phase and a step of influence."""
    yield from (Done(served, reached) for served in (None, *GUILDS, AKBAR) for reached in (None, *GUILDS))


def list_earlier(game: Reminders, player: str) -> Iterator[Move]:
    """List what a turn can bring besides: contracts, an order with the sailor, one more step of influence."""
    yield from (Contract(notable) for notable, _ in game.waiting)
    yield from map(Order, GUILDS)
    steps = ((guild, game.find_next_step(player, guild)) for guild in GUILDS)
    yield from (Reach(guild, step) for guild, step in steps if step)
