"""What surrounds every request: the path prefix, cookies, languages, security headers, compression."""

import gzip
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Request, Response, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as AnyResponse

from companion.i18n import LANGUAGES
from companion.settings import HOME_ASSISTANT, PATH_PREFIX, PREFIX_HEADERS

# Shortcuts around Flask and Werkzeug, only for speed. tests/bench/bench_tricks.py measures each of them; the figures
# are shares of the CPU time of a move over the API (about 1.2 ms). Everything works without them.


Headers = list[tuple[str, str]]


class LeanSessions(SecureCookieSessionInterface):
    """Skip the session if there is no session cookie, as with API clients. 4 %."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if self.get_cookie_name(app) not in request.environ.get("HTTP_COOKIE", ""):
            return self.session_class()
        return super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session or session.accessed or session.modified:
            super().save_session(app, session, response)


def read_cookie(name: str) -> str | None:
    """Read a cookie; skip parsing if none was sent. 2 %."""
    return request.cookies.get(name) if "HTTP_COOKIE" in request.environ else None


@lru_cache(256)
def match_language(accepted: str) -> str | None:
    """Find the best supported language for an Accept-Language header, cached. 5 %."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES)


def add_headers(app: WSGIApplication, choose: Callable[[str], Mapping[str, str]]) -> WSGIApplication:
    """Wrap an app to add headers, chosen by content type, to every response that does not set them itself.

    Works on WSGI header lists instead of Flask's Headers object. 3 %.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: Headers, *error: Any) -> Callable[[bytes], object]:
            present = {name.title(): value for name, value in headers}
            wanted = choose(present.get("Content-Type", ""))
            added = [header for header in wanted.items() if header[0] not in present]
            return start_response(status, headers + added, *error)

        return app(environ, start)

    return answer


# A path prefix: a fixed one, or the one that a trusted proxy names in a header. Clients never choose it: SCRIPT_NAME in
# a request is dropped by the server, and the header counts only if COMPANION_PREFIX names it, which needs
# COMPANION_TRUSTED_PROXIES.


OWN_FRAMES = ("frame-ancestors 'none'", "frame-ancestors 'self'")


def mount(app: Flask, prefix: str) -> None:
    """Mount the app. Call this last: everything else sees paths without the prefix."""
    if not prefix:
        return
    inner, header = app.wsgi_app, f"HTTP_{prefix.upper().replace('-', '_')}" if prefix in PREFIX_HEADERS else ""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        mounted, path = read_header(environ.get(header, "")) if header else prefix, environ.get("PATH_INFO", "")
        environ["SCRIPT_NAME"] = mounted
        if path == mounted or path.startswith(f"{mounted}/"):  # a proxy may have removed the prefix, or not
            environ["PATH_INFO"] = path.removeprefix(mounted)
        return inner(environ, allow_own_frames(start_response) if prefix == HOME_ASSISTANT else start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]


def allow_own_frames(start_response: StartResponse) -> StartResponse:
    """Let pages of the same host show ours in a frame, as Home Assistant does."""

    def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
        kept = [(name, value.replace(*OWN_FRAMES)) for name, value in headers if name != "X-Frame-Options"]
        return start_response(status, [*kept, ("X-Frame-Options", "SAMEORIGIN")], *error)

    return start


def read_header(sent: str) -> str:
    """Return the prefix that the nearest proxy has set; none if it is not a plain path."""
    nearest = sent.rpartition(",")[2].strip().rstrip("/")
    return nearest if PATH_PREFIX.fullmatch(nearest) else ""


def find_cookie_path() -> str:
    """Return the path of our cookies, so that other apps at the same host do not get them."""
    return request.script_root or "/"


def set_cookie(response: AnyResponse, name: str, value: str, seconds: int) -> None:
    """Set a cookie of ours, which scripts cannot read."""
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.set_cookie(
        name, value, max_age=seconds, httponly=True, samesite="Lax", secure=secure, path=find_cookie_path()
    )


# Security headers: no foreign or inline scripts, no frames, no referrers to other sites


POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


# Of the service worker, which runs Python as WebAssembly (installing.py). No page may do that.
WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
UNCACHED = {**HEADERS, "Cache-Control": "no-store"}


def choose_headers(content_type: str) -> Mapping[str, str]:
    return UNCACHED if content_type.startswith(("text/html", "application/json")) else HEADERS


def register_headers(app: Flask) -> None:
    app.wsgi_app = add_headers(app.wsgi_app, choose_headers)  # type: ignore[assignment, method-assign]


# Pages and files are compressed with gzip; drawings of sheets compress very well


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


def register_compression(app: Flask) -> None:
    app.after_request(compress)
