"""Bounds per address: wrong codes, new tables, open streams."""

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Network, ip_address
from threading import Lock

from flask import request

from companion.settings import Settings
from companion.tables.errors import TableError

MINUTE, HOUR = 60, 3600
UNPROVEN_PER_MINUTE = 5  # tokens that may still be tried by an address with too many wrong codes
KEPT_MEMBERS = 20_000
ENTRY_SECONDS = 10
LOBBY_ENTRIES = 60  # at one table in these seconds
ENTRIES = 1_000  # programs may play fast


class TooMany(TableError):
    def __init__(self, code: str, retry_after: int) -> None:
        super().__init__(code)
        self.retry_after = retry_after


class Window:
    """So many in so many seconds for each address, by a clock that nobody sets."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self.counted: deque[tuple[float, str]] = deque()
        self.counts: Counter[str] = Counter()
        self.lock = Lock()

    def full(self, who: str) -> bool:
        with self.lock:
            return self.recent(who) >= self.most

    def count(self, who: str) -> bool:
        """Count one more, unless there were too many already."""
        with self.lock:
            if self.recent(who) >= self.most:
                return False
            self.counted.append((self.clock(), who))
            self.counts[who] += 1
            return True

    def recent(self, who: str) -> int:
        while self.counted and self.counted[0][0] <= self.clock() - self.seconds:
            _, forgotten = self.counted.popleft()
            self.counts[forgotten] -= 1
            if not self.counts[forgotten]:
                del self.counts[forgotten]
        return self.counts[who]


class Limits:
    def __init__(self, settings: Settings) -> None:
        self.wrong_codes = Window(settings.wrong_codes_per_minute, MINUTE)
        self.unproven_tokens = Window(UNPROVEN_PER_MINUTE, MINUTE)
        self.members: OrderedDict[tuple[str, str], None] = OrderedDict()  # tokens that were right for their table
        self.in_lobby = Window(LOBBY_ENTRIES, ENTRY_SECONDS)
        self.in_play = Window(ENTRIES, ENTRY_SECONDS)
        self.new_tables = Window(settings.tables_per_hour, HOUR)
        self.most_streams = settings.streams_per_address
        self.open_streams: Counter[str] = Counter()
        self.lock = Lock()

    def table_opened(self) -> None:
        if not self.new_tables.count(address()):
            raise TooMany("too-many-tables", HOUR)

    def wrong_code(self) -> None:
        self.wrong_codes.count(address())

    def may_try_code(self) -> None:
        """Nobody learns whether a code exists after too many wrong ones."""
        if self.wrong_codes.full(address()):
            raise TooMany("too-many-wrong-codes", MINUTE)

    def entry_tried(self, code: str, in_lobby: bool) -> None:
        """Count an attempt to change a table. Raises TooMany."""
        if not (self.in_lobby if in_lobby else self.in_play).count(code):
            raise TooMany("too-many-entries", ENTRY_SECONDS)

    def may_try_token(self, code: str, token: str) -> bool:
        """Whether a token may be compared with its table after too many wrong codes: if it was right before, or as
        one of a few. Each comparison loads the table, if there is one, and that takes a while."""
        return (code, token) in self.members or self.unproven_tokens.count(address())

    def remember_member(self, code: str, token: str) -> None:
        with self.lock:
            self.members[code, token] = None
            self.members.move_to_end((code, token))
            if len(self.members) > KEPT_MEMBERS:
                self.members.popitem(last=False)

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
    return counted_as(request.remote_addr or "unknown")


def counted_as(remote: str) -> str:
    """IPv6 gives every line a /64 of addresses to choose from: they count as one."""
    try:
        found = ip_address(remote)
    except ValueError:
        return remote
    if isinstance(found, IPv4Address):
        return remote
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))
