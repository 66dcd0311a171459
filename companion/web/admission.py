"""Load shedding: a limited number of requests run at a time, some wait in a queue, others get 503.

Without this, an overloaded server spends its time on requests whose clients gave up long ago (docs/faults.md). Bodies
are received before a request takes a place, so that a slow phone does not occupy one. While the queue is crowded, the
server refuses requests as soon as it has read their headers (`Admission.refuse_early`): that takes a third of
the CPU time of a refusal by Flask, and a twentieth of a move.
"""

import json
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from html import escape
from threading import Lock
from typing import Any, TypeVar
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, current_app, g, request
from flask.typing import ResponseReturnValue
from werkzeug.http import parse_cookie

from companion.i18n import LANGUAGES, get_language, use_language
from companion.i18n.words import format_error
from companion.jobs import Busy, Kind
from companion.tables.errors import Refused
from companion.web import language as languages
from companion.web import metrics
from companion.web.http import choose_headers, match_language
from companion.web.limits import find_address, find_client_address

# Bodies are read before a request is handled: slow clients hold a connection, not a place at work


WITHOUT = ("GET", "HEAD", "OPTIONS")

View = TypeVar("View", bound=Callable[..., Any])


def accept_up_to(size: int) -> Callable[[View], View]:
    """Let a view receive larger bodies than others, in bytes."""

    def mark(view: View) -> View:
        view.most_bytes = size  # type: ignore[attr-defined]
        return view

    return mark


def read_body() -> None:
    """Read the body of the request. Aborts with 413, or with what the server's `Body` raises: 400 or 408."""
    if request.method in WITHOUT:
        return
    view = current_app.view_functions.get(request.endpoint or "")
    if most_bytes := getattr(view, "most_bytes", None):
        request.max_content_length = request.max_form_memory_size = most_bytes
    request.get_data()  # cached, for reading it as a form or as JSON


def register_bodies(app: Flask) -> None:
    app.before_request(read_body)


# Pictures may be larger; only a few are in memory at once


MEGABYTE = 1024 * 1024
PICTURE_BYTES = 20 * MEGABYTE  # photos of 12 megapixels have 3 to 8
PICTURES_AT_ONCE = 8  # received, waiting or being read: they are in memory
PICTURES_PER_ADDRESS = 5  # the players of a table may share an address
# A photo takes a second or two. Nothing is kept, and every reading has its own key.
READING = Kind(
    "photo",
    places=12,
    places_per_address=PICTURES_PER_ADDRESS,
    seconds=30,  # with the start of a worker on a busy machine
    memory_bytes=2048 * MEGABYTE,
    result_bytes=8 * MEGABYTE,
    kept_bytes=0,
)

LONGEST_NUMBER = 18  # digits
FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


class Room:
    """Counts the pictures in memory, in total and per address."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.lock = Lock()

    def take(self, address: str) -> bool:
        """Take a place and return True, or return False if there is none left."""
        with self.lock:
            if self.held.total() >= PICTURES_AT_ONCE or self.held[address] >= PICTURES_PER_ADDRESS:
                return False
            self.held[address] += 1
            return True

    def free(self, address: str) -> None:
        with self.lock:
            self.held[address] -= 1
            if self.held[address] < 1:
                del self.held[address]


def picture_bytes() -> int:
    """Return how large a picture may be, for requests and for the pages that send it."""
    return PICTURE_BYTES


def accepts_picture(view: View) -> View:
    """Let a view receive a picture, which is larger than any other body."""
    view.takes_picture = True  # type: ignore[attr-defined]
    return view


def make_room_for_picture() -> None:
    """Allow a larger body if the view accepts a picture. Raises Busy if too many pictures are in memory."""
    view = current_app.view_functions.get(request.endpoint or "")
    if not hasattr(view, "takes_picture") or request.method != "POST":
        return
    room, address = current_app.extensions["pictures"], find_client_address()
    if not room.take(address):
        raise Busy(READING)
    g.free_room = partial(room.free, address)
    request.max_content_length = picture_bytes()


def free_room(_: BaseException | None) -> None:
    if free := g.pop("free_room", None):
        free()


def register_pictures(app: Flask) -> None:
    """Call this before `register_bodies`, which reads the body."""
    app.extensions["pictures"] = Room()
    app.jinja_env.globals.update(picture_bytes=picture_bytes)
    app.before_request(make_room_for_picture)
    app.teardown_request(free_room)


def get_picture(field: str = "") -> bytes:
    """Return the picture in the body: as it is, or as a file of a form. Raises Refused if there is none."""
    files = [file for name, file in request.files.items() if file.filename and field in ("", name)]
    picture = files[0].read() if files else b"" if request.mimetype in FORMS else request.get_data()
    if not picture:
        raise Refused("photo-missing")
    return picture


# Requests


AT_WORK = 64  # requests: enough to use all database connections and to share commits
RESERVED = 16  # of these, for addresses that have fewer than FAIR_SHARE at work
FAIR_SHARE = 16
CROWDED_SECONDS = 0.5  # no request of an address joins its queue if the first one there has waited longer
MOST_ADDRESSES = 150  # that wait: at 300 requests in a second, another one would wait half a second for its turn
PATIENCE_SECONDS = 2
RETRY_SECONDS = 4  # refusing costs time as well: with 2 seconds, a tenth of what an overloaded server could do
EXEMPT = ("/static/", "/healthz", "/metrics")


@dataclass(eq=False)
class Waiting:
    since: float
    called: threading.Event = field(default_factory=lambda: threading.Event())


class Gate:
    """Places for running requests. When they are taken, requests wait, and the addresses take turns: one client with
    many requests keeps itself waiting, not the others."""

    def __init__(
        self,
        places: int = AT_WORK,
        reserved: int = RESERVED,
        crowded_seconds: float = CROWDED_SECONDS,
        patience_seconds: float = PATIENCE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.free = places
        self.reserved = reserved
        self.crowded_seconds = crowded_seconds
        self.patience_seconds = patience_seconds
        self.clock = clock
        self.held: Counter[str] = Counter()  # places, by address
        self.queues: OrderedDict[str, deque[Waiting]] = OrderedDict()  # by address, the next one first
        self.lock = threading.Lock()

    def is_crowded(self, address: str) -> bool:
        """Check whether the first request of this address has waited so long that no other should join."""
        try:
            return self.clock() - self.queues[address][0].since > self.crowded_seconds
        except (KeyError, IndexError):
            return len(self.queues) >= MOST_ADDRESSES

    def enter(self, address: str) -> bool:
        """Take a place, waiting for a moment if necessary. Returns False if none was free."""
        if self.is_crowded(address):
            return False
        with self.lock:
            if address not in self.queues and self.has_place_for(address):
                self.free -= 1
                self.held[address] += 1
                return True
            waiting = Waiting(self.clock())
            self.queues.setdefault(address, deque()).append(waiting)
        try:
            if waiting.called.wait(self.patience_seconds):
                return True
        except BaseException:  # gevent kills waiting greenlets when the server stops
            if not self.give_up(address, waiting):
                self.leave(address)
            raise
        return not self.give_up(address, waiting)

    def has_place_for(self, address: str) -> bool:
        return self.free > self.reserved or (self.free > 0 and self.held[address] < FAIR_SHARE)

    def give_up(self, address: str, waiting: Waiting) -> bool:
        """Leave the queue. Returns False if the place has just been granted."""
        with self.lock:
            if waiting.called.is_set():
                return False
            self.queues[address].remove(waiting)
            if not self.queues[address]:
                del self.queues[address]
            return True

    def leave(self, address: str) -> None:
        """Free the place, and give it to the next address that waits for one."""
        with self.lock:
            self.free += 1
            self.held[address] -= 1
            if self.held[address] < 1:
                del self.held[address]
            following = next((each for each in self.queues if self.has_place_for(each)), None)
            if following is None:
                return
            queue = self.queues.pop(following)
            queue.popleft().called.set()
            if queue:
                self.queues[following] = queue  # last in line
            self.free -= 1
            self.held[following] += 1

    def take_again(self, address: str) -> None:
        """Take a place without waiting, after having left it for a moment."""
        with self.lock:
            self.free -= 1
            self.held[address] += 1


@dataclass(frozen=True)
class Place:
    """The place of a request."""

    gate: Gate
    address: str

    def leave(self) -> None:
        self.gate.leave(self.address)

    def take_again(self) -> None:
        self.gate.take_again(self.address)


@dataclass(frozen=True)
class Refusal:
    """A 503 response, built once, because refusing must be cheap."""

    headers: Mapping[str, str]
    body: bytes

    @cached_property
    def head(self) -> bytes:
        """The status line and all headers, as they are sent."""
        headers = {**self.headers, **choose_headers(self.headers["Content-Type"])}
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

    def refuse_early(self, environ: WSGIEnvironment) -> bytes | None:
        """Return the whole answer to a request that is refused, or None if it may be handled."""
        companion, instruments = metrics.get_companion_and_metrics(self.app)
        if not self.gate.is_crowded(find_address(environ, companion.settings.trusted_proxies)):
            return None
        path = environ["PATH_INFO"].removeprefix(companion.settings.fixed_prefix)
        if path.startswith(EXEMPT):
            return None
        instruments.answers.labels(503).inc()
        spoken = find_language(environ, companion.settings.lang)
        refusal = self.refusals[is_for_program(path), spoken]
        return refusal.head if environ["REQUEST_METHOD"] == "HEAD" else refusal.head + refusal.body


def find_language(environ: WSGIEnvironment, default: str) -> str:
    """Return the language of a request, as `language.choose_language` finds it."""
    chosen = parse_cookie(environ.get("HTTP_COOKIE")).get(languages.COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return match_language(environ.get("HTTP_ACCEPT_LANGUAGE", "")) or default


def register(app: Flask, gate: Gate | None = None) -> None:
    """Install the gate. Call this after `register_bodies`."""
    gate, refusals = gate or Gate(), prepare_refusals()
    app.extensions["gate"] = gate
    app.extensions["admission"] = Admission(app, gate, refusals)

    def take_place() -> ResponseReturnValue | None:
        if request.path.startswith(EXEMPT):
            return None
        address = find_client_address()
        if gate.enter(address):
            g.place = Place(gate, address)
            return None
        g.refusal = "busy"
        refusal = refusals[is_for_program(request.path), get_language()]
        return Response(refusal.body, 503, refusal.headers)

    def give_back(_: BaseException | None) -> None:
        if place := g.pop("place", None):
            place.leave()

    app.before_request(take_place)
    app.teardown_request(give_back)
