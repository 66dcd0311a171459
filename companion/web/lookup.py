"""Look it up: every icon, person, tile and card effect in our own words, searchable."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, render_template, request

from companion.games.agra.lookup import AGRA
from companion.games.cards_karma.lookup import CARDS_KARMA
from companion.games.dice_charmers.texts.lookup import DICE_CHARMERS
from companion.games.lookup import Section
from companion.games.rajas.lookup import RAJAS
from companion.web import calculators, setup

lookup = Blueprint("lookup", __name__)

GAMES: Mapping[str, Sequence[Section]] = {
    "dice-charmers": DICE_CHARMERS,
    "rajas": RAJAS,
    "cards-karma": CARDS_KARMA,
    "agra": AGRA,
}
LONGEST_SEARCH = 60


@lookup.get("/rules")
def index() -> str:
    """All help for the games, without a table."""
    return render_template("lookup/index.html", games=GAMES, set_up=setup.OPTIONS, calculated=calculators.GAMES)


@lookup.get("/rules/<game>")
def page(game: str) -> str:
    if game not in GAMES:
        abort(404)
    wanted = request.args.get("q", "")[:LONGEST_SEARCH]
    sections = [(section.title, section.found(wanted)) for section in GAMES[game]]
    return render_template("lookup/page.html", game=game, wanted=wanted, sections=sections)
