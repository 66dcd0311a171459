"""The default database: one SQLite file, safe against a pulled plug, heard of inside one process."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import URL, create_engine, make_url
from sqlalchemy import event as engine_events
from sqlalchemy.dialects.sqlite import insert

from companion.storage.contract import Event
from companion.storage.sql import SqlEventLog

BUSY_SECONDS = 2  # how long to wait for another writer, such as a backup, before answering "try again"


class SqliteEventLog(SqlEventLog):
    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        engine = create_engine(make_url(url), connect_args={"timeout": BUSY_SECONDS})
        engine_events.listen(engine, "connect", make_durable)
        super().__init__(engine)
        self.bring_up_to_date()

    def appended(self, code: str, written: Sequence[Event]) -> None:
        for listener in self.listeners:
            listener(code, written)


def make_durable(connection: Any, _record: Any) -> None:
    """A commit that has returned survives a power cut, and readers never wait for the writer."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
