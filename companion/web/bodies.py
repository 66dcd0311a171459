"""What a request carries, read before anybody looks at it: whole and in time, or it is refused."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, abort, request
from gunicorn.http.errors import ParseException

SECONDS = 60  # for what a phone sends in one packet: whoever takes longer only keeps a connection
WITHOUT = ("GET", "HEAD", "OPTIONS")


def receive() -> None:
    if request.method in WITHOUT:
        return
    try:
        with bounded():
            request.get_data()  # kept for whoever reads it as a form or as JSON
    except ParseException:  # its parts do not say how long they are
        abort(400)


@contextmanager
def bounded() -> Iterator[None]:
    if "gunicorn.socket" not in request.environ:  # everything is there
        yield
        return
    from gevent import Timeout  # which serves the phones, and nobody else

    try:
        with Timeout(SECONDS):
            yield
    except Timeout:
        abort(408)


def register(app: Flask) -> None:
    app.before_request(receive)
