"""The event log: one interface, implemented for SQLite and PostgreSQL."""

from typing import TYPE_CHECKING

from companion.phrase import Phrase
from companion.storage.contract import (
    NO_CONTENTS,
    Conflict,
    Contents,
    Damaged,
    Entry,
    Event,
    EventLog,
    StorageError,
    Unavailable,
    UnknownTable,
    Unusable,
    hash_text,
)

if TYPE_CHECKING:
    from sqlalchemy import URL

    from companion.storage.sql import SqlEventLog

__all__ = [
    "NO_CONTENTS",
    "Conflict",
    "Contents",
    "Damaged",
    "Entry",
    "Event",
    "EventLog",
    "StorageError",
    "Unavailable",
    "UnknownTable",
    "Unusable",
    "hash_text",
    "open_log",
    "read_url",
]


def read_url(url: str) -> "URL":
    """Parse a database URL. Raises Unusable."""
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
    """Open the log at a database URL and migrate its schema. Raises Unusable with a sentence that says how to fix it.

    With `up_to_date` nothing is migrated and no connection is made yet, so the database may be out of reach.
    """
    log = choose_backend(read_url(url))
    if not up_to_date:
        log.bring_up_to_date()
    return log


def choose_backend(url: "URL") -> "SqlEventLog":
    """Return the log for the database of a URL. Raises Unusable."""
    # imported here for a faster start: a server needs one of the two
    if url.get_backend_name() == "sqlite":
        from companion.storage.sqlite import SqliteEventLog

        return SqliteEventLog(url)
    if url.get_backend_name() == "postgresql":
        from companion.storage.postgres import PostgresEventLog

        return PostgresEventLog(url)
    named = url.get_backend_name()
    raise Unusable(Phrase("COMPANION_DATABASE_URL: it must be sqlite or postgresql, not %(named)s.", named=named))
