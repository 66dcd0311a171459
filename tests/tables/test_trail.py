"""The last steps of a table match its log, whatever was cached before."""

from itertools import pairwise

import pytest

from companion.storage import open_log
from companion.tables import service as trail
from companion.tables.errors import NoSuchTable
from companion.tables.service import Tables, Trails
from tests.testgame import games


class CountingLog:
    """Record the `after` numbers of all reads."""

    def __init__(self, log) -> None:
        self.log = log
        self.asked: list[int] = []

    def __getattr__(self, name):
        return getattr(self.log, name)

    def read(self, code, after=0):
        self.asked.append(after)
        return self.log.read(code, after)


@pytest.fixture
def tables(quick_path):
    log = open_log(f"sqlite:///{quick_path / 'c.db'}")
    yield Tables(log, games())
    log.close()


@pytest.fixture
def playing(tables):
    table, host = tables.create("race", {"sheet": "short", "dice": "virtual"})
    tables.join(table.code, "Leila", "red")
    _, _, blue = tables.join(table.code, "Rajesh", "blue")
    tables.order(table.code, [host], ["blue", "red"])
    return tables.start(table.code, [host]), blue


def moved(tables, table, token, move):
    return tables.submit(table.code, [token], move, table.version)


def test_steps_lead_from_table_to_table(tables, playing):
    table, blue = playing
    table = moved(tables, table, blue, "roll")
    steps = tables.trails.get_steps(table)
    assert [step.event for step in steps] == tables.log.read(table.code, 1)
    assert steps[-1].after == table
    assert all(one.after == next_one.before for one, next_one in pairwise(steps))


def test_only_what_is_new_is_read_and_nothing_when_nothing_is(tables, playing):
    table, blue = playing
    log = CountingLog(tables.log)
    trails = Trails(log, tables.games)
    trails.get_steps(table)
    later = moved(tables, table, blue, "roll")
    trails.get_steps(later)
    trails.get_steps(later)
    assert log.asked == [0, table.version]
    assert trails.get_steps(later) == Trails(tables.log, tables.games).get_steps(later)


def test_a_table_looked_at_a_while_ago_is_not_told_what_came_after(tables, playing):
    table, blue = playing
    tables.trails.get_steps(moved(tables, table, blue, "roll"))
    assert tables.trails.get_steps(table)[-1].after == table


def test_old_steps_and_tables_that_nobody_asks_about_are_forgotten(tables, playing, monkeypatch):
    monkeypatch.setattr(trail, "STEPS", 2)
    monkeypatch.setattr(tables.trails.kept, "most", 1)
    table, _ = playing
    assert [step.after.version for step in tables.trails.get_steps(table)] == [table.version - 1, table.version]
    other, _ = tables.create("race", {"sheet": "short", "dice": "virtual"})
    tables.trails.get_steps(tables.join(other.code, "Leila", "red")[0])
    assert list(tables.trails.kept.values) == [other.code]


def test_a_table_deleted_meanwhile_has_no_steps(tables, playing):
    table, _ = playing
    tables.log.delete([table.code])
    with pytest.raises(NoSuchTable):
        tables.trails.get_steps(table)
