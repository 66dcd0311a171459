"""Compress pages and files: a sheet is a long drawing of short repeated strokes."""

import gzip
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.http import parse_accept_header

KINDS = {
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
}
LEAST_BYTES = 600  # below, a packet is a packet
QUICK, THOROUGH = 4, 9  # for pages, for files


def compress(response: Response) -> Response:
    """Compress an answer that is long enough, if the asker takes gzip. A stream is never held back."""
    if response.mimetype not in KINDS or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.headers.add("Vary", "Accept-Encoding")
    length = response.content_length  # none: a stream
    if (length is not None and length < LEAST_BYTES) or not wants_gzip():
        return response
    from_file = response.direct_passthrough
    response.direct_passthrough = False
    if response.is_streamed and not from_file:
        return response
    content = response.get_data()
    response.set_data(compress_file(content) if from_file else gzip.compress(content, QUICK))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
    return response


def wants_gzip() -> bool:
    if request.method == "HEAD" or "Range" in request.headers:
        return False
    return parse_accept_header(request.headers.get("Accept-Encoding", ""))["gzip"] > 0


@lru_cache(100)
def compress_file(content: bytes) -> bytes:
    """Compress a file once and thoroughly; each time would double what a file costs (tests/bench/bench_tricks.py)."""
    return gzip.compress(content, THOROUGH)


def register(app: Flask) -> None:
    app.after_request(compress)
