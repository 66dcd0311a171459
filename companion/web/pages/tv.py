"""The TV page of a table: the invitation, then the game for everyone to see, then the result."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.games.table_game import Page, Visitor
from companion.i18n import gettext
from companion.render.icons import load_symbols
from companion.tables.table import Table
from companion.web.companion import build_public_url, find_table
from companion.web.qr import draw_qr
from companion.web.table_pages import make_visit, render

tv = Blueprint("tv", __name__)


@tv.get("/t/<code>/tv")
def show(code: str) -> ResponseReturnValue:
    page = find_screen(*find_table(code))
    return render_template("tv/index.html", sprite=load_symbols(), screen=page.template, **page.context)


@tv.get("/t/<code>/tv/live")
def live(code: str) -> ResponseReturnValue:
    """Send the part of the screen that changes."""
    return render(find_screen(*find_table(code)))


def find_screen(table: Table, visitor: Visitor) -> Page:
    if table.phase != "lobby":
        return table.game.make_screen(make_visit(table, visitor))
    link = build_public_url("lobby.show", code=table.code)
    return Page("tv/_lobby.html", {"table": table, "link": link, "qr": draw_qr(link, gettext("QR code of this table"))})
