"""The analysis of a finished game: the work for it, its page, and what is printed of it."""

from collections.abc import Iterable
from typing import Any

from companion.games.dice_charmers.analysis.report import Report, make_report
from companion.games.dice_charmers.analysis.study import study_game
from companion.games.dice_charmers.drawing import finished_game
from companion.games.dice_charmers.drawing.analysis import draw_chances_for_screen
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.pages.board import make_board
from companion.games.dice_charmers.rules import Event, Started
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.games.dice_charmers.table.entries import read_game
from companion.games.dice_charmers.texts.analysis import describe_decision, format_percent, tell_report, write_turn
from companion.games.table_game import Page, SeenTable, Step, Visit, Work
from companion.i18n import get_language, gettext


def make_work(table: SeenTable, steps: Iterable[Step[SeenTable]]) -> Work | None:
    """Return the work that analyses a game; None if its player was alone or no sheet is tracked here."""
    started, events = read_game(steps)
    state = table.position.state
    if started is None or state.is_solo or all(seat.paper for seat in state.seats):
        return None
    key = ("analysis", table.code, table.version, table.changed_at)
    return Work(analyse, (state.sheet, started, events, table.code), key)


def analyse(sheet: Sheet, started: Started, events: Iterable[Event], seed: str) -> Report:
    """Analyse a game in a worker process."""
    return make_report(study_game(sheet, started, events, seed))


def make_page(visit: Visit, report: Report) -> Page:
    board = make_board(visit.table, visit.visitor)
    told = tell_report(board.namer, report)
    own = visit.visitor.seats
    names = {seat: board.namer.name_player(seat) for seat in report.study.tracked}
    return Page(
        "games/dice_charmers/analysis.html",
        {
            "table": visit.table,
            "players": sorted(told, key=lambda player: player.seat not in own),  # the visitor's own first
            "own": own,
            "chart": draw_chances_for_screen(board.definition, list_lines(board.namer, report), get_language()),
            "rounds": [
                [
                    format_percent(share)
                    for share, seat in zip(chances, report.study.players, strict=True)
                    if seat in names
                ]
                for chances in report.rounds
            ],
            "names": names,
        },
    )


def list_lines(namer: Namer, report: Report) -> tuple[finished_game.Curve, ...]:
    """List the chances of the players round by round, in percent."""
    seats = report.study.players
    return tuple(
        (namer.name_player(seat), seat, tuple(100 * chances[seats.index(seat)] for chances in report.rounds))
        for seat in report.study.tracked
    )


def describe_turns(namer: Namer, report: Report) -> dict[str, Any]:
    """Describe what the analysis says about every turn: the chances after it, and what would have been better."""
    seats = report.study.players
    told: dict[str, Any] = {"start": list(map(format_percent, report.study.start))}
    for turn in report.study.turns:
        i = seats.index(turn.seat)
        told[f"{turn.round}.{turn.number}"] = {
            "chances": list(map(format_percent, turn.after)),
            "better": [
                gettext(
                    "Better: %(choice)s (%(cost)s)",
                    choice=describe_decision(namer, decision, decision.best),
                    cost=format_percent(-decision.measure(i), signed=True),
                )
                for decision in turn.decisions
                if decision.best is not decision.played
            ],
        }
    return told


def make_printed_analysis(namer: Namer, report: Report) -> finished_game.Analysis:
    """Return the analysis for printing, in the current language."""
    return finished_game.Analysis(
        list_lines(namer, report),
        tuple(
            finished_game.PlayerAnalysis(
                told.name, told.seat, told.rows, told.moments, told.lesson, tuple(map(write_turn, told.turns))
            )
            for told in tell_report(namer, report)
        ),
    )
