"""The cost of a move, of loading a table and of an idle table: python tests/bench/bench_curves.py

Moves are played through the whole app, without a network, and measured in CPU time: by the length of the game, and by
the number of tables. Loading is the first request to a table after a restart, which reads its whole log. Idle tables
have their phones connected to a real server and do nothing.
"""

import asyncio
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from flask.testing import FlaskClient
from load.report import Row, save, show
from load.run import allow_many_connections, at_once
from load.servers import sqlite
from load.tables import PHONES
from load.wire import Traffic

from companion.app import create_app
from companion.games.game import load_table_games
from companion.settings import Settings
from companion.storage import Entry, open_log
from companion.tables.service import Tables, make_seat_entry
from companion.tables.table import COLOURS, fingerprint

BLOCK = 50  # moves
GAMES = 3
SAMPLE = 300  # moves at each number of tables
IDLE_TABLES, IDLE_SECONDS = 200, 25  # longer than a heartbeat


@dataclass
class Playing:
    """A table where one token plays all seats."""

    client: FlaskClient
    code: str
    token: str
    rng: random.Random
    over: bool = False
    version: int = 0
    seat: str = COLOURS[0]

    def call(self, method: str, path: str, body: dict | None = None) -> dict:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self.client.open(f"/api/tables/{self.code}{path}", method=method, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json

    def play(self) -> float:
        """Play one random move; return the CPU time of its POST in ms."""
        offered = self.call("GET", f"/moves?seat={self.seat}")
        move = self.rng.choice(offered["moves"])["move"]
        begun = process_time()
        played = self.call("POST", "/moves", {"move": move, "version": offered["version"], "seat": self.seat})
        took = process_time() - begun
        self.version, self.over = played["version"], played["turn"] is None
        self.seat = "" if self.over else played["turn"]["seat"]
        return took * 1000


@contextmanager
def companion() -> Iterator[tuple[FlaskClient, Tables, Settings]]:
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'companion.db'}"
        settings = Settings(data_dir=Path(folder), database_url=url, secret_key="for a bench only")
        app = create_app(settings)
        yield app.test_client(), app.extensions["companion"].tables, settings


def open_tables(client: FlaskClient, tables: Tables, count: int) -> list[Playing]:
    """Open running tables, each with one event in the database instead of six."""
    opened = []
    for number in range(count):
        token = f"token {number}"
        key = fingerprint(token)
        seats = [make_seat_entry(seat, seat.title(), "phone", key) for seat in COLOURS[:PHONES]]
        table = tables.open("dice-charmers", {"sheet": "sun", "dice": "virtual"}, key, [*seats, Entry("started")])
        opened.append(Playing(client, table.code, token, random.Random(number)))
    return opened


def by_length() -> list[Row]:
    """Play games to their end; measure a move in every block of fifty."""
    blocks: dict[int, list[float]] = {}
    with companion() as (client, tables, _):
        warm, *games = open_tables(client, tables, GAMES + 1)
        for _ in range(BLOCK):
            warm.play()
        for game in games:
            number = 0
            while not game.over:
                blocks.setdefault(number // BLOCK, []).append(game.play())
                number += 1
    return [
        {"what": f"move {block * BLOCK + 1}-{(block + 1) * BLOCK}", "ms": statistics.median(costs)}
        for block, costs in sorted(blocks.items())
        if len(costs) >= BLOCK
    ]


def by_tables() -> list[Row]:
    rows, games = [], []
    with companion() as (client, tables, _):
        for count in (1, 100, 1000):
            games += open_tables(client, tables, count - len(games))
            rng = random.Random(count)
            costs = [game.play() for game in rng.choices(games, k=SAMPLE) if not game.over]
            rows.append({"what": f"one of {count} tables", "ms": statistics.median(costs)})
    return rows


def waking() -> list[Row]:
    """Measure loading a table after a restart, at several lengths of one game."""
    rows = []
    with companion() as (client, tables, settings):
        (game,) = open_tables(client, tables, 1)
        while not game.over:
            before = game.version
            game.play()
            if game.version // 100 > before // 100 or game.over:
                rows.append({"what": f"wakes with {game.version} entries", "ms": wake(settings, game.code)})
    return rows


def wake(settings: Settings, code: str) -> float:
    taken = []
    for _ in range(5):
        log = open_log(settings.database_url)
        restarted = Tables(log, load_table_games())
        begun = perf_counter()
        restarted.get(code)
        taken.append((perf_counter() - begun) * 1000)
        log.close()
    return statistics.median(taken)


async def idle() -> list[Row]:
    with sqlite() as server:
        tables = [server.table(number, Traffic()) for number in range(IDLE_TABLES)]
        await at_once([table.open() for table in tables])
        before = server.used()
        await asyncio.sleep(IDLE_SECONDS)
        alone = server.used().cpu - before.cpu
        await at_once([table.connect() for table in tables])
        before = server.used()
        await asyncio.sleep(IDLE_SECONDS)
        watched = server.used().cpu - before.cpu
        for table in tables:
            table.check()
            table.close()
    minutes = IDLE_SECONDS / 60 * IDLE_TABLES
    return [
        {"what": "a minute of an idle table without phones", "ms": alone * 1000 / minutes},
        {"what": "a minute of an idle table with four phones", "ms": watched * 1000 / minutes},
    ]


def main() -> None:
    allow_many_connections()
    rows = [*by_length(), *by_tables(), *waking(), *asyncio.run(idle())]
    show(rows, {"what": "{}", "ms": "{:.2f}"})
    save("curves.json", rows)


if __name__ == "__main__":
    main()
