"""How to play a game, on cards to swipe through."""

from flask import Blueprint, abort, render_template

from companion.games.game import list_games
from companion.web.companion import companion

learn = Blueprint("learn", __name__)


@learn.get("/learn/<game>")
def show_cards(game: str) -> str:
    chosen = list_games().get(game)
    if chosen is None or chosen.how_to_play is None:
        abort(404)
    here = companion().tables.games.get(game)
    return render_template("learn/cards.html", game=chosen, demo=here is not None and bool(here.demo_settings))
