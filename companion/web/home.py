"""The front door: start a table, join one, score a finished game, print pads."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.i18n import language, names
from companion.i18n.words import table_error
from companion.tables.errors import NoSuchTable
from companion.web.companion import companion, find_table
from companion.web.limits import TooMany

home = Blueprint("home", __name__)

for name in (names.game_title, names.option_title, names.choice_hint, names.colour_name):
    home.add_app_template_global(name)


@home.app_template_global()
def choice_title(option: str, choice: str) -> str:
    sheet = companion().sheets.get(choice) if option == "sheet" else None
    return sheet.title[language()] if sheet else names.choice_title(option, choice)


def home_page(typed: str = "", problem: str = "") -> str:
    return render_template("home/index.html", games=companion().tables.games, typed=typed, problem=problem)


@home.get("/")
def index() -> ResponseReturnValue:
    return home_page()


@home.get("/join")
def join() -> ResponseReturnValue:
    """A code typed by hand leads to the table; a wrong one says so beside the field."""
    typed = request.args.get("code", "")
    try:
        table, _ = find_table(typed)
    except NoSuchTable as error:
        return home_page(typed[:40], table_error(error)), 404
    except TooMany as error:
        return home_page(typed[:40], table_error(error)), 429, {"Retry-After": str(error.retry_after)}
    return redirect(url_for("tables.table", code=table.code), 303)
