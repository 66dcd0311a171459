"""How many tables a companion holds: python tests/bench/bench_load.py [--tables 1,100] [--seconds 30] [--only sqlite]

Real games of The Dice Charmers over the JSON API: tables of four phones, one move per table every three seconds, each
chosen among the moves that the API offers. A move's time is from its POST to its arrival at all four phones. Every
phone checks that each event comes once and in order; a run with a lost, doubled or re-ordered event fails.
The generator shares the machine with what it measures, so its own time is reported as well.
"""

import argparse
import asyncio
import json
import os
import resource
import sys
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from load.report import Row, percentile, show
from load.servers import Measured, postgres, sqlite
from load.tables import PHONES, Moves, Table, at_once
from load.wire import Bytes

OUTPUT = Path(__file__).parent / "output" / "load.json"
WIDTH = 16  # requests at once while tables are opened

SERVERS = {"sqlite": sqlite, "postgres-2": partial(postgres, 2), "postgres-4": partial(postgres, 4)}


async def load(measured: Measured, tables: int, seconds: float, every: float) -> Row:
    traffic = Bytes()
    await warm_up(measured.port)
    empty = measured.used().memory
    seated = [Table(measured.port, number, traffic) for number in range(tables)]
    await at_once([table.open() for table in seated], WIDTH)
    opened = measured.used().memory
    await at_once([table.connect() for table in seated], WIDTH)
    connected = measured.used().memory

    moves, traffic.count = Moves(), 0
    before, database, own = measured.used().cpu, measured.database_cpu(), process_time()
    begin = perf_counter() + 0.5
    await asyncio.gather(
        *(
            table.play(moves, begin + every * number / tables, every, begin + seconds)
            for number, table in enumerate(seated)
        )
    )
    lasted, played = perf_counter() - begin, len(moves.seconds)
    used, own, database = measured.used(), process_time() - own, measured.database_cpu() - database
    for table in seated:
        table.check()
        table.close()
    return {
        "tables": tables,
        "streams": tables * PHONES,
        "moves": played,
        "moves_per_second": played / lasted,
        "p50_ms": percentile(moves.seconds, 50) * 1000,
        "p95_ms": percentile(moves.seconds, 95) * 1000,
        "p99_ms": percentile(moves.seconds, 99) * 1000,
        "worst_ms": max(moves.seconds) * 1000,
        "offers_p50_ms": percentile(moves.asking, 50) * 1000,
        "late": moves.late,
        "cpu_ms_per_move": (used.cpu - before) / played * 1000,
        "database_ms_per_move": database / played * 1000,
        "generator_ms_per_move": own / played * 1000,
        "server_cores": (used.cpu - before) / lasted,
        "bytes_per_move": traffic.count / played,
        "kb_per_table": (opened - empty) / tables / 1024,
        "kb_per_phone": (connected - opened) / tables / PHONES / 1024,
        "mb": used.memory / 1024**2,
    }


async def warm_up(port: int) -> None:
    """A short game, so that everything that is loaded once is loaded."""
    table = Table(port, 60_000, Bytes())
    await table.open()
    await table.connect()
    await table.play(Moves(), perf_counter(), 0, perf_counter() + 10, most=20)
    table.close()


def measure(start: AbstractContextManager[Measured], tables: int, seconds: float, every: float) -> Row:
    average = os.getloadavg()[0]
    with start as measured:
        return {"load_average_before": average} | asyncio.run(load(measured, tables, seconds, every))


COLUMNS = {
    "server": "{}",
    "tables": "{}",
    "moves_per_second": "{:.1f}",
    "p50_ms": "{:.1f}",
    "p95_ms": "{:.1f}",
    "p99_ms": "{:.1f}",
    "worst_ms": "{:.0f}",
    "late": "{}",
    "cpu_ms_per_move": "{:.2f}",
    "database_ms_per_move": "{:.2f}",
    "generator_ms_per_move": "{:.2f}",
    "server_cores": "{:.2f}",
    "bytes_per_move": "{:.0f}",
    "kb_per_table": "{:.0f}",
    "kb_per_phone": "{:.0f}",
    "mb": "{:.0f}",
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", default="1,100,300,1000")
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--every", type=float, default=3, help="seconds between two moves of a table")
    options.add_argument("--only", choices=SERVERS)
    chosen = options.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the server inherits it
    rows: list[dict[str, Any]] = []
    for name, start in SERVERS.items():
        if chosen.only in (None, name):
            for tables in map(int, chosen.tables.split(",")):
                rows.append({"server": name} | measure(start(), tables, min(chosen.seconds, 120), chosen.every))
                print(f"{name}, {tables} table(s): p99 {rows[-1]['p99_ms']:.0f} ms", file=sys.stderr, flush=True)
    show(rows, COLUMNS)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
