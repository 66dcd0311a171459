"""The pages of assisted games at the shared addresses of a table; they have no addresses of their own."""

from typing import Any

from flask import render_template

from companion.games.assistant import SHOWN_LINES, AssistedGame
from companion.games.scoring import describe_winners
from companion.games.table_game import Seat
from companion.web.table_pages import TablePages, Visit


def find_game(visit: Visit) -> AssistedGame:
    assert isinstance(visit.table.game, AssistedGame)
    return visit.table.game


def collect_context(visit: Visit) -> dict[str, Any]:
    """Collect the template context for a visitor."""
    game, table, visitor, position = find_game(visit), visit.table, visit.visitor, visit.table.position
    playing = table.phase == "playing"
    turn = game.describe_turn(position) if playing else None
    enters_for = [seat.seat for seat in table.seats if visitor.enters_for(seat)] if playing else []
    shared = playing and len(enters_for) == len(table.seats)
    follows = shared and turn is not None and has_turn_changed(visit, turn["seat"])
    shown = table.find_seat(turn["seat"]) if follows and turn else find_shown_seat(visit)
    assert shown
    seen = game.make_view(position)
    undoable = position.find_line(enters_for)
    lines = position.lines if visit.asked.get("journal") == "all" else position.lines[-SHOWN_LINES:]
    return {
        "table": table,
        "visitor": visitor,
        "problem": visit.problem,
        "game": game,
        "folder": game.folder,
        "view": seen,
        "announced": game.list_announcements(position),
        "turn": turn,
        "shown": shown,
        "sheet": seen["sheets"][shown.seat],
        "shared": shared,  # this phone enters for everybody
        "follows": follows,
        "enters_for": enters_for,
        "mine": shown.seat in enters_for,
        "undo": undoable and game.describe_line(position, undoable),
        "journal": [game.describe_line(position, line) for line in lines],
        "whole_journal": len(lines) == len(position.lines),
        "facts": game.show_facts(position),
        "missing": game.setup.list_missing(game.make_group(position)),
        "can": lambda move, seat=shown.seat: seat in enters_for and game.is_allowed(position, seat, move),
    }


def render_screen(visit: Visit) -> str:
    game, table = find_game(visit), visit.table
    seen = game.make_view(table.position)
    context = {
        "table": table,
        "game": game,
        "folder": game.folder,
        "view": seen,
        "announced": game.list_announcements(table.position),
        "turn": game.describe_turn(table.position) if table.phase == "playing" else None,
        "names": {seat.seat: seat.name for seat in table.seats},
        "mine": False,
    }
    if table.result is not None:
        context |= {
            "seat_of": {seat.name: seat.seat for seat in table.seats},
            "headline": describe_winners(table.result),
            "standings": game.scoring.list_standings(seen["scoring"], table.result),
            "ties": game.scoring.describe_ties(table.result),
        }
    return render_template("assistant/screen.html", **context)


def find_shown_seat(visit: Visit) -> Seat:
    """Return the seat that a visitor asks for, or else their own."""
    table, visitor = visit.table, visit.visitor
    wanted = table.find_seat(visit.asked.get("show") or visit.asked.get("seat") or "")
    return wanted or table.find_seat(visitor.seats[0] if visitor.seats else "") or table.seats[0]


def has_turn_changed(visit: Visit, turn: str) -> bool:
    """Check whether another player has the turn than the page shows; a page just loaded shows none yet."""
    seen = visit.asked.get("turn-seen")
    return seen != turn if seen else not visit.asked.get("seat")


TABLE_PAGES = TablePages(
    page=lambda visit: render_template("assistant/page.html", **collect_context(visit)),
    parts=lambda visit: render_template("assistant/parts.html", **collect_context(visit)),
    screen=render_screen,
)


def make_blueprint(offline: bool) -> None:
    """Return no blueprint: these games have only the shared addresses."""
