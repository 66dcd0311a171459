"""The host stays the host despite changed clocks, sleeping laptops and a whole day of heartbeats."""

import os
from itertools import islice

import pytest

from companion.storage import Unavailable, open_log
from companion.tables.presence import FLUSH_SECONDS
from companion.tables.service import Tables
from companion.tables.streams import RETRY, Heartbeat
from companion.web.streaming import Connection
from tests.testgame import games

AWAY, HEARTBEAT_SECONDS, HOUR, DAY = 180, 20, 3600, 86_400
UNTOUCHED = DAY if os.environ.get("COMPANION_LONG") else HOUR  # `make faults` waits for the whole day


class Clock:
    """A wall clock and a monotonic clock, which differ as soon as the wall clock is set."""

    def __init__(self) -> None:
        self.date = 1_000_000.0
        self.passed = 0.0

    def wait(self, seconds: float) -> None:
        self.date += seconds
        self.passed += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def process(tmp_path, clock):
    """Start companions on one database."""
    logs = []

    def start() -> Tables:
        logs.append(open_log(f"sqlite:///{tmp_path / 'c.db'}"))
        return Tables(
            logs[-1], games(), now=lambda: clock.date, clock=lambda: clock.passed, host_away_seconds=AWAY
        )  # fmt: skip

    yield start
    for log in logs:
        log.close()


@pytest.fixture
def tables(process) -> Tables:
    return process()


@pytest.fixture
def seated(tables):
    table, host = tables.create("race", {"sheet": "short", "dice": "virtual"})
    _, _, red = tables.join(table.code, "Leila", "red")
    return table.code, host, red


def notices(tables: Tables, code: str, token: str) -> str:
    """Request the table and return its host."""
    table = tables.get(code)
    return tables.notice(table, table.recognise_visitor([token])).host


JUMPS = [
    pytest.param(-DAY, id="set back a day"),
    pytest.param(-3600, id="end of summer time"),
    pytest.param(3600, id="set forward an hour, or the server slept for one"),
    pytest.param(400 * DAY, id="a computer without a battery learns the date"),
]


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_that_jumps_makes_no_host_absent(tables, seated, clock, jump):
    code, host, red = seated
    notices(tables, code, host)
    clock.date += jump
    for _ in range(20):
        assert notices(tables, code, red) == ""
        clock.wait(HEARTBEAT_SECONDS)
        notices(tables, code, host)


@pytest.mark.parametrize("jump", JUMPS)
def test_nor_does_it_where_the_host_is_at_another_process(process, seated, tables, clock, jump):
    code, host, red = seated
    elsewhere = process()
    for step in range(30):
        if step == 15:
            clock.date += jump
        clock.wait(HEARTBEAT_SECONDS)
        notices(elsewhere, code, host)
        assert notices(tables, code, red) == ""


@pytest.mark.parametrize("jump", JUMPS)
def test_a_host_who_left_is_followed_by_somebody_whatever_the_clock_says(tables, seated, clock, jump):
    code, host, red = seated
    notices(tables, code, host)
    clock.date += jump
    hosts = []
    for _ in range(2 * AWAY // HEARTBEAT_SECONDS):
        clock.wait(HEARTBEAT_SECONDS)
        hosts.append(notices(tables, code, red))
    assert hosts[0] == "" and hosts[-1] == "red"


def test_a_server_that_was_off_overnight_waits_for_the_host_to_come_back(process, seated, clock):
    code, _, red = seated
    clock.date += DAY / 2
    clock.passed = 0.0
    morning = process()
    assert notices(morning, code, red) == ""
    clock.wait(AWAY - 1)
    assert notices(morning, code, red) == ""
    clock.wait(AWAY)
    assert notices(morning, code, red) == "red"


def test_a_sign_that_cannot_be_written_down_disturbs_nobody_and_is_written_later(tables, seated, clock, monkeypatch):
    code, host, _ = seated
    write = tables.log.mark_seen

    def full(codes, at):
        raise Unavailable("disk full")

    monkeypatch.setattr(tables.log, "mark_seen", full)
    clock.wait(FLUSH_SECONDS)
    notices(tables, code, host)
    assert tables.log.find_last_seen(code) is None
    monkeypatch.setattr(tables.log, "mark_seen", write)
    clock.wait(FLUSH_SECONDS)
    notices(tables, code, host)
    assert tables.log.find_last_seen(code) == int(clock.date * 1000)


def test_signs_of_tables_where_nobody_is_any_more_are_forgotten(tables, clock):
    for _ in range(20):
        tables.create("race", {"sheet": "short", "dice": "virtual"})
    clock.wait(DAY)
    code = tables.create("race", {"sheet": "short", "dice": "virtual"})[0].code
    assert list(tables.presence.signs) == [code]


def test_heartbeats_for_hours_change_nothing_and_the_next_entry_arrives(tables, seated, clock, monkeypatch):
    """Two idle phones with all their heartbeats, in fast-forward."""
    code, host, red = seated
    marks = []
    write = tables.log.mark_seen
    monkeypatch.setattr(tables.log, "mark_seen", lambda codes, at: (marks.append(at), write(codes, at)))
    beats = UNTOUCHED // HEARTBEAT_SECONDS
    hearts = [Heartbeat(0, lambda token=token: notices(tables, code, token)) for token in (host, red)]
    streams = [tables.stream(code, 2, heart, Connection(None)) for heart in hearts]
    beat = hearts[0].wire
    assert [next(stream) for stream in streams] == [RETRY, RETRY]
    for _ in range(beats):
        clock.wait(HEARTBEAT_SECONDS)
        assert [next(stream) for stream in streams] == [beat, beat]
    assert tables.get(code).version == 2, "nothing was entered, and nobody else became host"
    assert len(marks) <= UNTOUCHED // FLUSH_SECONDS
    assert len(tables.cache) == len(tables.presence.signs) == 1
    tables.join(code, "Rajesh", "blue")
    for stream in streams:
        arrived = next(frame for frame in islice(stream, 3) if frame != beat)
        assert arrived.startswith(b"id: 3\n")
        stream.close()
    assert not tables.hub.subscriptions
