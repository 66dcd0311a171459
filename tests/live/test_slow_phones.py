"""Phones that do not read: they block no one and lose nothing."""

import re
import socket
import urllib.request
from collections.abc import Iterator

import pytest

from companion.storage import Event, open_log
from companion.tables.streams import BACKLOG
from tests.live.client import LiveTable, Phone, call, wait_until

LONG = "x" * 4000  # fills a line that nobody reads within a few events
MANY = 3 * BACKLOG


@pytest.fixture
def table(start_server, postgres_url) -> LiveTable:
    server = start_server(database_url=postgres_url)
    made = call(server.url, "POST", "/api/tables", body={"game": "race"})
    return LiveTable(server.url, made["code"], made["host_token"], {})


@pytest.fixture
def deaf(table) -> Iterator[socket.socket]:
    """Open a stream without reading it."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        host, port = table.url.removeprefix("http://").split(":")
        line.connect((host, int(port)))
        line.sendall(f"GET /api/tables/{table.code}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        yield line


def open_streams(url: str) -> int:
    with urllib.request.urlopen(url + "/metrics", timeout=20) as answer:
        return int(re.search(r"^companion_streams_open (\d+)", answer.read().decode(), re.MULTILINE)[1])


def received(line: socket.socket) -> list[int]:
    """Return the numbers of the events that arrived completely before the connection closed."""
    text = b""
    while more := line.recv(65536):
        text += more
    return [int(number) for number in re.findall(rb"id: (\d+)\ndata: [^\n]*\n\n", text)]


@pytest.mark.postgres
def test_a_phone_that_reads_nothing_is_sent_away_and_resumes_while_the_others_go_on(table, deaf, postgres_url):
    attentive = Phone(table.url, table.code)
    wait_until(lambda: open_streams(table.url) == 2)
    log = open_log(postgres_url)
    for number in range(2, MANY):
        log.append(table.code, [Event(number, 1, "ordered", {"order": [], "words": LONG})])
        attentive.wait_for(number)  # never has to wait for the other
    log.close()
    wait_until(lambda: open_streams(table.url) == 1)
    heard = received(deaf)
    assert heard == list(range(1, len(heard) + 1))
    assert len(heard) < MANY - BACKLOG, "it was not waited for"

    returning = Phone(table.url, table.code, seen=heard)
    for phone in (attentive, returning):
        phone.wait_for(MANY - 1)
        phone.stop()
        assert phone.seen == list(range(1, MANY))
    assert attentive.connects == 1
