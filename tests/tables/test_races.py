"""Two phones racing for the same die: exactly one gets it, whichever processes they talk to.

`make faults` lets them race a thousand times.
"""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.games.game import load_table_games
from companion.storage import open_log
from companion.tables import permissions
from companion.tables.errors import Stale
from companion.tables.service import Tables

RACES = 1000 if os.environ.get("COMPANION_LONG") else 150


@pytest.fixture
def processes(quick_path):
    """Two companions on one database, each with its own connection and cache."""
    games = load_table_games()
    logs = [open_log(f"sqlite:///{quick_path}/race.db") for _ in range(2)]
    yield [Tables(log, games) for log in logs]
    for log in logs:
        log.close()


@pytest.fixture
def table(processes) -> tuple[str, dict[str, str]]:
    """Open a table where Chandra plays on paper and has rolled; Anna and Boris tap for her. Return its code and tokens."""
    tables = processes[0]
    opened, host = tables.create("dice-charmers", {"sheet": "sun", "dice": "virtual"})
    code = opened.code
    tables.join(code, "Chandra", "green", "paper")
    phones = {name: tables.join(code, name, colour)[2] for name, colour in (("Anna", "red"), ("Boris", "blue"))}
    tables.start(code, [host])
    tables.submit(code, [phones["Anna"]], "roll", tables.get(code).version, "green")
    return code, phones


def test_one_of_two_phones_gets_the_die(processes, table):
    """Let both take the die; undo it for the next race."""
    code, phones = table
    offers = permissions.list_moves(processes[0].get(code), phones.values(), "green")
    takes = [str(offer.move) for offer in offers if offer.as_json()["kind"] == "take"][:2]
    start = threading.Barrier(2)

    def tap(racer: tuple[Tables, str, str], version: int) -> bool:
        tables, token, take = racer
        start.wait()
        try:
            return tables.submit(code, [token], take, version, "green").version == version + 1
        except Stale:
            return False

    racers = list(zip(processes, phones.values(), takes, strict=True))
    wins = [0, 0]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(RACES):
            version = processes[0].get(code).version
            taken = list(pool.map(tap, racers, [version] * 2))
            assert sorted(taken) == [False, True]
            wins[taken.index(True)] += 1
            processes[0].undo(code, [phones["Anna"]], version + 1, "green")
    taken = [event.seq for event in processes[1].log.read(code) if event.body.get("move") in takes]
    assert len(taken) == RACES
    assert all(wins), "otherwise it was no race"
