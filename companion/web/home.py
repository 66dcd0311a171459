"""The start page: open a table, join one, score a finished game, print pads."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import registered_games
from companion.games.options import choice_titles
from companion.i18n.words import describe_table_error
from companion.seat_colours import SEAT_COLOURS, name_colour, write_stylesheet
from companion.tables.errors import NoSuchTable
from companion.tables.table import Table
from companion.web.companion import companion, find_table
from companion.web.limits import TooMany

home = Blueprint("home", __name__)
home.add_app_template_global(name_colour)
home.add_app_template_global(registered_games)


@home.app_template_global()
def game_title(name: str) -> str:
    game = registered_games().get(name)
    return game.title if game else name.capitalize()


@home.app_template_global()
def seat_shape(colour: str) -> str:
    return SEAT_COLOURS[colour].shape


@home.app_template_global()
def setting_titles(table: Table) -> list[str]:
    """Name what was chosen for a table."""
    return choice_titles(table.game.options, table.settings)


def show_home(typed: str = "", problem: str = "") -> str:
    games = companion().tables.games
    demo = any(game.plays_itself for game in games.values())
    return render_template("home/index.html", games=games, demo=demo, typed=typed, problem=problem)


@home.get("/")
def index() -> ResponseReturnValue:
    return show_home()


@home.get("/seats.css")
def seats() -> ResponseReturnValue:
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
        return show_home(typed[:40], describe_table_error(error)), 404
    except TooMany as error:
        return show_home(typed[:40], describe_table_error(error)), 429, {"Retry-After": str(error.retry_after)}
    return redirect(url_for("tables.table", code=table.code), 303)
