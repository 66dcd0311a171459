"""Look-up: the answers to rules questions, by section and by any word a player may type."""

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
    """Show all entries. The page itself searches (static/js/lookup.js), first for `q` if the address has it."""
    chosen = list_games().get(game) or abort(404)
    wanted = request.args.get("q", "")[:LONGEST_SEARCH]
    return render_template("lookup/page.html", game=chosen, wanted=wanted, longest=LONGEST_SEARCH)
