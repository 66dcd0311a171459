"""Send new strokes together with the event that made them, so that phones show a mark before they reload the board."""

import json
from collections.abc import Callable
from typing import Any

from companion.games.dice_charmers.pages.board import Board
from companion.games.table_game import SeenTable, Visitor


def make_ink_preface(table: SeenTable, look: Callable[[int], SeenTable]) -> Callable[[int], bytes]:
    """Return a function that makes what a stream sends before each event: the strokes changed since the last event."""
    known = table

    def ink(event: int) -> bytes:
        nonlocal known
        before, known = known, look(event)
        changed = find_changed_strokes(before, known)
        return format_frame(known.version, changed) if changed else b""

    return ink


def format_frame(version: int, changed: dict[str, Any]) -> bytes:
    """Format a server-sent event. It has no id: a client that reconnects with Last-Event-ID reloads the whole board."""
    data = json.dumps({"version": version, "sheets": changed}, separators=(",", ":"))
    return f"event: ink\ndata: {data}\n\n".encode()


def find_changed_strokes(before: SeenTable, after: SeenTable) -> dict[str, Any]:
    """Return, for each changed sheet, its changed areas and the checksums of its strokes before and after."""
    then, now = before.position.state, after.position.state
    touched = [seat for seat in now.players if then.find_seat(seat).marks != now.find_seat(seat).marks]
    return {seat: compare_strokes(make_sheet_board(before, seat), make_sheet_board(after, seat)) for seat in touched}


def make_sheet_board(table: SeenTable, seat: str) -> Board:
    return Board(table, Visitor(), None, seat)


def compare_strokes(before: Board, after: Board) -> dict[str, Any]:
    areas = {area: drawn for area, drawn in after.strokes.items() if drawn != before.strokes[area]}
    return {"before": before.strokes_checksum, "drawn": after.strokes_checksum, "areas": areas}
