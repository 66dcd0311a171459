"""The pages of a running game on the phones, for any game: board, stream and entries.

The response to an entry contains the same parts as a live update, so all phones render from one source.
"""

import time
from collections.abc import Mapping, Sequence

from flask import Blueprint, g, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.games.table_game import Visitor
from companion.i18n import format_halves
from companion.render.svg import load_symbols
from companion.storage import Unavailable
from companion.tables.errors import BadInput, NoSuchTable, TableError, Unplayable
from companion.tables.exports import list_hashes
from companion.tables.permissions import can_go_offline, copy_events
from companion.tables.table import Table
from companion.web.companion import companion, find_table
from companion.web.errors import answer_fixed, answer_table_error, answer_with_sentence, describe_error, play_by_rules
from companion.web.identity import read_tokens, recognise_visitor
from companion.web.inputs import InvalidField, LevelInput, Model, MoveInput, UndoInput, read_form, validate
from companion.web.limits import TooMany
from companion.web.sharing import pack
from companion.web.streaming import stream_events
from companion.web.table_pages import Visit, find_pages, render_table

NO_PARTS = "none"  # of a phone that sends what it has played without a connection

play = Blueprint("play", __name__)
play.add_app_template_filter(format_halves, "points")
play.add_app_template_filter(pack, "packed")


@play.app_template_global()
def has_icon(name: str) -> bool:
    """Check whether there is an icon with this name; a user sheet may name others, shown by their first letter."""
    return name in load_symbols()


@play.app_template_global()
def typed(field: str) -> str | None:
    """Return the value of a field in the entry that has just been refused."""
    if "refusal" not in g:
        return None
    return request.form.get(f"move.{field}", request.form.get(f"card.{field}"))


@play.app_template_global()
def addresses(table: Table) -> dict[str, object]:
    """Return the URLs that the page of a running game uses, as HTML attributes."""
    code = table.code
    copied = (
        {"data-copy-url": url_for("play.copy", code=code)} if can_go_offline(table, recognise_visitor(table)) else {}
    )
    return {
        "data-code": code,
        "data-version": table.version,
        "data-page": url_for("lobby.show", code=code),
        "data-stream": url_for("play.stream", code=code),
        "data-board": url_for("play.send_board", code=code),
        "data-moves-url": url_for("play.enter", code=code),
        "data-undo-url": url_for("play.undo", code=code),
        "data-manage-url": url_for("play.manage", code=code),
        **copied,
    }


def find_running_table(code: str) -> tuple[Table, Visitor]:
    """Find a table after the start. Raises NoSuchTable."""
    found, visitor = find_table(code)
    if found.phase == "lobby":
        raise NoSuchTable
    return found, visitor


@play.get("/t/<code>/board")
def send_board(code: str) -> ResponseReturnValue:
    """Send the parts of the page that change."""
    table, visitor = find_running_table(code)
    return find_pages(table).parts(Visit(table, visitor))


@play.get("/t/<code>/stream")
def stream(code: str) -> ResponseReturnValue:
    """Stream the events of the table, with what the game adds for its pages."""
    table, _ = find_running_table(code)
    return stream_events(table, find_pages(table).announce(table))


# Entries


@play.post("/t/<code>/moves")
def enter(code: str) -> ResponseReturnValue:
    found, _ = find_table(code, to_change=True)
    given = read_entry(MoveInput, found, move=join_entry(request.form))
    here, asker, move = companion().tables, read_tokens(found.code), given.move
    return answer_with_board(
        play_by_rules(found, lambda: here.submit(found.code, asker, move, given.version, given.seat, given.nonce))
    )


@play.post("/t/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """Undo the last mark; with `turn`, the whole turn; with `entry`, that entry."""
    found, _ = find_table(code, to_change=True)
    given = read_entry(UndoInput, found)
    here, asker = companion().tables, read_tokens(found.code)
    return answer_with_board(
        play_by_rules(found, lambda: here.undo(found.code, asker, given.version, given.seat, given.turn, given.entry))
    )


@play.post("/t/<code>/manage")
def manage(code: str) -> ResponseReturnValue:
    """Manage a player who has left, as the host: `action` is "skip", "paper" or "bot" with a `level`."""
    found, _ = find_table(code, to_change=True)
    action, about = request.form.get("action", ""), request.form.get("about", "")
    level = read_form(LevelInput).level
    here, asker = companion().tables, read_tokens(found.code)
    return answer_with_board(play_by_rules(found, lambda: here.manage(found.code, asker, action, about, level)))


@play.post("/t/<code>/hurry")
def hurry(code: str) -> ResponseReturnValue:
    """Let the bots play without pauses until a person has the turn."""
    found, _ = find_table(code)
    return answer_with_board(companion().tables.hurry_bots(found.code, read_tokens(found.code)))


@play.post("/t/<code>/copy")
def copy(code: str) -> ResponseReturnValue:
    """Send the table to the phone that all players share, so that it can continue without a connection."""
    found, _ = find_table(code, to_change=True)
    here = companion().tables
    events = here.take_offline(found.code, read_tokens(found.code))
    contents = here.log.read_contents(list_hashes(events[0]))
    return jsonify(code=found.code, events=copy_events(events), contents=contents)


def read_entry(model: type[Model], found: Table, **fields: str) -> Model:
    """Read an entry from the form; without a version, use the newest one. Raises BadInput."""
    given = {name: request.form[name] for name in ("seat", "nonce", "turn", "entry") if request.form.get(name)}
    version = request.form.get("version")
    given["version"] = str(companion().tables.get(found.code).version) if version is None else version
    try:
        return validate(model, given | fields)
    except InvalidField as error:
        raise BadInput("bad-request", error.field) from error


def join_entry(form: MultiDict[str, str]) -> str:
    """Join the fields of an entry in form order; those of a card or a payment become one word, joined with "+".

    The prefix of a field says what it is part of: `move`, `move.fame-typed`, `card.building-1`, `pay.die`,
    `fact.first`, `fact.orders.red`."""
    words: dict[str, list[str]] = {}
    facts: dict[str, dict[str, list[str]]] = {}
    for name, value in form.items(multi=True):
        part, _, field = name.partition(".")
        if value and part in ("move", "card", "pay"):
            words.setdefault(name if part == "move" else part, []).append(value)
        elif value and part == "fact":
            fact, _, piece = field.partition(".")
            facts.setdefault(fact, {}).setdefault(piece, []).append(value)
    joined = [(" " if key.startswith("move") else "+").join(values) for key, values in words.items()]
    return " ".join([*joined, *(join_fact(fact, pieces) for fact, pieces in facts.items())])


def join_fact(name: str, pieces: Mapping[str, Sequence[str]]) -> str:
    """Write a fact of the set-up: `tiles=river,workers`, and with named pieces `orders=red:3:5,blue:2:1`."""
    written = [
        ":".join([piece, *values]) if piece and not piece.isdigit() else ",".join(values)
        for piece, values in pieces.items()
    ]
    return f"{name}={','.join(written)}"


def answer_with_board(table: Table) -> ResponseReturnValue:
    """Answer an entry with the new board; redirect a browser without JavaScript to the page."""
    if "X-Parts" not in request.headers:
        return redirect(url_for("lobby.show", code=table.code, show=request.form.get("show")), 303)
    if request.headers["X-Parts"] == NO_PARTS:
        return "", 204
    time.sleep(0)  # let the streams send the event before this board, which takes longer, is rendered
    return find_pages(table).parts(Visit(table, table.recognise_visitor(read_tokens(table.code))))


@play.errorhandler(TableError)
def answer_refusal(error: TableError) -> ResponseReturnValue:
    """Answer with one sentence, which the script shows; without JavaScript, with the page and the sentence."""
    g.refusal = error.code
    if request.method == "GET" or "X-Parts" in request.headers:
        return answer_with_sentence(error)
    message, status = describe_error(error)
    if isinstance(error, NoSuchTable | TooMany | Unplayable):  # there is no table to show
        return answer_table_error(error)
    try:
        found, visitor = find_table((request.view_args or {})["code"])
    except TableError as gone:  # only the cache had it
        return answer_table_error(gone)
    except Unavailable as away:
        return answer_fixed(away)
    return render_table(found, visitor, problems={"": message}), status
