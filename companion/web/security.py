"""Headers that keep a page to itself: no foreign script, no inline script, no frame, no leaking addresses."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

Said = list[tuple[str, str]]  # headers

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PASSING = {**HEADERS, "Cache-Control": "no-store"}  # what is asked for again every time


def guarded(app: WSGIApplication) -> WSGIApplication:
    """The app with these headers around every answer. What an answer says itself counts."""

    def answering(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: Said, *error: Any) -> Callable[[bytes], object]:
            said = {name.title(): value for name, value in headers}
            passing = said.get("Content-Type", "").startswith(("text/html", "application/json"))
            added = [header for header in (PASSING if passing else HEADERS).items() if header[0] not in said]
            return start_response(status, headers + added, *error)

        return app(environ, start)

    return answering


def register(app: Flask) -> None:
    app.wsgi_app = guarded(app.wsgi_app)  # type: ignore[assignment, method-assign]
