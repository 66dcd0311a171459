"""Whether a table's host is still around. Written down seldom and for all tables at once: it may be a little old.

Only time that has passed here counts, by a clock that nobody sets: a date that is corrected, or a laptop that slept,
makes nobody absent. What is in the log is a sign of life for other processes; that it changed is all they look at.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock

from companion.storage import EventLog, Unavailable
from companion.tables.table import Table

FLUSH_SECONDS = 30
KEPT_SECONDS = 3600  # how long signs are remembered of tables where nobody asks for them


@dataclass(frozen=True)
class Sign:
    """The last sign of a host: when it was noticed here, and what the log said then."""

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
        self.signs: dict[str, Sign] = {}
        self.flushed = clock()
        self.lock = Lock()

    def host_seen(self, code: str) -> None:
        with self.lock:
            known = self.signs.get(code)
            self.signs[code] = Sign(self.clock(), known.written if known else None, new=True)
            if self.clock() - self.flushed < FLUSH_SECONDS:
                return
            news = self.take_news()
        with suppress(Unavailable):  # the next one brings it; nobody's request fails for this
            self.log.mark_seen(*news)

    def take_news(self) -> tuple[list[str], int]:
        """The tables whose hosts were here since the last time, and the time it is."""
        self.flushed, at = self.clock(), int(self.now() * 1000)
        forgotten = self.flushed - self.away_seconds - KEPT_SECONDS
        self.signs = {code: sign for code, sign in self.signs.items() if sign.noticed > forgotten}
        codes = [code for code, sign in self.signs.items() if sign.new]
        self.signs |= {code: replace(self.signs[code], written=at, new=False) for code in codes}
        return codes, at

    def forget(self, code: str) -> None:
        with self.lock:
            self.signs.pop(code, None)

    def host_away(self, table: Table) -> bool:
        """Whether there has been no sign of the host for so long that somebody else should take over."""
        known = self.signs.get(table.code)
        if known and self.clock() - known.noticed < self.away_seconds:
            return False
        written = self.log.last_seen(table.code)
        if known and written == known.written:
            return True
        with self.lock:  # seen by another process, or the first time that we look
            self.signs[table.code] = Sign(self.clock(), written)
        return False
