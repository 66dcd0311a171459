"""Live updates from a real server: every event once, in order, whatever happens to the connection."""

import http.client
import socket
import threading

import pytest

from tests.live.client import LiveTable, Phone, Refused, wait_until


@pytest.fixture
def open_stream():
    """Open streams, and close them after the test."""
    opened = []

    def open_stream(server, code: str, path: str = "", **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", f"/api/tables/{code}/stream{path}", headers=headers)
        answer = connection.getresponse()
        answer.hang_up = lambda: (answer.close(), connection.close())
        opened.append(answer)
        return answer

    yield open_stream
    for answer in opened:
        answer.hang_up()


def numbers(answer: http.client.HTTPResponse, count: int) -> list[int]:
    found: list[int] = []
    while len(found) < count:
        line = answer.readline()
        if line.startswith(b"id: "):
            found.append(int(line[4:]))
    return found


def test_a_stream_starts_with_everything_or_behind_the_last_event_seen(shared_server, open_stream):
    table = LiveTable.open(shared_server.url)
    assert numbers(open_stream(shared_server, table.code), 4) == [1, 2, 3, 4]
    assert numbers(open_stream(shared_server, table.code, **{"Last-Event-ID": "2"}), 2) == [3, 4]
    assert numbers(open_stream(shared_server, table.code, "?after=3"), 1) == [4]


@pytest.mark.parametrize("named", ["-1", "abc", "²", "9" * 30, "4; DROP"])
def test_a_resume_point_that_makes_no_sense_loses_nothing(shared_server, named, open_stream):
    table = LiveTable.open(shared_server.url)
    answer = open_stream(shared_server, table.code, **{"Last-Event-ID": named.encode().decode("latin-1")})
    table.play_on()
    assert numbers(answer, 1)[-1] in (1, 5)


def test_a_stream_is_safe_behind_proxies(shared_server, open_stream):
    answer = open_stream(shared_server, LiveTable.open(shared_server.url).code)
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"


def test_a_quiet_stream_is_kept_alive_by_heartbeats(start_server):
    server = start_server(heartbeat_seconds=1)
    phone = Phone(server.url, LiveTable.open(server.url).code)
    wait_until(lambda: phone.heartbeats >= 2)
    phone.stop()


def test_pages_hear_heartbeats_and_how_far_they_are_apart(start_server, open_stream):
    server = start_server(heartbeat_seconds=1)
    answer = open_stream(server, LiveTable.open(server.url).code, "?after=99&beats=1")
    beat = [b"event: beat\n", b"data: 1\n", b"\n"]
    assert [answer.readline() for _ in range(8)] == [b"retry: 1000\n", b"\n", *beat, *beat]


def test_there_is_no_stream_of_a_table_that_does_not_exist(shared_server, open_stream):
    assert open_stream(shared_server, "CCCCCC").status == 404


def test_every_phone_sees_every_event_once_and_in_order_across_dropped_connections(shared_server):
    """Cut the connections of phones repeatedly during a game."""
    table = LiveTable.open(shared_server.url)
    phones = [Phone(shared_server.url, table.code) for _ in range(4)]
    wait_until(lambda: all(phone.connects for phone in phones))
    version = 0
    for step in range(60):
        version = table.play_on()
        phones[step % 4].cut()
    for phone in phones:
        phone.wait_for(version)
        phone.stop()
        assert phone.seen == list(range(1, version + 1))
        assert phone.connects > 3


def test_a_thousand_open_streams_do_not_hold_up_a_move(live_server):
    """A usual limit of a thousand connections would block every move from the 1001st phone on."""
    server = live_server
    table = LiveTable.open(server.url)
    request = f"GET /api/tables/{table.code}/stream?after=4 HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    streams = []
    for _ in range(490):
        opened = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        opened.sendall(request)
        streams.append(opened)
    # The rest of the thousand only connect: the limit per address is for streams, the worker counts connections.
    streams += [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(600)]
    version = table.play_on()
    for opened in streams[:490]:
        received = b""
        while f"id: {version}\n".encode() not in received:
            received += (more := opened.recv(65536))
            assert more, "the stream has ended"
    for opened in streams:
        opened.close()


def test_streams_per_address_are_bounded_and_freed_again(start_server, open_stream):
    server = start_server(streams_per_address=2, heartbeat_seconds=1)
    table = LiveTable.open(server.url)
    first, second = (open_stream(server, table.code) for _ in range(2))
    numbers(first, 4), numbers(second, 4)
    refused = open_stream(server, table.code)
    assert (refused.status, refused.headers["Retry-After"]) == (429, "60")
    first.hang_up()
    wait_until(lambda: open_stream(server, table.code).status == 200)


def test_two_phones_racing_for_the_same_move_get_it_once(shared_server):
    table = LiveTable.open(shared_server.url)
    for _ in range(40):
        shown = table.call("GET")
        token = table.tokens[shown["turn"]["seat"]]
        move = {"move": "roll" if shown["dice"] is None else "end", "version": shown["version"]}
        statuses: list[int] = []

        def tap(token=token, move=move, statuses=statuses) -> None:
            try:
                table.call("POST", "/moves", token, move)
                statuses.append(200)
            except Refused as refused:
                statuses.append(refused.status)

        taps = [threading.Thread(target=tap) for _ in range(3)]
        for each in taps:
            each.start()
        for each in taps:
            each.join()
        assert statuses == [200, 200, 200]  # the same entry, sent three times
        assert table.call("GET")["version"] == shown["version"] + 1
