"""The code that both databases share: events as rows, and database errors as ours."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from sqlalchemy import BigInteger, Connection, Engine, TableClause, bindparam, delete, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.phrase import Phrase
from companion.storage.contract import (
    ALL,
    Body,
    Damaged,
    Event,
    Listener,
    Notes,
    Unavailable,
    Unusable,
)
from companion.storage.schema import events, hosts_seen, migrate

# Built once: building a statement takes longer than running it.
NEWS = (
    select(events.c.seq, events.c.at, events.c.kind, events.c.body, events.c.seat, events.c.secret)
    .where(
        events.c.code == bindparam("code"),
        events.c.seq > bindparam("after"),
        events.c.seq <= bindparam("until", type_=events.c.seq.type),
    )
    .order_by(events.c.seq)
)
LAST_SEEN = select(hosts_seen.c.at).where(hosts_seen.c.code == bindparam("code"))


Work = Callable[[Connection], object]


class SqlEventLog(ABC):
    """The base class; each database adds how it opens, appends, reads and listens."""

    insert: Callable[[TableClause], Any]  # of the dialect, with ON CONFLICT

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.transactional = engine
        self.driver: Any = engine.dialect.loaded_dbapi
        # Reads go directly to the driver: through SQLAlchemy, loading a table takes 40 % longer
        # (tests/bench/bench_tricks.py).
        self.select_news = str(NEWS.compile(engine))
        self.listeners: list[Listener] = []
        self.notes: Notes | None = None

    def bring_up_to_date(self) -> None:
        """Migrate the schema, one process at a time. Raises Unusable with the reason given by the database."""
        try:
            self.write(self.migrate)
        except Unavailable as error:
            self.close()
            reason = str(getattr(error.__cause__, "orig", error)).strip().splitlines()[0]
            shown = self.engine.url.render_as_string(hide_password=True)
            raise Unusable(Phrase("The database %(shown)s cannot be used: %(why)s", shown=shown, why=reason)) from error
        except Unusable:
            self.close()
            raise

    def migrate(self, connection: Connection) -> None:
        migrate(connection)

    @abstractmethod
    def append(self, code: str, written: Sequence[Event]) -> None: ...

    @abstractmethod
    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]: ...

    def listen(self, listener: Listener) -> None:
        self.listeners.append(listener)

    def exchange_notes(self, notes: Notes) -> None:
        self.notes = notes

    def find_idle(self, at: int) -> list[str]:
        codes = select(events.c.code).group_by(events.c.code).having(func.max(events.c.at) < at)
        with self.transaction() as connection:
            return list(connection.execute(codes.order_by(events.c.code)).scalars())

    def delete(self, codes: Iterable[str]) -> int:
        wanted = list(codes)
        self.write(lambda connection: delete_tables(connection, wanted))
        return len(wanted)

    def mark_seen(self, codes: Iterable[str], at: int) -> None:
        rows = [{"wanted": code, "seen": at} for code in codes]
        if not rows:
            return
        opened = (events.c.code == bindparam("wanted")) & (events.c.seq == 1)  # no longer there if it was deleted
        known = select(events.c.code, bindparam("seen", type_=BigInteger).label("at")).where(opened)
        fresh = self.insert(hosts_seen).from_select(["code", "at"], known)
        newest = fresh.on_conflict_do_update(index_elements=[hosts_seen.c.code], set_={"at": fresh.excluded.at})
        self.write(lambda connection: connection.execute(newest, rows))

    def find_last_seen(self, code: str) -> int | None:
        with self.transaction() as connection:
            return connection.execute(LAST_SEEN, {"code": code}).scalar()

    def close(self) -> None:
        self.engine.dispose()

    def finish(self) -> None:
        self.close()

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a connection for single statements; with PostgreSQL a transaction would add four round trips."""
        return self.open_connection(self.engine.connect)

    def transaction(self) -> AbstractContextManager[Connection]:
        return self.open_connection(self.transactional.begin)

    @contextmanager
    def open_connection(self, connect: Callable[[], AbstractContextManager[Connection]]) -> Iterator[Connection]:
        """Open a connection. Raises Unavailable for any error of the database."""
        try:
            with connect() as connection:
                try:
                    yield connection
                except self.driver.Error:
                    connection.invalidate()  # the next request gets a fresh connection
                    raise
        except (DBAPIError, PoolTimeout, self.driver.Error) as error:
            raise Unavailable from error

    def write(self, work: Work) -> None:
        """Run `work` in one transaction; its changes are durable when this returns."""
        with self.transaction() as connection:
            work(connection)


def to_row(code: str, event: Event) -> Body:
    return {
        "code": code,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "body": to_compact_json(event.body),
        "secret": None if event.secret is None else to_compact_json(event.secret),
    }


def read_rows(code: str, rows: Iterable[Any]) -> list[Event]:
    """Convert rows selected by NEWS to events. Raises Damaged."""
    try:
        return [from_row(*found) for found in rows]
    except (ValueError, RecursionError) as error:
        raise Damaged(code) from error


def from_row(seq: int, at: int, kind: str, body: str, seat: str | None, secret: str | None) -> Event:
    return Event(seq, at, kind, parse_object(body), seat, None if secret is None else parse_object(secret))


def parse_object(text: str) -> Body:
    """Parse a JSON object. Raises ValueError."""
    parsed = json.loads(text)
    if not isinstance(parsed, dict):
        raise ValueError("not an object")
    return parsed


def delete_tables(connection: Connection, codes: Iterable[str]) -> None:
    for code in codes:
        connection.execute(delete(hosts_seen).where(hosts_seen.c.code == code))
        connection.execute(delete(events).where(events.c.code == code))


def to_compact_json(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
