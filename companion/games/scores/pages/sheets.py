"""Choose, share, print, import and start a score sheet."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.scores.files import describe_problem, load_examples
from companion.games.scores.rules.link import pack, unpack
from companion.games.scores.rules.sheet import (
    LARGEST_FILE,
    NAME,
    parse_file,
)
from companion.games.scores.rules.sheet import (
    BadScoreSheet as BadScoreSheet,
)
from companion.games.scores.scoring import describe_row, make_pad, title_row, title_sheet
from companion.games.scores.shelf import Kept, Shelf, ShelfError
from companion.games.scores.table import AT_THE_END, OPEN, TABLE_GAME, TOTALS, ScoreTable
from companion.i18n import get_language, gettext
from companion.render.pad import Order, print_pad
from companion.rules.player_names import is_taken
from companion.storage import Entry
from companion.tables.errors import Refused
from companion.tables.service import make_seat_entry
from companion.tables.table import COLOURS, fingerprint, new_token
from companion.web.admission import accept_up_to
from companion.web.companion import build_public_url, companion, print_pdf, read_print_choices, redirect_to_table
from companion.web.devices import list_groups
from companion.web.identity import add_tokens, adopt_device, read_device
from companion.web.inputs import InvalidField, JoinInput, validate
from companion.web.sharing import draw_qr

sheets = Blueprint("sheets", __name__)

MOST_NAMES = 8
sheets.add_app_template_global(title_row, "title_of_row")
sheets.add_app_template_global(describe_row, "words_of_row")


def shelf() -> Shelf:
    return Shelf(companion().settings.data_dir / "scores")


def find_sheet(ref: str) -> Kept:
    """Return the sheet that an address names: its name on this companion, or the whole sheet as a link.

    Raises BadScoreSheet for a broken link; aborts with 404 if there is no such sheet."""
    if NAME.fullmatch(ref):
        return shelf().find(ref) or abort(404)
    return Kept(unpack(ref), "", "")


def device() -> str:
    """Return the fingerprint of this device; empty if the companion does not know it."""
    token = read_device()
    return fingerprint(token) if token else ""


def refuse_link(error: BadScoreSheet) -> ResponseReturnValue:
    """Answer an address with a sheet that is cut or wrong."""
    return show_index([describe_problem(problem) for problem in error.problems]), 422


# Choose, open


@sheets.get("")
def index() -> ResponseReturnValue:
    return show_index()


def show_index(problems: list[str] | None = None) -> str:
    kept = sorted(shelf().list(), key=lambda each: (each.maker != device() or not device(), title_sheet(each.sheet)))
    return render_template(
        "games/scores/index.html",
        kept=kept,
        own=device(),
        examples=load_examples().values(),
        title_sheet=title_sheet,
        problems=problems or [],
    )


@sheets.post("/import")
@accept_up_to(LARGEST_FILE + 4096)
def import_sheet() -> ResponseReturnValue:
    """Open a sheet from a file or a pasted link; a wrong one is explained, with all its problems."""
    file, pasted = request.files.get("file"), request.form.get("link", "").strip()
    if file and file.filename:
        try:
            sheet = parse_file(file.read(LARGEST_FILE + 1))
        except BadScoreSheet as error:
            return show_index([f"{problem.key}: {describe_problem(problem)}" for problem in error.problems]), 422
        return redirect(url_for("scores.sheets.show", ref=pack(sheet)), 303)
    if not pasted:
        return show_index([gettext("Choose a file or paste a link first.")]), 422
    sheet = find_sheet(pasted.split("?")[0].rstrip("/").rpartition("/")[2]).sheet
    return redirect(url_for("scores.sheets.show", ref=pack(sheet)), 303)


@sheets.get("/<ref>")
def show(ref: str) -> ResponseReturnValue:
    return show_sheet(find_sheet(ref), ref)


def show_sheet(kept: Kept, ref: str, problem: str = "") -> str:
    """Show one sheet: what is on it, and everything that can be done with it."""
    sheet = kept.sheet
    link = build_public_url("scores.sheets.show", ref=pack(sheet))
    qr = draw_qr(link, gettext("QR code: scan it with another phone to open this sheet"))
    if not qr:  # the texts in other languages make it too long
        short = build_public_url("scores.sheets.show", ref=pack(sheet.in_language(get_language())))
        qr = draw_qr(short, gettext("QR code: scan it with another phone to open this sheet"))
    names = next(iter(list_groups()), [])
    return render_template(
        "games/scores/sheet.html",
        ref=ref,
        kept=kept,
        sheet=sheet,
        title=title_sheet(sheet),
        is_kept=bool(NAME.fullmatch(ref)),
        is_own=bool(kept.maker) and kept.maker == device(),
        link=link,
        qr=qr,
        seats=ScoreTable(sheet).room,
        typed=request.form.getlist("player") or names,
        totals=request.form.get("totals", OPEN),
        options=TABLE_GAME.options,
        problem=problem,
    )


@sheets.get("/<ref>.toml")
def send_file(ref: str) -> ResponseReturnValue:
    sheet = find_sheet(ref).sheet
    headers = {"Content-Disposition": f'attachment; filename="{sheet.name}.toml"'}
    return Response(sheet.as_toml(), mimetype="application/toml", headers=headers)


@sheets.post("/<ref>/keep")
def keep(ref: str) -> ResponseReturnValue:
    """Keep a sheet that came as a link or a file on this companion."""
    sheet = find_sheet(ref).sheet
    companion().limits.count_table()
    try:
        renamed = sheet.renamed(shelf().choose_name(sheet.name))
        kept = shelf().save(renamed, fingerprint(adopt_device()))
    except ShelfError as error:
        return show_sheet(Kept(sheet, "", ""), ref, gettext(error.code.text)), 409
    return redirect(url_for("scores.sheets.show", ref=kept.sheet.name), 303)


@sheets.post("/<ref>/delete")
def delete(ref: str) -> ResponseReturnValue:
    kept = find_sheet(ref)
    try:
        shelf().delete(kept.sheet.name, device())
    except ShelfError as error:
        return show_sheet(kept, ref, gettext(error.code.text)), 403
    return redirect(url_for("scores.sheets.index"), 303)


# Print


@sheets.get("/<ref>/pad.pdf")
def print_sheet(ref: str) -> ResponseReturnValue:
    paper, ink = read_print_choices()
    names = tuple(name.strip()[:24] for name in request.args.getlist("name") if name.strip())[:MOST_NAMES]
    pages = request.args.get("pages", 1, type=int)
    pad = make_pad(find_sheet(ref).sheet, names)
    order = Order((pad,), min(max(pages, 1), 50), paper, 1, get_language(), ink)
    headers = {"Content-Disposition": f'inline; filename="{pad.name}.pdf"', "Cache-Control": "no-store"}
    return Response(print_pdf(order, print_pad, order), mimetype="application/pdf", headers=headers)


# Start a table


@sheets.post("/<ref>/start")
def start(ref: str) -> ResponseReturnValue:
    """Open a table: with everybody's names on this phone, or empty, so that people join with their own."""
    kept = find_sheet(ref)
    here = companion()
    totals = AT_THE_END if request.form.get("totals") == AT_THE_END else OPEN
    settings, game = {TOTALS: totals}, ScoreTable(kept.sheet)
    contents = game.find_contents(settings)
    if request.form.get("phones") == "own":
        here.limits.count_table()
        table, token = here.tables.create(game.name, settings, contents)
        return add_tokens(redirect_to_table(table), table.code, [token])
    try:
        people = read_people(game.room)
    except InvalidField as error:
        return show_sheet(kept, ref, next(iter(error.problems.values()))), 422
    except Refused as error:
        return show_sheet(kept, ref, error.describe()), 422
    here.limits.count_table()
    token = new_token()
    seats = [
        make_seat_entry(colour, name, "phone", fingerprint(token))
        for colour, name in zip(COLOURS, people, strict=False)
    ]
    table = here.tables.open(game.name, settings, fingerprint(token), [*seats, Entry("started")], contents=contents)
    return add_tokens(redirect_to_table(table), table.code, [token])


def read_people(allowed: range) -> list[str]:
    """Return the names for a table on one phone. Raises InvalidField or Refused."""
    people = [validate(JoinInput, {"name": name}).name for name in request.form.getlist("player") if name.strip()]
    if len(people) not in allowed:
        raise Refused("wrong-number-of-players", least=allowed[0], most=allowed[-1])
    for number, name in enumerate(people):
        if is_taken(name, people[:number]):
            raise Refused("name-taken", field="name", name=name)
    return people
