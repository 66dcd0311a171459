"""Calculators: one page of small forms per game, each with its answer below."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template, request

from companion.games.game import list_games

calculators = Blueprint("calculators", __name__)


@calculators.app_template_global()
def calculator_fields(game: str, view: Mapping[str, Any], sheet: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a game's calculators that a table can fill in."""
    fill = list_games()[game].fill_calculators
    return fill({**view, **sheet}) if fill and view["begun"] else {}


@calculators.get("/calculate/<game>")
def show(game: str) -> str:
    """Show the forms. The values are in the URL: a reload loses nothing, and a table can fill in fields."""
    chosen = list_games().get(game)
    if chosen is None or not chosen.calculators:
        abort(404)
    asked = request.args.get("calc", "")
    shown = [(each, each.fill(request.args, each.name == asked)) for each in chosen.calculators]
    return render_template("calculators/page.html", game=chosen, calculators=shown, asked=asked)
