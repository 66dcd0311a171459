"""Final scoring: score a finished game from its totals, as a page and as JSON."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import Game, list_games
from companion.games.scoring import ScoringForm, describe_winners, format_points, set_value
from companion.i18n import gettext
from companion.rules.scoring import LONGEST_NAME, MISSING, BadScoring, Result
from companion.seat_colours import SEAT_COLOURS
from companion.tables.errors import BadInput
from companion.tables.exports import is_writable
from companion.web.companion import api, build_public_url, read_object
from companion.web.devices import list_groups
from companion.web.http import set_cookie
from companion.web.inputs import InvalidField
from companion.web.sharing import BrokenLink, draw_qr, pack, send_result_pdf, send_result_picture, unpack

scoring = Blueprint("scoring", __name__)

NAMES_COOKIE = "score_names"
YEAR = 365 * 86400
LONGEST_NAMES = 3000  # bytes of cookie that we read
MOST_KNOWN = 12  # names offered
IN_TURN = 4  # problems of one player may hide others, see `add_up`

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
    return show_form(chosen, chosen.scoring.form.from_names(list_known_players()[0]))


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


@scoring.post("/score/<game>/totals")
def add_up(game: str) -> ResponseReturnValue:
    """Add up what is typed so far, for the last row of the pad. Answers the points of every player whose numbers are
    all there, by the id of the player's fields, and who is in front."""
    chosen = find_game(game)
    filled = chosen.scoring.form(request.form)
    players = filled.read_totals()["players"]
    totals = {"players": [{**player, "name": str(number)} for number, player in enumerate(players)]}
    incomplete: set[int] = set()
    for _ in range(IN_TURN):  # what is missing or wrong counts 0 for the others
        try:
            scored = chosen.scoring.score(totals)["players"]
            break
        except BadScoring as error:
            for problem in error.problems:
                incomplete |= {int(number) for number in re.findall(r"^players\[(\d+)\]", problem.field)}
                set_value(totals, problem.field, 0)
    else:
        return jsonify(totals={}, best=[])
    known = {each.id: scored[number] for number, each in enumerate(filled.seated) if number not in incomplete}
    ranks = [points["rank"] for points in known.values()]
    return jsonify(
        totals={key: format_points(points["score"]) for key, points in known.items()},
        best=[key for key, points in known.items() if points["rank"] == min(ranks)] if len(known) > 1 else [],
    )


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


@scoring.get("/score/<game>/r/<link>.png")
def draw_result(game: str, link: str) -> ResponseReturnValue:
    chosen = find_game(game)
    return send_result_picture(chosen, open_link(chosen, link)[1])


@api.post("/score/<game>")
def score_json(game: str) -> ResponseReturnValue:
    return jsonify(score_totals(find_game(game), read_object()))


def show_form(
    game: Game,
    form: ScoringForm,
    problems: Mapping[str, str] | None = None,
    pages: Mapping[str, str] | None = None,
) -> str:
    """Render the form; `pages` are photographed sheets by the id of their player."""
    return render_template(
        "scoring/form.html",
        game=game,
        scoring=game.scoring,
        form=form,
        problems=problems or {},
        known=list_known_players()[1],
        colours=list(SEAT_COLOURS),
        pages=pages or {},
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
            if problem.code != MISSING or problem.field.rpartition(".")[2] not in game.scoring.unknown_at_table:
                raise BadInput("broken-link") from error
    return game.scoring.form.from_totals(totals)


def score_totals(game: Game, totals: Mapping[str, object]) -> Result:
    """Score totals. Raises InvalidField with the first problem."""
    try:
        return game.scoring.score(totals)
    except BadScoring as error:
        field, sentence = game.scoring.describe_problems(error)[0]
        raise InvalidField(field, f"{field}: {sentence}" if field else sentence) from error


def list_known_players() -> tuple[list[str], list[str]]:
    """Return the players of the last game that this device knows, and all names it knows, the most frequent first."""
    last = read_saved_names()
    known = dict.fromkeys(last, 1)
    for names in list_groups():
        last = last or names
        for name in names:
            known[name] = known.get(name, 0) + 1
    return last, sorted(known, key=lambda name: -known[name])[:MOST_KNOWN]


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
