"""Compress pages and files with gzip; drawings of sheets compress very well."""

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
LEAST_BYTES = 600  # less fits into one packet anyway
QUICK, THOROUGH = 4, 9  # for pages, for files


def compress(response: Response) -> Response:
    """Compress a response that is long enough, if the client accepts gzip. Streams stay uncompressed."""
    if response.mimetype not in KINDS or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.headers.add("Vary", "Accept-Encoding")
    length = response.content_length  # None for a stream
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
    """Compress a file at a high level. The cache halves the time of a file (tests/bench/bench_tricks.py)."""
    return gzip.compress(content, THOROUGH)


def register(app: Flask) -> None:
    app.after_request(compress)
