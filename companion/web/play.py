"""The phone's page of a running game: the board as one page and in parts, entries, and answers to "what" and "why not".

After an entry the same parts come back that a live update fetches, so what everybody sees has one source.
"""

import time
from collections.abc import Callable
from functools import partial

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.dice_charmers.drawing.phone import stylesheet
from companion.games.dice_charmers.names import each_die
from companion.games.dice_charmers.pages.board import Board, has_icon, look
from companion.games.dice_charmers.pages.ink import told_with_ink
from companion.games.dice_charmers.pages.news import meanwhile
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.table import DiceCharmers
from companion.render.icons import symbols
from companion.render.words import points
from companion.rules.refusal import Unreadable
from companion.storage import Unavailable
from companion.tables.errors import BadInput, NoSuchTable, Refused, Stale, TableError, Unplayable
from companion.tables.table import Table, Visitor
from companion.web.api import by_the_rules, live
from companion.web.companion import companion, find_table
from companion.web.errors import table_error_answer, unavailable_answer, worded
from companion.web.forms import MoveForm, UndoForm, filled
from companion.web.identity import tokens
from companion.web.limits import TooMany

play = Blueprint("play", __name__)
play.add_app_template_global(has_icon)
play.add_app_template_global(each_die, "die_name")
play.add_app_template_filter(points)


def play_page(found: Table, visitor: Visitor, problem: str = "") -> str:
    board = look(found, visitor, request.args.get("mine"), request.args.get("show"))
    return render_template(
        "play/play.html",
        board=board,
        table=found,
        visitor=visitor,
        problem=problem,
        sprite=symbols(),
        meanwhile=meanwhile(found),
    )


def parts(board: Board) -> str:
    """Everything that changes; strokes and dice that the phone has already are left out."""
    return render_template(
        "play/_board.html",
        board=board,
        table=board.table,
        visitor=board.visitor,
        drawn=request.values.get("drawn") != board.drawn,
        laid=request.values.get("laid") != board.laid,
        meanwhile=meanwhile(board.table),
    )


def find_board(code: str) -> Board:
    return board_of(*find_table(code))


def board_of(found: Table, visitor: Visitor) -> Board:
    if found.phase == "lobby" or not isinstance(found.game, DiceCharmers):
        raise NoSuchTable
    return look(found, visitor, request.values.get("mine"), request.values.get("show"))


@play.get("/t/<code>/board")
def board(code: str) -> ResponseReturnValue:
    """Everything of the page that changes."""
    return parts(find_board(code))


@play.get("/t/<code>/stream")
def stream(code: str) -> ResponseReturnValue:
    """The table's events, as the contract tells them, and the strokes of each mark."""
    table = find_board(code).table
    return live(table, told_with_ink(table, partial(companion().tables.known_since, table.code)))


@play.get("/sheets/<name>.css")
def colours(name: str) -> ResponseReturnValue:
    """A sheet's colours by day and by night, and the shapes of its areas."""
    definition = companion().sheets.get(name)
    if definition is None:
        raise NoSuchTable
    styles = Response(stylesheet(definition), mimetype="text/css", headers={"Cache-Control": "no-cache"})
    styles.add_etag()  # like other files, asked for again: a phone never mixes two versions
    return styles.make_conditional(request)


# Entries


@play.post("/t/<code>/moves")
def enter(code: str) -> ResponseReturnValue:
    found, _ = find_table(code, to_change=True)
    form = MoveForm()
    valid(form)
    here, asker = companion().tables, tokens(found.code)
    seat, move, version = filled(form, "seat"), form["move"].data, form["version"].data
    try:
        table = by_the_rules(found, lambda: here.submit(found.code, asker, move, version, seat, filled(form, "nonce")))
    except Stale:
        table = here.look(found.code)
        if not entered_before(table, version, "move", seat, move=move):
            raise
    return answer(table)


def entered_before(table: Table, version: int, kind: str, seat: str | None, **body: object) -> bool:
    """Whether this very entry is already in the log: tapped twice, or sent again because the answer got lost."""
    if version >= table.version:  # nobody can have seen that; and it may be larger than a database reads
        return False
    event = companion().tables.log.read(table.code, version)[0]
    return (event.kind, event.seat, event.body) == (kind, seat, body)


@play.post("/t/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """Take back the last mark; with `turn`, the whole turn."""
    found, _ = find_table(code, to_change=True)
    form = UndoForm()
    valid(form)
    here, asker = companion().tables, tokens(found.code)
    seat, version, whole = filled(form, "seat"), form["version"].data, bool(form["turn"].data)
    try:
        table = by_the_rules(found, lambda: here.undo(found.code, asker, version, seat, whole))
    except Stale:
        table = here.look(found.code)
        if not entered_before(table, version, "undo", seat, turn=whole):
            raise
    return answer(table)


@play.post("/t/<code>/manage")
def manage(code: str) -> ResponseReturnValue:
    """The host about a player who has left: `action` is "skip" or "paper"."""
    found, _ = find_table(code, to_change=True)
    action, about = request.form.get("action", ""), request.form.get("about", "")
    here, asker = companion().tables, tokens(found.code)
    return answer(by_the_rules(found, lambda: here.manage(found.code, asker, action, about)))


def valid(form: MoveForm | UndoForm) -> None:
    if not form.validate():
        raise BadInput("bad-request", next(iter(form.errors)))


def answer(table: Table) -> ResponseReturnValue:
    """The board after an entry; a browser without scripts goes back to the page."""
    if "X-Parts" not in request.headers:
        return redirect(url_for("tables.table", code=table.code), 303)
    time.sleep(0)  # the streams tell everybody of it before this board, which takes longer, is rendered
    return parts(board_of(table, table.visitor(tokens(table.code))))


@play.errorhandler(TableError)
def refused(error: TableError) -> ResponseReturnValue:
    """One sentence, for the page to show where the tap was; without scripts the page itself with the sentence."""
    from companion.web.tables import table_page  # which shows this page too

    g.refusal = error.code
    message, status = worded(error)
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
    return table_page(found, visitor, problems={"": message}), status


# Looking ahead, and rules at hand


def about_the_sheet(ask: Callable[[Board, str], ResponseReturnValue], code: str) -> ResponseReturnValue:
    """Ask something for the seat this device looks from, or the one whose sheet it sees."""
    board = find_board(code)
    try:
        return ask(board, board.mine or board.shown)
    except Unreadable:
        raise BadInput("bad-request", "target") from None


@play.get("/t/<code>/preview")
def preview(code: str) -> ResponseReturnValue:
    """What a die would do, and what could follow."""
    die = request.args.get("die", "")
    if die not in DICE:
        raise BadInput("bad-request", "die")
    return about_the_sheet(lambda board, seat: die_sheet(board, seat, die), code)


def die_sheet(board: Board, seat: str, die: str) -> ResponseReturnValue:
    if board.table.phase != "playing":
        raise Refused("game-over")
    seat = board.acting or seat
    seen = board.game.preview(board.table.position, seat, die)
    # Who watches is told what a die does; why it cannot be taken is said to players, as "you".
    refusal = board.game.refusal_of(board.table.position, seen.refusal) if seen.refusal and board.mine else ""
    title, text = board.game.about(board.table.position, seat, f"die {die}")
    offers = [offer for offer in board.offers if f"die {die}" in offer.targets]
    return render_template(
        "play/_preview.html",
        board=board, seen=seen, refusal=refusal, title=title, text=text, offers=offers, die=board.die(die),
    )  # fmt: skip


@play.get("/t/<code>/about")
def about(code: str) -> ResponseReturnValue:
    """What something on the sheet is, what it does, and why it cannot be entered now."""
    target = request.args.get("target", "")

    def told(board: Board, seat: str) -> ResponseReturnValue:
        title, text = board.game.about(board.table.position, board.shown, target)
        why = board.game.why_not_at(board.table.position, seat, target) if board.mine == board.shown else ""
        return render_template(
            "play/_about.html", board=board, title=title, text=text, why=why, given_up=board.only_given_up(target)
        )

    return about_the_sheet(told, code)
