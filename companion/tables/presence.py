"""Track whether the host of a table is present. Stored rarely and for all tables together, so it may be a little old.

Absence is measured with a monotonic clock: a corrected date or a laptop that slept makes no host absent. The time in
the log tells other processes that the host was seen; they only check whether it changed.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock

from companion.storage import EventLog, Unavailable
from companion.tables.table import Table

FLUSH_SECONDS = 30
KEPT_SECONDS = 3600  # how long unused entries stay in memory


@dataclass(frozen=True)
class LastSeen:
    """When a host was last seen in this process, and the time in the log at that moment."""

    noticed: float
    written: int | None = None
    new: bool = False  # not in the log yet


class Presence:
    def __init__(
        self, log: EventLog, now: Callable[[], float], clock: Callable[[], float], away_seconds: float
    ) -> None:
        self.log = log
        self.now = now
        self.clock = clock
        self.away_seconds = away_seconds
        self.signs: dict[str, LastSeen] = {}
        self.flushed = clock()
        self.lock = Lock()

    def note_host(self, code: str) -> None:
        """Note that the host of a table is present, and store it from time to time."""
        with self.lock:
            known = self.signs.get(code)
            self.signs[code] = LastSeen(self.clock(), known.written if known else None, new=True)
            if self.clock() - self.flushed < FLUSH_SECONDS:
                return
            unsaved = self.take_unsaved()
        with suppress(Unavailable):  # the next flush stores it; no request fails because of this
            self.log.mark_seen(*unsaved)

    def take_unsaved(self) -> tuple[list[str], int]:
        """Return the tables whose hosts were seen since the last flush, and the current time."""
        self.flushed, at = self.clock(), int(self.now() * 1000)
        forgotten = self.flushed - self.away_seconds - KEPT_SECONDS
        self.signs = {code: sign for code, sign in self.signs.items() if sign.noticed > forgotten}
        codes = [code for code, sign in self.signs.items() if sign.new]
        self.signs |= {code: replace(self.signs[code], written=at, new=False) for code in codes}
        return codes, at

    def forget(self, code: str) -> None:
        with self.lock:
            self.signs.pop(code, None)

    def is_host_away(self, table: Table) -> bool:
        """Check whether the host has been away for so long that another player should take over."""
        known = self.signs.get(table.code)
        if known and self.clock() - known.noticed < self.away_seconds:
            return False
        written = self.log.find_last_seen(table.code)
        if known and written == known.written:
            return True
        with self.lock:  # seen by another process, or checked here for the first time
            self.signs[table.code] = LastSeen(self.clock(), written)
        return False
