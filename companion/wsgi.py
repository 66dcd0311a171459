"""HTTP/1.1 for the phones: read requests strictly, call the app, write its answers. Every connection is a greenlet.

gevent accepts the connections. Its own handler (pywsgi) is not used, because it accepts requests that can be understood
in two ways: folded and repeated fields, lists of lengths, bare line feeds (tests/live/test_hostile.py).
"""

import io
import logging
import re
import socket
import ssl
import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from email.utils import formatdate
from functools import lru_cache
from itertools import count
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit
from wsgiref.types import WSGIApplication
from wsgiref.util import FileWrapper

import gevent
from gevent import Greenlet, Timeout
from gevent.server import StreamServer
from greenlet import greenlet
from werkzeug.exceptions import BadRequest, ClientDisconnected, RequestTimeout

from companion.hosting.certificates import HANDSHAKE_SECONDS, Encryption
from companion.web.limits import find_address, normalise_address
from companion.web.streaming import SOCKET, shut_down

logger = logging.getLogger("companion.server")

HEAD_BYTES = 32 * 1024
LINE_BYTES = 8 * 1024
MOST_FIELDS = 100
READ_BYTES = 64 * 1024
# Longer than proxies keep a connection open, and than the time between two taps: Safari loses requests that are sent
# just as the connection closes.
KEPT_OPEN_SECONDS = 65
BODY_SECONDS = 60  # for a body that a phone sends in one packet
SMALL_BODY = 16 * 1024  # bytes of an unread body that are worth reading, so that the connection can be used again
LINGER_BYTES, LINGER_SECONDS = 1024 * 1024, 2  # of a larger body, so that the client reads the answer before the end
BREATH = 32  # reads after which other phones have their turn: gevent switches only when a socket has nothing to read

REQUEST_LINE = re.compile(r"([A-Z][A-Z-]{2,19}) ([!-~\x80-\xff]+) HTTP/1\.([01])")
FIELD_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n")
CHUNK_SIZE = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;[^\r\n]*)?")
LENGTH = re.compile(r"[0-9]{1,15}")
ONLY_ONCE = ("HTTP_HOST", "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING")
WITHOUT_BODY = ("1", "204", "304")  # how their status begins


class Turns:
    """Starts requests one by one; the addresses take turns.

    gevent alone would start them in the order of their arrival: behind a hundred requests of one client, everybody else
    would wait for all hundred (tests/bench/bench_attackers.py). A request that waits for the database or a worker
    process does not delay the next one.
    """

    def __init__(self) -> None:
        self.waiting: OrderedDict[str, deque[greenlet]] = OrderedDict()  # by address, the next one first
        self.is_scheduled = False

    def wait(self, who: str) -> None:
        """Return when it is the turn of a request from this address."""
        hub, own = gevent.get_hub(), gevent.getcurrent()
        self.waiting.setdefault(who, deque()).append(own)
        if not self.is_scheduled:
            self.is_scheduled = True
            hub.loop.run_callback(self.start_next)
        try:
            hub.switch()
        except BaseException:  # the server stops
            if own in self.waiting.get(who, ()):
                self.waiting[who].remove(own)
            raise

    def start_next(self) -> None:
        """Run a request until it waits for something. Called by gevent's event loop."""
        self.is_scheduled = False
        while self.waiting:
            who, queue = self.waiting.popitem(last=False)
            if not queue:
                continue
            following = queue.popleft()
            if queue:
                self.waiting[who] = queue  # last in line
            if self.waiting:
                self.is_scheduled = True
                gevent.get_hub().loop.run_callback(self.start_next)  # after others have been read
            following.switch()
            return


BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nCache-Control: no-store\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


class Malformed(Exception):
    """A request that is refused before the app sees it: the status, and what is wrong without quoting anything."""

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(status, reason)
        self.status, self.reason = status, reason


def malformed(reason: str, status: str = "400 Bad Request") -> Malformed:
    return Malformed(status, reason)


@lru_cache(1024)
def environ_name(field: str) -> str:
    """Return the name that WSGI gives a header field. Fields with an underscore are left out (""): to an app they look
    like others, such as SCRIPT_NAME or Content_Length. Raises Malformed."""
    if not FIELD_NAME.fullmatch(field):
        raise malformed("Invalid header name")
    if "_" in field:
        return ""
    name = field.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"


@lru_cache(512)
def split_target(target: str) -> tuple[str, str]:
    """Return the unquoted path and the query of a request's target. Raises Malformed."""
    if not target.startswith("/"):
        parts = urlsplit(target)
        if parts.scheme not in ("http", "https") and target != "*":
            raise malformed("Invalid target")
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    path, _, query = target.partition("#")[0].partition("?")
    return (unquote_to_bytes(path).decode("latin-1") if "%" in path else path), query


def read_head(head: str, environ: dict[str, Any]) -> None:
    """Add the request line and the header fields to the environment of a request. Raises Malformed."""
    if CONTROL.search(head):
        raise malformed("Invalid character")
    line, *fields = head.split("\r\n")
    matched = REQUEST_LINE.fullmatch(line)
    if matched is None:
        raise malformed("Invalid request line")
    if len(line) > LINE_BYTES:
        raise malformed("Invalid length of the request line", "414 URI Too Long")
    if len(fields) > MOST_FIELDS:
        raise malformed("Invalid number of headers", "431 Request Header Fields Too Large")
    method, target, minor = matched.groups()
    environ["REQUEST_METHOD"], environ["SERVER_PROTOCOL"] = method, f"HTTP/1.{minor}"
    environ["PATH_INFO"], environ["QUERY_STRING"] = split_target(target)
    environ["RAW_URI"] = target
    for each in fields:
        field, colon, value = each.partition(":")
        if not colon:
            raise malformed("Invalid header")
        name = environ_name(field)
        if not name:
            continue
        value = value.strip(" \t")
        if name in environ:
            if name in ONLY_ONCE:
                raise malformed("Invalid repeated header")
            value = f"{environ[name]}{'; ' if name == 'HTTP_COOKIE' else ','}{value}"
        environ[name] = value
    if minor == "1" and "HTTP_HOST" not in environ:
        raise malformed("Invalid request without a host")


class Body(io.RawIOBase):
    """The body of a request, read from its connection as the app asks for it.

    Reading raises what Flask answers: 400 for a body that is cut off or badly chunked, 408 for one that takes too long.
    """

    def __init__(self, connection: "HttpConnection", environ: dict[str, Any]) -> None:
        self.connection = connection
        self.chunked, self.left = False, 0  # bytes of the body, or of the present chunk
        self.ended = True
        self.expected = False  # the client waits for "100 Continue" before it sends anything
        self.reads = count(1)
        length, coding = environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING")
        if coding is not None:
            if coding.lower() != "chunked":
                raise malformed("Invalid transfer coding", "501 Not Implemented")
            if length is not None or environ["SERVER_PROTOCOL"] == "HTTP/1.0":
                raise malformed("Invalid length of a chunked body")
            self.chunked, self.ended = True, False
        elif length is not None:
            if not LENGTH.fullmatch(length):
                raise malformed("Invalid length of the body")
            self.left = int(length)
            self.ended = not self.left
        if not self.ended:
            self.expected = environ.get("HTTP_EXPECT", "").lower() == "100-continue"
            self.deadline = time.monotonic() + BODY_SECONDS

    @property
    def is_small(self) -> bool:
        """Whether what is unread is worth reading."""
        return self.ended or not (self.chunked or self.expected or self.left > SMALL_BODY)

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        if self.ended:
            return 0
        if self.expected:
            self.expected = False
            self.connection.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if self.chunked and not self.left:
            self.left = self.read_chunk_size()
            if not self.left:
                while self.read_line():  # trailers, which nobody uses
                    pass
                self.ended = True
                return 0
        if not self.connection.buffer:
            self.receive()
        part = self.connection.buffer[: min(len(target), self.left)]
        self.connection.buffer = self.connection.buffer[len(part) :]
        target[: len(part)] = part
        self.left -= len(part)
        if not self.left:
            if self.chunked and self.read_line():
                raise BadRequest
            self.ended = not self.chunked
        return len(part)

    def read_chunk_size(self) -> int:
        matched = CHUNK_SIZE.fullmatch(self.read_line())
        if matched is None:
            raise BadRequest
        return int(matched[1], 16)

    def read_line(self) -> bytes:
        """Return a line between chunks, without its end."""
        while (end := self.connection.buffer.find(b"\r\n")) < 0:
            if len(self.connection.buffer) > LINE_BYTES:
                raise BadRequest
            self.receive()
        line = self.connection.buffer[:end]
        self.connection.buffer = self.connection.buffer[end + 2 :]
        if next(self.reads) % BREATH == 0:
            gevent.sleep(0)
        if len(line) > LINE_BYTES:
            raise BadRequest
        return line

    def receive(self) -> None:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise RequestTimeout
        if next(self.reads) % BREATH == 0:
            gevent.sleep(0)
        sock = self.connection.sock
        sock.settimeout(left)
        try:
            received = sock.recv(READ_BYTES)
        except TimeoutError:
            raise RequestTimeout from None
        except OSError:
            received = b""
        finally:
            sock.settimeout(KEPT_OPEN_SECONDS)
        if not received:
            self.connection.is_broken = True
            raise ClientDisconnected
        self.connection.buffer += received


class HttpConnection:
    """One connection of a phone, and its requests one after the other."""

    def __init__(self, server: "HttpServer", sock: socket.socket, base: dict[str, Any], who: str) -> None:
        self.server, self.sock, self.base, self.who = server, sock, base, who
        self.buffer = b""  # received, but not yet read
        self.is_broken = False  # nothing more can be read

    def serve(self) -> None:
        """Answer requests until one side closes the connection."""
        connections, waiting = self.server.connections, self.sock
        self.sock.settimeout(KEPT_OPEN_SECONDS)
        try:
            while (head := self.receive_head()) is not None:
                connections.stop_waiting(self.who, waiting)
                environ = self.base.copy()
                read_head(head, environ)
                body = environ["wsgi.input"] = Body(self, environ)
                self.server.turns.wait(find_address(environ, self.server.trusted_proxies))
                if not self.answer(environ, body):
                    if not body.ended and not self.is_broken:
                        self.linger()
                    return
                connections.wait(self.who, waiting)
                if not body.ended:
                    body.readall()  # a small rest
                if self.buffer:
                    gevent.sleep(0)  # a client that sends many requests at once does not keep others waiting
        except Malformed as error:
            logger.warning("Invalid request: %s", error.reason)
            with suppress(OSError):
                answer = f"HTTP/1.1 {error.status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                self.sock.sendall(answer.encode())
                self.linger()
        except (OSError, BadRequest, RequestTimeout):
            pass  # the phone is gone

    def receive_head(self) -> str | None:
        """Return the next request's line and header fields; None when the phone has closed the connection."""
        began = 0.0
        while (end := self.buffer.find(b"\r\n\r\n")) < 0:
            if len(self.buffer) > HEAD_BYTES:
                break
            received = self.sock.recv(READ_BYTES)
            if not received:
                return None
            began = began or time.monotonic()
            if time.monotonic() - began > KEPT_OPEN_SECONDS:
                return None
            # An empty line in front of a request is to be ignored (RFC 9112, section 2.2).
            self.buffer = self.buffer + received if self.buffer else received.removeprefix(b"\r\n")
        if not 0 <= end <= HEAD_BYTES:
            raise malformed("Invalid size of the headers", "431 Request Header Fields Too Large")
        head = self.buffer[:end].decode("latin-1")
        self.buffer = self.buffer[end + 4 :]
        return head

    def answer(self, environ: dict[str, Any], body: Body) -> bool:
        """Answer a request; return whether the connection can be used for another one."""
        answer = Answer(self, environ, body)
        refusal = self.server.refuse_early(environ)
        if refusal is not None:
            self.sock.sendall(refusal)
            return answer.keeps_open
        self.server.answering.add(self)
        try:
            parts = self.server.app(environ, answer.start)
            try:
                for part in parts:
                    if part:
                        answer.write(part)
                answer.finish()
            finally:
                if hasattr(parts, "close"):
                    parts.close()
        except OSError:
            raise  # the phone is gone
        except Exception:
            logger.exception("Error handling request")
            if answer.begun:
                return False
            answer.start("500 Internal Server Error", [("Content-Length", "0")])
            answer.keeps_open = False
            answer.finish()
        finally:
            self.server.answering.discard(self)
        return answer.keeps_open and not self.is_broken

    def send(self, data: bytes) -> None:
        sent = self.sock.send(data)
        if sent < len(data):
            self.sock.sendall(memoryview(data)[sent:])

    def linger(self) -> None:
        """Read a part of what the client still sends: closing at once would discard our answer on its way."""
        with suppress(OSError), Timeout(LINGER_SECONDS, False):
            self.sock.shutdown(socket.SHUT_WR)
            left = LINGER_BYTES
            while left > 0 and (received := self.sock.recv(READ_BYTES)):
                left -= len(received)
                gevent.sleep(0)


@lru_cache(1)
def date_header(second: int) -> str:
    return formatdate(second, usegmt=True)


class Answer:
    """The answer to one request: its head is sent together with the first part of its body."""

    def __init__(self, connection: HttpConnection, environ: dict[str, Any], body: Body) -> None:
        self.connection, self.body = connection, body
        self.is_head = environ["REQUEST_METHOD"] == "HEAD"
        self.is_modern = environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        asked = environ.get("HTTP_CONNECTION", "").lower()
        self.keeps_open = self.is_modern and "close" not in asked and body.is_small
        self.begun = False
        self.status = ""
        self.headers: Sequence[tuple[str, str]] = ()
        self.left: int | None = None  # bytes that the Content-Length still promises; None: sent in chunks
        self.is_empty = self.is_head

    def start(self, status: str, headers: Sequence[tuple[str, str]], error: Any = None) -> Callable[[bytes], None]:
        """WSGI's start_response."""
        if error and self.begun:
            raise error[1]
        self.status, self.headers = status, headers
        return self.write

    def write_head(self) -> bytes:
        self.begun = True
        chunked = True
        lines = [f"HTTP/1.1 {self.status}", f"Date: {date_header(int(time.time()))}"]
        for name, value in self.headers:
            lines.append(f"{name}: {value}")
            if name.lower() == "content-length":
                self.left, chunked = int(value), False
        if self.status.startswith(WITHOUT_BODY):
            self.is_empty = True
        elif chunked:
            if self.is_modern:
                lines.append("Transfer-Encoding: chunked")
            else:
                self.keeps_open = False
            self.connection.server.answering.discard(self.connection)  # perhaps a stream, which never ends by itself
        self.keeps_open = self.keeps_open and self.body.is_small
        if not self.keeps_open:
            lines.append("Connection: close")
        lines += ("", "")
        head = "\r\n".join(lines)
        if head.count("\n") != len(lines) - 1 or head.count("\r") != len(lines) - 1:
            raise ValueError("a header contains a line break")
        return head.encode("latin-1")

    def write(self, part: bytes) -> None:
        head = b"" if self.begun else self.write_head()
        if self.is_empty:
            part = b""
        elif self.left is not None:
            if len(part) > self.left:
                raise ValueError("the body is longer than its Content-Length")
            self.left -= len(part)
        elif self.is_modern:
            part = b"%x\r\n%b\r\n" % (len(part), part)
        if data := head + part:
            self.connection.send(data)

    def finish(self) -> None:
        if not self.begun:
            head = self.write_head()
            ends = not self.is_empty and self.left is None and self.is_modern
            self.connection.send(head + b"0\r\n\r\n" if ends else head)
        elif not self.is_empty and self.left is None and self.is_modern:
            self.connection.send(b"0\r\n\r\n")
        if self.left and not self.is_empty:
            self.keeps_open = False  # the app has promised more


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


class HttpServer:
    """Serves an app on listening sockets, the second of which is encrypted, until it is stopped."""

    def __init__(
        self,
        app: WSGIApplication,
        listeners: Sequence[socket.socket],
        encryption: Encryption | None,
        connections: Connections,
        refuse_early: Callable[[dict[str, Any]], bytes | None] = lambda environ: None,
        trusted_proxies: int = 0,
    ) -> None:
        self.app, self.encryption, self.connections, self.refuse_early = app, encryption, connections, refuse_early
        self.trusted_proxies, self.turns = trusted_proxies, Turns()
        self.answering: set[HttpConnection] = set()
        self.greenlets: set[Greenlet] = set()
        self.acceptors = [
            Acceptor(listener, self.make_handler(listener, encryption if number else None), spawn=self.spawn)
            for number, listener in enumerate(listeners)
        ]

    def spawn(self, *work: Any) -> None:
        greenlet = Greenlet(*work)
        self.greenlets.add(greenlet)
        greenlet.link(self.greenlets.discard)
        greenlet.start()

    def make_handler(
        self, listener: socket.socket, encryption: Encryption | None
    ) -> Callable[[socket.socket, Any], None]:
        host, port = listener.getsockname()[:2]
        environ = {
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "https" if encryption else "http",
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
            "wsgi.file_wrapper": lambda file, size: FileWrapper(file, READ_BYTES),
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "SCRIPT_NAME": "",
        }

        def handle(sock: socket.socket, address: Any) -> None:
            who = normalise_address(address[0]) if address else ""
            if encryption is not None:
                try:
                    sock = encryption.wrap(sock)
                except OSError:  # closed already
                    sock.close()
                    return
            with self.connections.admit(who, sock) as admitted:
                try:
                    if not admitted:
                        refuse(sock)
                    elif not isinstance(sock, ssl.SSLSocket) or shake_hands(sock):
                        base = {**environ, "REMOTE_ADDR": address[0], "REMOTE_PORT": str(address[1]), SOCKET: sock}
                        HttpConnection(self, sock, base, who).serve()
                finally:
                    sock.close()

        return handle

    def start(self) -> None:
        for each in self.acceptors:
            each.start()

    def stop(self, seconds: float) -> None:
        """Accept nothing more, finish the requests that are being answered, and end the streams: phones reconnect with
        Last-Event-ID."""
        for each in self.acceptors:
            each.close()
        with Timeout(seconds, False):
            while self.answering:
                gevent.sleep(0.01)
        gevent.killall([*self.greenlets], timeout=1)


class Acceptor(StreamServer):  # type: ignore[misc]
    max_accept = 1  # with gevent's 100 a burst uses up all files before any connection can be closed


def shake_hands(sock: ssl.SSLSocket) -> bool:
    """Return whether the encrypted connection is ready. A phone may not trust the certificate."""
    with suppress(OSError), Timeout(HANDSHAKE_SECONDS, False):
        sock.do_handshake()
        return True
    return False


def refuse(sock: socket.socket) -> None:
    with suppress(OSError):
        if not isinstance(sock, ssl.SSLSocket):  # it would have to wait for the handshake
            sock.sendall(BUSY)
        sock.shutdown(socket.SHUT_RDWR)
