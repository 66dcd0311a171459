"""Copy a SQLite database that is in use, with SQLite's backup API: a consistent copy that blocks no reader."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.files import open_atomically
from companion.phrase import Phrase
from companion.storage import Unusable, read_url

PRIVATE = 0o600  # it contains the dice seeds of running games


def back_up(url: str, file: Path) -> None:
    """Write the whole database into a file, or nothing. Raises Unusable with a sentence that says why."""
    parsed = read_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise Unusable(Phrase("COMPANION_DATABASE_URL: this is PostgreSQL; back it up with pg_dump."))
    source = Path(parsed.database or "")
    if not source.is_file():
        raise Unusable(Phrase("COMPANION_DATABASE_URL: there is no database at %(source)s yet.", source=source))
    if file.exists() and file.samefile(source):
        raise Unusable(Phrase("FILE: %(file)s is the database itself.", file=file))
    try:
        with open_atomically(file, PRIVATE) as part:
            copy(source, part)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise Unusable(Phrase("FILE: %(file)s cannot be written (%(why)s).", file=file, why=why)) from error


def copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as running, closing(sqlite3.connect(target)) as saved:
        running.backup(saved)  # all pages in one step, so that concurrent writes cannot restart it
        saved.execute("PRAGMA journal_mode = DELETE")  # a single file, without -wal and -shm
        (state,) = saved.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise sqlite3.DatabaseError(state)
    with target.open("rb") as written:
        os.fsync(written.fileno())
