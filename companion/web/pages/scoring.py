"""Final scoring: score a finished game from its totals, as a page and as JSON."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import Game, list_games
from companion.games.scoring import describe_winners, format_points
from companion.games.scoring_form import ScoringForm
from companion.games.table_game import ReadSheet
from companion.i18n import gettext
from companion.rules.ranking import Result
from companion.rules.scoring_input import LONGEST_NAME, BadScoring, Code
from companion.tables.errors import BadInput, TableError
from companion.tables.public_log import is_writable
from companion.web.companion import build_public_url
from companion.web.errors import describe_error
from companion.web.inputs import InvalidField
from companion.web.json_api import api, read_object
from companion.web.prefix import set_cookie
from companion.web.qr import draw_qr
from companion.web.reading import accepts_picture, open_form, open_picture
from companion.web.result_link import BrokenLink, pack, unpack
from companion.web.result_pdf import send_result_pdf

scoring = Blueprint("scoring", __name__)

NAMES_COOKIE = "score_names"
YEAR = 365 * 86400
LONGEST_NAMES = 3000  # bytes of cookie that we read

scoring.add_app_template_global(format_points)


def find_game(name: str) -> Game:
    """Find a game by its name in the URL. Aborts with 404."""
    return list_games().get(name) or abort(404)


@scoring.get("/score")
def choose() -> ResponseReturnValue:
    return render_template("scoring/choose.html", games=list_games().values())


@scoring.get("/score/<game>")
def form(game: str) -> ResponseReturnValue:
    chosen, filling = find_game(game), request.args.get("fill")
    if filling is not None:
        return show_form(chosen, fill_from_table(chosen, filling))
    return show_form(chosen, chosen.scoring.form.from_names(read_saved_names()))


@scoring.post("/score/<game>")
def score(game: str) -> ResponseReturnValue:
    chosen = find_game(game)
    filled = chosen.scoring.form(request.form)
    totals = filled.read_totals()
    try:
        question = filled.ask(chosen.scoring.score(totals))
    except BadScoring as error:
        problems = filled.place_problems(chosen.scoring.describe_problems(error))
        return show_form(chosen, filled, problems), 422
    if question:
        return show_form(chosen, filled, {"": question}), 422
    response = redirect(url_for("scoring.show_result", game=game, link=pack(totals)), 303)
    names = [player["name"] for player in totals["players"]]
    set_cookie(response, NAMES_COOKIE, quote(json.dumps(names, ensure_ascii=False)), YEAR)
    return response


@scoring.post("/score/<game>/photo")
@accepts_picture
def photograph(game: str) -> ResponseReturnValue:
    """Fill in the totals of a photographed sheet, for a browser without JavaScript. `photo` names the player."""
    chosen, which = find_game(game), request.form.get("photo", "")
    if chosen.photo is None:
        abort(404)
    filled = chosen.scoring.form(request.form)
    keys = [player.id for player in filled.players]
    sheets: dict[str, ReadSheet] = {}
    try:
        sheets |= {key: open_form(request.form, key) for key in keys if f"{key}-cells" in request.form}
        if which in keys:
            sheets[which] = open_picture(which, field=f"{which}-picture")
    except TableError as error:
        message, status = describe_error(error)
        return show_form(chosen, filled, {"": message}, sheets), status
    for player in filled.players:
        for figure, value in (sheets[player.id].figures if player.id in sheets else {}).items():
            player.form[figure].data = str(value)
    return show_form(chosen, filled, sheets=sheets)


@scoring.get("/score/<game>/r/<link>/edit")
def edit(game: str, link: str) -> ResponseReturnValue:
    chosen = find_game(game)
    totals, _ = open_link(chosen, link)
    return show_form(chosen, chosen.scoring.form.from_totals(totals))


@scoring.get("/score/<game>/r/<link>")
def show_result(game: str, link: str) -> ResponseReturnValue:
    chosen = find_game(game)
    totals, scored = open_link(chosen, link)
    address = build_public_url("scoring.show_result", game=game, link=link)
    return render_template(
        "scoring/result.html",
        game=chosen,
        link=link,
        address=address,
        qr=draw_qr(address, gettext("QR code: scan it with another phone to open this result")),
        headline=describe_winners(scored),
        standings=chosen.scoring.list_standings(totals, scored),
        ties=chosen.scoring.describe_ties(scored),
    )


@scoring.get("/score/<game>/r/<link>.pdf")
def print_result(game: str, link: str) -> ResponseReturnValue:
    chosen = find_game(game)
    return send_result_pdf(
        chosen, *open_link(chosen, link), build_public_url("scoring.show_result", game=game, link=link)
    )


@api.post("/score/<game>")
def score_json(game: str) -> ResponseReturnValue:
    return jsonify(score_totals(find_game(game), read_object()))


def show_form(
    game: Game,
    form: ScoringForm,
    problems: Mapping[str, str] | None = None,
    sheets: Mapping[str, ReadSheet] | None = None,
) -> str:
    """Render the form; `sheets` are photographed sheets by the id of their player."""
    return render_template(
        "scoring/form.html",
        game=game,
        form=form,
        problems=problems or {},
        pages={key: sheet.make_page() for key, sheet in (sheets or {}).items()},
        longest_name=LONGEST_NAME,
    )


def open_link(game: Game, link: str) -> tuple[dict[str, Any], Result]:
    """Return the totals of a link and their result. Raises BadInput or InvalidField."""
    totals = read_link(link)
    return totals, score_totals(game, totals)


def read_link(link: str) -> dict[str, Any]:
    try:
        return unpack(link)
    except BrokenLink as error:
        raise BadInput("broken-link") from error


def fill_from_table(game: Game, link: str) -> ScoringForm:
    """Fill the form in with the totals that live assist knows; the rest stays empty. Raises BadInput."""
    totals = read_link(link)
    try:
        game.scoring.score(totals)
    except BadScoring as error:
        for problem in error.problems:
            if problem.code != Code.MISSING or problem.field.rpartition(".")[2] not in game.scoring.unknown_at_table:
                raise BadInput("broken-link") from error
    return game.scoring.form.from_totals(totals)


def score_totals(game: Game, totals: Mapping[str, object]) -> Result:
    """Score totals. Raises InvalidField with the first problem."""
    try:
        return game.scoring.score(totals)
    except BadScoring as error:
        field, sentence = game.scoring.describe_problems(error)[0]
        raise InvalidField(field, f"{field}: {sentence}" if field else sentence) from error


def read_saved_names() -> list[str]:
    """Read the players of the last game scored on this device from the cookie."""
    cookie = request.cookies.get(NAMES_COOKIE, "")
    try:
        names = json.loads(unquote(cookie)) if len(cookie) <= LONGEST_NAMES else []
    except (ValueError, RecursionError):
        return []
    if not isinstance(names, list):
        return []
    return [name[:LONGEST_NAME] for name in names if isinstance(name, str) and is_writable(name)]
