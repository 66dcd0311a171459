"""The storage contract, held by both databases."""

import sqlite3
import threading
import time
from contextlib import ExitStack, suppress

import pytest
from sqlalchemy import text
from sqlalchemy.exc import TimeoutError

from companion.storage import Conflict, Entry, Event, UnknownTable, Unusable, open_log
from companion.storage.schema import MIGRATIONS


def events(after: int, *kinds: str, at: int = 1000) -> list[Event]:
    return [Event(seq, at, kind, {"n": seq}) for seq, kind in enumerate(kinds, start=after + 1)]


def test_what_was_appended_is_read_back_in_order(log):
    written = [
        Event(1, 5, "created", {"name": "Ганг «1»", "deep": {"list": [1, None, True]}}, None, {"seed": "s"}),
        Event(2, 6, "joined", {}, "red"),
    ]
    log.append("CODE", written)
    assert log.read("CODE") == written
    assert log.read("CODE", after=1) == written[1:]


def test_logs_do_not_see_each_other(log):
    log.append("AAA", events(0, "created"))
    log.append("BBB", events(0, "created", "joined"))
    assert len(log.read("AAA")) == 1


def test_an_unknown_log_is_empty(log):
    assert log.read("NOBODY") == []


def test_a_number_is_given_once(log):
    log.append("CODE", events(0, "created"))
    log.append("CODE", events(1, "first"))
    with pytest.raises(Conflict):
        log.append("CODE", events(1, "second"))
    assert [event.kind for event in log.read("CODE")] == ["created", "first"]


def test_a_code_is_opened_once(log):
    log.append("CODE", events(0, "created"))
    with pytest.raises(Conflict):
        log.append("CODE", events(0, "created"))


def test_several_events_are_written_all_or_none(log):
    log.append("CODE", events(0, "created", "two", "three"))
    with pytest.raises(Conflict):
        log.append("CODE", events(1, "x", "y", "z"))
    assert len(log.read("CODE")) == 3


def test_nothing_is_added_to_a_log_that_is_gone(log):
    log.append("CODE", events(0, "created"))
    log.delete(["CODE"])
    with pytest.raises(UnknownTable):
        log.append("CODE", events(1, "move"))
    assert log.read("CODE") == []


def test_of_two_writers_exactly_one_wins_every_number(database_url):
    """Two connections race for the same numbers, as two processes would."""
    logs = [open_log(database_url), open_log(database_url)]
    logs[0].append("CODE", events(0, "created"))
    won: list[list[int]] = [[], []]

    def write(writer: int) -> None:
        for seq in range(2, 52):
            try:
                logs[writer].append("CODE", [Event(seq, 1, f"by-{writer}", {})])
                won[writer].append(seq)
            except Conflict:
                pass
            except UnknownTable:
                break

    threads = [threading.Thread(target=write, args=(writer,)) for writer in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won[0] + won[1]) == list(range(2, 52))
    for event in logs[0].read("CODE", after=1):
        assert event.seq in won[int(event.kind[-1])]
    for opened in logs:
        opened.close()


def test_an_append_is_announced_to_every_listener(database_url):
    log = open_log(database_url)
    heard = []
    log.listen(lambda code, news: heard.append((code, [event.seq for event in news])))
    time.sleep(0.3)
    log.append("CODE", events(0, "created", "joined"))
    wait_until(lambda: ("CODE", [1, 2]) in heard)
    log.close()


@pytest.mark.postgres
def test_other_processes_hear_of_an_append(postgres_url):
    writer, reader = open_log(postgres_url), open_log(postgres_url)
    heard = []
    reader.listen(lambda code, news: heard.append((code, [event.kind for event in news])))
    wait_until(lambda: (None, []) in heard)
    writer.append("CODE", events(0, "created"))
    wait_until(lambda: ("CODE", ["created"]) in heard)
    writer.close()
    reader.close()


@pytest.mark.postgres
def test_a_listener_that_lost_its_connection_is_told_that_it_may_have_missed_something(postgres_url):
    log = open_log(postgres_url)
    heard = []
    log.listen(lambda code, news: heard.append(code))
    wait_until(lambda: heard == [None])
    with log.engine.begin() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"))
    wait_until(lambda: heard == [None, None])
    log.append("CODE", events(0, "created"))
    wait_until(lambda: heard[-1] == "CODE")
    log.close()


def test_old_tables_are_found_and_deleted_only_when_asked(log):
    log.append("OLD", events(0, "created", at=1000))
    log.append("FRESH", [*events(0, "created", at=1000), *events(1, "move", at=9000)])
    log.mark_seen(["OLD"], 1000)
    assert log.idle_since(5000) == ["OLD"]
    assert log.delete(["OLD"]) == 1
    assert log.read("OLD") == []
    assert log.last_seen("OLD") is None
    assert len(log.read("FRESH")) == 2


def test_the_host_is_remembered_where_it_was_last_seen(log):
    assert log.last_seen("CODE") is None
    log.mark_seen(["CODE", "OTHER"], 10)
    log.mark_seen(["CODE"], 20)
    assert (log.last_seen("CODE"), log.last_seen("OTHER")) == (20, 10)


def test_a_database_is_opened_again_with_everything_in_it(database_url):
    first = open_log(database_url)
    first.append("CODE", events(0, "created"))
    first.close()
    again = open_log(database_url)
    assert len(again.read("CODE")) == 1
    again.close()


def test_a_database_of_a_newer_companion_is_left_alone(database_url):
    log = open_log(database_url)
    with log.engine.begin() as connection:
        connection.execute(text(f"UPDATE schema_version SET version = {len(MIGRATIONS) + 1}"))
    log.close()
    with pytest.raises(Unusable, match="newer companion"):
        open_log(database_url)


def test_sqlite_survives_a_power_cut(tmp_path):
    log = open_log(f"sqlite:///{tmp_path / 'c.db'}")
    with log.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    log.close()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        pytest.param("nonsense", "cannot be read", id="no URL"),
        pytest.param("mysql://localhost/x", "sqlite or postgresql", id="another database"),
        pytest.param("sqlite:////nowhere/at/all.db", "cannot be used", id="no such folder"),
        pytest.param("postgresql://127.0.0.1:1/none", "cannot be used", id="nobody listens"),
    ],
)
def test_an_unusable_database_is_named_in_one_sentence(url, says):
    with pytest.raises(Unusable, match=says) as caught:
        open_log(url)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_database_is_named(tmp_path):
    (tmp_path / "c.db").write_text("hello, I am a shopping list\n" * 100)
    with pytest.raises(Unusable, match="cannot be used"):
        open_log(f"sqlite:///{tmp_path / 'c.db'}")


def test_a_locked_sqlite_file_is_unavailable_and_recovers(tmp_path, monkeypatch):
    from companion.storage import Unavailable, sqlite

    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    log = open_log(f"sqlite:///{tmp_path / 'c.db'}")
    other = sqlite3.connect(tmp_path / "c.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        log.append("CODE", events(0, "created"))
    other.execute("ROLLBACK")
    other.close()
    log.append("CODE", events(0, "created"))
    assert len(log.read("CODE")) == 1
    log.close()


def test_without_a_free_connection_it_is_unavailable_and_recovers(database_url, monkeypatch):
    from companion.storage import Unavailable, postgres, sqlite

    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr(postgres, "PATIENCE", 0.1)
    log = open_log(database_url)
    log.append("CODE", events(0, "created"))
    with ExitStack() as held:
        with suppress(TimeoutError):
            while True:
                held.enter_context(log.engine.connect())
        for refused in (lambda: log.read("CODE"), lambda: log.append("CODE", events(1, "move"))):
            with pytest.raises(Unavailable):
                refused()
    log.append("CODE", events(1, "move"))
    assert len(log.read("CODE")) == 2
    log.close()


def wait_until(holds, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_an_entry_becomes_a_numbered_event():
    assert Event.of(Entry("move", {"move": "roll"}, seat="red"), 7, 99) == Event(7, 99, "move", {"move": "roll"}, "red")
