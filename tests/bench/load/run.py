"""One run: open tables, connect their phones, and play for a while."""

import asyncio
import resource
from time import perf_counter, process_time
from typing import Protocol

from load.report import Row, percentile
from load.servers import Used
from load.tables import PHONES, Moves, Table
from load.weather import Weather
from load.wire import Traffic

from companion.server import tune_garbage_collector

WIDTH = 16  # requests at once while tables are opened
WARM_UP = 60_000  # a table's number that no other table has


class Server(Protocol):
    """A server where tables can be opened, and the resources it uses."""

    def table(self, number: int, traffic: Traffic) -> Table: ...
    def used(self) -> Used: ...
    def database_cpu(self) -> float: ...


def allow_many_connections() -> None:
    """Raise the limit of open files to the system's maximum; the servers inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def load(server: Server, tables: int, seconds: float, every: float) -> Row:
    traffic = Traffic()
    await warm_up(server)
    empty = server.used().memory
    seated = [server.table(number, traffic) for number in range(tables)]
    await at_once([table.open() for table in seated])
    opened = server.used().memory
    await at_once([table.connect() for table in seated])
    connected = server.used().memory
    tune_garbage_collector()  # garbage collection of a thousand states keeps the generator from reading for 100 ms

    moves, traffic.count, traffic.busy = Moves(), 0, 0
    cpu, database, own = server.used().cpu, server.database_cpu(), process_time()
    begin = perf_counter() + every + 0.5
    spread = [begin + every * number / tables for number in range(tables)]
    playing = zip(seated, spread, strict=True)
    async with Weather() as weather:
        await asyncio.gather(*(table.play(moves, first, every, begin + seconds) for table, first in playing))
    lasted, played = perf_counter() - begin, len(moves.seconds)  # choosing the first moves is not counted
    cpu, own, database = server.used().cpu - cpu, process_time() - own, server.database_cpu() - database
    for table in seated:
        table.check()
        table.close()
    return {
        "tables": tables,
        "streams": tables * PHONES,
        "moves": played,
        "moves_per_second": played / lasted,
        **{f"p{percent}_ms": percentile(moves.seconds, percent) * 1000 for percent in (50, 95, 99)},
        "worst_ms": max(moves.seconds) * 1000,
        "choosing_p50_ms": percentile(moves.choosing, 50) * 1000,
        "stolen_percent": weather.stolen,
        "stolen_worst_percent": weather.worst,
        "late": moves.late,
        "busy": traffic.busy,
        "cpu_ms_per_move": cpu / played * 1000,
        "database_ms_per_move": database / played * 1000,
        "generator_ms_per_move": own / played * 1000,
        "server_cores": cpu / lasted,
        "bytes_per_move": traffic.count / played,
        "kb_per_table": (opened - empty) / tables / 1024,
        "kb_per_phone": (connected - opened) / tables / PHONES / 1024,
        "mb": connected / 1024**2,
    }


async def warm_up(server: Server) -> None:
    """Play a short game, so that lazy loading is done."""
    table = server.table(WARM_UP, Traffic())
    await table.open()
    await table.connect()
    await table.play(Moves(), perf_counter(), 0, perf_counter() + 10, most=20)
    table.close()


async def at_once(work: list) -> None:
    """Run coroutines, a few at a time."""
    gate = asyncio.Semaphore(WIDTH)

    async def one(each) -> None:
        async with gate:
            await each

    await asyncio.gather(*(one(each) for each in work))
