"""Index games that finished before there was a history, or while it could not be written, from their logs."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from sqlalchemy import select

from companion.games.table_game import TableGame
from companion.history.index import Database, History
from companion.history.record import Record, make_record
from companion.storage import Damaged, EventLog, StorageError
from companion.storage.schema import events
from companion.tables.errors import Unplayable
from companion.tables.table import Table, rebuild

REBUILT = "rebuilt"  # note: when all logs were last read
CLAIMED = "rebuilding"  # note: when a process began to read them
CODES = 20  # whose events are looked through at a time
PAUSE_SECONDS = 0.02  # between two tables, because phones come first
CLAIM_SECONDS = 3600


def list_codes(database: Database) -> Iterator[str]:
    """List the codes of all tables, a few at a time."""
    after = ""
    while True:
        few = select(events.c.code).distinct().where(events.c.code > after).order_by(events.c.code).limit(CODES)
        with database.reading() as connection:
            codes = connection.execute(few).scalars().all()
        yield from codes
        if not codes:
            return
        after = codes[-1]


def read_game(log: EventLog, games: Mapping[str, TableGame], code: str) -> Record | None:
    """Return the record of a table; None if its game is not over or cannot be played any more."""
    try:
        written = log.read(code)
        return make_record(rebuild(code, written, games), written) if written else None
    except (Unplayable, Damaged):
        return None


def keep_result(history: History, log: EventLog, table: Table) -> None:
    """Index the game of a table that is over. If the database fails now, this is done when a player opens the table."""
    with suppress(StorageError):
        record = make_record(table, log.read(table.code))
        if record is not None:
            history.keep(record)


def rebuild_history(
    history: History,
    log: EventLog,
    games: Mapping[str, TableGame],
    pause: Callable[[], object] = lambda: None,
) -> int:
    """Index the games of all logs and return how many. What was deleted stays deleted."""
    found = 0
    for code in list_codes(history.database):
        record = read_game(log, games, code)
        if record is not None:
            history.keep(record)
            found += 1
        pause()
    history.write_note(REBUILT, str(int(time.time())))
    return found


def catch_up(history: History, log: EventLog, games: Mapping[str, TableGame]) -> None:
    """Index all logs once, when a server with a history starts for the first time."""
    begun = history.read_note(CLAIMED)
    is_claimed = begun is not None and int(begun) > time.time() - CLAIM_SECONDS
    if history.read_note(REBUILT) is None and not is_claimed:
        history.write_note(CLAIMED, str(int(time.time())))
        rebuild_history(history, log, games, lambda: time.sleep(PAUSE_SECONDS))
        history.write_note(CLAIMED, None)
