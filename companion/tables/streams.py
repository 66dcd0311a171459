"""The event streams of phones: first the missed events, then live ones. No event is repeated or skipped, and a slow
stream never blocks another one."""

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol

from companion.storage import Damaged, Event, EventLog, Unavailable

# Publishing to the streams of this process


REMARK = 0  # instead of the number of an event
BACKLOG = 64  # events a slow phone may lag behind before it is disconnected; it reconnects with Last-Event-ID


class Connection(Protocol):
    """The connection to a phone."""

    def close(self) -> None:
        """Close it, even while a stream is blocked on sending."""

    def watch(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        """Call `gone` as soon as the phone closes it."""


@dataclass(frozen=True)
class Frame:
    """One server-sent event, encoded once for all phones."""

    seq: int
    wire: bytes


def make_frame(event: Event) -> Frame:
    data = json.dumps(event.hide_secrets(), ensure_ascii=False, separators=(",", ":"))
    return Frame(event.seq, f"id: {event.seq}\ndata: {data}\n\n".encode())


@dataclass(eq=False)
class Subscription:
    """The queue of frames for one phone; None in it means that the log must be read.

    A phone that does not read blocks its stream in the middle of a frame; only closing the connection ends that.
    """

    close_connection: Callable[[], None]
    frames: "queue.SimpleQueue[Frame | None]" = field(default_factory=lambda: queue.SimpleQueue())
    dropped: bool = False

    def offer(self, item: Frame | None) -> None:
        """Queue a frame, or close the connection if the queue is full."""
        if self.frames.qsize() < BACKLOG:
            self.frames.put(item)
        elif not self.dropped:
            self.dropped = True
            self.close_connection()

    def end(self) -> None:
        """End the stream: its phone is gone."""
        self.dropped = True
        self.frames.put(None)


class Hub:
    def __init__(self) -> None:
        self.subscriptions: dict[str, set[Subscription]] = {}
        self.lock = threading.Lock()

    @contextmanager
    def subscribe(self, code: str, connection: Connection) -> Iterator[Subscription]:
        """Yield a subscription to the events of a table."""
        subscription = Subscription(connection.close)
        with self.lock:
            self.subscriptions.setdefault(code, set()).add(subscription)
        try:
            with connection.watch(subscription.end):
                yield subscription
        finally:
            with self.lock:
                listening = self.subscriptions[code]
                listening.discard(subscription)
                if not listening:
                    del self.subscriptions[code]

    def remark(self, code: str, wire: bytes) -> None:
        """Send the streams of a table a message that is not in the log."""
        with self.lock:
            everyone = list(self.subscriptions.get(code, ()))
        for subscription in everyone:
            subscription.offer(Frame(REMARK, wire))

    def publish(self, code: str | None, events: Sequence[Event]) -> None:
        """Send new events of a table to its streams; without a code, let all streams read the log."""
        with self.lock:
            if code is None:
                everyone = [one for listening in self.subscriptions.values() for one in listening]
            else:
                everyone = list(self.subscriptions.get(code, ()))
        if not everyone:
            return
        frames: list[Frame | None] = [make_frame(event) for event in events] if code else [None]
        for subscription in everyone:
            for item in frames:
                subscription.offer(item)


# The stream of one phone


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
