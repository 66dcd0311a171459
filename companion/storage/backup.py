"""A copy of a SQLite database that is in use: SQLite's own backup, which sees one moment of it and holds up nobody."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.files import whole_file
from companion.phrase import Phrase
from companion.storage import Unusable, read_url

PRIVATE = 0o600  # it holds the dice seeds of running games


def back_up(url: str, file: Path) -> None:
    """Write the whole database into a file, or nothing. Raises Unusable with a sentence that says why."""
    parsed = read_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise Unusable(
            Phrase("COMPANION_DATABASE_URL: this is PostgreSQL, which has a tool of its own for this: pg_dump.")
        )
    source = Path(parsed.database or "")
    if not source.is_file():
        raise Unusable(Phrase("COMPANION_DATABASE_URL: there is no database at %(source)s yet.", source=source))
    if file.exists() and file.samefile(source):
        raise Unusable(Phrase("FILE: %(file)s is the database itself.", file=file))
    try:
        with whole_file(file, PRIVATE) as part:
            copy(source, part)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise Unusable(Phrase("FILE: %(file)s cannot be written (%(why)s).", file=file, why=why)) from error


def copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as running, closing(sqlite3.connect(target)) as saved:
        running.backup(saved)  # all pages in one step, so that writes going on cannot make it start again
        saved.execute("PRAGMA journal_mode = DELETE")  # one file, without others beside it
        (state,) = saved.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise sqlite3.DatabaseError(state)
    with target.open("rb") as written:
        os.fsync(written.fileno())
