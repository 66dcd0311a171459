"""Server-sent events to one phone."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from flask import Response, request

from companion.storage import Unavailable
from companion.tables.errors import NoSuchTable
from companion.tables.stream import Heartbeat, Preface, empty_preface
from companion.tables.table import Table
from companion.tables.tokens import fingerprint
from companion.web.companion import companion
from companion.web.connection import Connection
from companion.web.identity import read_tokens
from companion.web.limits import find_client_address

MOST_DIGITS = 18  # of an event number; Python refuses to parse far longer ones


def stream_events(table: Table, preface: Preface = empty_preface) -> Response:
    """Stream the events of a table; `preface` returns what to send before each event. Raises TooMany."""
    here, asker, who, connection = companion(), read_tokens(table.code), find_client_address(), Connection.of_request()
    here.limits.check_streams()

    def check_presence() -> None:
        with suppress(Unavailable, NoSuchTable):  # keep the stream: the next heartbeat tries again
            newest = here.tables.get_cached(table.code)
            here.tables.notice(newest, newest.recognise_visitor(asker))

    after, keys = find_resume_point(table), table.filter_keys(map(fingerprint, asker))
    heartbeat = Heartbeat(
        here.settings.heartbeat_seconds,
        check_presence,
        audible="beats" in request.args,
        adds=partial(here.tables.remind_of_absent, table.code),
    )

    def frames() -> Iterator[bytes]:
        with here.limits.stream(who), here.tables.attend(table.code, keys):
            yield from here.tables.stream(table.code, after, heartbeat, connection, preface)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(frames(), mimetype="text/event-stream", headers=headers)


def find_resume_point(table: Table) -> int:
    """Return the number of the last event the phone has seen, at most the newest one."""
    named = request.headers.get("Last-Event-ID") or request.args.get("after") or "0"
    if not named.isdecimal():
        return 0
    return min(int(named), table.version) if len(named) <= MOST_DIGITS else table.version
