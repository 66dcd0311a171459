"""A phone's live view of a table: first what it missed, then what happens. No event twice, none left out."""

import queue
from collections.abc import Callable, Iterator

from companion.storage import EventLog, Unavailable
from companion.tables.hub import Hub, frame

HEARTBEAT = b": still here\n\n"
RETRY = b"retry: 1000\n\n"


def stream(
    log: EventLog, hub: Hub, code: str, after: int, heartbeat_seconds: float, on_heartbeat: Callable[[], None]
) -> Iterator[bytes]:
    """Server-sent events behind number `after`, until the phone goes away or falls too far behind."""
    sent = after
    with hub.subscribe(code) as subscription:
        yield RETRY
        catch_up = True
        while True:
            if catch_up:
                try:
                    missed = log.read(code, sent)
                except Unavailable:
                    return  # the phone comes back with Last-Event-ID
                for event in missed:
                    yield frame(event).wire
                    sent = event.seq
                catch_up = False
            if subscription.dropped:
                return
            try:
                news = subscription.frames.get(timeout=heartbeat_seconds)
            except queue.Empty:
                on_heartbeat()
                yield HEARTBEAT
                continue
            if news is None or news.seq > sent + 1:
                catch_up = True
            elif news.seq == sent + 1:
                yield news.wire
                sent = news.seq
