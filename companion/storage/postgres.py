"""PostgreSQL, for several processes or machines: LISTEN/NOTIFY informs each of them of what the others wrote."""

import json
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, create_engine, make_url, text
from sqlalchemy import event as engine_events
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.storage.contract import (
    ALL,
    NO_CONTENTS,
    Conflict,
    Contents,
    Damaged,
    Event,
    Listener,
    Unavailable,
    UnknownTable,
)
from companion.storage.sql import SqlEventLog, delete_tables, read_rows, to_compact_json, to_row

CHANNEL = "companion_events"
NOTES_CHANNEL = "companion_notes"
MIGRATION_LOCK = 0x52_57_43  # any number, the same in every process
RETRY_SECONDS = 0.5
PATIENCE = 5  # seconds until a database that does not respond counts as gone
LOCK_SECONDS = 2

# For every connection. No request waits longer than a phone does, neither for a lock nor for a machine that is off.
CONNECTING: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": PATIENCE * 1000,
    "options": f"-c lock_timeout={LOCK_SECONDS * 1000}",
}
DELETED_AT_ONCE = 20  # tables per transaction, which blocks other writers
MOST_NEWS = 7999  # bytes of a notification
POOLED = 16  # connections per process, kept open: four processes fit into PostgreSQL's limit of 100
IDLE_SECONDS = 1  # a connection idle for longer is tested before use

# A whole append in one round trip: check that the log exists, insert the rows and notify every process. PostgreSQL
# sends the notification when the rows are durable.
APPEND = """
    WITH added AS (
        INSERT INTO events (code, seq, at, kind, seat, body, secret)
        SELECT %(code)s::varchar, * FROM unnest(
            %(seq)s::integer[], %(at)s::bigint[], %(kind)s::varchar[], %(seat)s::varchar[], %(body)s::text[],
            %(secret)s::text[])
        WHERE %(before)s = 0 OR EXISTS (SELECT FROM events WHERE code = %(code)s::varchar AND seq = %(before)s)
        RETURNING seq)
    SELECT pg_notify(%(channel)s::text, %(news)s::text) FROM added LIMIT 1
"""
# The same for a new log with contents.
OPEN = APPEND.replace(
    "SELECT pg_notify",
    """, kept AS (
        INSERT INTO contents (hash, text) SELECT * FROM unnest(%(hashes)s::varchar[], %(texts)s::text[])
        ON CONFLICT DO NOTHING),
    linked AS (
        INSERT INTO table_contents (code, hash) SELECT %(code)s::varchar, * FROM unnest(%(hashes)s::varchar[])
        ON CONFLICT DO NOTHING)
    SELECT pg_notify""",
)
SEND_NOTES = "SELECT pg_notify(%(channel)s::text, note) FROM unnest(%(notes)s::text[]) AS note"
COLUMNS = ("seq", "at", "kind", "seat", "body", "secret")


class PostgresEventLog(SqlEventLog):
    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        self.url = make_url(url).set(drivername="postgresql+psycopg")
        engine = create_engine(
            self.url,
            pool_size=POOLED,
            max_overflow=0,  # they would be closed after each use; under load, opening them costs most
            pool_timeout=PATIENCE,
            connect_args=CONNECTING,
            isolation_level="AUTOCOMMIT",  # no round trips for BEGIN and COMMIT around a single statement
        )
        super().__init__(engine)
        self.transactional = engine.execution_options(isolation_level="READ COMMITTED")
        engine_events.listen(engine, "checkin", self.note_use)
        engine_events.listen(engine, "checkout", self.check_alive)
        self.closing = threading.Event()
        self.listener_thread: threading.Thread | None = None

    def migrate(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        super().migrate(connection)

    @staticmethod
    def note_use(connection: psycopg.Connection | None, record: ConnectionPoolEntry) -> None:
        """Store when a connection was returned to the pool."""
        record.info["used"] = time.monotonic()

    @staticmethod
    def check_alive(connection: psycopg.Connection, record: ConnectionPoolEntry, _proxy: object) -> None:
        """Test an idle connection: a restarted database has closed all of them. Raises InvalidatePoolError."""
        if time.monotonic() - record.info.get("used", time.monotonic()) > IDLE_SECONDS:
            try:
                connection.execute("")
            except psycopg.Error as error:
                raise InvalidatePoolError from error

    def append(self, code: str, written: Sequence[Event], opened_with: Contents = NO_CONTENTS) -> None:
        rows = [to_row(code, event) for event in written]
        parameters = {
            **{column: [each[column] for each in rows] for column in COLUMNS},
            "code": code,
            "before": written[0].seq - 1,
            "channel": CHANNEL,
            "news": make_notification(code, written),
            "hashes": list(opened_with),
            "texts": list(opened_with.values()),
        }
        with self.open_connection(self.engine.connect) as connection:
            cursor = connection.connection.cursor()
            try:
                cursor.execute(OPEN if opened_with else APPEND, parameters)
            except psycopg.IntegrityError as error:
                raise Conflict(f"{code} has events after {parameters['before']}") from error
            if cursor.fetchone() is None:
                raise UnknownTable(code)

    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]:
        with self.open_connection(self.engine.connect) as connection:
            cursor = connection.connection.cursor()
            cursor.execute(self.select_news, {"code": code, "after": after, "until": after + most})
            rows = cursor.fetchall()
        return read_rows(code, rows)

    def delete(self, codes: Iterable[str]) -> int:
        """Delete tables under a lock: running appends finish first and later ones find no log. Without it, their rows,
        which a DELETE does not see yet, would be left over."""
        wanted = list(codes)
        for first in range(0, len(wanted), DELETED_AT_ONCE):
            with self.transaction() as connection:
                connection.execute(text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))
                delete_tables(connection, wanted[first : first + DELETED_AT_ONCE])
        return len(wanted)

    def listen(self, listener: Listener) -> None:
        super().listen(listener)
        if self.listener_thread is None:
            self.listener_thread = threading.Thread(target=self.run_listener, name="companion-listen", daemon=True)
            self.listener_thread.start()

    def run_listener(self) -> None:
        """Forward notifications to the listeners; after every reconnect, report that some may have been missed."""
        plain = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self.closing.is_set():
            try:
                with psycopg.connect(plain, autocommit=True, **CONNECTING) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    connection.execute(f"LISTEN {NOTES_CHANNEL}")
                    self.notify_listeners(None, [])
                    is_new = True
                    while not self.closing.is_set():
                        is_new = not self.send_notes(connection, all_again=is_new)
                        for news in connection.notifies(timeout=1):
                            self.take_news(news)
            except (psycopg.Error, OSError):
                time.sleep(RETRY_SECONDS)

    def send_notes(self, connection: psycopg.Connection, all_again: bool) -> bool:
        """Send the notes of this process, all in one statement; return whether it takes part."""
        if self.notes is None:
            return False
        if written := self.notes.collect(all_again):
            connection.execute(SEND_NOTES, {"channel": NOTES_CHANNEL, "notes": list(written)})
        return True

    def take_news(self, news: psycopg.Notify) -> None:
        if news.channel == CHANNEL:
            self.notify_listeners(*self.parse_notification(news.payload))
        elif self.notes is not None:
            self.notes.receive(news.payload)

    def parse_notification(self, news: str) -> tuple[str | None, list[Event]]:
        """Return the code and events of a notification; read from the log what did not fit into it."""
        code, after, *written = json.loads(news)
        if written:
            return code, [Event(*fields) for fields in written]
        try:
            return code, self.read(code, after)
        except (Unavailable, Damaged):
            return None, []

    def notify_listeners(self, code: str | None, written: Sequence[Event]) -> None:
        for listener in self.listeners:
            listener(code, written)

    def close(self) -> None:
        self.closing.set()  # the listener thread notices within a second; no need to wait for it
        super().close()


def make_notification(code: str, written: Sequence[Event]) -> str:
    """Return a notification with the public part of the events, so that other processes need not read them."""
    head = [code, written[0].seq - 1]
    news = to_compact_json([*head, *([event.seq, event.at, event.kind, event.body, event.seat] for event in written)])
    return news if len(news.encode()) <= MOST_NEWS else to_compact_json(head)
