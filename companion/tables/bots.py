"""Play the seats of bots: think elsewhere, wait as long as a person would, and enter the moves one by one.

A table whose turn is a bot's has one player here, in a thread of its own (under gevent a greenlet). It is woken by the
change that gave the bot the turn and by everyone who opens the table, so a restarted server resumes. Of several server
processes, the one that made the change plays; the others wait to see whether it does. If two play the same move, the
version of the table lets one win.
"""

import logging
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from companion.games.table_game import BOT, Work
from companion.rules.messages import IllegalMove, Unreadable
from companion.storage import StorageError
from companion.tables.errors import Stale, TableError
from companion.tables.table import Table

PATIENCE = 3.0  # seconds until a bot that another process should play counts as abandoned

logger = logging.getLogger(__name__)

Think = Callable[[str, Work], list[str]]  # table code and thought → moves


class PlayedTables(Protocol):
    """The part of the tables that bots use."""

    is_alone: bool

    def get(self, code: str) -> Table: ...
    def play_bot(self, code: str, seat: str, move: str, version: int) -> Table: ...
    def note_thoughtless_bot(self, code: str, seat: str) -> Table: ...


def think_here(code: str, thought: Work) -> list[str]:
    moves: list[str] = thought.run(*thought.arguments)
    return moves


def start_thread(play: Callable[[], None]) -> None:
    threading.Thread(target=play, daemon=True).start()


@dataclass
class Running:
    """A table at which bots are playing now."""

    hurry: threading.Event = field(default_factory=threading.Event)  # no more pauses until a person has the turn
    ours: threading.Event = field(default_factory=threading.Event)  # this process gave the turn, and plays it
    woken: bool = False  # again, since it was looked at


class Bots:
    def __init__(
        self,
        tables: PlayedTables,
        think: Think = think_here,
        pause: float = 0.0,
        start: Callable[[Callable[[], None]], None] = start_thread,
        patience: float = PATIENCE,
    ) -> None:
        self.tables = tables
        self.think = think
        self.pause = pause  # seconds from one move to the next
        self.start = start
        self.patience = patience
        self.running: dict[str, Running] = {}
        self.thoughtless: set[tuple[str, str]] = set()  # bots that could not think, and whose table was told so
        self.lock = threading.Lock()

    def wake(self, table: Table, changed: bool = True) -> None:
        """Let bots play at a table if one of them has the turn; `changed` by this process, or only looked at."""
        if find_bot(table) is None:
            return
        with self.lock:
            is_new = table.code not in self.running
            running = self.running.setdefault(table.code, Running())
            running.woken = not is_new
            if changed or self.tables.is_alone:
                running.ours.set()
        if is_new:
            self.start(lambda: self.run(table.code, running))

    def hurry(self, table: Table) -> None:
        """Let the bots play without pauses until a person has the turn."""
        self.wake(table)
        running = self.running.get(table.code)
        if running is not None:
            running.hurry.set()

    def run(self, code: str, running: Running) -> None:
        while True:
            try:
                self.play(code, running)
            except (TableError, StorageError, IllegalMove, Unreadable):
                logger.warning("The bots at a table stopped; they continue when somebody opens it.", exc_info=True)
                running.woken = False
            except BaseException:
                del self.running[code]
                raise
            with self.lock:
                if not running.woken:
                    del self.running[code]
                    return
                running.woken = False

    def play(self, code: str, running: Running) -> None:
        """Play until a person has the turn; first see whether another process does."""
        table = self.tables.get(code)
        while bot := find_bot(table):
            if not running.ours.wait(self.patience):
                seen, table = table, self.tables.get(code)
                if table.version > seen.version:
                    continue
                running.ours.set()
            table, begun = self.tables.get(code), monotonic()
            if find_bot(table) != bot:
                continue
            try:
                moves = self.find_moves(table, bot)
                if moves is None:
                    if (code, bot) not in self.thoughtless:
                        self.thoughtless.add((code, bot))
                        table = self.tables.note_thoughtless_bot(code, bot)
                    moves = [choose_quickly(table, bot)]
                else:
                    self.thoughtless.discard((code, bot))
                for move in moves:
                    running.hurry.wait(max(self.pause - (monotonic() - begun), 0))
                    table, begun = self.tables.play_bot(code, bot, move, table.version), monotonic()
            except Stale:  # somebody else was faster
                if not self.tables.is_alone:
                    running.ours.clear()
                table = self.tables.get(code)
            except (IllegalMove, Unreadable):
                table = self.tables.play_bot(code, bot, choose_quickly(table, bot), table.version)

    def find_moves(self, table: Table, bot: str) -> list[str] | None:
        """Return the next moves of a bot; None if thinking fails. It then makes a simple move, so that a game never
        gets stuck, and the table is told."""
        seat = table.find_seat(bot)
        assert seat is not None
        luck = f"{table.seed} {table.version}"
        thought = table.game.think(table.position, bot, seat.level, luck)
        if not isinstance(thought, Work):
            return thought
        try:
            return self.think(table.code, thought) or [choose_quickly(table, bot)]
        except Exception:  # a worker that died, or a mistake of ours
            logger.exception("A bot could not think.")
            return None


def find_bot(table: Table) -> str | None:
    """Return the seat that has the turn, if it is a bot's and the bot can do something."""
    if table.phase != "playing" or not any(seat.kind == BOT for seat in table.seats):
        return None
    mover = table.game.find_mover(table.position)
    seat = table.find_seat(mover) if mover else None
    if seat is None or seat.kind != BOT or not table.game.bots or table.game.needs_people(table.position):
        return None
    return seat.seat


def choose_quickly(table: Table, bot: str) -> str:
    chance = random.Random(f"{table.seed} {table.version}")  # noqa: S311 - only for the choice of the move; dice are fair_dice
    return table.game.choose_bot_move(table.position, bot, chance)
