"""Load test, with many tables at once: python tests/bench/bench_load.py [--tables 1,100] [--seconds 20] [--only sqlite]

Real games of The Dice Charmers over the JSON API: tables of four phones, one move per table every three seconds, each
chosen from the engine's legal moves, in a state computed from the stream; with --ask from the moves that the API
offers, which makes two requests per move; with --bots one player of every table is a bot. A move's time is from its
POST to its arrival at all four phones. Every phone checks that each event comes once and in order; a run with a lost,
duplicated or reordered event fails. The generator runs on the same machine, so its own CPU time is reported as well.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from load.report import LOAD, Row, save, show
from load.run import allow_many_connections, load
from load.servers import Measured, postgres, sqlite
from load.tables import AskingTable, BotTable, Table

SERVERS: dict[str, Callable[[], AbstractContextManager[Measured]]] = {
    "sqlite": sqlite,
    "postgres-2": partial(postgres, 2),
    "postgres-4": partial(postgres, 4),
}
LONGEST = 120  # seconds of one run


def measure(name: str, tables: int, seconds: float, every: float, kind: type[Table]) -> Row:
    row: Row = {"server": name, "load_average_before": os.getloadavg()[0]}
    with SERVERS[name]() as server:
        server.tables = kind
        row |= asyncio.run(load(server, tables, min(seconds, LONGEST), every))
    print(f"{name}, {tables} table(s): p99 {row['p99_ms']:.0f} ms", file=sys.stderr, flush=True)
    return row


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", default="1,100,300,1000")
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--every", type=float, default=3, help="seconds between two moves of a table")
    options.add_argument("--only", choices=SERVERS)
    options.add_argument("--ask", action="store_true", help="ask the companion for offers before every move")
    options.add_argument(
        "--bots", action="store_true", help="the strongest bot instead of the fourth player of each table"
    )
    chosen = options.parse_args()
    allow_many_connections()
    names = [chosen.only] if chosen.only else list(SERVERS)
    counts = [int(count) for count in chosen.tables.split(",")]
    kind = BotTable if chosen.bots else AskingTable if chosen.ask else Table
    rows = [measure(name, count, chosen.seconds, chosen.every, kind) for name in names for count in counts]
    show(rows, LOAD)
    save("load.json", rows)


if __name__ == "__main__":
    main()
