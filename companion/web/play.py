"""A running game on everybody's phone, whichever game it is: the board in parts, the stream, entries and questions.

After an entry the same parts come back that a live update fetches, so what everybody sees has one source.
"""

import time
from functools import partial

from flask import Blueprint, Response, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.games.table_game import Visitor
from companion.i18n import format_halves
from companion.render.icons import load_symbols
from companion.rules.refusal import Unreadable
from companion.storage import Unavailable
from companion.tables.errors import BadInput, NoSuchTable, Refused, TableError, Unplayable
from companion.tables.table import Table
from companion.web.companion import companion, find_table
from companion.web.errors import play_by_rules, table_error_answer, unavailable_answer, word_error
from companion.web.identity import tokens
from companion.web.inputs import InvalidField, Model, MoveInput, UndoInput, check
from companion.web.limits import TooMany
from companion.web.result_link import packed
from companion.web.streaming import stream_events
from companion.web.table_pages import make_visit, render, render_table

play = Blueprint("play", __name__)
play.add_app_template_filter(format_halves, "points")
play.add_app_template_filter(packed)


@play.app_template_global()
def has_icon(name: str) -> bool:
    """Tell whether there is a symbol of this name; a sheet may name others, which show their first letter."""
    return name in load_symbols()


@play.app_template_global()
def typed(field: str) -> str | None:
    """Return what stood in a field of the entry that has just been refused."""
    if "refusal" not in g:
        return None
    return request.form.get(f"move.{field}", request.form.get(f"card.{field}"))


@play.app_template_global()
def addresses(table: Table) -> dict[str, object]:
    """Return the addresses that a page of a running game talks to, as attributes."""
    code = table.code
    return {
        "data-code": code,
        "data-version": table.version,
        "data-page": url_for("tables.table", code=code),
        "data-stream": url_for("play.stream", code=code),
        "data-board": url_for("play.board", code=code),
        "data-moves-url": url_for("play.enter", code=code),
        "data-undo-url": url_for("play.undo", code=code),
        "data-manage-url": url_for("play.manage", code=code),
    }


def running_table(code: str) -> tuple[Table, Visitor]:
    found, visitor = find_table(code)
    if found.phase == "lobby":
        raise NoSuchTable
    return found, visitor


def render_parts(found: Table, visitor: Visitor) -> str:
    return render(found.game.parts(make_visit(found, visitor)))


@play.get("/t/<code>/board")
def board(code: str) -> ResponseReturnValue:
    """Everything of the page that changes."""
    return render_parts(*running_table(code))


@play.get("/t/<code>/stream")
def stream(code: str) -> ResponseReturnValue:
    """The table's events, as the contract tells them, and what the game adds for its pages."""
    table, _ = running_table(code)
    return stream_events(table, table.game.announce(table, partial(companion().tables.known_since, table.code)))


@play.get("/sheets/<name>.css")
def stylesheet(name: str) -> ResponseReturnValue:
    """A style sheet that a game draws itself."""
    drawn = (game.stylesheet(name) for game in companion().tables.games.values())
    found = next(filter(None, drawn), None)
    if found is None:
        raise NoSuchTable
    styles = Response(found, mimetype="text/css", headers={"Cache-Control": "no-cache"})
    styles.add_etag()  # asked for again like other files, so that a phone never mixes two versions
    return styles.make_conditional(request)


# Entries


@play.post("/t/<code>/moves")
def enter(code: str) -> ResponseReturnValue:
    found, _ = find_table(code, to_change=True)
    given = read_entry(MoveInput, found, move=entry_text(request.form))
    here, asker, move = companion().tables, tokens(found.code), given.move
    return answer(
        play_by_rules(found, lambda: here.submit(found.code, asker, move, given.version, given.seat, given.nonce))
    )


@play.post("/t/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """Take back the last mark; with `turn`, the whole turn."""
    found, _ = find_table(code, to_change=True)
    given = read_entry(UndoInput, found)
    here, asker = companion().tables, tokens(found.code)
    return answer(play_by_rules(found, lambda: here.undo(found.code, asker, given.version, given.seat, given.turn)))


@play.post("/t/<code>/manage")
def manage(code: str) -> ResponseReturnValue:
    """The host about a player who has left: `action` is "skip" or "paper"."""
    found, _ = find_table(code, to_change=True)
    action, about = request.form.get("action") or request.form.get("do", ""), request.form.get("about", "")
    here, asker = companion().tables, tokens(found.code)
    return answer(play_by_rules(found, lambda: here.manage(found.code, asker, action, about)))


def read_entry(model: type[Model], found: Table, **own: str) -> Model:
    """Read an entry from the page's form. Without a version it is about the newest state of the table."""
    given = {name: request.form[name] for name in ("seat", "nonce", "turn") if request.form.get(name)}
    version = request.form.get("version")
    given["version"] = str(companion().tables.look(found.code).version) if version is None else version
    try:
        return check(model, given | own)
    except InvalidField as error:
        raise BadInput("bad-request", error.field) from error


def entry_text(form: MultiDict[str, str]) -> str:
    """Join the words of an entry in the order of the form; the symbols of a card are joined by +.

    A field is named after what it is a part of, and itself: `move`, `move.fame-typed`, `card.building-1`."""

    def words(part: str) -> list[str]:
        return [value for name, value in form.items(multi=True) if value and name.partition(".")[0] == part]

    card = "+".join(words("card"))
    return " ".join([*words("move"), *([card] if card else [])])


def answer(table: Table) -> ResponseReturnValue:
    """Answer an entry with the board after it; a browser without scripts goes back to the page."""
    if "X-Parts" not in request.headers:
        return redirect(url_for("tables.table", code=table.code, show=request.form.get("show")), 303)
    time.sleep(0)  # the streams tell everybody of it before this board, which takes longer, is rendered
    return render_parts(table, table.visitor(tokens(table.code)))


@play.errorhandler(TableError)
def refused(error: TableError) -> ResponseReturnValue:
    """One sentence, for the page to show where the tap was; without scripts the page itself with the sentence."""
    g.refusal = error.code
    message, status = word_error(error)
    if request.method == "GET" or "X-Parts" in request.headers:
        headers = {"Retry-After": str(error.retry_after)} if isinstance(error, TooMany) else None
        return Response(message, status, headers, mimetype="text/plain")
    if isinstance(error, NoSuchTable | TooMany | Unplayable):  # there is none to show
        return table_error_answer(error)
    try:
        found, visitor = find_table((request.view_args or {})["code"])
    except TableError as gone:  # it was only remembered
        return table_error_answer(gone)
    except Unavailable as away:
        return unavailable_answer(away)
    return render_table(found, visitor, problems={"": message}), status


# Looking ahead, and rules at hand


@play.get("/t/<code>/<question>")
def ask(code: str, question: str) -> ResponseReturnValue:
    """What a game's phones ask beside the board, such as what something is."""
    if not any(question in game.questions for game in companion().tables.games.values()):
        abort(404)
    found, visitor = running_table(code)
    ask_game = found.game.questions.get(question)
    if ask_game is None:
        raise NoSuchTable
    if found.phase != "playing":
        raise Refused("game-over")
    try:
        return render(ask_game(make_visit(found, visitor)))
    except Unreadable:
        raise BadInput("bad-request") from None


# Addresses of the earlier version, for pages that are still open on a phone


@play.get("/t/<code>/counters")
def counters(code: str) -> ResponseReturnValue:
    return redirect(url_for("play.board", code=code, show=request.args.get("seat")), 301)


@play.post("/t/<code>/enter")
def enter_or_undo(code: str) -> ResponseReturnValue:
    return redirect(url_for("play.undo" if "undo" in request.form else "play.enter", code=code), 308)


@play.post("/t/<code>/absent")
def absent(code: str) -> ResponseReturnValue:
    return redirect(url_for("play.manage", code=code), 308)
