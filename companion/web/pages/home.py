"""The start page: join a table or open one, score a finished game, and the ways to everything else."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import choose_title, list_games
from companion.games.options import list_choice_titles
from companion.i18n import gettext
from companion.rules.player_names import LONGEST
from companion.seat_colours import SEAT_COLOURS, name_colour, write_stylesheet
from companion.storage import Damaged, Unavailable
from companion.tables.errors import NoSuchTable, Unplayable
from companion.tables.table import Table
from companion.web.companion import build_public_url, companion, find_table, list_urls
from companion.web.identity import list_remembered_codes, read_cookie_tokens
from companion.web.limits import TooMany
from companion.web.sharing import draw_qr

MOST_CONTINUED = 5  # tables that the start page looks up; each may lead to one more, its rematch

home = Blueprint("home", __name__)
home.add_app_template_global(name_colour)
home.add_app_template_global(list_games)
home.record_once(lambda setup: setup.app.jinja_env.globals.update(longest_name=LONGEST))


@home.app_template_global()
def game_title(name: str) -> str:
    game = list_games().get(name)
    text = game.text if game else companion().tables.games[name].text
    return gettext(text) if text else name.capitalize()


@home.app_template_global()
def table_title(table: Table) -> str:
    """Return the title of what is played at a table."""
    brought = table.game.brought
    return choose_title(brought.titles) if brought else game_title(table.game.name)


@home.app_template_global()
def seat_shape(colour: str) -> str:
    return SEAT_COLOURS[colour].shape


@home.app_template_global()
def setting_titles(table: Table) -> list[str]:
    """Name what was chosen for a table."""
    return list_choice_titles(table.game.options, table.settings)


@dataclass(frozen=True)
class Running:
    """A table that this device can continue."""

    table: Table
    address: str
    is_turn: bool  # of this device


def find_running() -> Iterator[Running]:
    """Find the tables that this device belongs to and that are not over, the latest first. A finished table
    is replaced by its rematch. Only tables with a valid cookie are listed."""
    told = set()
    for code in list_remembered_codes()[:MOST_CONTINUED]:
        with suppress(NoSuchTable, Unplayable, Damaged, Unavailable):  # the start page must work in any case
            table, address = companion().tables.get(code), url_for("lobby.show", code=code)
            if table.rematch:
                address = url_for("lobby.follow", code=code, fresh=table.rematch)
                table = companion().tables.get(table.rematch)
            visitor = table.recognise_visitor(read_cookie_tokens(code))
            if table.phase == "over" or table.code in told or not visitor.belongs_here:
                continue
            told.add(table.code)
            turn = table.describe_turn()
            yield Running(table, address, turn is not None and turn["seat"] in visitor.seats)


def show_home(typed: str = "", problem: str = "") -> str:
    games = companion().tables.games
    return render_template(
        "home/index.html",
        games=games,
        demo=any(game.demo_settings for game in games.values()),
        practice=[way for name in games if name in list_games() for way in list_games()[name].practice],
        afterwards=[way for game in list_games().values() for way in game.afterwards],
        typed=typed,
        problem=problem,
        running=list(find_running()),
        **describe_address(),
    )


def describe_address() -> dict[str, object]:
    """Return where other phones find this companion, if it is at home."""
    urls = list_urls(companion().settings)
    if not urls:
        return {"urls": urls}
    address = build_public_url("home.index").rstrip("/")
    qr = draw_qr(address, gettext("QR code: scan it with another phone to open this page there"))
    return {"urls": urls, "address": address, "address_qr": qr}


@home.get("/")
def index() -> ResponseReturnValue:
    return show_home()


@home.get("/start/<game>")
def prepare(game: str) -> ResponseReturnValue:
    """Choose how to play a game, to open a table for it."""
    chosen = companion().tables.games.get(game) or abort(404)
    return redirect(url_for(chosen.opening)) if chosen.opening else render_template("home/start.html", game=chosen)


@home.get("/seats.css")
def send_seat_colours() -> ResponseReturnValue:
    """Send the colours of the seats. Like other files it is asked for again, so a phone never mixes two versions."""
    styles = Response(write_stylesheet(), mimetype="text/css", headers={"Cache-Control": "no-cache"})
    styles.add_etag()
    return styles.make_conditional(request)


@home.get("/join")
def join() -> ResponseReturnValue:
    """Lead from a code typed by hand to its table; a wrong one is explained beside the field."""
    typed = request.args.get("code", "")
    try:
        table, _ = find_table(typed)
    except NoSuchTable as error:
        return show_home(typed[:40], error.describe()), 404
    except TooMany as error:
        return show_home(typed[:40], error.describe()), 429, {"Retry-After": str(error.retry_after)}
    return redirect(url_for("lobby.show", code=table.code), 303)
