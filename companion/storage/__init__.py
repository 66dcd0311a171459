"""The event log: one contract, SQLite and PostgreSQL."""

from companion.storage.contract import (
    Conflict,
    Entry,
    Event,
    EventLog,
    StorageError,
    Unavailable,
    UnknownTable,
    Unusable,
)

__all__ = [
    "Conflict",
    "Entry",
    "Event",
    "EventLog",
    "StorageError",
    "Unavailable",
    "UnknownTable",
    "Unusable",
    "open_log",
]


def open_log(url: str) -> EventLog:
    """The log behind a database URL. Raises Unusable with a sentence that says what to mend."""
    from sqlalchemy import make_url  # here, so that commands without a database start quickly
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Unusable(
            "The database URL cannot be read; it should look like "
            "sqlite:///companion.db or postgresql://user:password@host/name."
        ) from None
    if parsed.get_backend_name() == "sqlite":
        from companion.storage.sqlite import SqliteEventLog

        return SqliteEventLog(parsed)
    if parsed.get_backend_name() == "postgresql":
        from companion.storage.postgres import PostgresEventLog

        return PostgresEventLog(parsed)
    raise Unusable(f"The database must be sqlite or postgresql, not {parsed.get_backend_name()}.")
