"""Photographed sheets: read a picture, correct the reading, and enter it for a paper seat; as pages and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.copies import LEFT_OUT, Assigned, Copy, Why, assign_copies, list_waiting
from companion.games.table_game import ReadSheet, Seat, Visitor
from companion.i18n import N_, gettext
from companion.i18n.words import format_error
from companion.tables.errors import NotAllowed, Refused, TableError
from companion.tables.permissions import require_paper_seat
from companion.tables.table import COLOURS, Table
from companion.web.companion import companion, find_table, redirect_to_table
from companion.web.errors import answer_table_error, describe_error, play_by_rules
from companion.web.identity import read_tokens
from companion.web.json_api import api, read_object
from companion.web.reading import accepts_picture, describe_picture, open_form, open_marks, open_picture
from companion.web.table_pages import render

photo = Blueprint("photo", __name__)

KEY = "sheet"  # of the first sheet on a page
KEYS = (KEY, *(f"{KEY}-{number}" for number in range(2, len(COLOURS) + 1)))  # one for every seat that may be on paper
LONGEST_KEY = 20

WHY = {
    Why.NUMBER: N_("This sheet was printed for %(name)s."),
    Why.LAST: N_("Only the sheet of %(name)s was still missing."),
    Why.UNKNOWN: N_("This sheet does not say whose it is. Tap the player."),
    Why.OTHER_SEAT: N_("This sheet was printed for %(name)s, but it is not needed here. Is it the right photo?"),
    Why.OTHER_TABLE: N_("This sheet was printed for another table. Is it the right photo?"),
    Why.ENTERED: N_("This sheet was already entered for %(name)s."),
    Why.REPEATED: N_("This sheet is already in a photo above."),
    Why.TWICE: N_("There is another photo for %(name)s above. Tap a different player, or leave this one out."),
}


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


# The sheets of paper seats: on one page for all of a device, or for the seat of the address


@dataclass(frozen=True)
class Desk:
    """The paper seats of a table whose sheets this device can enter."""

    table: Table
    visitor: Visitor
    waiting: Sequence[Seat]
    seat: str | None  # of the address

    def find_owners(self, sheets: Mapping[str, ReadSheet]) -> dict[str, Assigned]:
        """Find out whose sheets these are, by their keys on the page."""
        seats = [seat.seat for seat in self.table.seats]
        waiting = [seat.seat for seat in self.waiting]
        copies = [self.make_copy(key, sheet, waiting) for key, sheet in sheets.items()]
        return dict(zip(sheets, assign_copies(self.table.code, seats, waiting, copies), strict=True))

    def make_copy(self, key: str, sheet: ReadSheet, waiting: Sequence[str]) -> Copy:
        """Return a photographed copy with the seat that the players chose, if it is not the one that was suggested."""
        entered = self.table.game.find_entered(self.table.position, sheet.version, sheet.serial)
        is_new = key == request.form.get("photo")  # what was chosen was about another photo
        chosen = self.seat if is_new else request.form.get(f"{key}-seat", self.seat)
        is_choice = chosen in (*waiting, LEFT_OUT) and chosen != request.form.get(f"{key}-suggested")
        return Copy(sheet.serial, entered, chosen if is_choice else None)

    def describe_owner(self, key: str, owner: Assigned) -> dict[str, object]:
        """Return what a page shows about the owner of a sheet."""
        found = self.table.find_seat(owner.owner or "")
        words = gettext(WHY[owner.why], name=found.name if found else "")
        suggested = None if owner.is_choice else owner.seat
        return {"key": key, "seat": owner.seat, "words": words, "suggested": suggested, "seats": self.waiting}

    def show(self, sheets: Mapping[str, ReadSheet], problems: Mapping[str, str] | None = None) -> str:
        """Render the page: the sheets that were read, with problems by key, and places for those that are missing."""
        owners = self.find_owners(sheets)
        free = [key for key in KEYS if key not in sheets][: max(len(self.waiting) - len(sheets), 0)]
        copies = [
            {
                "key": key,
                "page": sheets[key].make_page() if key in sheets else None,
                "owner": self.describe_owner(key, owners[key]) if key in sheets else None,
                "problem": (problems or {}).get(key),
            }
            for key in KEYS
            if key in sheets or key in free
        ]
        return render_template("photo/table.html", table=self.table, desk=self, copies=copies)


def open_desk(code: str, seat: str | None) -> Desk:
    """Find the paper seats that this device can enter sheets for. Raises NotAllowed, Refused or NoSuchTable."""
    table, visitor = find_table(code)
    if seat is not None:
        return Desk(table, visitor, [require_paper_seat(table, visitor, seat)], seat)
    if not visitor.belongs_here:
        raise NotAllowed("not-your-seat")
    if table.phase == "lobby":
        raise Refused("not-started")
    return Desk(table, visitor, list_waiting(table, visitor), None)


def open_sheets() -> dict[str, ReadSheet]:
    """Return the sheets in the form by their keys. Raises BadInput."""
    return {key: open_form(request.form, key) for key in KEYS if f"{key}-cells" in request.form}


@photo.get("/t/<code>/photo")
@photo.get("/t/<code>/photo/<seat>")
def photograph(code: str, seat: str | None = None) -> ResponseReturnValue:
    desk = open_desk(code, seat)
    missing = [each.seat for each in list_waiting(desk.table, desk.visitor)]
    if not missing or seat not in (None, *missing):
        return redirect_to_table(desk.table)
    return desk.show({})


@photo.post("/t/<code>/photo")
@photo.post("/t/<code>/photo/<seat>")
@accepts_picture
def read_copy(code: str, seat: str | None = None) -> ResponseReturnValue:
    """Read the picture of a form, for a browser without JavaScript; or count the corrected sheets again."""
    desk, sheets = open_desk(code, seat), open_sheets()
    if not desk.waiting:
        return redirect_to_table(desk.table)
    key = request.form.get("photo", "" if sheets else KEY)
    try:
        if key in KEYS:
            field = f"{key}-picture" if "photo" in request.form else ""
            sheets[key] = open_picture(key, desk.table.settings.get("sheet"), field)
    except TableError as error:
        message, status = describe_error(error)
        return desk.show(sheets, {key: message}), status
    return desk.show(sheets)


@photo.post("/t/<code>/photo/owners")
@photo.post("/t/<code>/photo/<seat>/owners")
def find_owners(code: str, seat: str | None = None) -> ResponseReturnValue:
    """Say whose sheets those of a form are, as the parts of a page with JavaScript."""
    desk = open_desk(code, seat)
    owners = desk.find_owners(open_sheets()).items()
    return render_template("photo/_owners.html", owners=[desk.describe_owner(*each) for each in owners])


@photo.post("/t/<code>/sheets")
@photo.post("/t/<code>/sheets/<seat>")
def enter_copies(code: str, seat: str | None = None) -> ResponseReturnValue:
    """Enter the sheets of a form; those that cannot be entered stay on the page."""
    desk, sheets = open_desk(code, seat), open_sheets()
    table, here, asker = desk.table, companion().tables, read_tokens(desk.table.code)
    problems = {} if sheets else {KEY: format_error("photo-missing")}
    for key, owner in desk.find_owners(sheets).items():
        try:
            if owner.seat is None:
                raise Refused("whose-sheet")
            if owner.seat != LEFT_OUT:
                enter = partial(here.enter_sheet, table.code, asker, owner.seat, sheets[key])
                table = play_by_rules(table, enter)
        except TableError as error:
            problems[key], _ = describe_error(error)
    left = list_waiting(table, desk.visitor)
    if problems and left:
        kept = {key: sheets[key] for key in problems if key in sheets}
        return replace(desk, table=table, waiting=desk.waiting if seat else left).show(kept, problems), 422
    return redirect(url_for("photo.photograph", code=table.code), 303) if left else redirect_to_table(table)


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
