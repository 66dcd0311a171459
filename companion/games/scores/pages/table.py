"""The table of a score sheet: its rows and columns, the race, the TV page and the result."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template

from companion.games.scores.rules.link import pack
from companion.games.scores.rules.scoring import Tally
from companion.games.scores.rules.sheet import FormulaRow, MajorityRow, ScoreRow, ScoreSheet, SectionRow
from companion.games.scores.scoring import describe_row, make_scoring, title_row, title_sheet
from companion.games.scores.table import OPEN, Columns
from companion.games.scoring import describe_problem, describe_winners
from companion.rules.scoring import Result
from companion.web.table_pages import Visit


def render_page(visit: Visit) -> str:
    return render_template("games/scores/table.html", **collect(visit))


def render_parts(visit: Visit) -> str:
    return render_template("games/scores/_board.html", **collect(visit))


def render_screen(visit: Visit) -> str:
    return render_template("games/scores/screen.html", **collect(visit))


def collect(visit: Visit) -> dict[str, Any]:
    """Collect what the page of a table shows to this visitor."""
    table, visitor = visit.table, visit.visitor
    enters_for = [seat.seat for seat in table.seats if visitor.enters_for(seat)] if table.phase == "playing" else []
    context: dict[str, Any] = {
        "table": table,
        "visitor": visitor,
        "problem": visit.problem,
        "title": title_sheet(table.position.sheet),
        "enters_for": enters_for,
        "asked": visit.asked,
        **describe_columns(table.position, enters_for),
    }
    if table.result is not None:
        context |= describe_result(table.position, table.result)
    return context


@dataclass(frozen=True)
class Box:
    """The place of a player in a row."""

    seat: str
    entry: Any  # None if it is empty
    points: int | None  # None if they are not shown yet
    problem: str = ""  # why a formula has no value


@dataclass(frozen=True)
class BoardRow:
    row: ScoreRow
    title: str
    words: str
    boxes: tuple[Box, ...]  # in the order of the seats


@dataclass(frozen=True)
class Column:
    """A player's column as a whole."""

    seat: str
    name: str
    total: int | None  # None if it is not shown yet
    rank: int | None
    done: bool
    filled: int
    empty: tuple[str, ...]  # titles of the rows that are empty
    share: float  # of the longest bar in the race, from 0 to 1


def describe_columns(position: Columns, enters_for: Collection[str]) -> dict[str, Any]:
    """Describe the board for a phone that enters for these seats."""
    tallies, problems = position.add_up()
    shows_all = position.totals == OPEN or position.finished
    secret = set() if shows_all else find_rows_of_others(position.sheet)
    wrong = {problem.field: problem for problem in problems}
    rows = []
    for row in position.sheet.rows:
        boxes = []
        for number, player in enumerate(position.players):
            visible = shows_all or player.seat in enters_for
            problem = wrong.get(f"players[{number}].{row.id}")
            boxes.append(
                Box(
                    player.seat,
                    position.filled[player.seat].get(row.id) if visible else None,
                    tallies[player.seat][row.id] if visible and row.id not in secret and not problem else None,
                    describe_problem(problem) if problem and visible else "",
                )
            )
        rows.append(BoardRow(row, title_row(row), describe_row(row, position.sheet), tuple(boxes)))
    return {
        "sheet": position.sheet,
        "rows": rows,
        "columns": describe_race(position, tallies, shows_all, enters_for),
        "shows_all": shows_all,
        "has_points": any(position.filled.values()),
        "boxes_each": sum(row.filled_in for row in position.sheet.rows),
    }


def find_rows_of_others(sheet: ScoreSheet) -> set[str]:
    """Return the rows whose points tell what other players entered: majorities, and formulas that use them."""
    found: set[str] = set()
    section = ""
    for row in sheet.rows:
        if isinstance(row, SectionRow):
            section = row.id
        elif isinstance(row, MajorityRow) or (isinstance(row, FormulaRow) and found & {*row.formula.rows()}):
            found |= {row.id, section}
    return found


def describe_race(
    position: Columns, tallies: Mapping[str, Tally], shows_all: bool, enters_for: Collection[str]
) -> list[Column]:
    totals = {seat: position.total(tally) for seat, tally in tallies.items()}
    low, high = min(0, *totals.values()), max(1, *totals.values())
    lowest = position.sheet.best != "highest"
    columns = []
    for player in position.players:
        seat, own = player.seat, totals[player.seat]
        better = sum((other < own) if lowest else (other > own) for other in totals.values())
        visible = shows_all or [*enters_for] == [seat]
        empty = [title_row(row) for row in position.sheet.rows if row.filled_in and row.id not in position.filled[seat]]
        columns.append(
            Column(
                seat,
                player.name,
                own if visible else None,
                1 + better if shows_all else None,
                seat in position.done,
                len(position.filled[seat]),
                tuple(empty),
                (own - low) / (high - low) if shows_all else 0.0,
            )
        )
    return columns


def describe_result(position: Columns, result: Result) -> dict[str, Any]:
    """Describe the end: who won, every point, and how ties were settled."""
    scoring = make_scoring(position.sheet)
    return {
        "headline": describe_winners(result),
        "sheet_link": pack(position.sheet),
        "standings": scoring.list_standings(position.scoring_input(), result),
        "ties": scoring.describe_ties(result),
        "seat_of": {player.name: player.seat for player in position.players},
    }
