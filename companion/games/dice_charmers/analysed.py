"""The analysis of a finished table: the work for it, and its result in words. Also for `companion analyse`."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.dice_charmers.analysis.study import Report, make_report, study_game
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.rules import Event, Started
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.table.log import read_game
from companion.games.dice_charmers.texts.analysis import describe_report, write_report
from companion.games.table_game import Step, Work


def can_be_analysed(table: Any) -> bool:
    """Check that the player was not alone, and that a sheet is tracked here."""
    state = table.position.state
    return not state.is_solo and not all(seat.paper for seat in state.seats)


def make_analysis_work(table: Any, steps: Iterable[Step]) -> Work | None:
    """Return the work that analyses a game; None if that is not possible."""
    if not can_be_analysed(table):
        return None
    started, events = read_game(steps)
    assert started is not None
    key = ("analysis", table.code, table.version, table.changed_at)
    return Work(analyse, (table.position.state.sheet, started, events, table.code), key)


def analyse(sheet: Sheet, started: Started, events: Iterable[Event], seed: str) -> Report:
    """Analyse a game in a worker process."""
    return make_report(study_game(sheet, started, events, seed))


def describe_analysis(table: Any, found: Report) -> Mapping[str, Any]:
    return describe_report(make_namer(table), found)


def write_analysis(table: Any, found: Report) -> Iterable[str]:
    return write_report(make_namer(table), found)


def make_namer(table: Any) -> Namer:
    namer: Namer = table.game.make_namer(table.position)
    return namer
