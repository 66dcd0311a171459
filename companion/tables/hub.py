"""Who listens to which table in this process. News is handed to every listener; nobody waits for anybody."""

import json
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from companion.storage import Event

REMARK = 0  # instead of the number of an event
BACKLOG = 64  # events a slow phone may be behind before it is sent away to come back with Last-Event-ID


class Line(Protocol):
    """The connection to a phone."""

    def hang_up(self) -> None:
        """Close it, also while somebody waits to send."""

    def watch(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        """Call `gone` as soon as the phone has closed it."""


@dataclass(frozen=True)
class Frame:
    """One server-sent event, encoded once for all phones."""

    seq: int
    wire: bytes


def frame(event: Event) -> Frame:
    data = json.dumps(event.public(), ensure_ascii=False, separators=(",", ":"))
    return Frame(event.seq, f"id: {event.seq}\ndata: {data}\n\n".encode())


@dataclass(eq=False)
class Subscription:
    """What one phone has not been sent yet; None among it says that the log must be read.

    A phone that reads nothing keeps its stream waiting in the middle of a frame; only hanging up ends that.
    """

    hang_up: Callable[[], None]
    frames: "queue.SimpleQueue[Frame | None]" = field(default_factory=lambda: queue.SimpleQueue())
    dropped: bool = False

    def offer(self, item: Frame | None) -> None:
        if self.frames.qsize() < BACKLOG:
            self.frames.put(item)
        elif not self.dropped:
            self.dropped = True
            self.hang_up()

    def end(self) -> None:
        """End the stream: its phone is gone."""
        self.dropped = True
        self.frames.put(None)


class Hub:
    def __init__(self) -> None:
        self.subscriptions: dict[str, set[Subscription]] = {}
        self.lock = threading.Lock()

    @contextmanager
    def subscribe(self, code: str, line: Line) -> Iterator[Subscription]:
        subscription = Subscription(line.hang_up)
        with self.lock:
            self.subscriptions.setdefault(code, set()).add(subscription)
        try:
            with line.watch(subscription.end):
                yield subscription
        finally:
            with self.lock:
                listening = self.subscriptions[code]
                listening.discard(subscription)
                if not listening:
                    del self.subscriptions[code]

    def remark(self, code: str, wire: bytes) -> None:
        """Tell the pages of a table something that is no event: it has no number, and nobody hears it later."""
        with self.lock:
            everyone = list(self.subscriptions.get(code, ()))
        for subscription in everyone:
            subscription.offer(Frame(REMARK, wire))

    def heard(self, code: str | None, events: Sequence[Event]) -> None:
        """News from the log; without a code, news may have been missed and everyone looks for themselves."""
        with self.lock:
            if code is None:
                everyone = [one for listening in self.subscriptions.values() for one in listening]
            else:
                everyone = list(self.subscriptions.get(code, ()))
        if not everyone:
            return
        frames: list[Frame | None] = [frame(event) for event in events] if code else [None]
        for subscription in everyone:
            for item in frames:
                subscription.offer(item)
