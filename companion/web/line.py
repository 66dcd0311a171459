"""The connection behind a stream: how much may wait in it, and how it ends when a phone reads nothing any more."""

import _socket
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from flask import request

WAITING_BYTES = 32 * 1024  # what the system keeps for a phone that does not read; its own choice would be megabytes
READ = 1  # libev's number for "there is something to read", which includes the end
SILENT_SECONDS = 60  # how long a phone may confirm nothing: it is asleep, or out of reach


def shut_down(connection: socket.socket) -> None:
    """End a connection that another greenlet waits for. gevent's own shutdown would raise an error there, and a
    duplicate needs a free file descriptor."""
    with suppress(OSError, ValueError):  # it has just been closed
        twin = _socket.socket(fileno=connection.fileno())
        try:
            twin.shutdown(socket.SHUT_RDWR)
        finally:
            twin.detach()


@dataclass(frozen=True)
class Line:
    connection: socket.socket | None  # none under a test client, or a server that does not tell

    @classmethod
    def of_request(cls) -> "Line":
        """The line of the current request, made ready for a stream."""
        connection = request.environ.get("gunicorn.socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING_BYTES)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_SECONDS * 1000)
        return cls(connection)

    def hang_up(self) -> None:
        """The stream, which waits until the phone reads on, is told that it never will."""
        if self.connection is not None:
            shut_down(self.connection)

    @contextmanager
    def watch(self, gone: Callable[[], None]) -> Iterator[None]:
        """Call `gone` as soon as the phone has closed the line: the next heartbeat would notice it much later."""
        if self.connection is None:
            yield
            return
        from gevent import get_hub

        watcher = get_hub().loop.io(self.connection.fileno(), READ)
        watcher.start(self.look, watcher, gone)
        try:
            yield
        finally:
            watcher.stop()
            watcher.close()

    def look(self, watcher: Any, gone: Callable[[], None]) -> None:
        """Find out why there is something to read. Called by gevent's loop, so it must not wait."""
        assert self.connection is not None
        watcher.stop()  # or whoever sends on while a stream is open would keep us busy
        try:
            twin = _socket.socket(fileno=self.connection.fileno())  # gevent's would wait
            try:
                closed = not twin.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
            finally:
                twin.detach()
        except BlockingIOError:
            closed = False
        except OSError:
            closed = True
        if closed:
            gone()
