"""Whether a table's host is still around. Written down seldom and for all tables at once: it may be a little old."""

from collections.abc import Callable
from threading import Lock

from companion.storage import EventLog
from companion.tables.table import Table

FLUSH_SECONDS = 30


class Presence:
    def __init__(self, log: EventLog, now: Callable[[], float], away_seconds: float) -> None:
        self.log = log
        self.now = now
        self.away_seconds = away_seconds
        self.seen: dict[str, float] = {}  # since the last time it was written down
        self.flushed_at = now()
        self.lock = Lock()

    def host_seen(self, code: str) -> None:
        with self.lock:
            self.seen[code] = self.now()
            if self.now() - self.flushed_at < FLUSH_SECONDS:
                return
            codes, self.flushed_at = list(self.seen), self.now()
            self.seen = {code: self.now()}
        self.log.mark_seen(codes, int(self.now() * 1000))

    def host_away(self, table: Table) -> bool:
        """Whether the host has not been seen for so long that somebody else should take over."""
        latest_allowed = self.now() - self.away_seconds
        if max(self.seen.get(table.code, 0), table.opened_at / 1000) >= latest_allowed:
            return False
        return (self.log.last_seen(table.code) or 0) / 1000 < latest_allowed
