"""The event log as everyone else sees it: append, read, hear of changes. Two databases keep this contract."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from companion.phrase import Phrase

Body = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """Something that is about to be written down."""

    kind: str
    body: Body = field(default_factory=dict)
    seat: str | None = None
    secret: Body | None = None  # kept with the event, never shown (token hashes, the dice seed)


class Event(NamedTuple):
    """Something that was written down, and when (milliseconds since 1970)."""

    seq: int
    at: int
    kind: str
    body: Body
    seat: str | None = None
    secret: Body | None = None

    @classmethod
    def of(cls, entry: Entry, seq: int, at: int) -> "Event":
        return cls(seq, at, entry.kind, entry.body, entry.seat, entry.secret)

    def public(self) -> Body:
        """What anyone at the table may know of it."""
        shown: Body = {**self.body, "seq": self.seq, "at": self.at, "kind": self.kind}
        if self.seat is not None:
            shown["seat"] = self.seat
        return shown


class StorageError(Exception):
    """The base of everything that can go wrong here."""


class Conflict(StorageError):
    """Somebody else wrote first: the log has grown since it was read."""


class UnknownTable(StorageError):
    """There is no log under this code."""


class Unavailable(StorageError):
    """The database does not answer now (locked, full, restarting). Trying again may help and is safe: a number is given
    once. As a rule nothing was written; only a line that broke at the very moment of the commit leaves that open."""


class Damaged(StorageError):
    """What is written down about one table cannot be read; other tables are not affected."""

    def __init__(self, code: str) -> None:
        super().__init__(Phrase("An entry of table %(code)s in the database cannot be read.", code=code))


class Unusable(StorageError):
    """The database cannot be opened at all; the sentence says what to mend."""


# Called with the code and its new events, of which secrets may be left out, or with (None, ()) when changes may have
# been missed.
Listener = Callable[[str | None, Sequence[Event]], None]


ALL = 2**30  # more events than a log can have, and small enough for a database's integer


class EventLog(Protocol):
    def append(self, code: str, events: Sequence[Event]) -> None:
        """Write events down, all or none; durable when it returns.

        They are numbered on from the last one; number 1 opens a new log. Raises Conflict when the log already
        has one of these numbers, UnknownTable when there is no such log to go on with.
        """

    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]:
        """Return the events behind number `after` in order, at most so many; none for an unknown code."""

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of every append from now on, whichever process made it."""

    def idle_since(self, at: int) -> list[str]:
        """The codes whose last event is older than `at`."""

    def delete(self, codes: Iterable[str]) -> int:
        """Forget whole logs; only ever on an explicit command. Returns how many."""

    def mark_seen(self, codes: Iterable[str], at: int) -> None:
        """Note that the hosts of these tables were here at this time."""

    def last_seen(self, code: str) -> int | None:
        """When the host of this table was last here."""

    def close(self) -> None: ...

    def finish(self) -> None:
        """Close when the server stops: of SQLite the main file alone is then complete, with nothing left in `-wal`."""
