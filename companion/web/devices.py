"""Which finished games a device may see. It is known by a signed cookie, which it gets with its first finished game."""

from contextlib import suppress

from flask import Flask, Response, g, request
from itsdangerous import BadSignature

from companion.history.index import Scope, read_passphrase_hash
from companion.history.record import Record, make_record
from companion.storage import StorageError
from companion.tables.errors import NoSuchTable, Unplayable
from companion.tables.table import Table, fingerprint
from companion.web.companion import companion
from companion.web.http import set_cookie
from companion.web.identity import (
    DEVICE_COOKIE,
    DEVICE_SECONDS,
    adopt_device,
    list_remembered_codes,
    make_signer,
    read_cookie_tokens,
    read_device,
)

SHARED_COOKIE = "history_shared"
SHARED_SECONDS = 30 * 86400
MOST_TABLES = 10  # that one request looks up


def find_scope() -> Scope:
    """Return what this device may see of the history."""
    token = read_device()
    return Scope(fingerprint(token) if token else "", is_unlocked())


def read_shared_hash() -> str | None:
    """Return the hash of the shared history's passphrase, read once per request; None if there is none."""
    if "shared_hash" not in g:
        g.shared_hash = read_passphrase_hash(companion().history)
    return g.shared_hash  # type: ignore[no-any-return]


def is_unlocked() -> bool:
    """Check whether this device has opened the shared history with the current passphrase."""
    cookie = request.cookies.get(SHARED_COOKIE)
    stored = read_shared_hash() if cookie else None
    if not cookie or stored is None:
        return False
    try:
        return bool(make_signer("shared").loads(cookie, max_age=SHARED_SECONDS) == fingerprint(stored))
    except BadSignature:
        return False


def unlock(response: Response, stored: str) -> Response:
    set_cookie(response, SHARED_COOKIE, str(make_signer("shared").dumps(fingerprint(stored))), SHARED_SECONDS)
    return response


def link_game(record: Record) -> None:
    """Let this device see a game; a device without a token gets one."""
    companion().history.link(fingerprint(adopt_device()), record)


def link_table(table: Table) -> None:
    """Let this device see the game of a finished table, unless it has just been done or the database fails."""
    links, token = companion().links, read_device()
    if token and not links.keep((fingerprint(token), table.code), True):
        return
    try:
        record = keep_table(table)
        if record is not None:
            link_game(record)
            links.keep((fingerprint(g.device), table.code), True)
    except StorageError:
        links.forget((fingerprint(token), table.code))  # next time


def link_remembered_tables() -> None:
    """Link this device with the finished tables that it has cookies for."""
    for code in list_remembered_codes()[:MOST_TABLES]:
        with suppress(NoSuchTable, Unplayable, StorageError):
            table = companion().tables.get(code)
            if table.phase == "over" and table.recognise_visitor(read_cookie_tokens(code)).belongs_here:
                link_table(table)


def finish_response(response: Response) -> Response:
    """Link the device with the finished games that this request was about, and let it keep its token."""
    for table in g.pop("finished", ()):
        link_table(table)
    if "device" in g:
        set_cookie(response, DEVICE_COOKIE, str(make_signer("device").dumps(g.device)), DEVICE_SECONDS)
    return response


def keep_table(table: Table) -> Record | None:
    """Index a finished table if it is not yet, and return its record; None if it has none."""
    here = companion()
    record = make_record(table, here.tables.log.read(table.code))
    if record is not None and here.history.find_game(Scope("", is_shared=True), record.id) is None:
        here.history.keep(record)
    return record


def register(app: Flask) -> None:
    app.after_request(finish_response)


LOOKED_THROUGH = 30  # latest games


def list_groups() -> list[list[str]]:
    """List the people of the latest games that this device may see, the newest game first."""
    try:
        scope = find_scope()
        games = [] if scope.sees_nothing else companion().history.find_games(scope, most=LOOKED_THROUGH)
    except StorageError:  # names are only a convenience
        return []
    return [[player.name for player in game.players if player.name and not player.is_bot] for game in games]
