"""Bounds per address: wrong codes, new tables, open streams."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from flask import request
from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from companion.settings import Settings
from companion.tables.errors import TableError

MINUTE, HOUR = 60, 3600


class TooMany(TableError):
    def __init__(self, code: str, retry_after: int) -> None:
        super().__init__(code)
        self.retry_after = retry_after


class Limits:
    def __init__(self, settings: Settings) -> None:
        self.windows = MovingWindowRateLimiter(MemoryStorage())
        self.wrong_codes = RateLimitItemPerMinute(settings.wrong_codes_per_minute)
        self.new_tables = RateLimitItemPerHour(settings.tables_per_hour)
        self.most_streams = settings.streams_per_address
        self.open_streams: Counter[str] = Counter()
        self.lock = Lock()

    def table_opened(self) -> None:
        if not self.windows.hit(self.new_tables, "table", address()):
            raise TooMany("too-many-tables", HOUR)

    def wrong_code(self) -> None:
        self.windows.hit(self.wrong_codes, "code", address())

    def may_try_code(self) -> None:
        """Nobody learns whether a code exists after too many wrong ones."""
        if not self.windows.test(self.wrong_codes, "code", address()):
            raise TooMany("too-many-wrong-codes", MINUTE)

    @contextmanager
    def stream(self, who: str) -> Iterator[None]:
        with self.lock:
            self.open_streams[who] += 1
        try:
            yield
        finally:
            with self.lock:
                self.open_streams[who] -= 1
                if not self.open_streams[who]:
                    del self.open_streams[who]

    def may_stream(self) -> None:
        if self.open_streams[address()] >= self.most_streams:
            raise TooMany("too-many-streams", MINUTE)


def address() -> str:
    return request.remote_addr or "unknown"
