"""Set-up of a cardboard game: a checklist, with the necessary dice already rolled."""

import secrets
from collections.abc import Sequence
from random import Random

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import registered_games
from companion.web.companion import companion

setup = Blueprint("setup", __name__)

LONGEST_ROLL = 32


@setup.get("/setup/<game>")
def check_list(game: str) -> ResponseReturnValue:
    """Show the steps. The seed of the dice is in the URL, so a reload shows the same rolls."""
    chosen = registered_games().get(game)
    if chosen is None or chosen.setup is None:
        abort(404)
    options = companion().tables.games[game].options
    settings = {name: read_choice(name, option) for name, option in options.items()}
    players = int(read_choice("players", [str(count) for count in chosen.players]))
    roll = request.args.get("roll", "")
    if not roll.isalnum() or len(roll) > LONGEST_ROLL:
        fresh = secrets.token_hex(8)
        return redirect(url_for("setup.check_list", game=game, players=players, roll=fresh, **settings), 303)  # type: ignore[arg-type]
    dice = Random(roll)  # noqa: S311 - the same dice after a reload; nothing depends on them being secret
    extra = chosen.setup.context(players, roll, request.args) if chosen.setup.context else {}
    return render_template(
        "setup/page.html",
        game=chosen,
        players=players,
        options=options,
        settings=settings,
        roll=roll,
        steps=chosen.setup.steps(players, settings, dice),
        **extra,
    )


def read_choice(name: str, choices: Sequence[str]) -> str:
    given = request.args.get(name, "")
    return given if given in choices else choices[0]
