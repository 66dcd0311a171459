"""The table on a large screen: the invitation, then dice and lines for everyone to see, then the podium."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.games.assist.table import Accompanied
from companion.games.dice_charmers.pages.board import face_icons
from companion.games.dice_charmers.pages.news import newest
from companion.games.dice_charmers.table import DiceCharmers
from companion.games.game import registered_games
from companion.games.scoring import describe_winners
from companion.i18n import gettext
from companion.render.icons import symbols
from companion.tables.table import Table
from companion.web.companion import find_table, public_url
from companion.web.ending import Finished
from companion.web.qr import qr_svg

tv = Blueprint("tv", __name__)


@tv.get("/t/<code>/tv")
def screen(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    return render_template("tv/index.html", sprite=symbols(), **shown(table))


@tv.get("/t/<code>/tv/live")
def live(code: str) -> ResponseReturnValue:
    """The part that changes."""
    table, _ = find_table(code)
    return render_template("tv/_screen.html", **shown(table))


def shown(table: Table) -> dict[str, Any]:
    playing = table.phase == "playing"
    context: dict[str, Any] = {
        "table": table,
        "view": table.game.view(table.position) if table.position is not None else None,
        "turn": table.game.turn(table.position) if playing else None,
        "names": {seat.seat: seat.name for seat in table.seats},
    }
    if table.phase == "lobby":
        link = public_url("tables.table", code=table.code)
        context |= {"link": link, "qr": qr_svg(link, gettext("QR code of this table"))}
    if isinstance(table.game, DiceCharmers) and table.position is not None:
        context["news"] = newest(table)
        context["dice"] = [
            {**die, "icons": face_icons(die["die"], die["face"] or "")} for die in context["view"]["dice"]
        ]
        context["tracks"] = table.position.state.sheet.tracks
    if isinstance(table.game, Accompanied) and table.position is not None:
        context |= {"folder": table.game.name.replace("-", "_"), "mine": False} | ranking(table, context["view"])
    if table.phase == "over" and isinstance(table.game, DiceCharmers):
        game = Finished.of(table)
        context |= {"game": game, "chart": game.chart()}
    return context


def ranking(table: Table, view: Mapping[str, Any]) -> dict[str, Any]:
    """How an accompanied game ended; nothing while it goes on."""
    if table.result is None:
        return {}
    scoring = registered_games()[table.game.name].scoring
    return {
        "seat_of": {seat.name: seat.seat for seat in table.seats},
        "headline": describe_winners(table.result),
        "standings": scoring.standings(view["scoring"], table.result),
        "ties": scoring.describe_ties(table.result),
    }
