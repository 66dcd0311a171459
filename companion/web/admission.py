"""Load shedding: a limited number of requests run at a time, some wait in a queue, others get 503.

Without this, an overloaded server spends its time on requests whose clients gave up long ago (docs/faults.md). Bodies
are received before a request takes a place, so that a slow phone does not occupy one.
"""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, g, request
from flask.typing import ResponseReturnValue
from werkzeug.http import parse_cookie

from companion.i18n import LANGUAGES, current_language, use_language
from companion.i18n.words import format_error
from companion.web import language as languages
from companion.web import metrics, security
from companion.web.shortcuts import add_headers, match_language

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
    """The 503 responses, built once, because refusing must be cheap."""

    pages: Mapping[str, bytes]
    answers: Mapping[str, bytes]

    @classmethod
    def prepare(cls) -> "Refusal":
        pages, answers = {}, {}
        for each in LANGUAGES:
            with use_language(each):
                message = format_error("busy")
            page = (
                f'<!doctype html><html lang="{each}"><meta charset="utf-8"><title>503</title><p>{escape(message)}</p>'
            )
            error = {"error": {"code": "busy", "message": message}}
            pages[each], answers[each] = page.encode(), json.dumps(error, ensure_ascii=False).encode()
        return cls(pages, answers)

    def choose(self, path: str, spoken: str) -> tuple[bytes, dict[str, str]]:
        """Return the body and headers for a path and language."""
        for_program = path.startswith("/api/")
        body = (self.answers if for_program else self.pages)[spoken]
        kind = "application/json" if for_program else "text/html; charset=utf-8"
        return body, {"Content-Type": kind, "Content-Length": str(len(body)), "Retry-After": str(RETRY_SECONDS)}


def find_language(environ: WSGIEnvironment, default: str) -> str:
    """Return the language of a request, as `language.choose_language` finds it."""
    chosen = parse_cookie(environ).get(languages.COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return match_language(environ.get("HTTP_ACCEPT_LANGUAGE", "")) or default


def turn_away(app: Flask, gate: Gate, refusal: Refusal) -> None:
    """Refuse requests while the queue is crowded, before Flask handles them."""
    inner = app.wsgi_app

    def refuse(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        companion, instruments = metrics.get_companion_and_metrics(app)
        instruments.answers.labels(503).inc()
        spoken = find_language(environ, companion.settings.lang)
        body, headers = refusal.choose(environ.get("PATH_INFO", ""), spoken)
        start_response("503 Service Unavailable", list(headers.items()))
        return [body]

    refusing: WSGIApplication = add_headers(refuse, security.choose_headers)

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if gate.is_crowded() and not environ.get("PATH_INFO", "").startswith(EXEMPT):
            return refusing(environ, start_response)
        return inner(environ, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]


def register(app: Flask, gate: Gate | None = None) -> None:
    """Install the gate. Call this after `bodies.register`."""
    gate, refusal = gate or Gate(), Refusal.prepare()
    app.extensions["gate"] = gate
    turn_away(app, gate, refusal)

    def take_place() -> ResponseReturnValue | None:
        if request.path.startswith(EXEMPT):
            return None
        if gate.enter():
            g.place = gate
            return None
        g.refusal = "busy"
        body, headers = refusal.choose(request.path, current_language())
        return Response(body, 503, headers)

    def give_back(_: BaseException | None) -> None:
        if place := g.pop("place", None):
            place.leave()

    app.before_request(take_place)
    app.teardown_request(give_back)
