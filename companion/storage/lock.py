"""Lock a SQLite file for one server: the streams of a second one would miss what the first writes."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.phrase import Phrase
from companion.storage import Unusable, read_url

PATIENCE_SECONDS = 3  # the workers of a killed server end shortly after it
PAUSE_SECONDS = 0.1
PRIVATE = 0o600


@contextmanager
def hold_server_lock(url: str) -> Iterator[None]:
    """Hold the lock for the SQLite file of a database URL; PostgreSQL needs none. Raises Unusable if another server
    holds it. The system releases the lock when the last process of a server ends, even after a crash."""
    file = find_lock_file(url)
    try:
        held = None if file is None else os.open(file, os.O_CREAT | os.O_RDWR, PRIVATE)
    except OSError:
        held = None  # opening the database will report what is wrong with the folder
    if held is None:
        yield
        return
    try:
        acquire(held, url)
        yield
    finally:
        os.close(held)  # never unlock explicitly: a forked worker would unlock it for the whole server


def find_lock_file(url: str) -> Path | None:
    parsed = read_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    database = Path(parsed.database).resolve()
    return database.with_name(database.name + ".lock")


def acquire(held: int, url: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise Unusable(
                    Phrase(
                        "Another companion already serves %(file)s; stop it, or choose another COMPANION_DATA_DIR.",
                        file=read_url(url).database,
                    )
                ) from None
        time.sleep(PAUSE_SECONDS)
