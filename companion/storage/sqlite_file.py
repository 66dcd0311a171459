"""The file of a SQLite database: lock it for one server, and copy it while it is in use."""

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.files import open_atomically
from companion.phrase import Phrase
from companion.storage import Unusable, read_url

PATIENCE_SECONDS = 3  # the processes of a killed server end shortly after it
PAUSE_SECONDS = 0.1
PRIVATE = 0o600

if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> None:
        """Lock an open file without waiting. Raises OSError."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: int) -> None:
        """Lock an open file without waiting. Raises OSError."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def hold_server_lock(url: str) -> Iterator[None]:
    """Hold the lock for the SQLite file of a database URL; PostgreSQL needs none. Raises Unusable if another server
    holds it. The system releases the lock when the last process of a server ends, even after a crash."""
    parsed = read_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        yield
        return
    database = Path(parsed.database).resolve()
    try:
        held = os.open(database.with_name(database.name + ".lock"), os.O_CREAT | os.O_RDWR, PRIVATE)
    except OSError:
        yield  # opening the database will report what is wrong with the folder
        return
    deadline = time.monotonic() + PATIENCE_SECONDS
    try:
        while True:
            try:
                lock(held)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise Unusable(
                        Phrase(
                            "Another companion already serves %(file)s; stop it, or choose another COMPANION_DATA_DIR.",
                            file=parsed.database,
                        )
                    ) from None
            time.sleep(PAUSE_SECONDS)
        yield
    finally:
        os.close(held)  # never unlock explicitly: a forked process would unlock it for the whole server


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
    with target.open("r+b") as written:  # Windows does not flush what is open for reading only
        os.fsync(written.fileno())
