"""The event stream of one phone: first the missed events, then live ones. No event is repeated or skipped."""

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from companion.storage import Damaged, EventLog, Unavailable
from companion.tables.hub import REMARK, Connection, Hub, Subscription, make_frame

RETRY = b"retry: 1000\n\n"
CHUNK = 100  # events that are read and sent together; 1 ms

Preface = Callable[[int], bytes]  # what to send before the event with this number


def empty_preface(event: int) -> bytes:
    return b""


@dataclass(frozen=True)
class Heartbeat:
    """What to send and do after a while without events."""

    seconds: float
    then: Callable[[], None]
    audible: bool = False  # for pages: scripts do not receive comments; the event names the seconds until the next one
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
    connection: Connection,
    preface: Preface = empty_preface,
) -> Iterator[bytes]:
    """Yield server-sent events after number `after`, each preceded by what `preface` returns. The stream ends when the
    phone disconnects, lags too far behind or the log cannot be read; the phone then reconnects with Last-Event-ID."""
    with suppress(Unavailable, Damaged), hub.subscribe(code, connection) as subscription:
        yield from generate_frames(log, subscription, code, after, heartbeat, preface)


def generate_frames(
    log: EventLog, subscription: Subscription, code: str, after: int, heartbeat: Heartbeat, preface: Preface
) -> Iterator[bytes]:
    sent = after
    yield RETRY + heartbeat.wire if heartbeat.audible else RETRY
    catch_up = True
    while True:
        while catch_up:
            missed = log.read(code, sent, CHUNK)
            for event in missed:
                yield preface(event.seq) + make_frame(event).wire
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
