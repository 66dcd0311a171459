"""Minimal HTTP for the load test: requests with their answers, and a stream that looks for event numbers.

Everything goes to loopback. Each table's phones have an address of their own in 127.0.0.0/8, as phones do.
"""

import asyncio
import re
from time import perf_counter

SOON = 50.0  # seconds; a connection that was idle for longer may be just about to be closed by the server (after 65)
FRAME = re.compile(rb"\nid: (\d+)\ndata: ([^\n]*)\n\n")


class Broken(Exception):
    """The server did something wrong."""


class Busy(Exception):
    """The server asked to retry later."""


class Traffic:
    """Bytes sent and received, and how often the server was busy."""

    def __init__(self) -> None:
        self.count = 0
        self.busy = 0


class Answer(asyncio.Protocol):
    """One connection for one request at a time."""

    def __init__(self) -> None:
        self.received = b""
        self.whole: asyncio.Future[bytes] | None = None
        self.wanted = -1
        self.used_at = perf_counter()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def ask(self, request: bytes) -> "asyncio.Future[bytes]":
        self.received, self.wanted = b"", -1
        self.whole = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self.whole

    def data_received(self, data: bytes) -> None:
        self.received += data
        if self.wanted < 0:
            head, end, _ = self.received.partition(b"\r\n\r\n")
            if not end:
                return
            length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
            self.wanted = len(head) + 4 + int(length[1]) if length else len(head) + 4
        if len(self.received) >= self.wanted and self.whole and not self.whole.done():
            self.used_at = perf_counter()
            self.whole.set_result(self.received)

    def connection_lost(self, error: Exception | None) -> None:
        if self.whole and not self.whole.done():
            self.whole.set_exception(Broken(f"no answer: {error}"))


class Line:
    """The connections of one table. One is reused only if the server cannot have closed it meanwhile."""

    def __init__(self, port: int, address: str, traffic: Traffic) -> None:
        self.port, self.address, self.traffic = port, address, traffic
        self.open: Answer | None = None

    async def connection(self) -> tuple[Answer, bool]:
        """A connection, and whether it has been used before."""
        if self.open and perf_counter() - self.open.used_at < SOON and not self.open.transport.is_closing():
            return self.open, True
        self.close()
        loop = asyncio.get_running_loop()
        _, self.open = await loop.create_connection(Answer, "127.0.0.1", self.port, local_addr=(self.address, 0))
        return self.open, False

    async def request(self, method: str, path: str, token: str = "", body: bytes = b"") -> bytes:
        """Send a request and return the body of the answer. Raises Broken for anything but success."""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        asked = head.encode() + b"\r\n" + body
        connection, used = await self.connection()
        try:
            answer = await asyncio.wait_for(connection.ask(asked), 60)
        except Broken:
            if not used or method != "GET":
                raise
            self.close()  # the server had just closed it; a browser asks again, too
            connection, _ = await self.connection()
            answer = await asyncio.wait_for(connection.ask(asked), 60)
        self.traffic.count += len(asked) + len(answer)
        head, _, content = answer.partition(b"\r\n\r\n")
        if head.startswith(b"HTTP/1.1 503"):
            raise Busy
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
            raise Broken(f"{method} {path}: {head.splitlines()[0].decode()} {content[:300].decode()}")
        return content

    def close(self) -> None:
        if self.open:
            self.open.transport.abort()  # with an answer read to its end nothing is lost; leaves no port waiting
            self.open = None


class Phone(asyncio.Protocol):
    """A stream of a table. It checks that every event comes once, in order, with none left out.

    What the events say is added to `told`, if there is one.
    """

    def __init__(
        self, request: bytes, heard: "asyncio.Event", traffic: Traffic, told: list[bytes] | None = None
    ) -> None:
        self.request, self.heard, self.traffic, self.told = request, heard, traffic, told
        self.seq = 0
        self.at = 0.0
        self.received = b""
        self.problem = ""
        self.closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self.traffic.count += len(data)
        self.received += data
        end = 0
        for found in FRAME.finditer(self.received):
            end, seq = found.end(), int(found[1])
            if seq != self.seq + 1:
                self.fail(f"event {seq} after {self.seq}")
            self.seq, self.at = seq, now
            if self.told is not None:
                self.told.append(found[2])
        if end:
            self.received = self.received[end:]
            self.heard.set()
        elif not self.seq and b"\r\n\r\n" in self.received and not self.received.startswith(b"HTTP/1.1 200"):
            self.fail(self.received.splitlines()[0].decode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closing:
            self.fail(f"stream ended behind {self.seq}: {error}")

    def fail(self, problem: str) -> None:
        self.problem = self.problem or problem
        self.heard.set()

    def close(self) -> None:
        self.closing = True
        self.transport.abort()
