"""Who is here: whether the host of a table is present, and which devices have a stream open to it."""

import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from threading import Lock

from companion.games.table_game import BOT, PAPER
from companion.storage import EventLog, Unavailable
from companion.tables.table import Table

# The host. Stored rarely and for all tables together, so it may be a little old. Absence is measured with a monotonic
# clock: a corrected date or a laptop that slept makes no host absent. The time in the log tells other processes that
# the host was seen; they only check whether it changed.


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


# Devices, known by the fingerprints of their tokens: a seat that moves to another device is where its new token is.
# Nothing is stored: it begins with the first stream of a table and ends with the last one. Several processes tell each
# other with short notes `[process, code, {fingerprint: is here}]`: one for each table whose streams changed (an empty
# one when the last closed), NOTHING_NEW as a sign of life, and TELL_ME_ALL after connecting.


ANYBODY = ""  # counts all streams, also those of strangers and TVs
NOTHING_NEW, TELL_ME_ALL = "", "*"  # in place of a code
MOST_DEVICES = 100  # in a note, which has room for no more
ALIVE_SECONDS = 10  # between signs of life
DEAD_SECONDS = 35  # without one; then the devices of that process are gone

State = dict[str, bool]  # fingerprint: is here


class Attendance:
    def __init__(self, is_alone: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.streams: dict[str, Counter[str]] = {}  # by table: open streams by fingerprint; 0 for who is gone
        self.told: dict[str, list[str]] = {}  # by table: the absent seats that everyone knows of
        self.lock = Lock()
        self.clock = clock
        self.is_alone = is_alone
        self.process = secrets.token_hex(4)
        self.elsewhere: dict[str, dict[str, State]] = {}  # by process and table
        self.heard: dict[str, float] = {}  # when a process was last heard
        self.changed: set[str] = set()  # tables that the other processes must be told about
        self.signed = clock()
        self.on_news: Callable[[str], None] = lambda code: None  # another process changed who is here

    @contextmanager
    def attend(self, code: str, keys: Iterable[str]) -> Iterator[None]:
        """Count a device as here."""
        keys = [ANYBODY, *keys]
        with self.lock:
            self.streams.setdefault(code, Counter()).update(keys)
            self.note_change(code)
        try:
            yield
        finally:
            with self.lock:
                here = self.streams[code]
                here.subtract(keys)
                if not here[ANYBODY]:
                    del self.streams[code]
                    self.told.pop(code, None)
                self.note_change(code)

    def note(self, code: str, absent: list[str]) -> bool:
        """Store who is absent; return whether this changed."""
        with self.lock:
            if code not in self.streams or self.told.get(code, []) == absent:
                return False
            self.told[code] = absent
            return True

    def is_here(self, code: str, key: str) -> bool:
        return any(state.get(key) for state in self.find_states(code))

    def knows_others(self, table: Table) -> bool:
        """Check whether a device was here that has no seat in this version of the table."""
        seated = {ANYBODY, table.host_key, *(seat.key for seat in table.seats)}
        return any(state.keys() - seated for state in self.find_states(table.code))

    def find_absent(self, table: Table) -> list[str]:
        """Return the seats whose device was here and is gone."""
        states = self.find_states(table.code)
        known = {key for state in states for key in state}
        here = {key for state in states for key, is_here in state.items() if is_here}
        return [seat.seat for seat in table.seats if seat.kind not in (BOT, PAPER) and seat.key in known - here]

    def find_states(self, code: str) -> list[State]:
        """Return what each process knows about the devices of a table."""
        with self.lock:
            own = {key: count > 0 for key, count in self.streams.get(code, {}).items()}
            return [own, *(tables[code] for tables in self.elsewhere.values() if code in tables)]

    # Telling other processes

    def note_change(self, code: str) -> None:
        if not self.is_alone:
            self.changed.add(code)

    def collect(self, all_again: bool) -> list[str]:
        """Return the notes for the other processes; `all_again` if notes may have been lost."""
        with self.lock:
            if all_again:
                for process in list(self.heard):
                    self.forget_process(process)
                self.changed = set(self.streams)
            news = self.forget_dead()
            notes = [self.write_note(code, self.streams.get(code, Counter())) for code in sorted(self.changed)]
            self.changed = set()
            if all_again:
                notes.append(self.write_note(TELL_ME_ALL, Counter()))
            elif self.clock() - self.signed >= ALIVE_SECONDS:
                notes.append(self.write_note(NOTHING_NEW, Counter()))
            if notes:
                self.signed = self.clock()
        for code in news:
            self.on_news(code)
        return notes

    def write_note(self, code: str, streams: Counter[str]) -> str:
        state = {key: count > 0 for key, count in streams.most_common(MOST_DEVICES) if key != ANYBODY}
        return json.dumps([self.process, code, state], separators=(",", ":"))

    def receive(self, note: str) -> None:
        """Learn from a note of any process, also of this one."""
        process, code, state = json.loads(note)
        if process == self.process:
            return
        with self.lock:
            self.heard[process] = self.clock()
            if code == TELL_ME_ALL:
                self.changed |= self.streams.keys()
            if code in (TELL_ME_ALL, NOTHING_NEW):
                return
            tables = self.elsewhere.setdefault(process, {})
            self.remember(code, tables.pop(code, {}))
            if state:
                tables[code] = state
        self.on_news(code)

    def remember(self, code: str, state: State) -> None:
        """Remember devices of other processes while this process has a stream of the table."""
        if code in self.streams:
            self.streams[code].update(dict.fromkeys(state, 0))

    def forget_dead(self) -> list[str]:
        """Forget the processes that are silent; return the tables they had."""
        dead = [process for process, heard in self.heard.items() if self.clock() - heard > DEAD_SECONDS]
        return [code for process in dead for code in self.forget_process(process)]

    def forget_process(self, process: str) -> list[str]:
        del self.heard[process]
        tables = self.elsewhere.pop(process, {})
        for code, state in tables.items():
            self.remember(code, state)
        return list(tables)
