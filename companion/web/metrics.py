"""/metrics for Prometheus: how much there is to do and how long it takes. No names, no codes, no addresses.

Counted where it happens: appends by a log around the real one, answers by a hook. The rest is looked up when asked for.
"""

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Blueprint, Flask, Response

from companion.storage import Event, EventLog
from companion.web.companion import companion

metrics = Blueprint("metrics", __name__)

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # upper bounds of the histogram
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PAGE = os.sysconf("SC_PAGE_SIZE")


class MeasuredLog:
    """A log that counts what is appended and how long it took until it was durable."""

    def __init__(self, log: EventLog) -> None:
        self.log = log
        self.lock = Lock()
        self.events: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.within = [0] * (len(SECONDS) + 1)
        self.seconds = 0.0

    def append(self, code: str, events: Sequence[Event]) -> None:
        begun = time.perf_counter()
        try:
            self.log.append(code, events)
        except Exception as error:
            with self.lock:
                self.failures[type(error).__name__] += 1
            raise
        took = time.perf_counter() - begun
        with self.lock:
            self.events.update(event.kind for event in events)
            self.within[bisect_left(SECONDS, took)] += 1
            self.seconds += took

    def __getattr__(self, name: str) -> Any:
        """Everything else is the log's own."""
        return getattr(self.log, name)


@metrics.get("/metrics")
def show() -> Response:
    """Of this process; with several, each has its own numbers and says so by its id."""
    return Response("".join(lines()), content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})


def lines() -> Iterator[str]:
    here = companion()
    yield from family("companion_tables_cached", "gauge", "Tables in memory.", [({}, len(here.tables.cache))])
    streams = sum(here.limits.open_streams.values())
    yield from family("companion_streams_open", "gauge", "Phones that are connected.", [({}, streams)])
    yield from family("companion_press_jobs", "gauge", "PDFs waiting or being printed.", [({}, here.press.jobs)])
    yield from of_log(here.tables.log)
    answers = [({"status": str(status)}, count) for status, count in sorted(here.answers.items())]
    yield from family("companion_answers_total", "counter", "Answers by status; from 400 on, refusals.", answers)
    yield from family("process_cpu_seconds_total", "counter", "Time of the processor.", [({}, time.process_time())])
    yield from family("process_resident_memory_bytes", "gauge", "Memory in use.", [({}, resident_bytes())])


def of_log(log: EventLog) -> Iterator[str]:
    if not isinstance(log, MeasuredLog):
        return
    kinds = [({"kind": kind}, count) for kind, count in sorted(log.events.items())]
    yield from family("companion_events_total", "counter", "Entries written down, by kind; move is a move.", kinds)
    failures = [({"error": error}, count) for error, count in sorted(log.failures.items())]
    yield from family("companion_append_failures_total", "counter", "Entries that were not written, by why.", failures)
    yield from histogram("companion_append_seconds", "Until entries are durable.", log.within, log.seconds)


Samples = Iterable[tuple[dict[str, str], float]]


def family(name: str, kind: str, about: str, samples: Samples) -> Iterator[str]:
    yield f"# HELP {name} {about}\n# TYPE {name} {kind}\n"
    for labels, value in samples:
        yield sample(name, labels, value)


def histogram(name: str, about: str, within: Sequence[int], total: float) -> Iterator[str]:
    yield f"# HELP {name} {about}\n# TYPE {name} histogram\n"
    count = 0
    for bound, more in zip((*map(str, SECONDS), "+Inf"), within, strict=True):
        count += more
        yield sample(f"{name}_bucket", {"le": bound}, count)
    yield sample(f"{name}_sum", {}, total)
    yield sample(f"{name}_count", {}, count)


def sample(name: str, labels: dict[str, str], value: float) -> str:
    """Labels are words of our own, which need no escaping."""
    named = ",".join(f'{label}="{word}"' for label, word in {"process": str(os.getpid()), **labels}.items())
    return f"{name}{{{named}}} {value}\n"


def resident_bytes() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    except OSError:  # not on Linux
        return 0


def register(app: Flask) -> None:
    answers = app.extensions["companion"].answers

    @app.after_request
    def count(response: Response) -> Response:
        answers[response.status_code] += 1
        return response

    app.register_blueprint(metrics)
