"""The default database: one SQLite file, safe against a pulled plug, heard of inside one process."""

import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from sqlalchemy import URL, create_engine, make_url
from sqlalchemy import event as engine_events
from sqlalchemy.dialects.sqlite import insert

from companion.storage.contract import Event, Unavailable
from companion.storage.sql import SqlEventLog

BUSY_SECONDS = 2  # how long to wait for another writer, such as a backup, before answering "try again"


@dataclass(eq=False)
class Append:
    """Events of one table that wait to be written."""

    code: str
    written: Sequence[Event]
    waiting: bool = True
    error: Exception | None = field(default_factory=lambda: Unavailable("It was not written."))  # none when it is


class SqliteEventLog(SqlEventLog):
    """Making a commit durable takes the disk milliseconds. Whoever comes meanwhile waits, and the next commit is for
    all of them: many tables do not need many commits."""

    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        engine = create_engine(make_url(url), connect_args={"timeout": BUSY_SECONDS})
        engine_events.listen(engine, "connect", make_durable)
        super().__init__(engine)
        self.waiting: deque[Append] = deque()
        self.writing = Lock()
        self.bring_up_to_date()

    def append(self, code: str, written: Sequence[Event]) -> None:
        own = Append(code, written)
        self.waiting.append(own)
        with self.writing:
            if own.waiting:
                self.write([self.waiting.popleft() for _ in range(len(self.waiting))])
        if own.error is not None:
            raise own.error
        for listener in self.listeners:
            listener(code, written)

    def write(self, appends: Sequence[Append]) -> None:
        """All of them in one transaction; one by one when one of them is refused."""
        try:
            with self.transaction() as connection:
                for each in appends:
                    self.add(connection, each.code, each.written)
                beside_the_phones(connection.commit)
        except Exception as error:
            if len(appends) > 1 and not isinstance(error, Unavailable):
                for each in appends:
                    self.write([each])
            else:
                for each in appends:
                    each.error = error
        else:
            for each in appends:
                each.error = None
        finally:
            for each in appends:
                each.waiting = False


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
