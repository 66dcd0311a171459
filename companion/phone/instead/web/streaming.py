"""Takes the place of `companion/web/streaming.py` on a phone: nobody else plays, so there is nothing to stream."""

from flask import abort
from flask.typing import ResponseReturnValue


def stream_events(*_: object) -> ResponseReturnValue:
    abort(404)
