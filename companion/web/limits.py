"""Rate limits per address: wrong codes, new tables, open streams; and per table: entries."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Network, ip_address
from threading import Lock
from typing import Any

from flask import request

from companion.games.kept import Kept
from companion.settings import Settings
from companion.tables.errors import TableError

MINUTE, HOUR = 60, 3600
UNPROVEN_PER_MINUTE = 5  # tokens that an address with too many wrong codes may still try
KEPT_MEMBERS = 20_000
WRONG_PASSPHRASES_PER_MINUTE = 5  # per address
PASSPHRASES_PER_MINUTE = 60  # from all addresses together; each takes a twentieth of a second
ENTRY_SECONDS = 10
LOBBY_ENTRIES = 60  # at one table in ENTRY_SECONDS
ENTRIES = 2_000  # programs play fast; a random game with real dice has a thousand entries


class TooMany(TableError):
    def __init__(self, code: str, retry_after: int) -> None:
        super().__init__(code)
        self.retry_after = retry_after


class Window:
    """Sliding-window rate limit per key, with a monotonic clock."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self.counted: deque[tuple[float, str]] = deque()
        self.counts: Counter[str] = Counter()
        self.lock = Lock()

    def is_full(self, who: str) -> bool:
        with self.lock:
            return self.count_recent(who) >= self.most

    def count(self, who: str) -> bool:
        """Count one more and return True, or return False if the limit is reached."""
        with self.lock:
            if self.count_recent(who) >= self.most:
                return False
            self.counted.append((self.clock(), who))
            self.counts[who] += 1
            return True

    def count_recent(self, who: str) -> int:
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
        self.members: Kept[bool] = Kept(KEPT_MEMBERS)  # tokens that were valid for their table
        self.in_lobby = Window(LOBBY_ENTRIES, ENTRY_SECONDS)
        self.in_play = Window(ENTRIES, ENTRY_SECONDS)
        self.new_tables = Window(settings.tables_per_hour, HOUR)
        self.wrong_passphrases = Window(WRONG_PASSPHRASES_PER_MINUTE, MINUTE)
        self.passphrases = Window(PASSPHRASES_PER_MINUTE, MINUTE)
        self.most_streams = settings.streams_per_address
        self.open_streams: Counter[str] = Counter()
        self.lock = Lock()

    def count_table(self) -> None:
        """Count a new table. Raises TooMany."""
        if not self.new_tables.count(find_client_address()):
            raise TooMany("too-many-tables", HOUR)

    def check_passphrases(self) -> None:
        """Count an attempt to open the shared history. Raises TooMany after too many wrong ones."""
        if self.wrong_passphrases.is_full(find_client_address()) or not self.passphrases.count(""):
            raise TooMany("too-many-passphrases", MINUTE)

    def count_wrong_passphrase(self) -> None:
        self.wrong_passphrases.count(find_client_address())

    def count_wrong_code(self) -> None:
        self.wrong_codes.count(find_client_address())

    def check_wrong_codes(self) -> None:
        """Raise TooMany after too many wrong codes, so that codes cannot be guessed."""
        if self.wrong_codes.is_full(find_client_address()):
            raise TooMany("too-many-wrong-codes", MINUTE)

    def count_entry(self, code: str, in_lobby: bool, belongs_here: bool) -> None:
        """Count an attempt to change a table. Somebody without a seat there is counted by address, so that strangers
        cannot use up what the players may do. Raises TooMany."""
        who = code if belongs_here else f"{code} {find_client_address()}"
        if not (self.in_lobby if in_lobby else self.in_play).count(who):
            raise TooMany("too-many-entries", ENTRY_SECONDS)

    def can_try_token(self, code: str, token: str) -> bool:
        """Check whether a token may be tried after too many wrong codes: if it was valid before, or as one of a few.
        Each attempt loads the table if it exists, and that takes measurable time."""
        return self.members.get((code, token)) or self.unproven_tokens.count(find_client_address())

    def remember_member(self, code: str, token: str) -> None:
        self.members.keep((code, token), True)

    @contextmanager
    def stream(self, who: str) -> Iterator[None]:
        """Count a stream while it is open."""
        with self.lock:
            self.open_streams[who] += 1
        try:
            yield
        finally:
            with self.lock:
                self.open_streams[who] -= 1
                if not self.open_streams[who]:
                    del self.open_streams[who]

    def check_streams(self) -> None:
        """Raise TooMany if the client's address has too many open streams."""
        if self.open_streams[find_client_address()] >= self.most_streams:
            raise TooMany("too-many-streams", MINUTE)


def find_client_address() -> str:
    return normalise_address(request.remote_addr or "unknown")


def find_address(environ: Mapping[str, Any], trusted_proxies: int) -> str:
    """Return the client's address of a request that Flask has not seen yet; behind proxies, what they say."""
    remote = environ.get("REMOTE_ADDR", "unknown")
    if trusted_proxies:
        named = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        remote = named[-trusted_proxies].strip() if len(named) >= trusted_proxies else remote
    return normalise_address(remote)


def normalise_address(remote: str) -> str:
    """Return the address to count; the /64 network of an IPv6 customer counts as one address."""
    try:
        found = ip_address(remote)
    except ValueError:
        return remote
    if isinstance(found, IPv4Address):
        return remote
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))
