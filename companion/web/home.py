"""The front door: start a table, join one, score a finished game, print pads."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.companion import companion, find_table

home = Blueprint("home", __name__)


@home.get("/")
def index() -> ResponseReturnValue:
    return render_template("home/index.html", games=companion().tables.games)


@home.get("/join")
def join() -> ResponseReturnValue:
    """A code typed by hand leads to the table; a wrong one says so."""
    table, _ = find_table(request.args.get("code", ""))
    return redirect(url_for("tables.table", code=table.code), 303)
