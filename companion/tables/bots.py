"""Seats that the companion plays.

A bot's moves are appended together with the event that gave it the turn, so the game never waits for a bot, whichever
process served the move.
"""

import random
from collections.abc import Sequence

from companion.games import fair_dice
from companion.games.fair_dice import FairDice
from companion.games.table_game import BOT
from companion.storage import Entry
from companion.tables.table import Table


def make_bot_entries(table: Table) -> Sequence[Entry]:
    """Return the entries of the next bot move; none if it is not a bot's turn."""
    if table.phase != "playing" or not any(seat.kind == BOT for seat in table.seats):
        return ()
    turn = table.game.turn(table.position)
    mover = table.seat(turn["seat"]) if turn else None
    if mover is None or mover.kind != BOT or not table.game.plays_itself:
        return ()
    chance = random.Random(f"{table.seed} {table.version}")  # noqa: S311 - only for the choice of the move; dice are fair_dice
    move = table.game.bot_move(table.position, mover.seat, chance)
    dice = FairDice(table.seed, table.version + 1, fair_dice.new_nonce())
    return table.game.submit(table.position, mover.seat, move, dice)
