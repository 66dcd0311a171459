"""Texts travel compressed: a sheet is a long drawing of short repeated strokes."""

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
QUICK, THOROUGH = 4, 9


def compressed(response: Response) -> Response:
    if response.mimetype not in KINDS or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.headers.add("Vary", "Accept-Encoding")
    if (
        not takes_gzip(request.headers.get("Accept-Encoding", ""))
        or request.method == "HEAD"
        or "Range" in request.headers
    ):
        return response
    from_file = response.direct_passthrough
    response.direct_passthrough = False
    if response.is_streamed and not from_file:
        return response
    content = response.get_data()
    if len(content) < LEAST_BYTES:
        return response
    # A file is compressed once and thoroughly, a page each time and quickly.
    response.set_data(file_compressed(content) if from_file else gzip.compress(content, QUICK))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
    return response


@lru_cache(256)
def takes_gzip(wishes: str) -> bool:
    """Phones send the same wishes with every tap."""
    return parse_accept_header(wishes)["gzip"] > 0


@lru_cache(100)
def file_compressed(content: bytes) -> bytes:
    return gzip.compress(content, THOROUGH)


def register(app: Flask) -> None:
    app.after_request(compressed)
