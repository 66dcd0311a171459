"""What only a real connection can send."""

import socket


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
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    opening, padding, closing = (
        b"%x\r\n%b\r\n" % (len(part), part) for part in (b'{"game": "race"', b" " * 4096, b"}")
    )
    assert b" 201 " in raw(shared_server.port, head, opening, padding * 3, closing, b"0\r\n\r\n")
    assert b" 4" in raw(shared_server.port, head, opening, padding * 40, closing, b"0\r\n\r\n")


def test_headers_are_bounded(shared_server):
    head = b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"x" * 70_000 + b"\r\n\r\n"
    assert b" 4" in raw(shared_server.port, head)


def test_a_line_break_in_a_header_value_starts_no_second_request(shared_server):
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n"
    assert b" 400 " in raw(shared_server.port, head)
