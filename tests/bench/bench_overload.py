"""Measure an overloaded companion: python tests/bench/bench_overload.py [--only postgres-2] [--tables 100,1000,2000]

Every table plays one move every three seconds: first few tables, then more than can be served, and right after that a
tenth of them. Under overload the moves per second should stay at 90 % of the best that was measured, and five seconds
after the load has dropped a move should take as long as before.

The generator runs on the same machine. `moves_per_cpu_second` counts only the CPU time of the server and its database,
so it shows the cost of refusals even on a busy machine.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench_load import SERVERS
from load.report import Row, percentile, save, show
from load.run import allow_many_connections, at_once, warm_up
from load.servers import Measured
from load.tables import Moves, Table
from load.wire import Traffic

from companion.server import tune_garbage_collector

COLUMNS = {
    "server": "{}",
    "tables": "{}",
    "moves_per_second": "{:.1f}",
    "busy": "{}",
    "server_cores": "{:.2f}",
    "database_cores": "{:.2f}",
    "generator_cores": "{:.2f}",
    "moves_per_cpu_second": "{:.0f}",
    "p50_ms": "{:.0f}",
    "p99_ms": "{:.0f}",
    "p99_first_5s_after_ms": "{:.0f}",
    "p99_next_5s_after_ms": "{:.0f}",
}
FEWER = 10
WINDOW = 5  # seconds


async def overload(server: Measured, tables: int, seconds: float, every: float) -> Row:
    traffic = Traffic()
    await warm_up(server)
    seated = [server.table(number, traffic) for number in range(tables)]
    await at_once([table.open() for table in seated])
    await at_once([table.connect() for table in seated])
    tune_garbage_collector()
    traffic.busy = 0
    begin = perf_counter() + every + 0.5
    playing = asyncio.create_task(play(seated, begin, every, begin + seconds))
    await asyncio.sleep(begin - perf_counter())
    before = server.used().cpu, server.database_cpu(), process_time()
    await asyncio.sleep(begin + seconds - perf_counter())
    after = server.used().cpu, server.database_cpu(), process_time()
    cores = [(end - start) / seconds for start, end in zip(before, after, strict=True)]
    moves = await playing
    busy = traffic.busy
    calm = [await play(seated[::FEWER], perf_counter(), every, perf_counter() + WINDOW) for _ in range(2)]
    for table in seated:
        table.check()
        table.close()
    heard = sum(at < begin + seconds for at in moves.heard_at)
    return {
        "tables": tables,
        "moves_per_second": heard / seconds,
        "busy": busy,
        **dict(zip(("server_cores", "database_cores", "generator_cores"), cores, strict=True)),
        "moves_per_cpu_second": heard / seconds / (cores[0] + cores[1]),
        "p50_ms": percentile(moves.seconds, 50) * 1000,
        "p99_ms": percentile(moves.seconds, 99) * 1000,
        "p99_first_5s_after_ms": percentile(calm[0].seconds, 99) * 1000,
        "p99_next_5s_after_ms": percentile(calm[1].seconds, 99) * 1000,
    }


async def play(seated: list[Table], begin: float, every: float, until: float) -> Moves:
    moves = Moves()
    spread = [begin + every * number / len(seated) for number in range(len(seated))]
    playing = zip(seated, spread, strict=True)
    await asyncio.gather(*(table.play(moves, first, every, until) for table, first in playing))
    return moves


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", default="100,1000,2000")
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--every", type=float, default=3, help="seconds between two moves of a table")
    options.add_argument("--only", choices=SERVERS, default="postgres-2")
    chosen = options.parse_args()
    allow_many_connections()
    rows: list[Row] = []
    for count in map(int, chosen.tables.split(",")):
        with SERVERS[chosen.only]() as server:
            found = asyncio.run(overload(server, count, chosen.seconds, chosen.every))
        rows.append({"server": chosen.only, **found})
    show(rows, COLUMNS)
    save("overload.json", rows)


if __name__ == "__main__":
    main()
