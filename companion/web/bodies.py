"""Read the whole body of each request before it is handled; refuse slow or malformed ones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from flask import Flask, abort, current_app, request
from gunicorn.http.errors import ParseException

SECONDS = 60  # for a body that a phone sends in one packet; slower clients hold a connection, not a worker
WITHOUT = ("GET", "HEAD", "OPTIONS")

View = TypeVar("View", bound=Callable[..., Any])


def accept_up_to(size: int) -> Callable[[View], View]:
    """Let a view receive larger bodies than others, in bytes."""

    def mark(view: View) -> View:
        view.most_bytes = size  # type: ignore[attr-defined]
        return view

    return mark


def read_body() -> None:
    """Read the body of the request. Aborts with 400, 408 or 413."""
    if request.method in WITHOUT:
        return
    view = current_app.view_functions.get(request.endpoint or "")
    if most_bytes := getattr(view, "most_bytes", None):
        request.max_content_length = request.max_form_memory_size = most_bytes
    try:
        with limit_time():
            request.get_data()  # cached, for reading it as a form or as JSON
    except ParseException:  # a malformed chunked body
        abort(400)


@contextmanager
def limit_time() -> Iterator[None]:
    """Abort with 408 after SECONDS, if gunicorn serves the request."""
    if "gunicorn.socket" not in request.environ:  # the body is already complete
        yield
        return
    from gevent import Timeout  # only the server needs gevent

    try:
        with Timeout(SECONDS):
            yield
    except Timeout:
        abort(408)


def register(app: Flask) -> None:
    app.before_request(read_body)
