"""The default database: one SQLite file, safe against a pulled plug, heard of inside one process."""

import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
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


@dataclass(eq=False)
class Append:
    """Events of one table that wait to be written."""

    code: str
    written: Sequence[Event]
    error: Exception | None = field(default_factory=lambda: Unavailable("It was not written."))  # none when it is


class SqliteEventLog(SqlEventLog):
    """Making a commit durable takes the disk milliseconds. Whoever comes meanwhile waits, and the next commit is for
    all of them: many tables do not need many commits."""

    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        engine = create_engine(make_url(url), connect_args={"timeout": BUSY_SECONDS}, pool_timeout=BUSY_SECONDS)
        engine_events.listen(engine, "connect", make_durable)
        super().__init__(engine)
        self.writer = threading.Lock()
        self.waiting: deque[Append] = deque()

    @contextmanager
    def my_turn(self) -> Iterator[float]:
        """One after the other in this process; until when to wait for other programs that write."""
        deadline = time.monotonic() + BUSY_SECONDS
        if not self.writer.acquire(timeout=BUSY_SECONDS):
            raise Unavailable("Others are waiting to write already.")
        try:
            yield deadline
        finally:
            self.writer.release()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """The file's one write lock. Whoever has to wait for it holds up nobody who only reads."""
        with self.my_turn() as deadline, self.durably(deadline) as connection:
            yield connection

    @contextmanager
    def durably(self, deadline: float) -> Iterator[Connection]:
        with self.transaction() as connection:
            take_write_lock(connection, deadline)
            yield connection
            beside_the_phones(connection.commit)

    def append(self, code: str, written: Sequence[Event]) -> None:
        own = Append(code, written)
        self.waiting.append(own)
        try:
            with self.my_turn() as deadline:
                if own in self.waiting:
                    self.write([self.waiting.popleft() for _ in range(len(self.waiting))], deadline)
        except Unavailable:
            with suppress(ValueError):
                self.waiting.remove(own)
            raise
        if own.error is not None:
            raise own.error

    def write(self, appends: Sequence[Append], deadline: float) -> None:
        """All of them in one transaction; one by one when one of them is refused."""
        try:
            with self.durably(deadline) as connection:
                for each in appends:
                    self.add(connection, each.code, each.written)
        except Exception as error:
            if len(appends) > 1 and not isinstance(error, Unavailable):
                for each in appends:
                    self.write([each], deadline)
            else:
                for each in appends:
                    each.error = error
            return
        for each in appends:
            each.error = None
            for listener in self.listeners:
                listener(each.code, each.written)


def beside_the_phones(work: Callable[[], object]) -> None:
    """Let the disk work while the server goes on; without gevent, which serves the phones, there are none."""
    gevent = sys.modules.get("gevent")
    if gevent is not None and gevent.monkey.is_module_patched("threading"):
        gevent.get_hub().threadpool.apply(work)
    else:
        work()


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
