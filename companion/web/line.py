"""The connection behind a stream: how much may wait in it, and how it ends when a phone reads nothing any more."""

import socket
from contextlib import suppress
from dataclasses import dataclass

from flask import request

WAITING_BYTES = 32 * 1024  # what the system keeps for a phone that does not read; its own choice would be megabytes
SILENT_SECONDS = 60  # how long a phone may confirm nothing: it is asleep, or out of reach


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
            with suppress(OSError), self.connection.dup() as twin:  # gevent takes it amiss at the original
                twin.shutdown(socket.SHUT_RDWR)
