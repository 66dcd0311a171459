"""A table's log is limited, and a long one does not block others."""

import time

import pytest

from companion.storage import Entry, Event, open_log
from companion.tables import streams
from companion.tables.errors import Refused
from companion.tables.service import Tables
from companion.tables.streams import Heartbeat
from companion.tables.table import MOST_EVENTS, MOST_IN_LOBBY, MOST_OF_A_SEAT, RESERVED
from companion.web.streaming import Connection
from tests.testgame import games


@pytest.fixture
def tables(quick_path):
    log = open_log(f"sqlite:///{quick_path / 'c.db'}")
    yield Tables(log, games())
    log.close()


def lengthen(tables: Tables, code: str, length: int) -> None:
    """Fill a table's log up to a length with entries that change nothing."""
    table = tables.get(code)
    filling = [Event(seq, 0, "host-passed", {"host": table.host}) for seq in range(table.version + 1, length + 1)]
    tables.log.append(code, filling)


@pytest.fixture
def seated(tables):
    table, host = tables.create("race", {"sheet": "short", "dice": "virtual"})
    _, _, red = tables.join(table.code, "Leila", "red")
    tables.join(table.code, "Rajesh", "blue")
    return table.code, host, red


def test_the_lobby_can_be_rearranged_only_so_often(tables, seated):
    code, host, _ = seated
    lengthen(tables, code, MOST_IN_LOBBY - 1)
    tables.order(code, [host])
    with pytest.raises(Refused, match="log-full"):
        tables.order(code, [host])
    with pytest.raises(Refused, match="log-full"):
        tables.join(code, "Anna")
    assert tables.start(code, [host]).phase == "playing", "the game can still begin"


def fill(tables: Tables, code: str, token: str, seat: str) -> None:
    """Mark and undo as a seated player until that is refused; the log is written at once, to be quick."""
    table = tables.submit(code, [token], "roll", tables.get(code).version)
    pairs = (MOST_OF_A_SEAT - table.entered[seat]) // 2
    marks = [Entry("move", {"move": "add"}, seat=seat), Entry("undo", {"turn": False}, seat=seat)] * pairs
    _, events = tables.fold_entries(table, marks)
    tables.log.append(code, events)
    if tables.get(code).entered[seat] < MOST_OF_A_SEAT:
        tables.submit(code, [token], "add", tables.get(code).version)
    with pytest.raises(Refused, match="seat-full"):
        tables.submit(code, [token], "end", tables.get(code).version)


@pytest.mark.parametrize("action", ["skip", "paper"])
def test_who_fills_the_log_stops_only_themselves(tables, seated, action):
    """A seat that marks and undoes without end; the host goes on, and the other player has all the room."""
    code, host, red = seated
    _, _, green = tables.join(code, "Anna", "green")
    tables.start(code, [host])
    fill(tables, code, red, "red")
    table = tables.manage(code, [host], action, "red")
    if action == "paper":
        table = tables.submit(code, [green], "end", table.version, "red")
    assert table.position.state.mover != "red"
    assert table.entered.get("green", 0) == 0


def test_the_number_of_entries_of_a_game_is_limited(tables, seated):
    code, host, red = seated
    tables.start(code, [host])
    lengthen(tables, code, MOST_EVENTS - 1)
    table = tables.submit(code, [red], "roll", MOST_EVENTS - 1)
    assert table.version == MOST_EVENTS
    with pytest.raises(Refused, match="log-full"):
        tables.submit(code, [red], "add", table.version)
    moved, _ = tables.move_seat(code, "red", table.find_seat("red").key)
    assert moved.version == MOST_EVENTS + 1, "a seat can still move to another device"
    lengthen(tables, code, MOST_EVENTS + RESERVED)
    with pytest.raises(Refused, match="log-full"):
        tables.pass_host(code, [host], "blue")


def test_a_long_log_is_sent_in_parts_and_others_come_in_between(tables, seated, monkeypatch):
    code, *_ = seated
    lengthen(tables, code, 1_050)
    parts, pauses, read = [], [], tables.log.read

    def watch(code: str, after: int = 0, *most: int):
        parts.append(len(found := read(code, after, *most)))
        return found

    monkeypatch.setattr(tables.log, "read", watch)
    monkeypatch.setattr(streams.time, "sleep", pauses.append)
    sent = tables.stream(code, 0, Heartbeat(0.01, lambda: None), Connection(None))
    begun = time.monotonic()
    frames = []
    while b": still here" not in (frame := next(sent)):
        frames.append(frame)
        assert time.monotonic() < begun + 20
    sent.close()
    assert len(frames) == 1 + 1_050, "all of them, and once"
    assert max(parts) <= streams.CHUNK
    assert len(pauses) >= 10
