"""What has been answered is never lost: servers killed in the middle of a stream of moves."""

import http.client
import random
import time

import pytest

from tests.live.client import LiveTable, Phone, wait_until

ROUNDS = 6


def test_a_killed_server_loses_no_answered_move(start_server, database_url):
    """kill -9 at random moments; afterwards every answered move is there and the game goes on."""
    chance = random.Random(7)
    server = start_server(database_url=database_url)
    table = LiveTable.open(server.url)
    phone = Phone(server.url, table.code)
    answered = 4
    for _ in range(ROUNDS):
        deadline = time.monotonic() + chance.uniform(0.05, 0.4)
        while time.monotonic() < deadline:
            answered = table.play_on()
        server.kill()
        with pytest.raises((OSError, http.client.HTTPException)):
            table.play_on()
        server.start()
        shown = table.call("GET")
        assert shown["version"] >= answered
        assert shown["phase"] == "playing"
    answered = table.play_on()
    phone.wait_for(answered)
    phone.stop()
    assert phone.seen == list(range(1, answered + 1))


@pytest.mark.postgres
def test_two_servers_on_one_postgres_serve_one_table(start_server, postgres_url):
    """A move made at one server reaches the phones at the other; when one is killed, its phones go to the other."""
    first, second = (start_server(database_url=postgres_url) for _ in range(2))
    table = LiveTable.open(first.url)
    at_first, at_second = Phone(first.url, table.code), Phone(second.url, table.code)
    wait_until(lambda: at_first.connects and at_second.connects)
    for step in range(30):
        table.url = (first, second)[step % 2].url
        version = table.play_on()
    at_first.wait_for(version)
    at_second.wait_for(version)
    first.kill()
    at_first.url = table.url = second.url
    for _ in range(10):
        version = table.play_on()
    for phone in (at_first, at_second):
        phone.wait_for(version)
        phone.stop()
        assert phone.seen == list(range(1, version + 1))


@pytest.mark.postgres
def test_two_worker_processes_serve_one_table(start_server, postgres_url):
    server = start_server(database_url=postgres_url, workers=2)
    table = LiveTable.open(server.url)
    phones = [Phone(server.url, table.code) for _ in range(8)]
    wait_until(lambda: all(phone.connects for phone in phones))
    for _ in range(30):
        version = table.play_on()
    for phone in phones:
        phone.wait_for(version)
        phone.stop()
        assert phone.seen == list(range(1, version + 1))
