"""What both databases share: the tables and their migrations, events as rows, and database errors as ours.

A migration is a list of statements; a database's version is the number of migrations it has had. Migrations
that have been released are never changed, only followed by others.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Integer,
    String,
    TableClause,
    Text,
    bindparam,
    column,
    delete,
    func,
    inspect,
    select,
    table,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.types import TypeEngine

from companion.phrase import Phrase
from companion.storage.contract import (
    ALL,
    NO_CONTENTS,
    Body,
    Contents,
    Damaged,
    Event,
    Listener,
    Notes,
    Unavailable,
    Unusable,
)


def describe_table(name: str, /, **columns: type[TypeEngine[str]] | type[TypeEngine[int]]) -> TableClause:
    """Describe a table for queries. Keys and constraints are in the migrations."""
    return table(name, *(column(each, kind) for each, kind in columns.items()))


events = describe_table(
    "events", code=String, seq=Integer, at=BigInteger, kind=String, seat=String, body=Text, secret=Text
)
hosts_seen = describe_table("hosts_seen", code=String, at=BigInteger)

# What tables were opened with, such as their sheet: each text once, by its SHA-256, and which tables have it.
contents = describe_table("contents", hash=String, text=Text)
table_contents = describe_table("table_contents", code=String, hash=String)

# The history of finished games (companion/history). `ended` is in milliseconds since 1970.
history_games = describe_table("history_games", id=String, game=String, ended=BigInteger, record=Text)
history_people = describe_table(  # who took part in which game
    "history_people", person=String, ended=BigInteger, id=String, game=String
)
history_devices = describe_table(  # which device may see which game
    "history_devices", device=String, ended=BigInteger, id=String, game=String, hidden=Integer
)
history_spellings = describe_table(  # whom a device, or everybody (""), counts as another person
    "history_spellings", scope=String, person=String, counts_as=String, name=String
)
history_erased = describe_table(  # deleted games ("") and names, so that rebuilding does not bring them back
    "history_erased", id=String, person=String
)
history_notes = describe_table("history_notes", name=String, value=Text)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE events (
            code VARCHAR NOT NULL, seq INTEGER NOT NULL, at BIGINT NOT NULL, kind VARCHAR NOT NULL,
            seat VARCHAR, body TEXT NOT NULL, secret TEXT, PRIMARY KEY (code, seq))""",
        "CREATE TABLE hosts_seen (code VARCHAR NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
        """CREATE TABLE history_games (
            id VARCHAR NOT NULL PRIMARY KEY, game VARCHAR NOT NULL, ended BIGINT NOT NULL, record TEXT NOT NULL)""",
        "CREATE INDEX history_games_ended ON history_games (ended, id)",
        "CREATE INDEX history_games_game ON history_games (game, ended, id)",
        """CREATE TABLE history_people (
            person VARCHAR NOT NULL, ended BIGINT NOT NULL, id VARCHAR NOT NULL, game VARCHAR NOT NULL,
            PRIMARY KEY (person, ended, id))""",
        "CREATE INDEX history_people_id ON history_people (id)",
        "CREATE INDEX history_people_game ON history_people (person, game, ended, id)",
        """CREATE TABLE history_devices (
            device VARCHAR NOT NULL, ended BIGINT NOT NULL, id VARCHAR NOT NULL, game VARCHAR NOT NULL,
            hidden INTEGER NOT NULL, PRIMARY KEY (device, ended, id))""",
        "CREATE INDEX history_devices_game ON history_devices (device, game, ended, id)",
        """CREATE TABLE history_spellings (
            scope VARCHAR NOT NULL, person VARCHAR NOT NULL, counts_as VARCHAR NOT NULL, name VARCHAR NOT NULL,
            PRIMARY KEY (scope, person))""",
        "CREATE TABLE history_erased (id VARCHAR NOT NULL, person VARCHAR NOT NULL, PRIMARY KEY (id, person))",
        "CREATE TABLE history_notes (name VARCHAR NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    ),
    (
        "CREATE TABLE contents (hash VARCHAR NOT NULL PRIMARY KEY, text TEXT NOT NULL)",
        "CREATE TABLE table_contents (code VARCHAR NOT NULL, hash VARCHAR NOT NULL, PRIMARY KEY (code, hash))",
        "CREATE INDEX table_contents_hash ON table_contents (hash)",
    ),
)


def migrate(connection: Connection) -> None:
    """Apply missing migrations inside the caller's transaction. Raises Unusable if the database is newer."""
    if not inspect(connection).has_table("schema_version"):
        connection.execute(text("CREATE TABLE schema_version (version INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO schema_version VALUES (0)"))
    version = connection.execute(text("SELECT version FROM schema_version")).scalar_one()
    if version > len(MIGRATIONS):
        newer = Phrase(
            "The database was written by a newer companion (schema %(version)d, this one knows %(known)d).",
            version=version,
            known=len(MIGRATIONS),
        )
        raise Unusable(newer)
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(text(statement))
    connection.execute(text("UPDATE schema_version SET version = :version"), {"version": len(MIGRATIONS)})


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
    def append(self, code: str, written: Sequence[Event], opened_with: Contents = NO_CONTENTS) -> None: ...

    @abstractmethod
    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]: ...

    def replace_bodies(self, code: str, bodies: Mapping[int, Body]) -> None:
        rows = [{"wanted": seq, "text": to_compact_json(body)} for seq, body in bodies.items()]
        one = (events.c.code == code) & (events.c.seq == bindparam("wanted"))
        changed = update(events).where(one).values(body=bindparam("text"))
        self.write(lambda connection: connection.execute(changed, rows))

    def read_contents(self, hashes: Iterable[str]) -> dict[str, str]:
        wanted = select(contents.c.hash, contents.c.text).where(contents.c.hash.in_(list(hashes)))
        with self.reading() as connection:
            return {row.hash: row.text for row in connection.execute(wanted)}

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
        connection.execute(delete(table_contents).where(table_contents.c.code == code))
    connection.execute(delete(contents).where(contents.c.hash.not_in(select(table_contents.c.hash))))


def to_compact_json(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
