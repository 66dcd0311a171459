"""Set-up of a cardboard game: a checklist, with the necessary dice already rolled."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.assistant import AssistedGame
from companion.games.game import Game, list_games
from companion.games.setup import Group, Setup, number_players, roll_with
from companion.rules.assistant import write_facts
from companion.tables.errors import NoSuchTable
from companion.web.companion import companion, find_table

setup = Blueprint("setup", __name__)

LONGEST_ROLL = 32


@setup.get("/setup/<game>")
def show_checklist(game: str) -> ResponseReturnValue:
    """Show the steps. The seed of the dice is in the URL, so a reload shows the same rolls."""
    chosen = list_games().get(game)
    if chosen is None or chosen.setup is None:
        abort(404)
    if request.args.get("table"):
        return show_table_setup(chosen, chosen.setup)
    live = companion().tables.games.get(game)
    options = live.options if live else {}
    settings = {name: read_choice(name, option) for name, option in options.items()}
    players = int(read_choice("players", [str(count) for count in chosen.players]))
    roll = request.args.get("roll", "")
    if not roll.isalnum() or len(roll) > LONGEST_ROLL:
        fresh = secrets.token_hex(8)
        return redirect(url_for("setup.show_checklist", game=game, players=players, roll=fresh, **settings), 303)  # type: ignore[arg-type]
    dice = Random(roll)  # noqa: S311 - the same dice after a reload; nothing depends on them being secret
    group = Group(number_players(players), settings, {})
    extra = dict(chosen.setup.context(group, roll, request.args)) if chosen.setup.context else {}
    facts = {**chosen.setup.draw_missing(group, roll_with(dice)), **extra.pop("facts", {})}
    return render_template(
        "setup/page.html",
        game=chosen,
        players=players,
        options=options,
        settings=settings,
        roll=roll,
        steps=chosen.setup.steps(replace(group, facts=facts)),
        facts=write_facts(facts),
        has_tables=live is not None,
        **extra,
    )


def show_table_setup(game: Game, setup: Setup) -> ResponseReturnValue:
    """Show the steps with the facts of a running table; some of them may not be known yet."""
    table, _ = find_table(request.args["table"])
    if table.game.name != game.name or table.phase == "lobby" or not isinstance(table.game, AssistedGame):
        raise NoSuchTable
    group = table.game.make_group(table.position)
    missing = bool(setup.list_missing(group))
    return render_template(
        "setup/table.html", game=game, table=table, steps=setup.steps(group), missing=missing, roll=table.code
    )


def read_choice(name: str, choices: Sequence[str]) -> str:
    given = request.args.get(name, "")
    return given if given in choices else choices[0]
