"""Play alone: without opponents, or against a bot. The game begins at once."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.games.table_game import SOLO
from companion.i18n import gettext
from companion.web.companion import choose_game, companion, list_solo_games, redirect_to_table
from companion.web.identity import add_tokens
from companion.web.inputs import make_alone_model, read_form

alone = Blueprint("alone", __name__)


@alone.get("/alone")
def choose() -> ResponseReturnValue:
    games = list_solo_games()
    return render_template("alone/page.html", game=choose_game(games), games=games)


@alone.post("/alone")
def start() -> ResponseReturnValue:
    here, game = companion(), choose_game(list_solo_games())
    given = read_form(make_alone_model(here.tables.games, game.name)).model_dump()
    here.limits.count_table()
    name, opponent = given.pop("name") or gettext("Guest"), given.pop("opponent")
    settings = {option: given[option] for option in game.options}
    rivals = {bot.title: bot.name for bot in game.bots if bot.name == opponent}
    if opponent == SOLO:
        settings |= game.solo_settings
    table, token = here.tables.create_alone(game.name, settings, name, rivals)
    return add_tokens(redirect_to_table(table), table.code, [token])
