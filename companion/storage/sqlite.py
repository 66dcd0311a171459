"""The default database: one SQLite file, safe against a pulled plug, heard of inside one process."""

import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import URL, Connection, bindparam, create_engine, make_url, select
from sqlalchemy import event as engine_events
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import PoolProxiedConnection

from companion.storage.contract import Conflict, Event, Unavailable, UnknownTable
from companion.storage.schema import events
from companion.storage.sql import SqlEventLog, Work, event, row, unavailable

BUSY_SECONDS = 2  # how long to wait for another program that writes, before answering "try again"
GLANCE_MS = 5  # how long SQLite itself may wait: meanwhile this process does nothing else
PAUSE_SECONDS = 0.005

ADD = insert(events)
ONE = select(events.c.seq).where(events.c.code == bindparam("code"), events.c.seq == bindparam("seq"))


@dataclass(eq=False)
class Job:
    """Something that waits to be written."""

    work: Work
    waiting: bool = True
    error: Exception | None = field(default_factory=lambda: Unavailable("It was not written."))  # none when it is


class SqliteEventLog(SqlEventLog):
    """Making a commit durable takes the disk milliseconds. Whoever comes meanwhile waits, and the next commit is for
    all of them: many tables do not need many commits."""

    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        engine = create_engine(
            make_url(url), connect_args={"timeout": BUSY_SECONDS}, pool_timeout=BUSY_SECONDS, paramstyle="named"
        )
        engine_events.listen(engine, "connect", make_durable)
        super().__init__(engine)
        self.insert_events, self.select_one = str(ADD.compile(engine)), str(ONE.compile(engine))
        self.reader: PoolProxiedConnection | None = None
        self.writer: Connection | None = None
        self.waiting: deque[Job] = deque()
        self.turn = threading.Lock()  # of whoever writes for all that wait

    def append(self, code: str, written: Sequence[Event]) -> None:
        self.write(lambda connection: self.add(connection, code, written))
        for listener in self.listeners:
            listener(code, written)

    def add(self, connection: Connection, code: str, written: Sequence[Event]) -> None:
        before, cursor = written[0].seq - 1, connection.connection.cursor()
        try:
            cursor.executemany(self.insert_events, [row(code, event) for event in written])
        except sqlite3.IntegrityError as error:
            raise Conflict(f"{code} goes on behind {before}") from error
        if before:
            cursor.execute(self.select_one, {"code": code, "seq": before})
            if cursor.fetchone() is None:
                raise UnknownTable(code)

    def read(self, code: str, after: int = 0) -> list[Event]:
        """With a connection that is kept for it: SQLite answers at once, so that nobody ever waits for another's."""
        try:
            self.reader = self.reader or self.engine.raw_connection()
            cursor = self.reader.cursor()
            cursor.execute(self.select_news, {"code": code, "after": after})
            return [event(*found) for found in cursor.fetchall()]
        except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
            self.forget_reader()
            raise unavailable() from error

    def forget_reader(self) -> None:
        if self.reader is not None:
            self.reader.invalidate()
            self.reader = None

    def close(self) -> None:
        self.forget_reader()
        if self.writer is not None:
            self.writer.close()
            self.writer = None
        super().close()

    def write(self, work: Work) -> None:
        own = Job(work)
        self.waiting.append(own)
        with self.turn:
            if own.waiting:
                self.write_together([self.waiting.popleft() for _ in range(len(self.waiting))])
        if own.error is not None:
            raise own.error

    def write_together(self, jobs: Sequence[Job]) -> None:
        """All of them in one transaction; one by one when one of them is refused."""
        try:
            with self.connected(self.writing) as connection:
                take_write_lock(connection)
                for job in jobs:
                    job.work(connection)
                beside_the_phones(connection.commit)
        except Exception as error:
            if len(jobs) > 1 and not isinstance(error, Unavailable):
                for job in jobs:
                    self.write_together([job])
            else:
                for job in jobs:
                    job.error = error
        else:
            for job in jobs:
                job.error = None
        finally:
            for job in jobs:
                job.waiting = False

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction of the connection that is kept for whoever has the turn."""
        self.writer = self.writer or self.engine.connect()
        with self.writer.begin():
            yield self.writer


def take_write_lock(connection: Connection) -> None:
    """The file's one write lock. Whoever has to wait for it holds up nobody who only reads."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.connection.cursor().execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(PAUSE_SECONDS)


def beside_the_phones(work: Callable[[], object]) -> None:
    """Let the disk work while the server goes on; without gevent, which serves the phones, there are none."""
    gevent = sys.modules.get("gevent")
    if gevent is not None and gevent.monkey.is_module_patched("threading"):
        gevent.get_hub().threadpool.apply(work)
    else:
        work()


def make_durable(connection: Any, _record: Any) -> None:
    """A commit that has returned survives a power cut, and readers never wait for the writer."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA busy_timeout = {GLANCE_MS}")
