"""Many connections: half-sent requests block no other client, and closed streams stop counting immediately."""

import http.client
import resource
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.server import listen
from companion.settings import Settings
from companion.wsgi import Connections
from tests.conftest import ROOT, RunningServer, new_server
from tests.live.client import LiveTable, Phone, wait_until
from tests.live.test_slow_phones import open_streams

HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-Half"


@pytest.fixture
def narrow(tmp_path) -> Iterator[RunningServer]:
    """Start a server that may open 1024 files, a usual limit."""
    server = new_server(tmp_path)
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (512, 1024));"
    script = ROOT / "tests" / "testgame.py"
    server.process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"{limited} sys.argv = [{str(script)!r}]; runpy.run_path({str(script)!r}, None, '__main__')",
        ],
        env=server.environ,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
    )
    wait_until(lambda: answers(server), 60)
    yield server
    server.kill()


def answers(server: RunningServer, source: str = "127.0.0.1") -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(source, 0))
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def test_small_answers_are_not_held_back_on_connections_opened_before_the_server_is_ready(tmp_path):
    """Without TCP_NODELAY the body of each answer waited 40 ms for the acknowledgement of its headers."""
    listener = listen(Settings(data_dir=tmp_path, database_url="", host="127.0.0.1"), 0)
    with listener, socket.create_connection(listener.getsockname(), timeout=20), listener.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_half_sent_headers_from_one_address_hold_up_nobody(narrow):
    """With the usual limit of 1024 files they blocked every response for a minute."""
    assert resource.prlimit(narrow.process.pid, resource.RLIMIT_NOFILE) == (1024, 1024), "the soft limit was 512"
    with ExitStack() as attack:
        for _ in range(1100):
            half = attack.enter_context(socket.create_connection(("127.0.0.1", narrow.port), timeout=20))
            half.sendall(HALF)
        assert answers(narrow, "127.0.0.2"), "another address"
        assert answers(narrow), "the same address, which others may share"


def test_half_sent_headers_from_many_addresses_hold_up_nobody(narrow):
    with ExitStack() as attack:
        for number in range(1100):
            source = (f"127.0.1.{number % 100 + 1}", 0)
            half = attack.enter_context(socket.create_connection(("127.0.0.1", narrow.port), 20, source))
            half.sendall(HALF)
        assert answers(narrow, "127.0.0.2")


def test_open_streams_survive_an_attack_with_half_sent_headers(narrow):
    table = LiveTable.open(narrow.url)
    phone = Phone(narrow.url, table.code)
    wait_until(lambda: phone.connects)
    with ExitStack() as attack:
        for _ in range(1100):
            attack.enter_context(socket.create_connection(("127.0.0.1", narrow.port), timeout=20)).sendall(HALF)
        version = table.play_on()
        phone.wait_for(version)
    phone.stop()
    assert phone.connects == 1


def test_the_connections_of_an_address_are_bounded(start_server):
    server = start_server(connections_per_address=3)
    table = LiveTable.open(server.url)
    request = f"GET /api/tables/{table.code}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with ExitStack() as streams:
        for _ in range(3):
            stream = streams.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            stream.sendall(request)
            assert b" 200 " in stream.recv(4096)
        refused = streams.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
        answer = refused.recv(4096)
        assert answer.startswith(b"HTTP/1.1 503 ") and b"Retry-After" in answer
        assert answers(server, "127.0.0.2")
    wait_until(lambda: answers(server))


def test_behind_a_trusted_proxy_all_connections_may_come_from_its_address(start_server):
    server = start_server(connections_per_address=1, trusted_proxies=1)
    with ExitStack() as streams:
        for _ in range(5):
            streams.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20)).sendall(HALF)
        assert answers(server)


def test_a_closed_stream_stops_counting_at_once(start_server):
    server = start_server(heartbeat_seconds=600)
    table = LiveTable.open(server.url)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(f"GET /api/tables/{table.code}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        wait_until(lambda: open_streams(server.url) == 1)
    wait_until(lambda: open_streams(server.url) == 0)


def test_who_sends_on_while_a_stream_is_open_keeps_nobody_busy(start_server):
    server = start_server(heartbeat_seconds=1)
    table = LiveTable.open(server.url)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(f"GET /api/tables/{table.code}/stream HTTP/1.1\r\nHost: x\r\n\r\nmore".encode())
        wait_until(lambda: open_streams(server.url) == 1)
        before = cpu_seconds(server.url)
        time.sleep(1)
        assert cpu_seconds(server.url) - before < 0.5
    wait_until(lambda: open_streams(server.url) == 0)


def cpu_seconds(url: str) -> float:
    with urllib.request.urlopen(url + "/metrics", timeout=20) as answer:
        lines = answer.read().decode().splitlines()
    return float(next(line for line in lines if line.startswith("process_cpu_seconds_total ")).split()[1])


@pytest.fixture
def closed(monkeypatch) -> list[object]:
    """Collect what is closed to make room; any object can be a connection here."""
    closed: list[object] = []
    monkeypatch.setattr("companion.wsgi.shut_down", closed.append)
    return closed


def test_the_oldest_waiting_connection_of_the_greediest_address_makes_room(closed):
    bounded = Connections(most=4, per_address=3)
    with ExitStack() as opened:

        def enter(who: str, line: str) -> bool:
            return opened.enter_context(bounded.admit(who, line))

        assert all(enter("greedy", line) for line in ("first", "second", "third")) and enter("modest", "fourth")
        assert enter("other", "fifth") and closed == ["first"]
        bounded.stop_waiting("greedy", "second")  # it has a request in progress
        assert enter("greedy", "sixth") and closed == ["first", "third"]
    assert (bounded.count, dict(bounded.open), bounded.waiting) == (0, {}, {})


def test_connections_with_a_request_in_progress_are_left_alone(closed):
    bounded = Connections(most=2, per_address=1)
    with bounded.admit("a", "first") as first:
        bounded.stop_waiting("a", "first")
        with bounded.admit("a", "second") as second:
            assert (first, second, closed) == (True, False, [])
