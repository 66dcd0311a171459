"""Publish events to the streams of this process. A slow stream never blocks another one."""

import json
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from companion.storage import Event

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
