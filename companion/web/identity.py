"""Who is asking: a Bearer token, or this device's signed cookie for the table."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from flask import Response, current_app, request
from flask_wtf.csrf import validate_csrf
from itsdangerous import BadSignature
from wtforms import ValidationError

from companion.games.table_game import Seat, Visitor
from companion.tables.errors import NotAllowed
from companion.tables.table import Table
from companion.web.signing import signer

COOKIE_DAYS = 30
LINK_SECONDS = 600
WITH_HOST = "host"
MOST_TOKENS = 12
PREFIX = "companion_"
MOST_BYTES = 5000  # of all cookies about tables: servers refuse every request with a header of more than 8 kB


def cookie_name(code: str) -> str:
    return f"{PREFIX}{code}"


def cookie_tokens(code: str) -> list[str]:
    """The tokens this device has been given for the table; none when the cookie is forged or too old."""
    try:
        tokens = signer("seats").loads(request.cookies.get(cookie_name(code), ""), max_age=COOKIE_DAYS * 86400)
    except BadSignature:
        return []
    return tokens if isinstance(tokens, list) else []


def tokens(code: str) -> Sequence[str]:
    """The Bearer token, or the cookie's; for writing, a cookie counts only together with the page's CSRF token."""
    if token := bearer_token():
        return [token]
    if request.method not in ("GET", "HEAD") and not csrf_valid():
        return []
    return cookie_tokens(code)


def bearer_token() -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def csrf_valid() -> bool:
    try:
        validate_csrf(request.headers.get("X-CSRFToken") or request.form.get("csrf_token", ""))
    except ValidationError:
        return False
    return True


def visitor(table: Table) -> Visitor:
    return table.visitor(tokens(table.code))


def remember(response: Response, code: str, added: Iterable[str]) -> Response:
    """Give this device further tokens for the table."""
    kept = list(dict.fromkeys([*cookie_tokens(code), *added]))[-MOST_TOKENS:]
    name, value = cookie_name(code), str(signer("seats").dumps(kept))
    for old in crowded_out(name, value):
        response.delete_cookie(old)
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_DAYS * 86400,
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )
    return response


def crowded_out(name: str, value: str) -> list[str]:
    """The cookies about the tables longest ago, for which there is no room beside this one."""
    others = {other: kept for other, kept in request.cookies.items() if other.startswith(PREFIX) and other != name}
    room, gone = MOST_BYTES - len(name + value), []
    for other in sorted(others, key=lambda other: signed_at(others[other]), reverse=True):
        room -= len(other + others[other])
        if room < 0:
            gone.append(other)
    return gone


def remembered_codes() -> list[str]:
    """The codes of the tables this device has a valid cookie for, the latest first."""
    cookies = {name: kept for name, kept in request.cookies.items() if name.startswith(PREFIX)}
    ordered = sorted(cookies, key=lambda name: signed_at(cookies[name]), reverse=True)
    return [code for name in ordered if cookie_tokens(code := name.removeprefix(PREFIX))]


def signed_at(cookie: str) -> datetime:
    try:
        _, when = signer("seats").loads(cookie, return_timestamp=True)
    except BadSignature:
        return datetime.min.replace(tzinfo=UTC)
    assert isinstance(when, datetime)
    return when


def moving_key(code: str, seat: Seat, with_host: bool = False) -> str:
    """Return a short-lived key that moves a seat to another device, with or without the creator's right to be host.
    It ends with the token it was made for."""
    return signer("move").dumps([code, seat.seat, seat.key, *([WITH_HOST] if with_host else [])])


def moved_seat(code: str, key: str) -> tuple[str, str]:
    """Return the seat and old fingerprint in a key. Raises NotAllowed."""
    try:
        table, seat, old, *_ = signer("move").loads(key, max_age=LINK_SECONDS)
    except (BadSignature, ValueError, TypeError):
        raise NotAllowed("link-expired") from None
    if table != code:
        raise NotAllowed("link-expired")
    return seat, old


def moves_host(key: str) -> bool:
    """Whether a key that `moved_seat` accepts also moves the creator's right to be host."""
    return WITH_HOST in signer("move").loads(key)[3:]
