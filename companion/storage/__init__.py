"""The event log: one contract, SQLite and PostgreSQL."""

from typing import TYPE_CHECKING

from companion.phrase import Phrase
from companion.storage.contract import (
    Conflict,
    Damaged,
    Entry,
    Event,
    EventLog,
    StorageError,
    Unavailable,
    UnknownTable,
    Unusable,
)

if TYPE_CHECKING:
    from sqlalchemy import URL

    from companion.storage.sql import SqlEventLog

__all__ = [
    "Conflict",
    "Damaged",
    "Entry",
    "Event",
    "EventLog",
    "StorageError",
    "Unavailable",
    "UnknownTable",
    "Unusable",
    "open_log",
    "read_url",
]


def read_url(url: str) -> "URL":
    """A database URL in its parts. Raises Unusable."""
    from sqlalchemy import make_url  # here, so that commands without a database start quickly
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url)
    except ArgumentError:
        raise Unusable(
            Phrase(
                "COMPANION_DATABASE_URL: this cannot be read; it should look like "
                "sqlite:///companion.db or postgresql://user:password@host/name."
            )
        ) from None


def open_log(url: str, *, up_to_date: bool = False) -> EventLog:
    """The log behind a database URL. Raises Unusable with a sentence that says what to mend.

    One that is known to be `up_to_date` is not asked anything yet, so that it may be out of reach for the moment.
    """
    log = log_behind(read_url(url))
    if not up_to_date:
        log.bring_up_to_date()
    return log


def log_behind(url: "URL") -> "SqlEventLog":
    if url.get_backend_name() == "sqlite":
        from companion.storage.sqlite import SqliteEventLog

        return SqliteEventLog(url)
    if url.get_backend_name() == "postgresql":
        from companion.storage.postgres import PostgresEventLog

        return PostgresEventLog(url)
    named = url.get_backend_name()
    raise Unusable(Phrase("COMPANION_DATABASE_URL: it must be sqlite or postgresql, not %(named)s.", named=named))
