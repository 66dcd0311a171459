"""The default database: one SQLite file, durable across power cuts, for one server process."""

import os
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import URL, Engine, bindparam, create_engine, make_url, select
from sqlalchemy import event as engine_events
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import PoolProxiedConnection

from companion.storage.contract import ALL, NO_CONTENTS, Conflict, Contents, Event, Unavailable, UnknownTable
from companion.storage.sql import SqlEventLog, Work, events, read_rows, to_row

BUSY_SECONDS = 2  # how long to wait for another program's write lock before raising Unavailable
GLANCE_MS = 5  # how long SQLite itself may wait, which blocks the whole process
PAUSE_SECONDS = 0.005
PRIVATE = 0o600  # it contains the dice seeds of running games; SQLite gives -wal and -shm the same mode
APART_SECONDS = 0.01  # shortest time between commits under load: a commit takes a quarter of a move's CPU time

ADD = insert(events)
ADD_CONTENT = "INSERT OR IGNORE INTO contents (hash, text) VALUES (?, ?)"
ADD_LINK = "INSERT OR IGNORE INTO table_contents (code, hash) VALUES (?, ?)"
ONE = select(events.c.seq).where(events.c.code == bindparam("code"), events.c.seq == bindparam("seq"))


@dataclass(eq=False)
class Job:
    """A queued append."""

    code: str
    written: Sequence[Event]
    opened_with: Contents = field(default_factory=dict)
    queued: bool = True
    # None once it is written. It stays an error if the thread that writes is killed.
    error: Exception | None = field(default_factory=lambda: Unavailable("It was not written."))


class ReusedConnection:
    """A connection that stays checked out: using the pool would add 12 % to loading a table
    (tests/bench/bench_tricks.py)."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.connection: PoolProxiedConnection | None = None

    @contextmanager
    def cursor(self) -> Iterator[DBAPICursor]:
        """Yield a cursor; roll back on errors. Raises Unavailable for any error of the database."""
        try:
            self.connection = self.connection or self.engine.raw_connection()
            try:
                yield self.connection.cursor()
            except BaseException:
                self.connection.rollback()
                raise
        except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
            self.close()  # the next request gets a fresh connection
            raise Unavailable from error

    def commit(self) -> None:
        assert self.connection
        self.connection.commit()

    def close(self) -> None:
        if self.connection is not None:
            self.connection.invalidate()
            self.connection = None


class SqliteEventLog(SqlEventLog):
    """A log that groups commits: a durable commit takes milliseconds, so appends that arrive meanwhile are queued and
    share the next one. After a shared commit the next one waits for APART_SECONDS, so that more appends can join."""

    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        engine = create_engine(
            make_url(url), connect_args={"timeout": BUSY_SECONDS}, pool_timeout=BUSY_SECONDS, paramstyle="named"
        )
        engine_events.listen(engine, "connect", make_durable)
        super().__init__(engine)
        self.insert_events, self.select_one = str(ADD.compile(engine)), str(ONE.compile(engine))
        self.reader, self.writer = ReusedConnection(engine), ReusedConnection(engine)
        self.queue: deque[Job] = deque()
        self.write_lock = threading.Lock()  # held by the thread that writes the queue
        self.next_commit_at = 0.0

    def bring_up_to_date(self) -> None:
        with suppress(OSError):  # SQLite itself will report what is wrong
            os.close(os.open(self.engine.url.database or "", os.O_CREAT | os.O_RDWR, PRIVATE))
        super().bring_up_to_date()

    def append(self, code: str, written: Sequence[Event], opened_with: Contents = NO_CONTENTS) -> None:
        own = Job(code, written, opened_with)
        self.queue.append(own)
        with self.write_lock:
            if own.queued:
                if (early := self.next_commit_at - time.monotonic()) > 0:
                    time.sleep(early)
                self.append_together([self.take_job() for _ in range(len(self.queue))])
        if own.error is not None:
            raise own.error
        for listener in self.listeners:
            listener(code, written)

    def take_job(self) -> Job:
        job = self.queue.popleft()
        job.queued = False
        return job

    def append_together(self, jobs: Sequence[Job]) -> None:
        """Write the jobs in one transaction, or one by one if one of them fails."""
        try:
            with self.writer.cursor() as cursor:
                take_write_lock(cursor)
                for job in jobs:
                    self.add(cursor, job)
                run_in_thread(self.writer.commit)
        except Exception as failure:
            error: Exception | None = failure
        else:
            error = None
            self.next_commit_at = time.monotonic() + APART_SECONDS if len(jobs) > 1 else 0.0
        if error and len(jobs) > 1 and not isinstance(error, Unavailable):
            for job in jobs:
                self.append_together([job])
            return
        for job in jobs:
            job.error = error

    def add(self, cursor: DBAPICursor, job: Job) -> None:
        code, written = job.code, job.written
        before = written[0].seq - 1
        try:
            cursor.executemany(self.insert_events, [to_row(code, event) for event in written])
        except sqlite3.IntegrityError as error:
            raise Conflict(f"{code} has events after {before}") from error
        if before:
            cursor.execute(self.select_one, {"code": code, "seq": before})
            if cursor.fetchone() is None:
                raise UnknownTable(code)
        for content, text in job.opened_with.items():
            cursor.execute(ADD_CONTENT, (content, text))
            cursor.execute(ADD_LINK, (code, content))

    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]:
        """Read on the shared connection: SQLite responds so quickly that requests do not wait for each other."""
        with self.reader.cursor() as cursor:
            cursor.execute(self.select_news, {"code": code, "after": after, "until": after + most})
            rows = cursor.fetchall()
        return read_rows(code, rows)

    def write(self, work: Work) -> None:
        with self.write_lock, self.transaction() as connection:
            take_write_lock(connection.connection.cursor())
            work(connection)
            run_in_thread(connection.commit)

    def finish(self) -> None:
        with suppress(Unavailable), self.writer.cursor() as cursor:
            empty_wal(cursor)
        self.close()

    def close(self) -> None:
        self.reader.close()
        self.writer.close()
        super().close()


def take_write_lock(cursor: DBAPICursor) -> None:
    """Take the write lock of the file; waiting for it does not block readers. Raises sqlite3.OperationalError."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(PAUSE_SECONDS)


def empty_wal(cursor: DBAPICursor) -> None:
    """Move the content of the `-wal` file into the main file; wait a moment for other readers and writers."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (busy, *_) = cursor.fetchone() or (0,)
        if not busy or time.monotonic() > deadline:
            return
        time.sleep(PAUSE_SECONDS)


def run_in_thread(work: Callable[[], object]) -> None:
    """Run `work` in a thread, so that the server stays responsive; without gevent, run it directly."""
    gevent = sys.modules.get("gevent")
    if gevent is not None and gevent.monkey.is_module_patched("threading"):
        error = open_threads(os.getpid()).apply(catch_error, (work,))
        if error is not None:
            raise error
    else:
        work()


@cache
def open_threads(process: int) -> Any:
    """Return the threads of this process that wait for the disk. In gevent's own pool, commits would wait behind names
    that are looked up: without a name server for ten seconds each."""
    from gevent.threadpool import ThreadPool

    return ThreadPool(4)


def catch_error(work: Callable[[], object]) -> Exception | None:
    """Run `work` and return its exception: gevent would also print one that a thread raises."""
    try:
        work()
    except Exception as error:
        return error
    return None


def make_durable(connection: Any, _record: Any) -> None:
    """Configure a connection: finished commits survive a power cut, and readers never wait for the writer."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA busy_timeout = {GLANCE_MS}")
