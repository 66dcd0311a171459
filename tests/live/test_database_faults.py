"""A database that is locked, full, gone or restarted: a clear "try again", nothing lost, no restart of the server."""

import os
import resource
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.conftest import RunningServer, children, new_server, until_it_runs
from tests.live.client import LiveTable, Phone, Refused, wait_until

GONE_SECONDS = 10 if os.environ.get("COMPANION_LONG") else 0.5
POOL = 16  # connections to PostgreSQL that one process opens at most


def refused(request: Callable[[], object]) -> None:
    """Check the response to these faults: Retry-After, one sentence, and no internal details."""
    with pytest.raises(Refused) as caught:
        request()
    answer = caught.value
    assert (answer.status, answer.body["error"]["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert set(answer.body["error"]) == {"code", "message"}
    assert not any(word in str(answer.body).lower() for word in ("traceback", "sql", "psycopg", "errno"))


@dataclass
class Tap:
    """Send one move repeatedly, and count how often it is in the log."""

    table: LiveTable

    def __post_init__(self) -> None:
        shown = self.table.call("GET")
        self.before = shown["version"]
        self.token = self.table.tokens[shown["turn"]["seat"]]
        self.body = {"move": "roll" if shown["dice"] is None else "end", "version": self.before}

    def __call__(self) -> dict:
        return self.table.call("POST", "/moves", self.token, self.body)

    def counts_once(self) -> None:
        assert self()["version"] == self.before + 1
        assert self()["version"] == self.before + 1, "sent again, it is recognised"
        assert self.table.call("GET")["version"] == self.before + 1


@contextmanager
def listening(table: LiveTable) -> Iterator[Phone]:
    """A phone at the table that finally has seen every event once."""
    phone = Phone(table.url, table.code)
    wait_until(lambda: phone.connects)
    yield phone
    version = table.play_on()
    phone.wait_for(version)
    phone.stop()
    assert phone.seen == list(range(1, version + 1))


@contextmanager
def running(folder: Path, **settings: object) -> Iterator[RunningServer]:
    server = new_server(folder, **settings)
    server.start()
    yield server
    server.kill()


# SQLite


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory) -> Iterator[RunningServer]:
    with running(tmp_path_factory.mktemp("sqlite")) as server:
        yield server


@pytest.fixture
def file(on_sqlite) -> Path:
    return Path(on_sqlite.environ["COMPANION_DATA_DIR"]) / "companion.db"


def test_while_another_program_has_locked_the_file_only_writing_waits(on_sqlite, file):
    table = LiveTable.open(on_sqlite.url)
    tap = Tap(table)
    with listening(table), closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answered = threading.Event()
        waiting = threading.Thread(target=lambda: (refused(tap), answered.set()))
        waiting.start()
        for _ in range(5):
            assert table.call("GET")["version"] == tap.before
        assert not answered.is_set(), "readers do not wait for writers"
        waiting.join()
        assert answered.is_set()
        other.execute("ROLLBACK")
        tap.counts_once()


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """Mount a separate disk of one megabyte, if allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "companion-test", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can mount a disk; the next test fills one without")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_on_a_full_disk_nothing_is_lost_and_it_goes_on_when_there_is_space(tmp_path, small_disk):
    with running(tmp_path, database_url=f"sqlite:///{small_disk / 'companion.db'}") as server:
        fills_up(LiveTable.open(server.url), small_disk)


def fills_up(table: LiveTable, small_disk: Path) -> None:
    with listening(table):
        tap = fill(table, lambda: (small_disk / "filler").write_bytes(b"x" * os.statvfs(small_disk).f_bavail * 4096))
        refused(tap)
        assert table.call("GET")["version"] == tap.before, "looking needs no space"
        (small_disk / "filler").unlink()
        tap.counts_once()


def test_a_file_that_may_not_grow_is_as_good_as_a_full_disk(capfd, tmp_path):
    with running(tmp_path) as server:
        may_not_grow(server, tmp_path / "companion.db-wal")
    assert "Traceback" not in capfd.readouterr().err, "it was answered; nothing was unexpected"


def may_not_grow(server: RunningServer, journal: Path) -> None:
    table = LiveTable.open(server.url)
    (worker,) = children(server.process.pid)
    without_limit = resource.prlimit(worker, resource.RLIMIT_FSIZE)
    written = journal.stat().st_size
    with listening(table):
        tap = fill(table, lambda: resource.prlimit(worker, resource.RLIMIT_FSIZE, (written, without_limit[1])))
        refused(tap)
        assert table.call("GET")["version"] == tap.before
        resource.prlimit(worker, resource.RLIMIT_FSIZE, without_limit)
        tap.counts_once()


def fill(table: LiveTable, exhaust: Callable[[], object]) -> Tap:
    """Use up the space (existing pages may take a few more entries), and return the first refusal."""
    exhaust()
    for _ in range(50):
        tap = Tap(table)
        try:
            tap()
        except Refused:
            return tap
    raise AssertionError("there is room without end")


# PostgreSQL


@dataclass
class Plug:
    """Switch PostgreSQL off, immediately and for all clients, and on again."""

    server: Any

    def pull(self) -> None:
        postmaster = self.server.get_postmaster_info().process
        postmaster.send_signal(signal.SIGQUIT)
        postmaster.wait(timeout=20)

    def put_back(self) -> None:
        self.server.ensure_pgdata_inited()
        until_it_runs(self.server.ensure_postgres_running)


@pytest.fixture
def plug(postgres_server) -> Iterator[Plug]:
    plug = Plug(postgres_server)
    yield plug
    plug.put_back()  # the other tests need it


@pytest.fixture(scope="module")
def on_postgres(tmp_path_factory, postgres_server) -> Iterator[RunningServer]:
    postgres_server.psql("CREATE DATABASE faults")
    with running(tmp_path_factory.mktemp("faults"), database_url=postgres_server.get_uri("faults")) as server:
        yield server


@pytest.mark.postgres
def test_phones_go_on_when_postgres_was_restarted_or_gone_for_a_while(on_postgres, plug):
    table = LiveTable.open(on_postgres.url)
    with listening(table) as phone:
        plug.pull()
        plug.put_back()
        tap = Tap(table)  # already the next request is answered
        plug.pull()
        refused(tap)
        refused(lambda: table.call("GET"))
        time.sleep(GONE_SECONDS)
        refused(tap)
        plug.put_back()
        tap.counts_once()
        phone.wait_for(tap.before + 1)


@pytest.mark.postgres
def test_more_requests_than_connections_to_a_locked_database_are_refused_and_it_recovers(on_postgres, postgres_server):
    table = LiveTable.open(on_postgres.url)
    tap = Tap(table)
    outcomes: list[str] = []

    def ask() -> None:
        try:
            refused(lambda: table.call("GET"))
            outcomes.append("refused")
        except Exception as problem:
            outcomes.append(repr(problem))

    with psycopg.connect(postgres_server.get_uri("faults")) as other:
        other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        askers = [threading.Thread(target=ask) for _ in range(POOL + 8)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        other.rollback()
    assert outcomes == ["refused"] * len(askers)
    tap.counts_once()


@pytest.mark.postgres
def test_a_worker_that_starts_while_postgres_is_gone_waits_for_it(on_postgres, plug):
    table = LiveTable.open(on_postgres.url)
    plug.pull()
    on_postgres.kill_worker()
    refused(lambda: table.patiently("GET"))
    plug.put_back()
    Tap(table).counts_once()
