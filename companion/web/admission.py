"""Load shedding: a limited number of requests run at a time, some wait in a queue, others get 503.

Without this, an overloaded server spends its time on requests whose clients gave up long ago (docs/faults.md). Bodies
are received before a request takes a place, so that a slow phone does not occupy one. While the queue is crowded, the
gunicorn worker refuses requests as soon as it has read their headers (`Admission.refuse_early`): that takes a third of
the CPU time of a refusal by Flask, and a twentieth of a move.
"""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from flask import Flask, Response, g, request
from flask.typing import ResponseReturnValue
from werkzeug.http import parse_cookie

from companion.i18n import LANGUAGES, get_language, use_language
from companion.i18n.words import format_error
from companion.web import language as languages
from companion.web import metrics, security
from companion.web.shortcuts import match_language

AT_WORK = 64  # requests: enough to use all database connections and to share commits
CROWDED_SECONDS = 0.5  # no request joins the queue if its first one has waited longer
PATIENCE_SECONDS = 2
RETRY_SECONDS = 4  # refusing costs time as well: with 2 seconds, a tenth of what an overloaded server could do
EXEMPT = ("/static/", "/healthz", "/metrics")


@dataclass(eq=False)
class Waiting:
    since: float
    called: threading.Event = field(default_factory=lambda: threading.Event())


class Gate:
    """Places for running requests, and a FIFO queue in front of them."""

    def __init__(
        self,
        places: int = AT_WORK,
        crowded_seconds: float = CROWDED_SECONDS,
        patience_seconds: float = PATIENCE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.free = places
        self.crowded_seconds = crowded_seconds
        self.patience_seconds = patience_seconds
        self.clock = clock
        self.queue: deque[Waiting] = deque()
        self.lock = threading.Lock()

    def is_crowded(self) -> bool:
        """Check whether the first request in the queue has waited so long that no other should join."""
        try:
            return self.clock() - self.queue[0].since > self.crowded_seconds
        except IndexError:
            return False

    def enter(self) -> bool:
        """Take a place, waiting for a moment if necessary. Returns False if none was free."""
        if self.is_crowded():
            return False
        with self.lock:
            if self.free and not self.queue:
                self.free -= 1
                return True
            waiting = Waiting(self.clock())
            self.queue.append(waiting)
        try:
            if waiting.called.wait(self.patience_seconds):
                return True
        except BaseException:  # gevent kills waiting greenlets when the server stops
            if not self.give_up(waiting):
                self.leave()
            raise
        return not self.give_up(waiting)

    def give_up(self, waiting: Waiting) -> bool:
        """Leave the queue. Returns False if the place has just been granted."""
        with self.lock:
            if waiting.called.is_set():
                return False
            self.queue.remove(waiting)
            return True

    def leave(self) -> None:
        """Pass the place to the next request in the queue, or free it."""
        with self.lock:
            if self.queue:
                self.queue.popleft().called.set()
            else:
                self.free += 1


@dataclass(frozen=True)
class Refusal:
    """A 503 response, built once, because refusing must be cheap."""

    headers: Mapping[str, str]
    body: bytes

    @cached_property
    def head(self) -> bytes:
        """The status line and all headers, as they are sent."""
        headers = {**self.headers, **security.choose_headers(self.headers["Content-Type"])}
        lines = ["HTTP/1.1 503 Service Unavailable", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode()


Refusals = Mapping[tuple[bool, str], Refusal]  # by whether a program asks, and by language


def prepare_refusals() -> Refusals:
    refusals = {}
    for each in LANGUAGES:
        with use_language(each):
            message = format_error("busy")
        page = f'<!doctype html><html lang="{each}"><meta charset="utf-8"><title>503</title><p>{escape(message)}</p>'
        answer = json.dumps({"error": {"code": "busy", "message": message}}, ensure_ascii=False)
        refusals[False, each] = write_refusal("text/html; charset=utf-8", page)
        refusals[True, each] = write_refusal("application/json", answer)
    return refusals


def write_refusal(kind: str, text: str) -> Refusal:
    body = text.encode()
    return Refusal({"Content-Type": kind, "Content-Length": str(len(body)), "Retry-After": str(RETRY_SECONDS)}, body)


def is_for_program(path: str) -> bool:
    return path.startswith("/api/")


class Admission:
    """Refuses requests before Flask handles them, while the queue is crowded."""

    def __init__(self, app: Flask, gate: Gate, refusals: Refusals) -> None:
        self.app, self.gate, self.refusals = app, gate, refusals

    def refuse_early(self, method: str, path: str, headers: Iterable[tuple[str, str]]) -> bytes | None:
        """Return the whole answer to a request that is refused, or None if it may be handled."""
        if not self.gate.is_crowded():
            return None
        companion, instruments = metrics.get_companion_and_metrics(self.app)
        path = path.removeprefix(companion.settings.fixed_prefix)
        if path.startswith(EXEMPT):
            return None
        instruments.answers.labels(503).inc()
        spoken = find_language(dict(headers), companion.settings.lang)
        refusal = self.refusals[is_for_program(path), spoken]
        return refusal.head if method == "HEAD" else refusal.head + refusal.body


def find_language(headers: Mapping[str, str], default: str) -> str:
    """Return the language of a request, as `language.choose_language` finds it."""
    chosen = parse_cookie(headers.get("COOKIE")).get(languages.COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return match_language(headers.get("ACCEPT-LANGUAGE", "")) or default


def register(app: Flask, gate: Gate | None = None) -> None:
    """Install the gate. Call this after `bodies.register`."""
    gate, refusals = gate or Gate(), prepare_refusals()
    app.extensions["gate"] = gate
    app.extensions["admission"] = Admission(app, gate, refusals)

    def take_place() -> ResponseReturnValue | None:
        if request.path.startswith(EXEMPT):
            return None
        if gate.enter():
            g.place = gate
            return None
        g.refusal = "busy"
        refusal = refusals[is_for_program(request.path), get_language()]
        return Response(refusal.body, 503, refusal.headers)

    def give_back(_: BaseException | None) -> None:
        if place := g.pop("place", None):
            place.leave()

    app.before_request(take_place)
    app.teardown_request(give_back)
