"""Seats where the companion plays itself: as soon as one has the turn, it moves.

Its moves are written in one go with what gave it the turn, so no bot is ever waited for, whichever process served the
move and whatever happened to it afterwards.
"""

import random
from collections.abc import Sequence

from companion.games import fair_dice
from companion.games.fair_dice import FairDice
from companion.games.table_game import BOT
from companion.storage import Entry
from companion.tables.table import Table


def next_entries(table: Table) -> Sequence[Entry]:
    """The next move of the bot that has the turn; nothing when it is somebody else's."""
    if table.phase != "playing" or not any(seat.kind == BOT for seat in table.seats):
        return ()
    turn = table.game.turn(table.position)
    mover = table.seat(turn["seat"]) if turn else None
    if mover is None or mover.kind != BOT or not table.game.plays_itself:
        return ()
    chance = random.Random(f"{table.seed} {table.version}")  # noqa: S311 - for taste; its dice are everybody's
    move = table.game.bot_move(table.position, mover.seat, chance)
    dice = FairDice(table.seed, table.version + 1, fair_dice.new_nonce())
    return table.game.submit(table.position, mover.seat, move, dice)
