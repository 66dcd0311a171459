"""The database's tables and their migrations.

A migration is a list of statements; a database's version is the number of migrations it has had. Migrations
that have been released are never changed, only followed by others.
"""

from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, String, Table, Text, inspect, text

from companion.phrase import Phrase
from companion.storage.contract import Unusable

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("code", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", String),
    Column("body", Text, nullable=False),
    Column("secret", Text),
)

hosts_seen = Table(
    "hosts_seen",
    metadata,
    Column("code", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# The history of finished games (companion/history). `ended` is in milliseconds since 1970.
history_games = Table(
    "history_games",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
)

history_people = Table(  # who took part in which game
    "history_people",
    metadata,
    Column("person", String, primary_key=True),
    Column("ended", BigInteger, primary_key=True),
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
)

history_devices = Table(  # which device may see which game
    "history_devices",
    metadata,
    Column("device", String, primary_key=True),
    Column("ended", BigInteger, primary_key=True),
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("hidden", Integer, nullable=False),
)

history_spellings = Table(  # whom a device, or everybody (""), counts as another person
    "history_spellings",
    metadata,
    Column("scope", String, primary_key=True),
    Column("person", String, primary_key=True),
    Column("counts_as", String, nullable=False),
    Column("name", String, nullable=False),
)

history_erased = Table(  # deleted games ("") and names, so that rebuilding does not bring them back
    "history_erased",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, primary_key=True),
)

history_notes = Table(
    "history_notes",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE events (
            code VARCHAR NOT NULL, seq INTEGER NOT NULL, at BIGINT NOT NULL, kind VARCHAR NOT NULL,
            seat VARCHAR, body TEXT NOT NULL, secret TEXT, PRIMARY KEY (code, seq))""",
        "CREATE TABLE hosts_seen (code VARCHAR NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
    ),
    (
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
