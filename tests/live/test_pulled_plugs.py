"""Answered moves are never lost, even if servers are killed during play.

A few rounds each; `make faults` plays 200 of them and leaves PostgreSQL switched off for longer.
"""

import os
import random
import time

import pytest

from companion.games.dice_charmers.rules import Phase
from companion.games.game import load_table_games
from companion.storage import open_log
from companion.tables.service import Tables
from tests.live.client import LiveTable, Page, Phone, Regular, call, wait_until

LONG = bool(os.environ.get("COMPANION_LONG"))
ROUNDS = 200 if LONG else 5
WHOLE_SERVER = 10  # after this many rounds kill the parent process too, not only the worker


@pytest.mark.timeout(1800 if LONG else 120)
def test_a_server_killed_at_random_moments_loses_no_answered_move(start_server, database_url, capsys):
    """Kill servers during moves; afterwards every answered move is stored, none partly, and the game continues."""
    chance = random.Random(7)
    server = start_server(database_url=database_url)
    regular = Regular(server.url, random.Random(8))
    for number in range(1, ROUNDS + 1):
        regular.goes_on()
        time.sleep(chance.uniform(0, 0.2))
        if number % WHOLE_SERVER:
            server.kill_worker()
        else:
            server.kill()
            server.start()
    regular.goes_on()
    regular.stop()
    for table, phone in zip(regular.tables, regular.phones, strict=True):
        phone.wait_for(table.call("GET")["version"])
        phone.stop()
    server.kill()
    unanswered_but_there = check_every_log(regular, database_url)
    with capsys.disabled():
        if LONG:
            print(
                f"\n{ROUNDS} kills, {len(regular.answered)} answered moves in {len(regular.tables)} games,"
                f" {regular.unanswered} requests without an answer, {unanswered_but_there} of them written down"
            )


def check_every_log(regular: Regular, database_url: str) -> int:
    """Count the stored moves that were not answered."""
    log = open_log(database_url)
    games = Tables(log, load_table_games())
    for table, phone in zip(regular.tables, regular.phones, strict=True):
        events = log.read(table.code)
        assert phone.seen == [event.seq for event in events] == list(range(1, len(events) + 1))
        moves = {event.seq: event.body["move"] for event in events if event.kind == "move"}
        answered = {seq: move for code, seq, move in regular.answered if code == table.code}
        assert answered.items() <= moves.items()
        steps = list(games.steps(table.code))
        for step, follower in zip(steps, [*steps[1:], None], strict=True):
            if step.after.phase == "playing" and step.after.position.state.phase is Phase.ROLLING:
                assert follower and follower.event.kind == "rolled", "a move and its roll are one"
    written = sum(event.kind == "move" for table in regular.tables for event in log.read(table.code))
    log.close()
    return written - len(regular.answered)


@pytest.mark.postgres
def test_two_servers_on_one_postgres_serve_one_table(start_server, postgres_url):
    """A move made at one server reaches the phones at the other; when one is killed, its phones go to the other."""
    first, second = (start_server(database_url=postgres_url) for _ in range(2))
    table = LiveTable.open(first.url)
    at_first, at_second = Phone(first.url, table.code), Phone(second.url, table.code)
    wait_until(lambda: at_first.connects and at_second.connects)
    for step in range(10):
        table.url = (first, second)[step % 2].url
        version = table.play_on()
    at_first.wait_for(version)
    at_second.wait_for(version)
    first.kill()
    at_first.url = table.url = second.url
    for _ in range(5):
        version = table.play_on()
    for phone in (at_first, at_second):
        phone.wait_for(version)
        phone.stop()
        assert phone.seen == list(range(1, version + 1))


@pytest.mark.postgres
def test_a_phone_that_leaves_one_server_is_away_at_the_other(start_server, postgres_url):
    """The TV page is at the second server and looks at the table before Boris joins at the first one."""
    first, second = (start_server(database_url=postgres_url) for _ in range(2))
    made = call(first.url, "POST", "/api/tables", body={"game": "race"})
    table = LiveTable(first.url, made["code"], made["host_token"], {})
    anna = Page(first.url, table.code, token=table.call("POST", "/seats", body={"name": "Anna"})["token"])
    screen = Page(second.url, table.code)
    wait_until(lambda: screen.connects)
    token = table.call("POST", "/seats", body={"name": "Boris"})["token"]
    version = table.call("GET")["version"]
    for server in (first, second):
        boris = Page(server.url, table.code, token=token)
        boris.wait_to_connect()
        for page in (anna, screen):
            page.wait_for_away("")
        boris.stop()
        for page in (anna, screen):
            page.wait_for_away("blue")
    for page in (anna, screen):
        page.stop()
    assert table.call("GET")["version"] == version, "nothing is stored"


@pytest.mark.postgres
def test_one_of_two_worker_processes_is_killed_and_its_phones_go_on_at_the_other(start_server, postgres_url):
    server = start_server(database_url=postgres_url, workers=2)
    table = LiveTable.open(server.url)
    phones = [Phone(server.url, table.code) for _ in range(8)]
    wait_until(lambda: all(phone.connects for phone in phones))
    for _ in range(10):
        table.play_on()
    server.kill_worker()
    table.patiently("GET")
    for _ in range(10):
        version = table.play_on()
    for phone in phones:
        phone.wait_for(version)
        phone.stop()
        assert phone.seen == list(range(1, version + 1))
    assert any(phone.connects > 1 for phone in phones), "some were at the one that was killed"
