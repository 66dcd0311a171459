"""Identify the client by a Bearer token, or by its signed cookie for the table."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from flask import Response, request
from flask_wtf.csrf import validate_csrf
from itsdangerous import BadSignature
from wtforms import ValidationError

from companion.games.table_game import Seat, Visitor
from companion.tables.errors import NotAllowed
from companion.tables.table import Table
from companion.web.prefix import find_cookie_path, set_cookie
from companion.web.signing import make_signer

COOKIE_DAYS = 30
LINK_SECONDS = 600
WITH_HOST = "host"
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


def make_move_key(code: str, seat: Seat, with_host: bool = False) -> str:
    """Return a short-lived key that moves a seat to another device, optionally with the creator's host right.
    It becomes invalid together with the seat's current token."""
    return make_signer("move").dumps([code, seat.seat, seat.key, *([WITH_HOST] if with_host else [])])


def read_move_key(code: str, key: str) -> tuple[str, str]:
    """Return the seat and the old token's fingerprint from a key. Raises NotAllowed."""
    try:
        table, seat, old, *_ = make_signer("move").loads(key, max_age=LINK_SECONDS)
    except (BadSignature, ValueError, TypeError):
        raise NotAllowed("link-expired") from None
    if table != code:
        raise NotAllowed("link-expired")
    return seat, old


def moves_host(key: str) -> bool:
    """Check whether a key that `read_move_key` accepts also moves the creator's host right."""
    return WITH_HOST in make_signer("move").loads(key)[3:]
