"""The event log, tested with both databases."""

import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, TimeoutError

from companion.storage import (
    Conflict,
    Entry,
    Event,
    Unavailable,
    UnknownTable,
    Unusable,
    hash_text,
    open_log,
    postgres,
    sqlite,
)
from companion.storage.sql import MIGRATIONS


def events(after: int, *kinds: str, at: int = 1000) -> list[Event]:
    return [Event(seq, at, kind, {"n": seq}) for seq, kind in enumerate(kinds, start=after + 1)]


def test_only_the_replaced_bodies_change(log):
    log.append("CODE", events(0, "created", "joined", "joined"))
    log.append("MORE", events(0, "created", "joined"))
    log.replace_bodies("CODE", {2: {"name": "Игрок 1"}})
    assert [event.body for event in log.read("CODE")] == [{"n": 1}, {"name": "Игрок 1"}, {"n": 3}]
    assert log.read("MORE") == events(0, "created", "joined")


def test_what_was_appended_is_read_back_in_order(log):
    written = [
        Event(1, 5, "created", {"name": "Ганг «1»", "deep": {"list": [1, None, True]}}, None, {"seed": "s"}),
        Event(2, 6, "joined", {}, "red"),
    ]
    log.append("CODE", written)
    assert log.read("CODE") == written
    assert log.read("CODE", after=1) == written[1:]
    assert log.read("CODE", 0, 1) == written[:1]
    assert log.read("CODE", 1, 100) == written[1:]


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


def test_contents_are_stored_once_and_as_long_as_a_table_has_them(log):
    sheet, other = {hash_text("a sheet"): "a sheet"}, {hash_text("Ганг"): "Ганг"}
    log.append("AAA", events(0, "created", "joined"), sheet)
    log.append("BBB", events(0, "created"), {**sheet, **other})
    with pytest.raises(Conflict):
        log.append("AAA", events(0, "created"), {hash_text("lost"): "lost"})
    assert log.read_contents([*sheet, *other, hash_text("lost"), "unknown"]) == {**sheet, **other}
    log.delete(["BBB"])
    assert log.read_contents([*sheet, *other]) == sheet
    log.append("BBB", events(0, "created"), other)
    assert log.read_contents([*sheet, *other]) == {**sheet, **other}
    log.delete(["AAA", "BBB"])
    assert log.read_contents([*sheet, *other]) == {}


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
    wait_until(
        lambda: (None, []) in heard or database_url.startswith("sqlite")
    )  # PostgreSQL listens on a line of its own
    log.append("CODE", events(0, "created", "joined"))
    wait_until(lambda: ("CODE", [1, 2]) in heard)
    log.close()


def test_nobody_hears_of_what_is_not_in_the_log(database_url):
    log, elsewhere = open_log(database_url), open_log(database_url)
    found = []
    log.listen(lambda code, _: found.append((code, len(elsewhere.read(code or "")))))
    wait_until(lambda: found or database_url.startswith("sqlite"))
    log.append("CODE", events(0, "created", "joined"))
    with pytest.raises(Conflict):
        log.append("CODE", events(1, "too late"))
    log.append("OTHER", events(0, "created"))
    wait_until(lambda: ("OTHER", 1) in found)
    assert [each for each in found if each[0]] == [("CODE", 2), ("OTHER", 1)]
    log.close()
    elsewhere.close()


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
@pytest.mark.parametrize("letters", [1, 20_000], ids=["told", "too-long-to-be-told"])
def test_other_processes_hear_everything_but_secrets(postgres_url, letters):
    writer, reader = open_log(postgres_url), open_log(postgres_url)
    heard = []
    reader.listen(lambda code, news: heard.append(news))
    wait_until(lambda: heard == [[]])
    written = [Event(1, 5, "created", {"name": "Ж" * letters}, "red", {"seed": "s"}), Event(2, 6, "joined", {})]
    writer.append("CODE", written)
    wait_until(lambda: len(heard) == 2)
    assert [event.hide_secrets() for event in heard[1]] == [event.hide_secrets() for event in written]
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
    assert log.find_idle(5000) == ["OLD"]
    assert log.delete(["OLD"]) == 1
    assert log.read("OLD") == []
    log.mark_seen(["OLD"], 2000)  # by a phone that has not noticed yet
    assert log.find_last_seen("OLD") is None
    assert len(log.read("FRESH")) == 2


def test_the_host_is_remembered_where_it_was_last_seen(log):
    log.append("CODE", events(0, "created"))
    log.append("OTHER", events(0, "created"))
    assert log.find_last_seen("CODE") is None
    log.mark_seen(["CODE", "OTHER"], 10)
    log.mark_seen(["CODE"], 20)
    assert (log.find_last_seen("CODE"), log.find_last_seen("OTHER")) == (20, 10)


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


def test_a_file_that_is_not_a_database_is_named(tmp_path):
    (tmp_path / "c.db").write_text("hello, I am a shopping list\n" * 100)
    with pytest.raises(Unusable, match="cannot be used"):
        open_log(f"sqlite:///{tmp_path / 'c.db'}")


def test_a_locked_sqlite_file_is_unavailable_and_recovers(tmp_path, monkeypatch):
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
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr(postgres, "PATIENCE", 0.1)
    open_log(database_url).close()
    log = open_log(database_url, up_to_date=True)  # has no connection of its own yet
    with ExitStack() as held:
        with suppress(TimeoutError):
            while True:
                held.enter_context(log.engine.connect())
        for refused in (lambda: log.read("CODE"), lambda: log.append("CODE", events(0, "created"))):
            with pytest.raises(Unavailable):
                refused()
    log.append("CODE", events(0, "created"))
    assert len(log.read("CODE")) == 1
    log.close()


@pytest.fixture
def sqlite_log(tmp_path):
    log = open_log(f"sqlite:///{tmp_path / 'c.db'}")
    yield log
    log.close()


def append_together(log, *appends: tuple[str, list[Event]]) -> list[Exception | None]:
    """Queue appends behind a running commit, and return their outcomes in order."""
    told: list[Exception | None] = [None] * len(appends)

    def append(number: int) -> None:
        try:
            log.append(*appends[number])
        except Exception as error:
            told[number] = error

    threads = [threading.Thread(target=append, args=(number,)) for number in range(len(appends))]
    with log.write_lock:
        for thread in threads:
            thread.start()
        wait_until(lambda: len(log.queue) == len(appends))
    for thread in threads:
        thread.join()
    return told


def test_appends_that_wait_for_the_disk_share_the_next_commit(sqlite_log, monkeypatch):
    commits = []
    monkeypatch.setattr(sqlite, "run_in_thread", lambda commit: commits.append(commit()))
    heard = []
    sqlite_log.listen(lambda code, _: heard.append(code))
    told = append_together(sqlite_log, *((f"CODE{number}", events(0, "created", "joined")) for number in range(5)))
    assert (told, len(commits)) == ([None] * 5, 1)
    assert sorted(heard) == [f"CODE{number}" for number in range(5)]
    assert all(len(sqlite_log.read(code)) == 2 for code in heard)


def test_after_a_shared_commit_the_next_lets_others_join(sqlite_log, monkeypatch):
    """After a commit that was not shared, the next one does not wait."""
    append_together(sqlite_log, ("AAA", events(0, "created")), ("BBB", events(0, "created")))
    waited = []
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "time", SimpleNamespace(sleep=waited.append, monotonic=lambda: 0.0))
        sqlite_log.append("CCC", events(0, "created"))
        sqlite_log.append("DDD", events(0, "created"))
    assert len(waited) == 1 and waited[0] > 0


def test_a_refused_append_does_not_take_others_with_it(sqlite_log):
    sqlite_log.append("CODE", events(0, "created"))
    unwritable = [Event(1, 1000, "created", {"not": object()})]
    together = [
        ("AAA", events(0, "created")),
        ("CODE", events(0, "again")),
        ("GONE", events(4, "late")),
        ("BAD", unwritable),
        ("BBB", events(0, "created")),
    ]
    told = append_together(sqlite_log, *together)
    assert [type(error) for error in told] == [type(None), Conflict, UnknownTable, TypeError, type(None)]
    written = {code: [event.kind for event in sqlite_log.read(code)] for code, _ in together}
    assert written == {"AAA": ["created"], "CODE": ["created"], "GONE": [], "BAD": [], "BBB": ["created"]}


def test_when_the_disk_fails_nobody_is_told_otherwise(sqlite_log, monkeypatch):
    def fails(work):
        raise OperationalError("COMMIT", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr(sqlite, "run_in_thread", fails)
    heard = []
    sqlite_log.listen(lambda code, _: heard.append(code))
    told = append_together(sqlite_log, ("AAA", events(0, "created")), ("BBB", events(0, "created")))
    assert [type(error) for error in told] == [Unavailable, Unavailable]
    assert sqlite_log.read("AAA") == sqlite_log.read("BBB") == heard == []


def wait_until(holds, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_an_entry_becomes_a_numbered_event():
    assert Event.of(Entry("move", {"move": "roll"}, seat="red"), 7, 99) == Event(7, 99, "move", {"move": "roll"}, "red")


UNDER_GEVENT = """
from gevent import Timeout, monkey; monkey.patch_all()
import sys, gevent
from companion.storage import Event, open_log
log, free = open_log(sys.argv[1]), monkey.get_original("threading", "Event")()
pool = gevent.get_hub().threadpool
for _ in range(pool.maxsize):
    pool.spawn(free.wait)  # names that nobody answers
with Timeout(60, False):
    log.append("CCCCCC", [Event(1, 0, "opened", {})])
    print("written")
free.set()
"""


def test_names_that_are_looked_up_do_not_delay_a_commit(tmp_path):
    """gevent looks up names in its thread pool: without a name server, notifications fill it."""
    command = [sys.executable, "-c", UNDER_GEVENT, f"sqlite:///{tmp_path / 'c.db'}"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=110)
    assert ended.stdout == "written\n", (ended.returncode, ended.stderr)
