"""/metrics for Prometheus, without names, codes or addresses, and /healthz.

With several server processes one scrape covers all of them: each stores its numbers in a file of a shared folder
(SHARED), and the process that answers adds them up.
"""

import mmap
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify
from flask.typing import ResponseReturnValue

from companion.storage import NO_CONTENTS, Contents, Event, EventLog
from companion.web.companion import PRINTING, Companion, companion

metrics = Blueprint("metrics", __name__)
health = Blueprint("health", __name__)

SHARED = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # upper bounds of the histogram
REFRESH_SECONDS = 5


class Instruments:
    """The metrics of one app."""

    def __init__(self) -> None:
        # prometheus_client decides on import whether metrics are shared.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()

        def make_gauge(name: str, about: str) -> Gauge:
            return Gauge(name, about, registry=self.registry, multiprocess_mode="livesum")

        def make_counter(name: str, about: str, *labels: str) -> Counter:
            return Counter(name, about, labels, registry=self.registry)

        self.tables = make_gauge("companion_tables_cached", "Tables in memory.")
        self.streams = make_gauge("companion_streams_open", "Connected phones.")
        self.jobs = make_gauge("companion_press_jobs", "PDF jobs, waiting or running.")
        self.memory = make_gauge("process_resident_memory_bytes", "Memory in use.")
        self.cpu = make_counter("process_cpu_seconds_total", "Processor time.")
        self.cpu_counted = 0.0
        self.answers = make_counter("companion_answers_total", "Responses by status.", "status")
        self.events = make_counter("companion_events_total", "Stored events by kind.", "kind")
        self.failures = make_counter("companion_append_failures_total", "Failed appends by error.", "error")
        self.appends = Histogram(
            "companion_append_seconds", "Time until events are durable.", registry=self.registry, buckets=SECONDS
        )

    def refresh(self, here: Companion) -> None:
        """Update the metrics that are not counted as they happen."""
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
    """A wrapper of the event log that counts and times appends."""

    def __init__(self, log: EventLog) -> None:
        self.log = log
        self.instruments = Instruments()

    def append(self, code: str, events: Sequence[Event], contents: Contents = NO_CONTENTS) -> None:
        begun = time.perf_counter()
        try:
            self.log.append(code, events, contents)
        except Exception as error:
            self.instruments.failures.labels(type(error).__name__).inc()
            raise
        self.instruments.appends.observe(time.perf_counter() - begun)
        for event in events:
            self.instruments.events.labels(event.kind).inc()

    def __getattr__(self, name: str) -> Any:
        """Delegate everything else to the log."""
        return getattr(self.log, name)


@health.get("/healthz")
def check_health() -> ResponseReturnValue:
    """Answer "ok" if the log can be read; the error handlers answer 503 otherwise."""
    companion().tables.log.read("")
    return jsonify(status="ok")


@metrics.get("/metrics")
def show() -> Response:
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

    here, instruments = get_companion_and_metrics(current_app)
    instruments.refresh(here)
    return Response(instruments.expose(), content_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"Cache-Control": "no-store"})


def get_companion_and_metrics(app: Flask) -> tuple[Companion, Instruments]:
    here: Companion = app.extensions["companion"]
    log: Any = here.tables.log
    return here, log.instruments


def read_resident_bytes() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE
    except OSError:  # not on Linux
        return 0


def keep_fresh(app: Flask) -> None:
    """Refresh this process's metrics regularly, for a scrape that another process answers."""
    here, instruments = get_companion_and_metrics(app)

    def refresh_forever() -> None:
        while True:
            instruments.refresh(here)
            time.sleep(REFRESH_SECONDS)

    Thread(target=refresh_forever, daemon=True).start()


def share_metrics(folder: Path) -> None:
    """Let child processes share their metrics. Call this before any of them counts."""
    shutil.rmtree(folder, ignore_errors=True)  # of an earlier server
    folder.mkdir(parents=True)
    os.environ[SHARED] = str(folder)


def forget_process(pid: int) -> None:
    """Drop the gauges of a process that ended; its counters stay."""
    from prometheus_client.multiprocess import mark_process_dead

    if SHARED in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def count_answer(response: Response) -> Response:
    get_companion_and_metrics(current_app)[1].answers.labels(response.status_code).inc()
    return response


def register(app: Flask) -> None:
    app.after_request(count_answer)
    app.register_blueprint(metrics)
    if SHARED in os.environ:
        keep_fresh(app)
