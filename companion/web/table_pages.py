"""Render the page of a table, for all views: the lobby before the start, then the game."""

from collections.abc import Mapping

from flask import Response, render_template, request

from companion.games.table_game import Page, Visit, Visitor
from companion.i18n import gettext
from companion.tables.errors import Refused
from companion.tables.table import COLOURS, Table
from companion.web.companion import build_public_url, companion, find_table
from companion.web.qr import draw_qr


def make_visit(found: Table, visitor: Visitor, problem: str = "") -> Visit:
    """Return the current request in the form that a game's pages use."""
    here = companion().tables
    return Visit(
        table=found,
        visitor=visitor,
        asked=request.values,
        link=build_public_url("lobby.show", code=found.code),
        last_steps=lambda: here.trails.get_steps(found),
        all_steps=lambda: here.steps(found.code),
        problem=problem,
    )


def open_finished_game(code: str) -> Visit:
    """Return the visit to a table whose game is over. Raises NoSuchTable or Refused."""
    table, visitor = find_table(code)
    if table.phase != "over":
        raise Refused("not-over")
    return make_visit(table, visitor)


def render(page: Page) -> str:
    return render_template(page.template, **page.context)


def render_finished(page: Page) -> Response:
    """Render a page of a finished game, which a browser may keep if it asks before it shows it again."""
    return Response(render(page), mimetype="text/html", headers={"Cache-Control": "private, no-cache"})


def render_table(found: Table, visitor: Visitor, problems: Mapping[str, str] | None = None) -> str:
    """Render the table as this visitor sees it. `problems` are messages by field; "" means the whole page."""
    problems = problems or {}
    if found.phase != "lobby":
        return render(found.game.make_page(make_visit(found, visitor, problems.get("", ""))))
    link = build_public_url("lobby.show", code=found.code)
    return render_template(
        "lobby/page.html",
        typed=request.form,
        problems=problems,
        colours=COLOURS,
        link=link,
        qr=draw_qr(link, gettext("QR code: scan it with another phone to join this table")),
        **describe_lobby(found, visitor),
    )


def describe_lobby(found: Table, visitor: Visitor) -> dict[str, object]:
    taken = [seat.seat for seat in found.seats]
    return {
        "table": found,
        "visitor": visitor,
        "taken": taken,
        "can_join": len(taken) < found.game.seats[-1],
        "can_start": len(taken) in found.game.seats,
        "missing": max(found.game.seats[0] - len(taken), 0),
        "free": found.game.seats[-1] - len(taken),
        "characters": {bot.name: bot.title for bot in found.game.bots},
    }
