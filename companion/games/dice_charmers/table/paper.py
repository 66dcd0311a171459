"""Sheets of paper seats that were read from a photo: the log keeps their marks, and their totals are entered for them.

The marks are kept for the result only; the rules know the totals. Sheets may be read in any order: the totals of each
are entered as soon as the rules ask for them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.dice_charmers.paper.marked import BadCell, MarkedSheet, complete_cells, select_marked
from companion.games.dice_charmers.rules import Phase, Played, State, apply
from companion.games.dice_charmers.rules.moves import FIGURES, EnterTotal
from companion.games.dice_charmers.rules.paper import find_bounds, find_next_figure
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.state import lacks_totals
from companion.games.table_game import ReadSheet
from companion.rules.refusal import IllegalMove, Refusal
from companion.storage import Entry

SHEET_READ = "sheet-read"
Sheets = Mapping[str, Mapping[str, Any]]  # seat → body of the entry


def make_sheet_entry(seat: str, sheet: ReadSheet) -> Entry:
    """Return the log entry for a sheet: its version, its marks, its totals in the order of FIGURES, and its serial
    number if it has one."""
    totals = [sheet.figures[figure.replace("-", "_")] for figure in FIGURES]
    body = {"version": sheet.version, "cells": select_marked(sheet.cells), "totals": totals}
    if sheet.serial is not None:
        body["serial"] = sheet.serial
    return Entry(SHEET_READ, body, seat)


def enter_sheet(state: State, sheets: Sheets, seat: str, sheet: ReadSheet) -> Sequence[Entry]:
    """Return the entries for the sheet of a paper seat and for the totals that are due; none if it is known already.

    Raises IllegalMove.
    """
    entry = make_sheet_entry(seat, sheet)
    if sheets.get(seat) == entry.body:
        return []
    refusal = _refuse_sheet(state, sheets, seat, entry.body)
    if refusal is not None:
        raise IllegalMove(refusal)
    return [entry, *list_due_totals(state, {**sheets, seat: entry.body})]


def _refuse_sheet(state: State, sheets: Sheets, seat: str, body: Mapping[str, Any]) -> Verdict:
    own = state.find_seat(seat)
    if state.phase is Phase.OVER:
        return Refusal(Code.GAME_OVER)
    if not own.paper:
        return Refusal(Code.NOT_A_PAPER_SEAT)
    if state.phase is not Phase.TOTALS:
        return Refusal(Code.NO_TOTALS_YET)
    if not lacks_totals(own):
        return Refusal(Code.NOT_YOUR_TURN, seat=state.players[state.mover])
    owner = find_entered(state, sheets, body["version"], body.get("serial"))
    if owner not in (None, seat):
        return Refusal(Code.SHEET_OF_ANOTHER, seat=owner)
    for amount in body["totals"][len(own.totals) :]:
        low, high = find_bounds(state, own)
        if not low <= amount <= high:
            figure = find_next_figure(own)
            return Refusal(Code.TOTAL_OUT_OF_RANGE, figure=figure, amount=amount, low=low, high=high)
        own = own._replace(totals=(*own.totals, amount))
    return None


def find_entered(state: State, sheets: Sheets, version: int, serial: int | None) -> str | None:
    """Find the seat for which this copy was read, unless different totals were typed in for that seat."""
    for seat, known in sheets.items():
        is_same = serial is not None and serial == known.get("serial") and version == known["version"]
        totals = state.find_seat(seat).totals
        if is_same and totals == tuple(known["totals"][: len(totals)]):
            return seat
    return None


def awaits_sheet(state: State, sheets: Sheets, seat: str) -> bool:
    """Check whether a seat's totals are missing and its sheet was not read yet."""
    return state.phase is Phase.TOTALS and lacks_totals(state.find_seat(seat)) and seat not in sheets


def list_due_totals(state: State, sheets: Sheets) -> list[Entry]:
    """List the entries for the totals of sheets that were read, as long as the rules ask for one of them."""
    entries: list[Entry] = []
    while state.phase is Phase.TOTALS and (seat := state.players[state.mover]) in sheets:
        own = state.seats[state.mover]
        move = EnterTotal(find_next_figure(own), sheets[seat]["totals"][len(own.totals)])
        state = apply(state, Played(seat, move))
        entries.append(Entry("move", {"move": str(move)}, seat=seat))
    return entries


def describe_read_marks(state: State, sheets: Sheets, seat: str) -> dict[str, Any] | None:
    """Describe the marks of a paper sheet for drawing; None if it was not read, or other totals were entered."""
    body = sheets.get(seat)
    if body is None or body["version"] != state.sheet.version or tuple(body["totals"]) != state.find_seat(seat).totals:
        return None
    try:
        return MarkedSheet(state.plan, complete_cells(state.sheet, body["cells"])).describe()
    except BadCell:  # an imported table
        return None
