"""The database's tables and their migrations.

A migration is a list of statements; a database's version is the number of migrations it has had. Migrations
that have been released are never changed, only followed by others.
"""

from sqlalchemy import BigInteger, Connection, Integer, String, TableClause, Text, column, inspect, table, text
from sqlalchemy.types import TypeEngine

from companion.phrase import Phrase
from companion.storage.contract import Unusable


def describe_table(name: str, /, **columns: type[TypeEngine[str]] | type[TypeEngine[int]]) -> TableClause:
    """Describe a table for queries. Keys and constraints are in the migrations."""
    return table(name, *(column(each, kind) for each, kind in columns.items()))


events = describe_table(
    "events", code=String, seq=Integer, at=BigInteger, kind=String, seat=String, body=Text, secret=Text
)
hosts_seen = describe_table("hosts_seen", code=String, at=BigInteger)

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
