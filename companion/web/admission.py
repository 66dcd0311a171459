"""Refuse early what cannot be served: a bounded number of requests is worked on at a time, some wait, others get 503.

Without this, an overloaded server spends its time on requests that were given up long ago, and does less than it could
(docs/faults.md). Bodies are received before a request takes one of the places, so that a slow phone takes none.
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

AT_WORK = 64  # requests: enough to fill the connections to a database and to share a commit
CROWDED_SECONDS = 0.5  # when the last one had to wait for longer, nobody else joins the queue
PATIENCE_SECONDS = 2
RETRY_SECONDS = 2
EXEMPT = ("/static/", "/healthz", "/metrics")


@dataclass(eq=False)
class Waiting:
    since: float
    called: threading.Event = field(default_factory=lambda: threading.Event())


class Gate:
    """Places for requests that are worked on, and the queue in front of them: first come, first served."""

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

    def crowded(self) -> bool:
        """Whether the first in the queue has been waiting for too long, so that nobody should join it."""
        try:
            return self.clock() - self.queue[0].since > self.crowded_seconds
        except IndexError:
            return False

    def enter(self) -> bool:
        """Take a place, waiting for a moment if need be; False when there was none."""
        with self.lock:
            if self.free and not self.queue:
                self.free -= 1
                return True
            waiting = Waiting(self.clock())
            self.queue.append(waiting)
        try:
            if waiting.called.wait(self.patience_seconds):
                return True
        except BaseException:  # gevent ends whoever waits when the server stops
            if not self.give_up(waiting):
                self.leave()
            raise
        return not self.give_up(waiting)

    def give_up(self, waiting: Waiting) -> bool:
        """Leave the queue; False when the place has just been given."""
        with self.lock:
            if waiting.called.is_set():
                return False
            self.queue.remove(waiting)
            return True

    def leave(self) -> None:
        """Give the place to the next in the queue, or free it."""
        with self.lock:
            if self.queue:
                self.queue.popleft().called.set()
            else:
                self.free += 1


@dataclass(frozen=True)
class Refusal:
    """The answer for whoever finds no place, put together once: it must cost next to nothing."""

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
        """The body and the headers."""
        for_program = path.startswith("/api/")
        body = (self.answers if for_program else self.pages)[spoken]
        kind = "application/json" if for_program else "text/html; charset=utf-8"
        return body, {"Content-Type": kind, "Content-Length": str(len(body)), "Retry-After": str(RETRY_SECONDS)}


def find_language(environ: WSGIEnvironment, default: str) -> str:
    """The language of a request, as `language.preferred` finds it."""
    chosen = parse_cookie(environ).get(languages.COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return match_language(environ.get("HTTP_ACCEPT_LANGUAGE", "")) or default


def turn_away(app: Flask, gate: Gate, refusal: Refusal) -> None:
    """Refuse requests while the queue is crowded, before Flask looks at them."""
    inner = app.wsgi_app

    def refuse(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        companion, instruments = metrics.find_both(app)
        instruments.answers.labels(503).inc()
        spoken = find_language(environ, companion.settings.lang)
        body, headers = refusal.choose(environ.get("PATH_INFO", ""), spoken)
        start_response("503 Service Unavailable", list(headers.items()))
        return [body]

    refusing: WSGIApplication = add_headers(refuse, security.choose_headers)

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if gate.crowded() and not environ.get("PATH_INFO", "").startswith(EXEMPT):
            return refusing(environ, start_response)
        return inner(environ, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]


def register(app: Flask, gate: Gate | None = None) -> None:
    """To be called after the bodies of requests are taken care of."""
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
