"""Which devices have a stream open to which table in this process, and which had one and are gone.

Only memory, nothing of it is stored: it begins with the first stream of a table and ends with the last one. A device is
known by the fingerprint of its token, so a seat that moves to another device is where its new token is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

from companion.games.table_game import BOT, PAPER
from companion.tables.table import Table

ANYBODY = ""  # counts all streams, also those of strangers and large screens


class Attendance:
    def __init__(self) -> None:
        self.streams: dict[str, Counter[str]] = {}  # by table: open streams by fingerprint; 0 for who is gone
        self.told: dict[str, list[str]] = {}  # by table: the absent seats that everyone knows of
        self.lock = Lock()

    @contextmanager
    def attend(self, code: str, keys: Iterable[str]) -> Iterator[None]:
        """Count a device as here."""
        keys = [ANYBODY, *keys]
        with self.lock:
            self.streams.setdefault(code, Counter()).update(keys)
        try:
            yield
        finally:
            with self.lock:
                here = self.streams[code]
                here.subtract(keys)
                if not here[ANYBODY]:
                    del self.streams[code]
                    self.told.pop(code, None)

    def note(self, code: str, absent: list[str]) -> bool:
        """Remember who is absent; return whether that is news to anybody."""
        with self.lock:
            if code not in self.streams or self.told.get(code, []) == absent:
                return False
            self.told[code] = absent
            return True

    def is_here(self, code: str, key: str) -> bool:
        return self.streams.get(code, Counter())[key] > 0

    def find_absent(self, table: Table) -> list[str]:
        """Return the seats whose device was here and is gone."""
        known = self.streams.get(table.code, Counter())
        return [seat.seat for seat in table.seats if seat.kind not in (BOT, PAPER) and known.get(seat.key) == 0]
