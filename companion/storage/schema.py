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

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE events (
            code VARCHAR NOT NULL, seq INTEGER NOT NULL, at BIGINT NOT NULL, kind VARCHAR NOT NULL,
            seat VARCHAR, body TEXT NOT NULL, secret TEXT, PRIMARY KEY (code, seq))""",
        "CREATE TABLE hosts_seen (code VARCHAR NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
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
