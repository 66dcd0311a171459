"""Look-up: a searchable list of every icon, person, tile and card effect."""

from flask import Blueprint, abort, render_template, request

from companion.games.game import list_games

lookup = Blueprint("lookup", __name__)

LONGEST_SEARCH = 60


@lookup.get("/rules")
def index() -> str:
    """Show the help pages of all games."""
    return render_template("lookup/index.html", games=list_games().values())


@lookup.get("/rules/<game>")
def show(game: str) -> str:
    chosen = list_games().get(game) or abort(404)
    wanted = request.args.get("q", "")[:LONGEST_SEARCH]
    sections = [(section.title, section.search(wanted)) for section in chosen.lookup]
    return render_template("lookup/page.html", game=chosen, wanted=wanted, sections=sections)
