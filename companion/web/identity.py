"""Identify the client by a Bearer token, or by its signed cookie for the table."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask_wtf.csrf import validate_csrf
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from wtforms import ValidationError

from companion.games.table_game import Seat, Visitor
from companion.tables.errors import NotAllowed
from companion.tables.table import Table, new_token
from companion.web.http import LeanSessions, find_cookie_path, set_cookie

# Signatures of cookies, sessions and links. One from the future is valid, because clocks are sometimes set back.


class ClockTolerantSigner(TimestampSigner):
    """Accept future timestamps: otherwise, players would lose their seats for an hour after a clock is set back."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        value, signed_at = super().unsign(signed_value, return_timestamp=True)
        age = self.timestamp_to_datetime(self.get_timestamp()) - signed_at
        if max_age is not None and age > timedelta(seconds=max_age):
            raise SignatureExpired("too old", payload=value, date_signed=signed_at)
        return (value, signed_at) if return_timestamp else value


class Sessions(LeanSessions):
    def get_cookie_path(self, app: Flask) -> str:
        return find_cookie_path()

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = ClockTolerantSigner
        return serializer


def make_signer(purpose: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or "", salt=purpose, signer=ClockTolerantSigner)


def register_sessions(app: Flask) -> None:
    app.session_interface = Sessions()


# Tokens


COOKIE_DAYS = 30
DEVICE_COOKIE = "history_device"
DEVICE_SECONDS = 400 * 86400  # the longest that browsers keep a cookie
LINK_SECONDS = 600
MOST_TOKENS = 12
PREFIX = "companion_"
MOST_BYTES = 5000  # of all table cookies: servers refuse headers of more than 8 kB


def name_cookie(code: str) -> str:
    return f"{PREFIX}{code}"


def read_cookie_tokens(code: str) -> list[str]:
    """Return this device's tokens for the table; none if the cookie is forged or too old."""
    try:
        tokens = make_signer("seats").loads(request.cookies.get(name_cookie(code), ""), max_age=COOKIE_DAYS * 86400)
    except BadSignature:
        return []
    return tokens if isinstance(tokens, list) else []


def read_tokens(code: str) -> Sequence[str]:
    """Return the Bearer token, or else the cookie's tokens; for writing, those need a valid CSRF token."""
    if token := read_bearer_token():
        return [token]
    if request.method not in ("GET", "HEAD") and not is_csrf_valid():
        return []
    return read_cookie_tokens(code)


def read_bearer_token() -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def is_csrf_valid() -> bool:
    try:
        validate_csrf(request.headers.get("X-CSRFToken") or request.form.get("csrf_token", ""))
    except ValidationError:
        return False
    return True


def recognise_visitor(table: Table) -> Visitor:
    return table.recognise_visitor(read_tokens(table.code))


def add_tokens(response: Response, code: str, added: Iterable[str]) -> Response:
    """Add tokens for the table to this device's cookie, and return the response."""
    kept = list(dict.fromkeys([*read_cookie_tokens(code), *added]))[-MOST_TOKENS:]
    name, value = name_cookie(code), str(make_signer("seats").dumps(kept))
    for old in find_cookies_to_drop(name, value):
        response.delete_cookie(old, path=find_cookie_path())
    set_cookie(response, name, value, COOKIE_DAYS * 86400)
    return response


def find_cookies_to_drop(name: str, value: str) -> list[str]:
    """Return the cookies of the oldest tables, for which there is no room next to this one."""
    others = {other: kept for other, kept in request.cookies.items() if other.startswith(PREFIX) and other != name}
    room, gone = MOST_BYTES - len(name + value), []
    for other in sorted(others, key=lambda other: find_signing_time(others[other]), reverse=True):
        room -= len(other + others[other])
        if room < 0:
            gone.append(other)
    return gone


def list_remembered_codes() -> list[str]:
    """List the codes of the tables this device has a valid cookie for, the latest first."""
    cookies = {name: kept for name, kept in request.cookies.items() if name.startswith(PREFIX)}
    ordered = sorted(cookies, key=lambda name: find_signing_time(cookies[name]), reverse=True)
    return [code for name in ordered if read_cookie_tokens(code := name.removeprefix(PREFIX))]


def find_signing_time(cookie: str) -> datetime:
    """Return when a cookie was signed; a forged one counts as the oldest."""
    try:
        _, when = make_signer("seats").loads(cookie, return_timestamp=True)
    except BadSignature:
        return datetime.min.replace(tzinfo=UTC)
    assert isinstance(when, datetime)
    return when


def make_move_key(code: str, seat: Seat) -> str:
    """Return a short-lived key that moves a seat to another device. It becomes invalid together with the seat's
    current token."""
    return make_signer("move").dumps([code, seat.seat, seat.key])


def read_move_key(code: str, key: str) -> tuple[str, str]:
    """Return the seat and the old token's fingerprint from a key. Raises NotAllowed."""
    try:
        table, seat, old = make_signer("move").loads(key, max_age=LINK_SECONDS)
    except (BadSignature, ValueError, TypeError):
        raise NotAllowed("link-expired") from None
    if table != code:
        raise NotAllowed("link-expired")
    return seat, old


def read_device() -> str:
    """Return the token of this device; empty if it has none."""
    if "device" in g:
        return str(g.device)
    try:
        token = make_signer("device").loads(request.cookies.get(DEVICE_COOKIE, ""), max_age=DEVICE_SECONDS)
    except BadSignature:
        return ""
    return token if isinstance(token, str) else ""


def adopt_device() -> str:
    """Return the token of this device; one without a token gets one, which `devices.finish_response` sends."""
    g.device = read_device() or new_token()
    return str(g.device)
