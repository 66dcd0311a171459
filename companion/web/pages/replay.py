"""Watch a game step by step: a finished game of a table, or a file with a log or a transcript."""

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.i18n import get_language, gettext
from companion.jobs import Kind, NotDone
from companion.tables.errors import Refused
from companion.tables.game_files import BadFile, film_file, load_film_makers
from companion.web.analysing import poll_analysis
from companion.web.bodies import accept_up_to
from companion.web.companion import build_public_url, companion
from companion.web.limits import find_client_address
from companion.web.table_pages import open_finished_game, render_finished

replay = Blueprint("replay", __name__)

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
    work = table.game.make_film(table, visit.all_steps())
    if work is None:
        raise Refused("no-replay")
    film = companion().jobs.run(FILMING, work.key, work.run, *work.arguments, address=find_client_address())
    context = {
        "title": gettext("Table %(code)s", code=table.code),
        "back": url_for("lobby.show", code=table.code),
        "link": build_public_url("replay.watch", code=table.code),
        "analysis": url_for("replay.send_analysis", code=table.code),
    }
    return render_finished(table.game.make_film_page(film, context))


@replay.get("/t/<code>/replay/analysis")
def send_analysis(code: str) -> ResponseReturnValue:
    """Send what the analysis says about every turn; 202 while a worker process makes it."""
    visit = open_finished_game(code)
    found = poll_analysis(visit)
    if found is None:
        return Response(status=202, headers={"Retry-After": str(TRY_AGAIN_SECONDS)})
    return jsonify(visit.table.game.describe_turns(visit.table, found))


@replay.get("/replay")
def choose() -> ResponseReturnValue:
    with suppress(NotDone):  # starts the worker process while somebody looks for the file
        companion().jobs.poll(FILMING, "ready", load_film_makers, address=find_client_address())
    return render_template("replay/choose.html", problem="")


@replay.post("/replay")
@accept_up_to(LARGEST_FILE)
def watch_file() -> ResponseReturnValue:
    """Show the replay of a file, which is not kept."""
    sent = request.files.get("file")
    try:
        found = film(sent.read().decode("utf-8-sig") if sent else "")
    except (BadFile, UnicodeDecodeError) as error:
        problem = gettext("This is not UTF-8 text.") if isinstance(error, UnicodeDecodeError) else str(error)
        return render_template("replay/choose.html", problem=problem), 422
    context = {"title": sent.filename if sent else "", "back": url_for("replay.choose"), "link": "", "analysis": ""}
    return render_finished(companion().tables.games[found.game].make_film_page(found.film, context))


def film(text: str) -> Any:
    """Make the film of a file in a worker process. Raises BadFile or NotDone."""
    if not text.strip():
        raise BadFile(gettext("Choose a file first."))
    own = companion().settings.own_sheets
    key = ("file", text, get_language())
    return companion().jobs.run(FILMING, key, film_file, text, own, get_language(), address=find_client_address())
