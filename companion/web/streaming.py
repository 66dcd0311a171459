"""Server-sent events to one phone."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from flask import Response, request

from companion.storage import Unavailable
from companion.tables.errors import NoSuchTable
from companion.tables.stream import Heartbeat, Preface, nothing
from companion.tables.table import Table
from companion.tables.tokens import fingerprint
from companion.web.companion import companion
from companion.web.identity import tokens
from companion.web.limits import address
from companion.web.line import Line

MOST_DIGITS = 18  # of an event's number; Python refuses to read numbers that are far longer


def stream_events(table: Table, preface: Preface = nothing) -> Response:
    """Send what happens at a table from now on; `preface` says what comes before each event."""
    here, asker, who, line = companion(), tokens(table.code), address(), Line.of_request()
    here.limits.may_stream()

    def look_after_the_table() -> None:
        with suppress(Unavailable, NoSuchTable):  # no reason to send anybody away: the next heartbeat looks again
            newest = here.tables.look(table.code)
            here.tables.notice(newest, newest.visitor(asker))

    after, keys = resume_point(table), table.keys_among(map(fingerprint, asker))
    heartbeat = Heartbeat(
        here.settings.heartbeat_seconds,
        look_after_the_table,
        audible="beats" in request.args,
        adds=partial(here.tables.remind_of_absent, table.code),
    )

    def frames() -> Iterator[bytes]:
        with here.limits.stream(who), here.tables.attend(table.code, keys):
            yield from here.tables.stream(table.code, after, heartbeat, line, preface)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(frames(), mimetype="text/event-stream", headers=headers)


def resume_point(table: Table) -> int:
    """Return the last event this phone has seen; a number nobody can have seen yet counts as the newest."""
    named = request.headers.get("Last-Event-ID") or request.args.get("after") or "0"
    if not named.isdecimal():
        return 0
    return min(int(named), table.version) if len(named) <= MOST_DIGITS else table.version
