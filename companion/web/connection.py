"""The TCP connection of a stream: how much it buffers, and how it is closed when a phone stops reading."""

import _socket
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from flask import request

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
        sock = request.environ.get("gunicorn.socket")
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
            twin = _socket.socket(fileno=self.sock.fileno())  # gevent's socket would block
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
