"""Serve under a path prefix: a fixed one, or the one that a trusted proxy names in a header.

Clients never choose it: SCRIPT_NAME in a request is dropped by the server, and the header counts only if
COMPANION_PREFIX names it, which needs COMPANION_TRUSTED_PROXIES.
"""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, current_app, request
from werkzeug.wrappers import Response

from companion.settings import HOME_ASSISTANT, PATH_PREFIX, PREFIX_HEADERS

OWN_FRAMES = ("frame-ancestors 'none'", "frame-ancestors 'self'")


def register(app: Flask, prefix: str) -> None:
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


def set_cookie(response: Response, name: str, value: str, seconds: int) -> None:
    """Set a cookie of ours, which scripts cannot read."""
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.set_cookie(
        name, value, max_age=seconds, httponly=True, samesite="Lax", secure=secure, path=find_cookie_path()
    )
