"""The same load on boardgame.io, by the same phones in the same run: python tests/bench/bench_peer.py [--tables 100]

Its game is a small roll & write of our own; ours is the real one. Durability differs, to its advantage: a companion
answers only what the disk has confirmed (SQLite, WAL, synchronous = FULL), boardgame.io keeps matches in memory, or
publishes first and then writes files without waiting for the disk. Without npm it is skipped.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from load.peer import installed, peer
from load.report import LOAD, Row, save, show
from load.run import Server, allow_many_connections, load
from load.servers import sqlite


def measure(name: str, server: Server, tables: int, seconds: float) -> Row:
    row: Row = {"server": name, "load_average_before": os.getloadavg()[0]}
    return row | asyncio.run(load(server, tables, seconds, every=3))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", default="100,300")
    options.add_argument("--seconds", type=float, default=15)
    chosen = options.parse_args()
    allow_many_connections()
    rows: list[Row] = []
    with installed() as library:
        for tables in map(int, chosen.tables.split(",")):
            with sqlite() as ours:
                rows.append(measure("companion", ours, tables, chosen.seconds))
            for name, in_files in (("boardgame.io memory", False), ("boardgame.io files", True)):
                if library:
                    with peer(library, in_files) as theirs:
                        rows.append(measure(name, theirs, tables, chosen.seconds))
                        compare(rows[-1], next(row for row in rows if row["tables"] == tables))
    show(rows, LOAD)
    for row in rows:
        if "ours_to_theirs_p99" in row:
            ratios = f"p99 {row['ours_to_theirs_p99']:.2f}, time of the processor {row['ours_to_theirs_cpu']:.2f}"
            print(f"companion : {row['server']}, {row['tables']} tables: {ratios}")
    save("peer.json", rows)
    if not library:
        print("boardgame.io was left out: npm is missing or could not install it.")


def compare(theirs: Row, ours: Row) -> None:
    """Return the ratio of a companion's figure to that of boardgame.io."""
    theirs["ours_to_theirs_p99"] = ours["p99_ms"] / theirs["p99_ms"]
    theirs["ours_to_theirs_cpu"] = ours["cpu_ms_per_move"] / theirs["cpu_ms_per_move"]


if __name__ == "__main__":
    main()
