"""The interface of the event log: append, read, listen. SQLite and PostgreSQL implement it."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from companion.phrase import Phrase, UserError

Body = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """An event before it is stored."""

    kind: str
    body: Body = field(default_factory=dict)
    seat: str | None = None
    secret: Body | None = None  # stored with the event, never published (token hashes, the dice seed)


class Event(NamedTuple):
    """A stored event. `at` is in milliseconds since 1970."""

    seq: int
    at: int
    kind: str
    body: Body
    seat: str | None = None
    secret: Body | None = None

    @classmethod
    def of(cls, entry: Entry, seq: int, at: int) -> "Event":
        return cls(seq, at, entry.kind, entry.body, entry.seat, entry.secret)

    def hide_secrets(self) -> Body:
        """Return the event without its secrets."""
        shown: Body = {**self.body, "seq": self.seq, "at": self.at, "kind": self.kind}
        if self.seat is not None:
            shown["seat"] = self.seat
        return shown


def hash_text(text: str) -> str:
    """Return the hash that an opening event and the stored contents have in common."""
    return hashlib.sha256(text.encode()).hexdigest()


Contents = Mapping[str, str]  # hash → text

NO_CONTENTS: Contents = {}


class StorageError(UserError):
    """The base class of all errors of the event log."""


class Conflict(StorageError):
    """Another process wrote first: the log has grown since it was read."""


class UnknownTable(StorageError):
    """There is no log with this code."""


class Unavailable(StorageError):
    """The database does not respond (locked, full, restarting). Retrying is safe, because each event number is used
    once. Normally nothing was written; this is uncertain only if the connection broke during the commit."""

    def __init__(self, message: str = Phrase("The database does not respond right now.")) -> None:
        super().__init__(message)


class Damaged(StorageError):
    """An event of one table cannot be read; other tables are not affected."""

    def __init__(self, code: str) -> None:
        super().__init__(Phrase("An entry of table %(code)s in the database cannot be read.", code=code))


class Unusable(StorageError):
    """The database cannot be opened; the sentence says how to fix it."""


# Called with a code and its new events, possibly without secrets, or with (None, ()) if changes may have been missed.
Listener = Callable[[str | None, Sequence[Event]], None]


class Notes(Protocol):
    """What processes tell each other: short texts that are not stored."""

    def collect(self, all_again: bool) -> Sequence[str]:
        """Return the notes to send, called every second; `all_again` if earlier ones may have been lost."""

    def receive(self, note: str) -> None:
        """Take a note of any process, also of this one."""


ALL = 2**30  # more events than a log can have, and small enough for a database's integer


class EventLog(Protocol):
    def append(self, code: str, events: Sequence[Event], contents: Contents = NO_CONTENTS) -> None:
        """Store all events or none. They are durable when this returns.

        Their numbers continue after the last event; number 1 opens a new log, with its contents: each text is stored
        once and stays as long as a table has it. Raises Conflict if one of the numbers is already taken, UnknownTable
        if there is no such log to continue, Unavailable.
        """

    def read(self, code: str, after: int = 0, most: int = ALL) -> list[Event]:
        """Return up to `most` events after number `after`, in order; none for an unknown code.

        Raises Unavailable or Damaged.
        """

    def replace_bodies(self, code: str, bodies: Mapping[int, Body]) -> None:
        """Replace the bodies of stored events, by number. Only to delete a person's name; nobody is notified."""

    def read_contents(self, hashes: Iterable[str]) -> dict[str, str]:
        """Return the stored texts with these hashes; those that no table has are missing. Raises Unavailable."""

    def listen(self, listener: Listener) -> None:
        """Call `listener` for every append from now on, by any process."""

    def exchange_notes(self, notes: Notes) -> None:
        """Send and receive notes from now on. With SQLite there is no other process."""

    def find_idle(self, at: int) -> list[str]:
        """Return the codes of tables whose last event is older than `at`."""

    def delete(self, codes: Iterable[str]) -> int:
        """Delete whole logs and return how many. Only explicit commands do this."""

    def mark_seen(self, codes: Iterable[str], at: int) -> None:
        """Store that the hosts of these tables were seen at this time."""

    def find_last_seen(self, code: str) -> int | None:
        """Return when the host of this table was last seen."""

    def close(self) -> None: ...

    def finish(self) -> None:
        """Close when the server stops. SQLite's main file is then complete, with nothing left in `-wal`."""
