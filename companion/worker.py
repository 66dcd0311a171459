"""The gunicorn worker: limits open connections before it reads from them."""

import resource
import socket
import ssl
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from gevent import Timeout
from gevent.server import StreamServer
from gunicorn.workers.ggevent import GeventWorker

from companion.hosting.tls import HANDSHAKE_SECONDS, Encryption
from companion.web.bodies import WITHOUT
from companion.web.connection import shut_down
from companion.web.limits import normalise_address

RESERVED_FILES = 128  # for the database, printing, static files and logs
SMALL_BODY = 16 * 1024  # bytes
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nCache-Control: no-store\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


def count_files() -> int:
    """Return how many files this process may open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


class Connections:
    """The open connections of this process, by address.

    When there are too many, the connection that has waited longest for a complete request is closed: at the client's
    address, or else at the address with the most waiting connections.
    """

    def __init__(self, most: int, per_address: int) -> None:
        self.most = most
        self.per_address = per_address
        self.open: Counter[str] = Counter()
        self.count = 0
        self.waiting: dict[str, dict[socket.socket, None]] = {}  # oldest first

    @contextmanager
    def admit(self, who: str, connection: socket.socket) -> Iterator[bool]:
        """Count a connection while it is open. Yields False if there is no room for it."""
        admitted = self.make_room(who)
        self.open[who] += 1
        self.count += 1
        if admitted:
            self.wait(who, connection)
        try:
            yield admitted
        finally:
            self.stop_waiting(who, connection)
            self.count -= 1
            self.open[who] -= 1
            if not self.open[who]:
                del self.open[who]

    def make_room(self, who: str) -> bool:
        if self.open[who] >= self.per_address:
            return self.close_oldest(who)
        if self.count >= self.most:
            return bool(self.waiting) and self.close_oldest(max(self.waiting, key=lambda each: len(self.waiting[each])))
        return True

    def close_oldest(self, who: str) -> bool:
        oldest = next(iter(self.waiting.get(who, ())), None)
        if oldest is None:
            return False
        self.stop_waiting(who, oldest)
        shut_down(oldest)
        return True

    def wait(self, who: str, connection: socket.socket) -> None:
        self.waiting.setdefault(who, {})[connection] = None

    def stop_waiting(self, who: str, connection: socket.socket) -> None:
        there = self.waiting.get(who, {})
        there.pop(connection, None)
        if not there:
            self.waiting.pop(who, None)


class Worker(GeventWorker):  # type: ignore[misc]
    def init_process(self) -> None:
        settings = self.app.settings
        most = max(1, min(self.worker_connections, count_files() - RESERVED_FILES))
        # Behind a proxy all connections come from its address. Without one, no address may use all of them.
        per_address = most if settings.trusted_proxies else min(settings.connections_per_address, max(1, most * 3 // 4))
        self.connections = Connections(most, per_address)
        self.encryption = Encryption(self.app.store) if self.app.secure_port else None
        StreamServer.max_accept = 1  # with gevent's 100 a burst uses up all files before any connection can be closed
        super().init_process()

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        if self.encryption is not None and listener.getsockname()[1] == self.app.secure_port:
            try:
                client = self.encryption.wrap(client)
            except OSError:  # closed already
                client.close()
                return
        with self.connections.admit(find_address(addr), client) as admitted:
            if not admitted:
                refuse(client)
            elif not isinstance(client, ssl.SSLSocket) or shake_hands(client):
                super().handle(listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: socket.socket, addr: Any) -> None:
        """Answer a request. Raises StopIteration when the connection is to be closed."""
        who = find_address(addr)
        self.connections.stop_waiting(who, sock)
        if refusal := self.wsgi.extensions["admission"].refuse_early(req.method, req.path, req.headers):
            sock.sendall(refusal)
            if req.method not in WITHOUT and not has_small_body(req):
                raise StopIteration
        else:
            req.scheme = "https" if isinstance(sock, ssl.SSLSocket) else "http"
            super().handle_request(listener_name, req, sock, addr)
        self.connections.wait(who, sock)


def find_address(addr: Any) -> str:
    return normalise_address(addr[0]) if addr else ""


def has_small_body(req: Any) -> bool:
    """Return whether the body of a refused request is worth reading, so that the connection can be used again."""
    sizes = [value for name, value in req.headers if name in ("CONTENT-LENGTH", "TRANSFER-ENCODING", "EXPECT")]
    return all(size.isdecimal() and int(size) <= SMALL_BODY for size in sizes)


def shake_hands(client: ssl.SSLSocket) -> bool:
    """Return whether the encrypted connection is ready; close it if not. A phone may not trust the certificate."""
    with suppress(OSError), Timeout(HANDSHAKE_SECONDS, False):
        client.do_handshake()
        return True
    client.close()
    return False


def refuse(client: socket.socket) -> None:
    with suppress(OSError):
        if not isinstance(client, ssl.SSLSocket):  # it would have to wait for the handshake
            client.sendall(BUSY)
        client.shutdown(socket.SHUT_RDWR)
    client.close()
