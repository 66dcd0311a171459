"""PostgreSQL for several processes or machines: LISTEN/NOTIFY tells each of them what the others wrote."""

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

from companion.storage.contract import ALL, Conflict, Damaged, Event, Listener, Unavailable, UnknownTable
from companion.storage.sql import SqlEventLog, compact, delete_tables, read_rows, row

CHANNEL = "companion_events"
MIGRATION_LOCK = 0x52_57_43  # any number, the same in every process
RETRY_SECONDS = 0.5
PATIENCE = 5  # seconds until a database that does not answer counts as gone
LOCK_SECONDS = 2

# For every connection. Nobody waits longer than a phone does: not for a lock, nor for a machine that was switched off.
CONNECTING: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": PATIENCE * 1000,
    "options": f"-c lock_timeout={LOCK_SECONDS * 1000}",
}
DELETED_AT_ONCE = 20  # tables; nobody else writes meanwhile
MOST_NEWS = 7999  # bytes of a notification
KEPT = 8  # connections; twice as many when they are needed: four processes fit into the hundred that PostgreSQL allows
IDLE_SECONDS = 1  # a connection that was used since then is not asked first whether it is still there

# All that an append is, in one journey: go on with a log that there is, and tell every process. The news is sent when
# the rows are durable, so nobody hears of what is not.
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
COLUMNS = ("seq", "at", "kind", "seat", "body", "secret")


class PostgresEventLog(SqlEventLog):
    insert = staticmethod(insert)

    def __init__(self, url: str | URL) -> None:
        self.url = make_url(url).set(drivername="postgresql+psycopg")
        engine = create_engine(
            self.url,
            pool_size=KEPT,
            max_overflow=KEPT,
            pool_timeout=PATIENCE,
            connect_args=CONNECTING,
            isolation_level="AUTOCOMMIT",  # no journeys for BEGIN and COMMIT around a single statement
        )
        super().__init__(engine)
        self.transactional = engine.execution_options(isolation_level="READ COMMITTED")
        engine_events.listen(engine, "checkin", self.put_back)
        engine_events.listen(engine, "checkout", self.still_there)
        self.closing = threading.Event()
        self.ear: threading.Thread | None = None

    def migrate(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        super().migrate(connection)

    @staticmethod
    def put_back(connection: psycopg.Connection | None, record: ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()

    @staticmethod
    def still_there(connection: psycopg.Connection, record: ConnectionPoolEntry, _proxy: object) -> None:
        """A database that was restarted has ended every connection, and nobody wants to be the one to find out."""
        if time.monotonic() - record.info.get("used", time.monotonic()) > IDLE_SECONDS:
            try:
                connection.execute("")
            except psycopg.Error as error:
                raise InvalidatePoolError from error

    def append(self, code: str, written: Sequence[Event]) -> None:
        rows = [row(code, event) for event in written]
        asked = {
            **{column: [each[column] for each in rows] for column in COLUMNS},
            "code": code,
            "before": written[0].seq - 1,
            "channel": CHANNEL,
            "news": as_news(code, written),
        }
        with self.connected(self.engine.connect) as connection:
            cursor = connection.connection.cursor()
            try:
                cursor.execute(APPEND, asked)
            except psycopg.IntegrityError as error:
                raise Conflict(f"{code} goes on behind {asked['before']}") from error
            if cursor.fetchone() is None:
                raise UnknownTable(code)

    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]:
        with self.connected(self.engine.connect) as connection:
            cursor = connection.connection.cursor()
            cursor.execute(self.select_news, {"code": code, "after": after, "until": after + most})
            rows = cursor.fetchall()
        return read_rows(code, rows)

    def delete(self, codes: Iterable[str]) -> int:
        """Appends that run while a table is deleted finish first, and the next ones find it gone: otherwise their rows,
        which a DELETE does not see yet, would stay behind."""
        wanted = list(codes)
        for first in range(0, len(wanted), DELETED_AT_ONCE):
            with self.transaction() as connection:
                connection.execute(text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))
                delete_tables(connection, wanted[first : first + DELETED_AT_ONCE])
        return len(wanted)

    def listen(self, listener: Listener) -> None:
        super().listen(listener)
        if self.ear is None:
            self.ear = threading.Thread(target=self.hear, name="companion-listen", daemon=True)
            self.ear.start()

    def hear(self) -> None:
        """Pass on the news; after every reconnect, say that some may have been missed."""
        plain = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self.closing.is_set():
            try:
                with psycopg.connect(plain, autocommit=True, **CONNECTING) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.tell(None, [])
                    while not self.closing.is_set():
                        for news in connection.notifies(timeout=1):
                            self.tell(*self.told(news.payload))
            except (psycopg.Error, OSError):
                time.sleep(RETRY_SECONDS)

    def told(self, news: str) -> tuple[str | None, list[Event]]:
        """What a notification says; what did not fit into it is read."""
        code, after, *written = json.loads(news)
        if written:
            return code, [Event(*fields) for fields in written]
        try:
            return code, self.read(code, after)
        except (Unavailable, Damaged):
            return None, []

    def tell(self, code: str | None, written: Sequence[Event]) -> None:
        for listener in self.listeners:
            listener(code, written)

    def close(self) -> None:
        self.closing.set()  # the ear notices within a second; nobody has to wait for it
        super().close()


def as_news(code: str, written: Sequence[Event]) -> str:
    """A notification: what was written, as far as anybody may know it, so that no process has to read a move again."""
    head = [code, written[0].seq - 1]
    news = compact([*head, *([event.seq, event.at, event.kind, event.body, event.seat] for event in written)])
    return news if len(news.encode()) <= MOST_NEWS else compact(head)
