"""A phone's live view of a table: first what it missed, then what happens. No event twice, none left out."""

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from companion.storage import Damaged, EventLog, Unavailable
from companion.tables.hub import REMARK, Hub, Line, Subscription, frame

RETRY = b"retry: 1000\n\n"
CHUNK = 100  # events that are read and sent at once; 1 ms

Preface = Callable[[int], bytes]  # what is said before an event, by its number


def nothing(event: int) -> bytes:
    return b""


@dataclass(frozen=True)
class Heartbeat:
    """What is said when nothing has happened for a while, and what is done then."""

    seconds: float
    then: Callable[[], None]
    audible: bool = False  # for pages: scripts do not hear comments, and learn by when to expect the next one
    adds: Callable[[], bytes] = bytes  # what pages are told with it

    @property
    def wire(self) -> bytes:
        if not self.audible:
            return b": still here\n\n"
        return f"event: beat\ndata: {self.seconds}\n\n".encode() + self.adds()


def stream(
    log: EventLog,
    hub: Hub,
    code: str,
    after: int,
    heartbeat: Heartbeat,
    line: Line,
    preface: Preface = nothing,
) -> Iterator[bytes]:
    """Server-sent events behind number `after`, each with what `preface` says before it. It ends when the phone goes
    away, falls too far behind or the log cannot be read; the phone then comes back with Last-Event-ID."""
    with suppress(Unavailable, Damaged), hub.subscribe(code, line) as subscription:
        yield from endless(log, subscription, code, after, heartbeat, preface)


def endless(
    log: EventLog, subscription: Subscription, code: str, after: int, heartbeat: Heartbeat, preface: Preface
) -> Iterator[bytes]:
    sent = after
    yield RETRY + heartbeat.wire if heartbeat.audible else RETRY
    catch_up = True
    while True:
        while catch_up:
            missed = log.read(code, sent, CHUNK)
            for event in missed:
                yield preface(event.seq) + frame(event).wire
                sent = event.seq
            catch_up = len(missed) == CHUNK
            if catch_up:
                time.sleep(0)  # let other tables go first
        try:
            news = subscription.frames.get(timeout=heartbeat.seconds)
        except queue.Empty:
            yield heartbeat.wire
            heartbeat.then()
            continue
        if subscription.dropped:
            return
        if news is None or news.seq > sent + 1:
            catch_up = True
        elif news.seq == REMARK:
            if heartbeat.audible:
                yield news.wire
        elif news.seq == sent + 1:
            yield preface(news.seq) + news.wire
            sent = news.seq
