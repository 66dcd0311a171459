"""Photographed sheets: read a picture, correct the reading, and enter it for a paper seat; as pages and as JSON."""

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.table_game import ReadSheet, Seat, Visitor
from companion.tables.errors import TableError
from companion.tables.permissions import require_paper_seat
from companion.tables.table import Table
from companion.web.companion import companion, find_table
from companion.web.errors import answer_table_error, describe_error, play_by_rules
from companion.web.identity import read_tokens
from companion.web.json_api import api, read_object
from companion.web.reading import accepts_picture, describe_picture, open_form, open_marks, open_picture
from companion.web.table_pages import render

photo = Blueprint("photo", __name__)

KEY = "sheet"  # of the only sheet on a page
LONGEST_KEY = 20


def read_key() -> str:
    return request.values.get("key", KEY)[:LONGEST_KEY]


# Parts for pages with JavaScript


@photo.post("/photo")
@accepts_picture
def read() -> ResponseReturnValue:
    """Read a picture and answer with the sheet, to be corrected."""
    return render(open_picture(read_key(), request.args.get("sheet")).make_page())


@photo.post("/photo/check")
def check() -> ResponseReturnValue:
    """Score the marks of a form, and list the contradictions."""
    return render(open_form(request.form, read_key()).make_verdict())


@photo.errorhandler(TableError)
def answer_refusal(error: TableError) -> ResponseReturnValue:
    """Answer with one sentence, which the script shows; otherwise with a page."""
    if "X-Parts" not in request.headers:
        return answer_table_error(error)
    message, status = describe_error(error)
    return Response(message, status, mimetype="text/plain")


# The sheet of a paper seat


def find_paper_seat(code: str, seat: str) -> tuple[Table, Visitor, Seat]:
    """Find a paper seat whose sheet can be entered. Raises NotAllowed, Refused or NoSuchTable."""
    table, visitor = find_table(code)
    return table, visitor, require_paper_seat(table, visitor, seat)


def show_seat(table: Table, seat: Seat, problem: str = "", sheet: ReadSheet | None = None) -> str:
    return render_template("photo/seat.html", table=table, seat=seat, problem=problem, page=sheet and sheet.make_page())


@photo.get("/t/<code>/photo/<seat>")
def photograph_seat(code: str, seat: str) -> ResponseReturnValue:
    table, _, found = find_paper_seat(code, seat)
    if not awaits_sheet(table, seat):
        return redirect(url_for("lobby.show", code=table.code), 303)
    return show_seat(table, found)


def awaits_sheet(table: Table, seat: str) -> bool:
    return table.phase == "playing" and table.game.awaits_sheet(table.position, seat)


@photo.post("/t/<code>/photo/<seat>")
@accepts_picture
def read_seat(code: str, seat: str) -> ResponseReturnValue:
    """Read the picture of a form, for a browser without JavaScript; or count a corrected sheet again."""
    table, _, found = find_paper_seat(code, seat)
    try:
        if f"{KEY}-cells" in request.form and "photo" not in request.form:
            sheet = open_form(request.form, KEY)
        else:
            sheet = open_picture(KEY, table.settings.get("sheet"))
    except TableError as error:
        message, status = describe_error(error)
        return show_seat(table, found, message), status
    return show_seat(table, found, sheet=sheet)


@photo.post("/t/<code>/sheets/<seat>")
def enter_seat(code: str, seat: str) -> ResponseReturnValue:
    """Enter the sheet of a form, and continue with the next sheet or at the table."""
    table, visitor, found = find_paper_seat(code, seat)
    sheet = open_form(request.form, KEY)
    here, asker = companion().tables, read_tokens(table.code)
    try:
        table = play_by_rules(table, lambda: here.enter_sheet(table.code, asker, seat, sheet))
    except TableError as error:
        message, status = describe_error(error)
        return show_seat(table, found, message, sheet), status
    own = [each.seat for each in table.seats if visitor.is_host or each.seat in visitor.seats]
    following = next((each for each in own if awaits_sheet(table, each)), None)
    if following:
        return redirect(url_for("photo.photograph_seat", code=table.code, seat=following), 303)
    return redirect(url_for("lobby.show", code=table.code), 303)


# JSON


@api.post("/read")
@accepts_picture
def read_json() -> ResponseReturnValue:
    return jsonify(describe_picture(request.args.get("sheet")))


@api.post("/tables/<code>/sheets/<seat>")
def enter_sheet(code: str, seat: str) -> ResponseReturnValue:
    """Enter a reading for a paper seat: {"cells", "sheet"?, "version"?, "serial"?}, as `read` returns it."""
    table, visitor = find_table(code, to_change=True)
    require_paper_seat(table, visitor, seat)
    given, here, asker = read_object(), companion().tables, read_tokens(table.code)
    name = given.get("sheet", table.settings.get("sheet"))
    current = table.game.find_sheet_version(table.position)
    sheet = open_marks(name, given.get("version", current), given.get("serial"), given.get("cells"))
    changed = play_by_rules(table, lambda: here.enter_sheet(table.code, asker, seat, sheet))
    return jsonify(version=changed.version, phase=changed.phase, totals=sheet.figures)
