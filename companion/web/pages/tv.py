"""The TV page of a table: the invitation, then the game for everyone to see, then the result."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.games.table_game import Visitor
from companion.i18n import gettext
from companion.render.svg import load_symbols
from companion.tables.table import Table
from companion.web.companion import build_public_url, find_table
from companion.web.sharing import draw_qr
from companion.web.table_pages import Visit, find_pages

tv = Blueprint("tv", __name__)


@tv.get("/t/<code>/tv")
def show(code: str) -> ResponseReturnValue:
    table, visitor = find_table(code)
    screen = Markup(render_screen(table, visitor))  # noqa: S704 - rendered by a template
    return render_template("tv/index.html", table=table, sprite=load_symbols(), screen=screen)


@tv.get("/t/<code>/tv/live")
def live(code: str) -> ResponseReturnValue:
    """Send the part of the screen that changes."""
    return render_screen(*find_table(code))


def render_screen(table: Table, visitor: Visitor) -> str:
    if table.phase != "lobby":
        return find_pages(table).screen(Visit(table, visitor))
    link = build_public_url("lobby.show", code=table.code)
    return render_template("tv/_lobby.html", table=table, link=link, qr=draw_qr(link, gettext("QR code of this table")))
