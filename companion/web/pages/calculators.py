"""Calculators: one page of small forms per game, each with its answer below."""

from flask import Blueprint, abort, render_template, request

from companion.games.game import list_games

calculators = Blueprint("calculators", __name__)


@calculators.get("/calculate/<game>")
def show(game: str) -> str:
    """Show the forms. The values are in the URL: a reload loses nothing."""
    chosen = list_games().get(game)
    if chosen is None or not chosen.calculators:
        abort(404)
    asked = request.args.get("calc", "")
    shown = [(each, each.fill(request.args, each.name == asked)) for each in chosen.calculators]
    return render_template("calculators/page.html", game=chosen, calculators=shown, asked=asked)
