"""/metrics for Prometheus: how much there is to do and how long it takes. No names, no codes, no addresses.

With several server processes one scrape answers for all of them: each keeps its numbers in a file of a folder they
share (SHARED), and whichever is asked adds them up.
"""

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Blueprint, Flask, Response, current_app

from companion.storage import Event, EventLog
from companion.web.companion import Companion
from companion.web.print_jobs import PRINTING

metrics = Blueprint("metrics", __name__)

SHARED = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # upper bounds of the histogram
PAGE = os.sysconf("SC_PAGE_SIZE")
REFRESH_SECONDS = 5


class Instruments:
    """The numbers of one app."""

    def __init__(self) -> None:
        # prometheus_client decides when it is imported whether numbers are shared.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()

        def gauge(name: str, about: str) -> Gauge:
            return Gauge(name, about, registry=self.registry, multiprocess_mode="livesum")

        def counter(name: str, about: str, *labels: str) -> Counter:
            return Counter(name, about, labels, registry=self.registry)

        self.tables = gauge("companion_tables_cached", "Tables in memory.")
        self.streams = gauge("companion_streams_open", "Phones that are connected.")
        self.jobs = gauge("companion_press_jobs", "PDFs waiting or being printed.")
        self.memory = gauge("process_resident_memory_bytes", "Memory in use.")
        self.cpu = counter("process_cpu_seconds_total", "Processor time.")
        self.cpu_counted = 0.0
        self.answers = counter("companion_answers_total", "Answers by status; from 400 on, refusals.", "status")
        self.events = counter("companion_events_total", "Entries written down, by kind; move is a move.", "kind")
        self.failures = counter("companion_append_failures_total", "Entries that were not written, by why.", "error")
        self.appends = Histogram(
            "companion_append_seconds", "Until entries are durable.", registry=self.registry, buckets=SECONDS
        )

    def refresh(self, here: Companion) -> None:
        """Look up the numbers that nobody counts."""
        self.tables.set(len(here.tables.cache))
        self.streams.set(sum(here.limits.open_streams.values()))
        self.jobs.set(here.jobs.count(PRINTING))
        self.memory.set(read_resident_bytes())
        used = time.process_time()
        self.cpu.inc(used - self.cpu_counted)
        self.cpu_counted = used

    def expose(self) -> bytes:
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        if SHARED not in os.environ:
            return generate_latest(self.registry)
        everyone = CollectorRegistry()
        MultiProcessCollector(everyone)  # type: ignore[no-untyped-call]
        return generate_latest(everyone)


class MeasuredLog:
    """A log that counts what is appended and how long it took until it was durable."""

    def __init__(self, log: EventLog) -> None:
        self.log = log
        self.instruments = Instruments()

    def append(self, code: str, events: Sequence[Event]) -> None:
        begun = time.perf_counter()
        try:
            self.log.append(code, events)
        except Exception as error:
            self.instruments.failures.labels(type(error).__name__).inc()
            raise
        self.instruments.appends.observe(time.perf_counter() - begun)
        for event in events:
            self.instruments.events.labels(event.kind).inc()

    def __getattr__(self, name: str) -> Any:
        """Everything else is the log's own."""
        return getattr(self.log, name)


@metrics.get("/metrics")
def show() -> Response:
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

    here, instruments = find_both(current_app)
    instruments.refresh(here)
    return Response(instruments.expose(), content_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"Cache-Control": "no-store"})


def find_both(app: Flask) -> tuple[Companion, Instruments]:
    here: Companion = app.extensions["companion"]
    log: Any = here.tables.log
    return here, log.instruments


def read_resident_bytes() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    except OSError:  # not on Linux
        return 0


def keep_fresh(app: Flask) -> None:
    """Refresh what is looked up, for a scrape that another process answers."""
    here, instruments = find_both(app)

    def refresh_forever() -> None:
        while True:
            instruments.refresh(here)
            time.sleep(REFRESH_SECONDS)

    Thread(target=refresh_forever, daemon=True).start()


def share_numbers(folder: Path) -> None:
    """Let the processes that this one starts share their numbers. To be called before any of them counts."""
    shutil.rmtree(folder, ignore_errors=True)  # of a server that ran here before
    folder.mkdir(parents=True)
    os.environ[SHARED] = str(folder)


def forget_process(server: object, worker: Any) -> None:
    """Drop what a process that ended had open; what it counted stays. A hook of gunicorn."""
    from prometheus_client.multiprocess import mark_process_dead

    if SHARED in os.environ:
        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def count_answer(response: Response) -> Response:
    find_both(current_app)[1].answers.labels(response.status_code).inc()
    return response


def register(app: Flask) -> None:
    app.after_request(count_answer)
    app.register_blueprint(metrics)
    if SHARED in os.environ:
        keep_fresh(app)
