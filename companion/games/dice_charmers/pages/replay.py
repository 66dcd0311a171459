"""Watch a game step by step: a finished game of a table, or a file with a log or a transcript."""

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.dice_charmers.analysed import make_namer
from companion.games.dice_charmers.analysis.study import Report
from companion.games.dice_charmers.drawing.area import draw_pen_layer
from companion.games.dice_charmers.drawing.phone import draw_printed_areas
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.pages.ending import identify, poll_analysis
from companion.games.dice_charmers.pages.film import Film, film_file, prepare_film, prepare_filming
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.dice_charmers.texts.analysis import describe_decision, format_percent
from companion.i18n import get_language, gettext
from companion.jobs import Kind, NotDone
from companion.render.svg import load_symbols
from companion.seat_colours import SEAT_COLOURS
from companion.tables.errors import Refused
from companion.tables.exports import BadFile
from companion.web.admission import accept_up_to
from companion.web.companion import build_public_url, companion, run_job
from companion.web.limits import find_client_address
from companion.web.table_pages import open_finished_game, render_finished

replay = Blueprint("replay", __name__)

FOLDER = "games/dice_charmers"
MEGABYTE = 1024 * 1024
LARGEST_FILE = 1 * MEGABYTE  # a log of 600 entries has a tenth of it
# A film takes about a second and is kept for the other players of the table.
FILMING = Kind(
    "film",
    places=12,
    places_per_address=2,
    seconds=30,
    memory_bytes=1024 * MEGABYTE,
    result_bytes=16 * MEGABYTE,
    kept_bytes=32 * MEGABYTE,
)
TRY_AGAIN_SECONDS = 2


@replay.get("/t/<code>/replay")
def watch(code: str) -> ResponseReturnValue:
    """Show the replay of a finished game. `#12` in the address leads to its twelfth step."""
    visit = open_finished_game(code)
    table = visit.table
    if not isinstance(table.game, DiceCharmers):
        raise Refused("no-replay")
    film = run_job(FILMING, ("film", *identify(table), get_language()), lambda: prepare_film(table, visit.all_steps()))
    return show_film(
        film,
        title=gettext("Table %(code)s", code=table.code),
        back=url_for("lobby.show", code=table.code),
        link=build_public_url("dice_charmers.replay.watch", code=table.code),
        analysis=url_for("dice_charmers.replay.send_analysis", code=table.code),
    )


def show_film(film: Film, **context: str) -> Response:
    names = dict(film.players)
    return render_finished(
        f"{FOLDER}/replay.html",
        film=film,
        areas=draw_printed_areas(film.definition, get_language()),
        names=names,
        signed=names.keys() & SEAT_COLOURS.keys(),
        sprite=load_symbols(),
        pen=draw_pen_layer(()),
        **context,
    )


@replay.get("/t/<code>/replay/analysis")
def send_analysis(code: str) -> ResponseReturnValue:
    """Send what the analysis says about every turn; 202 while a worker process makes it."""
    visit = open_finished_game(code)
    found = poll_analysis(visit)
    if found is None:
        return Response(status=202, headers={"Retry-After": str(TRY_AGAIN_SECONDS)})
    return jsonify(describe_turns(make_namer(visit.table), found))


def describe_turns(namer: Namer, report: Report) -> dict[str, Any]:
    """Describe what the analysis says about every turn: the chances after it, and what would have been better."""
    seats = report.study.players
    told: dict[str, Any] = {"start": list(map(format_percent, report.study.start))}
    for turn in report.study.turns:
        i = seats.index(turn.seat)
        told[f"{turn.round}.{turn.number}"] = {
            "chances": list(map(format_percent, turn.after)),
            "better": [
                gettext(
                    "Better: %(choice)s (%(cost)s)",
                    choice=describe_decision(namer, decision, decision.best),
                    cost=format_percent(-decision.measure(i), signed=True),
                )
                for decision in turn.decisions
                if decision.best is not decision.played
            ],
        }
    return told


# Files


@replay.get("/replay")
def choose() -> ResponseReturnValue:
    with suppress(NotDone):  # starts the worker process while somebody looks for the file
        companion().jobs.poll(FILMING, "ready", lambda: (prepare_filming, ()), find_client_address())
    return render_template(f"{FOLDER}/replay_choose.html", problem="")


@replay.post("/replay")
@accept_up_to(LARGEST_FILE)
def watch_file() -> ResponseReturnValue:
    """Show the replay of a file, which is not kept."""
    sent = request.files.get("file")
    try:
        text = sent.read().decode("utf-8-sig") if sent else ""
        if not text.strip():
            raise BadFile(gettext("Choose a file first."))
        order = (text, companion().settings.own_sheets, get_language())
        film = run_job(FILMING, ("file", *order), lambda: (film_file, order))
    except (BadFile, UnicodeDecodeError) as error:
        problem = gettext("This is not UTF-8 text.") if isinstance(error, UnicodeDecodeError) else str(error)
        return render_template(f"{FOLDER}/replay_choose.html", problem=problem), 422
    back = url_for("dice_charmers.replay.choose")
    return show_film(film, title=sent.filename or "" if sent else "", back=back, link="", analysis="")
