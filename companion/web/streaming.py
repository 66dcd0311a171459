"""Server-sent events to one phone, and its TCP connection: how much it buffers, how it is closed."""

import _socket
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Response, request

from companion.storage import Unavailable
from companion.tables.errors import NoSuchTable
from companion.tables.streams import Heartbeat, Preface, empty_preface
from companion.tables.table import Table, fingerprint
from companion.web.companion import companion
from companion.web.identity import read_tokens
from companion.web.limits import find_client_address

SOCKET = "companion.socket"  # in the environment of a request: the socket it came from
WAITING_BYTES = 32 * 1024  # send buffer for a phone that does not read; the system's default would be megabytes
READ = 1  # libev's event for "readable", which includes the end of the stream
SILENT_SECONDS = 60  # how long a phone may leave data unacknowledged: it is asleep, or out of reach


def shut_down(connection: socket.socket) -> None:
    """Shut down a socket that another greenlet waits for.

    gevent's own shutdown would raise an error in that greenlet, and a duplicate needs a free file descriptor.
    """
    with suppress(OSError, ValueError):  # it has just been closed
        twin = _socket.socket(fileno=connection.fileno())
        try:
            twin.shutdown(socket.SHUT_RDWR)
        finally:
            twin.detach()


@dataclass(frozen=True)
class Connection:
    sock: socket.socket | None  # None under a test client, or a server that does not expose it

    @classmethod
    def of_request(cls) -> "Connection":
        """Return the connection of the current request, set up for a stream."""
        sock = request.environ.get(SOCKET)
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING_BYTES)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_SECONDS * 1000)
        return cls(sock)

    def close(self) -> None:
        """Close it, so that a stream blocked on sending ends."""
        if self.sock is not None:
            shut_down(self.sock)

    @contextmanager
    def watch(self, gone: Callable[[], None]) -> Iterator[None]:
        """Call `gone` as soon as the phone closes the connection: the next heartbeat would notice much later."""
        if self.sock is None:
            yield
            return
        from gevent import get_hub

        watcher = get_hub().loop.io(self.sock.fileno(), READ)
        watcher.start(self.check_closed, watcher, gone)
        try:
            yield
        finally:
            watcher.stop()
            watcher.close()

    def check_closed(self, watcher: Any, gone: Callable[[], None]) -> None:
        """Call `gone` if the readable socket was closed. Runs in gevent's event loop, so it must not block."""
        assert self.sock is not None
        watcher.stop()  # a client that keeps sending would keep the loop busy
        if isinstance(self.sock, ssl.SSLSocket):
            gone()  # browsers send nothing more during a stream, except that they close it; in doubt they reconnect
            return
        try:
            # gevent's socket would block; a plain one of the same file does not, because gevent has set it up so.
            twin = _socket.socket(fileno=self.sock.fileno())
            try:
                closed = not twin.recv(1, socket.MSG_PEEK)
            finally:
                twin.detach()
        except BlockingIOError:
            closed = False
        except OSError:
            closed = True
        if closed:
            gone()


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
