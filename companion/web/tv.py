"""The table on a large screen: the invitation, then dice and lines for everyone to see, then the podium."""

from collections.abc import Mapping
from typing import Any, cast

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.i18n import gettext, results
from companion.rules.ranking import Result
from companion.tables.assist.game import Accompanied
from companion.tables.dice_charmers import DiceCharmers
from companion.tables.dice_charmers.news import Step, last_news
from companion.tables.table import Table
from companion.web.companion import companion, find_table, public_url
from companion.web.ending import Finished
from companion.web.qr import qr_svg

tv = Blueprint("tv", __name__)

NEWS = 6


@tv.get("/t/<code>/tv")
def screen(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    return render_template("tv/index.html", **shown(table))


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
        context["news"] = last_news(table.game.things(table.position), last_steps(table.code), NEWS)
        context["tracks"] = table.position.state.sheet.tracks
    if isinstance(table.game, Accompanied) and table.position is not None:
        context |= {"folder": table.game.name.replace("-", "_"), "mine": False} | ranking(table, context["view"])
    if table.phase == "over" and isinstance(table.game, DiceCharmers):
        context["game"] = Finished.of(table)
    return context


def ranking(table: Table, view: Mapping[str, Any]) -> dict[str, Any]:
    """How an accompanied game ended; nothing while it goes on."""
    if table.result is None:
        return {}
    result = cast(Result, table.result)
    return {
        "seat_of": {seat.name: seat.seat for seat in table.seats},
        "headline": results.headline(result),
        "standings": results.standings(view["scoring"], result),
        "ties": results.tie_sentences(result),
    }


def last_steps(code: str) -> list[Step]:
    here = companion().tables
    states = {each.version: each.position.state for each in here.history(code) if each.position is not None}
    events = here.log.read(code, max(states) - 3 * NEWS)
    return [(states[event.seq - 1], event, states[event.seq]) for event in events if event.seq - 1 in states]
