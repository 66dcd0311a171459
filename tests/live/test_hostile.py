"""Hostile input that needs a real connection."""

import re
import socket
from contextlib import suppress

import pytest

CHUNKED = (
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


def raw(port: int, *parts: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        for part in parts:
            connection.sendall(part)
        received = b""
        while b"\r\n\r\n" not in received:
            more = connection.recv(4096)
            if not more:
                break
            received += more
    return received.partition(b"\r\n")[0]


def test_a_body_of_unknown_length_is_bounded_too(shared_server):
    opening, padding, closing = (
        b"%x\r\n%b\r\n" % (len(part), part) for part in (b'{"game": "race"', b" " * 4096, b"}")
    )
    assert b" 201 " in raw(shared_server.port, CHUNKED, opening, padding * 3, closing, b"0\r\n\r\n")
    assert b" 4" in raw(shared_server.port, CHUNKED, opening, padding * 40, closing, b"0\r\n\r\n")


@pytest.mark.parametrize(
    "chunk", [b"zz\r\n{}\r\n", b"-1\r\n{}\r\n", b"2\r\n{}xx"], ids=["no number", "negative", "no end"]
)
def test_chunks_that_cannot_be_told_apart_are_refused(shared_server, chunk):
    assert b" 400 " in raw(shared_server.port, CHUNKED, chunk, b"0\r\n\r\n")


@pytest.mark.parametrize("length", [b"Content-Length: 100", b"Transfer-Encoding: chunked"])
def test_a_body_that_never_comes_is_not_waited_for(start_server, monkeypatch, length):
    monkeypatch.setenv("BODY_SECONDS", "1")
    assert b" 408 " in raw(start_server().port, CHUNKED.replace(b"Transfer-Encoding: chunked", length), b"1")


@pytest.mark.parametrize(
    "start",
    [
        "POST /api/tables",
        "POST /nowhere",
        "POST /t/BCDFGH/join",
        "GET /healthz",
        "PUT /static/css/play.css",
        "POST /metrics",
    ],
)
def test_a_large_body_that_nobody_reads_ends_the_connection(shared_server, start):
    """300 MB after a 413 used to be read to the end, and nobody else was answered meanwhile."""
    head = f"{start} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 300000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=20) as connection:
        connection.sendall(head.encode())
        sent, block = 0, b"x" * 1_000_000
        with suppress(ConnectionError):
            while sent < 300_000_000:
                connection.sendall(block)
                sent += len(block)
        assert sent < 100_000_000, "no more than the system buffers"


def test_a_client_hears_why_its_large_body_is_refused(shared_server):
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n"
    assert b" 413 " in raw(shared_server.port, head, b"x" * 500_000)


def test_requests_that_arrive_together_are_answered_in_order(shared_server):
    paths = ["/healthz", "/nowhere", "/healthz"]
    asked = b"".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in paths)
    last = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=20) as connection:
        connection.sendall(b"\r\n" + asked + last)
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert re.findall(rb"HTTP/1\.1 (\d+)", received) == [b"200", b"404", b"200", b"200"]


def test_a_small_body_that_nobody_reads_does_not_become_a_request(shared_server):
    """What follows the headers is the body, whatever it looks like, also on a path that does not read it."""
    smuggled = b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n"
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(smuggled)
    last = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=20) as connection:
        connection.sendall(head + smuggled + last)
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert re.findall(rb"HTTP/1\.1 (\d+)", received) == [b"200", b"200"]


def test_a_client_that_asks_first_is_told_to_go_on(shared_server):
    body = b'{"game": "race"}'
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
        b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=20) as connection:
        connection.sendall(head)
        assert connection.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        assert connection.recv(4096).startswith(b"HTTP/1.1 201 ")


def test_an_old_client_gets_a_plain_answer(shared_server):
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=20) as connection:
        connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert received.startswith(b"HTTP/1.1 200 ") and b"chunked" not in received and received.endswith(b"}\n")


def test_headers_are_bounded(shared_server):
    head = b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"x" * 70_000 + b"\r\n\r\n"
    assert b" 4" in raw(shared_server.port, head)


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(
            b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n", id="two lengths"
        ),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", id="length and chunks"),
        pytest.param(b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n", id="chunks before their time"),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: +5\r\n", id="a sign before the length"),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: 5, 5\r\n", id="a list of lengths"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n", id="two hosts"),
        pytest.param(b"GET / HTTP/1.1\r\nHost : x\r\n", id="space before the colon"),
        pytest.param(b"GET / HTTP/1.1\r\nX: a\r\n b: c\r\n", id="folded line"),
        pytest.param(b"GET / HTTP/1.1\r\nX: a\nY: b\r\n", id="half a line break"),
        pytest.param(b"GET / HTTP/1.1\r\nX: a\0b\r\n", id="zero byte"),
        pytest.param(b"GET / HTTP/1.1\r\nno field\r\n", id="no colon"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n", id="another coding"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \x0bchunked\r\n", id="a coding in disguise"),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\ncontent-length: 5\r\n", id="the length twice"
        ),
        pytest.param(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \xb2\r\n", id="a digit that is none"),
        pytest.param(b"GET / HTTP/1.1\r\n", id="no host"),
        pytest.param(b"GET x:80 HTTP/1.1\r\nHost: x\r\n", id="no path"),
        pytest.param(b"get / HTTP/1.1\r\nHost: x\r\n", id="method in small letters"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: x\r\nX\xe9: y\r\n", id="name of a field not in ASCII"),
        pytest.param(b"GET /\r\n", id="no version"),
        pytest.param(b"GET / HTTP/2.0\r\n", id="another version"),
        pytest.param(b"GET /a b HTTP/1.1\r\n", id="space in the path"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 101, id="too many fields"),
    ],
)
def test_what_could_be_understood_in_two_ways_is_refused(shared_server, head):
    assert int(raw(shared_server.port, head + b"\r\n").split()[1]) in (400, 431, 501)


def test_a_field_that_looks_like_another_one_to_an_app_is_left_out(shared_server):
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent_Length: 7\r\n\r\n"
    assert b" 200 " in raw(shared_server.port, head)
