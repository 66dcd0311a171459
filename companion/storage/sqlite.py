"""The default database: one SQLite file, safe against a pulled plug, heard of inside one process."""

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, create_engine, make_url
from sqlalchemy import event as engine_events
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import OperationalError

from companion.storage.contract import Event, Unavailable
from companion.storage.sql import SqlEventLog

BUSY_SECONDS = 2  # how long to wait for another program that writes, before answering "try again"
GLANCE_MS = 5  # how long SQLite itself may wait: meanwhile this process does nothing else
PAUSE_SECONDS = 0.005


class SqliteEventLog(SqlEventLog):
    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        engine = create_engine(make_url(url), connect_args={"timeout": BUSY_SECONDS}, pool_timeout=BUSY_SECONDS)
        engine_events.listen(engine, "connect", make_durable)
        super().__init__(engine)
        self.writer = threading.Lock()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """The file's one write lock. Whoever has to wait for it holds up nobody who only reads."""
        deadline = time.monotonic() + BUSY_SECONDS
        if not self.writer.acquire(timeout=BUSY_SECONDS):
            raise Unavailable("Others are waiting to write already.")
        try:
            with self.transaction() as connection:
                take_write_lock(connection, deadline)
                yield connection
        finally:
            self.writer.release()

    def appended(self, code: str, written: Sequence[Event]) -> None:
        for listener in self.listeners:
            listener(code, written)


def take_write_lock(connection: Connection, deadline: float) -> None:
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return
        except OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
        time.sleep(PAUSE_SECONDS)


def is_busy(error: OperationalError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def make_durable(connection: Any, _record: Any) -> None:
    """A commit that has returned survives a power cut, and readers never wait for the writer."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA busy_timeout = {GLANCE_MS}")
