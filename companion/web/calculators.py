"""What players work out in their heads: one page of small forms per game, each with its answer below."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, render_template, request

from companion.games.agra import calculators as agra
from companion.games.calculator import Calculator
from companion.games.cards_karma import calculators as cards_karma
from companion.games.rajas import calculators as rajas

calculators = Blueprint("calculators", __name__)

GAMES: Mapping[str, Sequence[Calculator]] = {
    "rajas": rajas.RAJAS,
    "cards-karma": cards_karma.CARDS_KARMA,
    "agra": agra.AGRA,
}
KNOWN_FROM = {"rajas": rajas.known_from, "cards-karma": cards_karma.known_from, "agra": agra.known_from}


@calculators.app_template_global()
def calculator_fields(game: str, view: Mapping[str, Any], sheet: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a table knows of a game's calculators."""
    return KNOWN_FROM[game]({**view, **sheet}) if view["begun"] and game in KNOWN_FROM else {}


@calculators.get("/calculate/<game>")
def page(game: str) -> str:
    """What is typed stands in the address: a reload loses nothing, and a table can fill in what it knows."""
    if game not in GAMES:
        abort(404)
    asked = request.args.get("calc", "")
    shown = [(calculator, calculator.filled(request.args, calculator.name == asked)) for calculator in GAMES[game]]
    return render_template("calculators/page.html", game=game, calculators=shown, asked=asked)
