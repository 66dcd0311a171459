"""Shortcuts around Flask and Werkzeug, only for speed. tests/bench/bench_tricks.py measures each of them; the figures
are shares of the CPU time of a move over the API (about 1.2 ms). Everything works without them.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.i18n import LANGUAGES

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
