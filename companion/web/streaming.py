"""Server-sent events to one phone, and the connection behind them."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import Response, request

from companion.storage import Unavailable
from companion.tables.errors import NoSuchTable
from companion.tables.stream import Heartbeat, Preface, nothing
from companion.tables.table import Table
from companion.web.companion import companion
from companion.web.identity import tokens
from companion.web.limits import address

MOST_DIGITS = 18  # of an event's number; Python refuses to read numbers that are far longer
WAITING_BYTES = 32 * 1024  # what the system keeps for a phone that does not read; its own choice would be megabytes
SILENT_SECONDS = 60  # how long a phone may confirm nothing: it is asleep, or out of reach


@dataclass(frozen=True)
class Line:
    connection: socket.socket | None  # none under a test client, or a server that does not tell

    @classmethod
    def of_request(cls) -> "Line":
        """Return the line of the current request, made ready for a stream."""
        connection = request.environ.get("gunicorn.socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING_BYTES)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_SECONDS * 1000)
        return cls(connection)

    def hang_up(self) -> None:
        """End a stream that waits for a phone which reads nothing any more."""
        if self.connection is not None:
            with suppress(OSError), self.connection.dup() as twin:  # gevent refuses it on the original
                twin.shutdown(socket.SHUT_RDWR)


def stream_events(table: Table, preface: Preface = nothing) -> Response:
    """Send what happens at a table from now on; `preface` says what comes before each event."""
    here, asker, who, line = companion(), tokens(table.code), address(), Line.of_request()
    here.limits.may_stream()

    def look_after_the_table() -> None:
        with suppress(Unavailable, NoSuchTable):  # no reason to send anybody away: the next heartbeat looks again
            newest = here.tables.look(table.code)
            here.tables.notice(newest, newest.visitor(asker))

    after = resume_point(table)
    heartbeat = Heartbeat(here.settings.heartbeat_seconds, look_after_the_table, audible="beats" in request.args)

    def frames() -> Iterator[bytes]:
        with here.limits.stream(who):
            yield from here.tables.stream(table.code, after, heartbeat, line.hang_up, preface)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(frames(), mimetype="text/event-stream", headers=headers)


def resume_point(table: Table) -> int:
    """Return the last event this phone has seen; a number nobody can have seen yet counts as the newest."""
    named = request.headers.get("Last-Event-ID") or request.args.get("after") or "0"
    if not named.isdecimal():
        return 0
    return min(int(named), table.version) if len(named) <= MOST_DIGITS else table.version
