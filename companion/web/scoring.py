"""The physical games: score a finished one, as a page and as JSON."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.agra.rules.notables import FINAL_REWARDS, GUILDS, LIKELY_GUILDS
from companion.i18n import gettext, results, totals
from companion.i18n.scoring import problems_of
from companion.rules.ranking import Result
from companion.rules.scores import SCORES
from companion.rules.scoring_input import LONGEST_NAME, BadScoring, Code
from companion.tables.errors import BadInput
from companion.tables.public_log import writable
from companion.web.companion import companion, public_url
from companion.web.forms import InvalidField
from companion.web.json_api import api, body
from companion.web.qr import qr_svg
from companion.web.result_link import BrokenLink, packed, unpacked
from companion.web.result_pdf import result_sheet
from companion.web.scoring_forms import FORMS, NO_SYMBOL, ScoreForm

scoring = Blueprint("scoring", __name__)

NAMES_COOKIE = "score_names"
YEAR = 365 * 86400
LONGEST_NAMES = 3000  # bytes of cookie that we read

for shown in (totals.figure_name, totals.thing_name, results.number):
    scoring.add_app_template_global(shown)


def form_of(game: str) -> type[ScoreForm]:
    return FORMS[game] if game in FORMS else abort(404)


@scoring.get("/score")
def choose() -> ResponseReturnValue:
    return render_template("scoring/choose.html", forms=FORMS)


@scoring.get("/score/<game>")
def form(game: str) -> ResponseReturnValue:
    filling = request.args.get("fill")
    return form_page(form_of(game).of_names(kept_names()) if filling is None else accompanied(game, filling))


@scoring.post("/score/<game>")
def score(game: str) -> ResponseReturnValue:
    filled = form_of(game)()
    if not filled.validate():
        return form_page(filled), 422
    scored = filled.totals()
    response = redirect(url_for("scoring.result", game=game, link=packed(scored)), 303)
    names = [player["name"] for player in scored["players"]]
    response.set_cookie(
        NAMES_COOKIE,
        quote(json.dumps(names, ensure_ascii=False)),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=companion().settings.public_url.startswith("https://"),
    )
    return response


@scoring.get("/score/<game>/r/<link>/edit")
def edit(game: str, link: str) -> ResponseReturnValue:
    entered, _ = opened(game, link)
    return form_page(form_of(game).of_totals(entered))


@scoring.get("/score/<game>/r/<link>")
def result(game: str, link: str) -> ResponseReturnValue:
    entered, scored = opened(game, link)
    address = public_url("scoring.result", game=game, link=link)
    return render_template(
        "scoring/result.html",
        game=game,
        link=link,
        address=address,
        qr=qr_svg(address, gettext("QR code: scan it with another phone to take this result along")),
        headline=results.headline(scored),
        standings=results.standings(entered, scored),
        ties=results.tie_sentences(scored),
    )


@scoring.get("/score/<game>/r/<link>.pdf")
def result_pdf(game: str, link: str) -> ResponseReturnValue:
    return result_sheet(game, *opened(game, link), public_url("scoring.result", game=game, link=link))


@api.post("/score/<game>")
def score_json(game: str) -> ResponseReturnValue:
    form_of(game)
    return jsonify(scored_or_refused(game, body()))


def form_page(filled: ScoreForm) -> str:
    return render_template(
        "scoring/form.html",
        form=filled,
        game=filled.game,
        problems=filled.problems,
        longest_name=LONGEST_NAME,
        guilds=GUILDS,
        no_symbol=NO_SYMBOL,
        likely_guilds=LIKELY_GUILDS,
        with_reward=tuple(FINAL_REWARDS),
    )


def opened(game: str, link: str) -> tuple[dict[str, Any], Result]:
    """The totals behind a link and their result, scored anew."""
    form_of(game)
    try:
        entered = unpacked(link)
    except BrokenLink as error:
        raise BadInput("broken-link") from error
    return entered, scored_or_refused(game, entered)


def accompanied(game: str, link: str) -> ScoreForm:
    """The form as a game accompanied at a table fills it in; what the table cannot know yet is left open."""
    form = form_of(game)
    try:
        entered = unpacked(link)
        SCORES[game](entered)
    except BrokenLink as error:
        raise BadInput("broken-link") from error
    except BadScoring as error:
        if any(problem.code != Code.MISSING or not problem.field.endswith(".rupees") for problem in error.problems):
            raise BadInput("broken-link") from error
    return form.of_totals(entered)


def scored_or_refused(game: str, entered: Mapping[str, object]) -> Result:
    try:
        return SCORES[game](entered)
    except BadScoring as error:
        field, sentence = problems_of(error)[0]
        raise InvalidField(field, f"{field}: {sentence}" if field else sentence) from error


def kept_names() -> list[str]:
    """The players of the last game that was scored on this device."""
    cookie = request.cookies.get(NAMES_COOKIE, "")
    try:
        names = json.loads(unquote(cookie)) if len(cookie) <= LONGEST_NAMES else []
    except (ValueError, RecursionError):
        return []
    if not isinstance(names, list):
        return []
    return [name[:LONGEST_NAME] for name in names if isinstance(name, str) and writable(name)]
