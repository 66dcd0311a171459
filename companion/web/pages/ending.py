"""After the last turn: the PDF, the transcript, the log, and another game with the same people."""

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.tables.errors import NoSuchTable, Refused
from companion.tables.public_log import export_log
from companion.web.analysing import find_analysis, wait_for_analysis
from companion.web.companion import companion, find_table, print_pdf, read_print_choices, redirect_to_table
from companion.web.identity import add_tokens, read_cookie_tokens
from companion.web.table_pages import open_finished_game, render_finished

ending = Blueprint("ending", __name__)


@ending.get("/t/<code>/sheets.pdf")
def print_sheets(code: str) -> ResponseReturnValue:
    """Send a PDF with one page for every player, and the result."""
    visit = open_finished_game(code)
    job = visit.table.game.print_finished(visit, *read_print_choices(), find_analysis(visit))
    if job is None:
        raise NoSuchTable
    printed = print_pdf(job.key, job.run, *job.arguments)
    headers = {"Content-Disposition": f'inline; filename="{visit.table.code}.pdf"', "Cache-Control": "no-store"}
    return Response(printed, mimetype="application/pdf", headers=headers)


@ending.get("/t/<code>/sheets/<seat>")
def show_sheet(code: str, seat: str) -> ResponseReturnValue:
    """Show a player's finished sheet."""
    visit = open_finished_game(code)
    page = visit.table.game.make_finished_sheet(visit, seat)
    if page is None:
        raise Refused("no-such-seat", field="seat")
    response = render_finished(page)
    response.add_etag()
    return response.make_conditional(request)


@ending.get("/t/<code>/analysis")
def show_analysis(code: str) -> ResponseReturnValue:
    """Show the analysis of the game; it takes a few seconds the first time."""
    visit = open_finished_game(code)
    return render_finished(visit.table.game.make_analysis_page(visit, wait_for_analysis(visit)))


@ending.get("/t/<code>/result.svg")
def draw_picture(code: str) -> ResponseReturnValue:
    """Send the result as one picture to share; the page turns it into a PNG."""
    visit = open_finished_game(code)
    drawn = visit.table.game.draw_result(visit)
    if drawn is None:
        raise NoSuchTable
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@ending.get("/t/<code>/transcript.txt")
def send_transcript(code: str) -> ResponseReturnValue:
    """Send the whole game as text, to read and for `companion replay`."""
    visit = open_finished_game(code)
    transcript = visit.table.game.write_transcript(visit)
    if transcript is None:
        raise NoSuchTable
    return Response(transcript, mimetype="text/plain", headers={"Cache-Control": "no-store"})


@ending.get("/t/<code>/log.json")
def send_log(code: str) -> ResponseReturnValue:
    """Send the log with the revealed seed, for `companion verify`."""
    table, _ = find_table(code)
    answer = jsonify(export_log(table, companion().tables.log))
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.code}.json"'
    return answer


@ending.post("/t/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    fresh = companion().tables.rematch(table.code, read_cookie_tokens(table.code))
    return redirect(url_for("ending.follow", code=table.code, fresh=fresh.code), 303)


@ending.post("/t/<code>/again")
def play_again(code: str) -> ResponseReturnValue:
    """Start another game of a player who was alone; with `same`, the dice fall as before."""
    table, _ = find_table(code)
    asker = read_cookie_tokens(table.code)
    companion().limits.count_table()
    fresh = companion().tables.play_alone_again(table.code, asker, bool(request.form.get("same")))
    return add_tokens(redirect_to_table(fresh), fresh.code, asker)


@ending.get("/t/<code>/rematch/<fresh>")
def follow(code: str, fresh: str) -> ResponseReturnValue:
    """Redirect to the new table, where the tokens of the old one count as well."""
    table, _ = find_table(code)
    if table.rematch != fresh:
        raise NoSuchTable
    return add_tokens(redirect_to_table(companion().tables.get(fresh)), fresh, read_cookie_tokens(table.code))
