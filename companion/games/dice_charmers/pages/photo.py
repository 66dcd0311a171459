"""Photographed sheets: read a picture, correct the reading, and enter it for a paper seat.

Nothing is stored: a page holds the whole reading and sends it back with every correction.
"""

import base64
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.games.dice_charmers.copies import (
    LEFT_OUT,
    Assigned,
    Copy,
    Why,
    assign_copies,
    list_waiting,
    number_copy,
)
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.finished import format_sum
from companion.games.dice_charmers.drawing.phone import CorrectableArea, draw_correctable_areas, draw_icons
from companion.games.dice_charmers.drawing.sheet import SERIALS
from companion.games.dice_charmers.pages.play import find_sheet
from companion.games.dice_charmers.paper.explain import TRACKS
from companion.games.dice_charmers.paper.marked import (
    BadCell,
    Cells,
    Conflict,
    change_totals,
    complete_cells,
    count_totals,
    find_conflicts,
    score_by_rules,
    select_marked,
)
from companion.games.dice_charmers.paper.reader import READER, find_known
from companion.games.dice_charmers.paper.reading import Doubt, Reading, Strip, compute_score
from companion.games.dice_charmers.rules.scoring import Figures
from companion.games.dice_charmers.rules.sheet import MARKED, STATES, Sheet
from companion.games.dice_charmers.rules.state import FIGURES
from companion.games.dice_charmers.scoring import SCORING
from companion.games.dice_charmers.table.log import (
    ReadSheet,
    correct_totals,
    describe_read_marks,
    enter_sheet,
    find_entered,
)
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.dice_charmers.texts.wording import describe_conflict, name_cell, name_state
from companion.games.game import list_games
from companion.games.photo import BadMarks
from companion.games.table_game import Seat, Visitor
from companion.i18n import N_, get_language, gettext
from companion.i18n.words import format_error
from companion.jobs import Failed
from companion.photo import Unclear, Unreadable
from companion.storage import Entry
from companion.tables.errors import BadInput, NotAllowed, Refused, TableError
from companion.tables.permissions import require_paper_seat
from companion.tables.table import COLOURS, Table
from companion.web.admission import READING, accepts_picture, get_picture
from companion.web.companion import companion, find_table, redirect_to_table, run_job
from companion.web.errors import answer_with_sentence, describe_error, play_by_rules
from companion.web.identity import read_tokens
from companion.web.pages.scoring import show_form

photo = Blueprint("photo", __name__)
photo.register_error_handler(TableError, answer_with_sentence)

LONGEST_NUMBER = 18  # digits
LONGEST_TRACK = 999  # places; the sheet decides what is too many
FOLDER = "games/dice_charmers/photo"
AREA_OF = {
    "fame": "tracks",
    "money": "tracks",
    "road": "province",
    "edge": "province",
    "good": "market",
    "tent": "market",
    "person": "palace",
    "palace": "palace",
    "river": "river",
    "upgrade": "upgrades",
    "karma": "karma",
}  # by the first word of a cell or of the place of a bonus


@dataclass(frozen=True)
class Question:
    """A doubtful cell: the part of the photo that shows it, and its possible states."""

    cell: str
    title: str
    read: str
    states: tuple[tuple[str, str], ...]  # state and its name, the likeliest first
    crop: str  # data: URL; empty if there is no picture


class TrackQuestion(NamedTuple):
    """A track whose line may end elsewhere."""

    row: str
    title: str
    end: int
    places: int  # of the whole track
    strips: tuple[Strip, ...]


FAULTS = {
    Unclear.TOO_DARK: N_("This photo is too dark to be sure."),
    Unclear.TOO_BRIGHT: N_("This photo is too bright to be sure."),
    Unclear.TOO_FAINT: N_("The marks on this photo are too faint to be sure."),
    Unclear.BLURRED: N_("This photo is too blurred to be sure."),
    Unclear.UNKNOWN: N_("Many marks on this photo are not clear."),
}


@dataclass(frozen=True)
class Review:
    """A sheet as read, with the corrections made so far."""

    definition: SheetDefinition
    cells: Cells
    key: str  # distinguishes several sheets on one page
    reading: Reading | None = None  # of a photo that was just read
    serial: int | None = None  # of this copy
    seat: str = ""  # whose sheet it is, if it was entered before

    @property
    def sheet(self) -> Sheet:
        return self.definition.sheet

    @property
    def title(self) -> str:
        return self.definition.title[get_language()]

    @cached_property
    def areas(self) -> tuple[CorrectableArea, ...]:
        return draw_correctable_areas(self.definition, get_language())

    @property
    def icons(self) -> str:
        return draw_icons(self.areas)

    @property
    def marked(self) -> str:
        """The cells that are not empty, as JSON for a form."""
        return json.dumps(select_marked(self.cells), separators=(",", ":"))

    @property
    def tracks(self) -> list[TrackQuestion]:
        """One question for each track with doubtful places, those with a gap first."""
        titles = {"fame": gettext("Fame"), "money": gettext("Money")}
        sizes = {"fame": self.sheet.tracks.fame, "money": self.sheet.tracks.money}
        return [
            TrackQuestion(track.row, titles[track.row], track.end, sizes[track.row], track.strips)
            for track in (self.reading.tracks if self.reading else ())
        ]

    @property
    def questions(self) -> list[Question]:
        doubts = self.reading.doubtful if self.reading else ()
        return [make_question(doubt) for doubt in doubts if not doubt.cell.startswith(TRACKS)]

    @property
    def open_questions(self) -> int:
        return self.reading.questions if self.reading else 0

    @property
    def fault(self) -> str:
        """Why there are many questions; empty if there are few."""
        return gettext(FAULTS[self.reading.fault]) if self.reading and self.reading.fault else ""

    @property
    def picture_url(self) -> str:
        return make_data_url(self.reading.picture if self.reading else b"")

    def show_picture(self, picture: bytes) -> str:
        return make_data_url(picture)

    @cached_property
    def totals(self) -> Figures:
        return count_totals(self.sheet, self.cells)

    @property
    def figures(self) -> dict[str, int]:
        return self.totals._asdict()

    @property
    def score(self) -> float:
        return compute_score(self.sheet, self.totals)

    @property
    def sum(self) -> str:
        return format_sum(self.totals.fame, self.totals.money, self.sheet.tracks.fame, self.score)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        return find_conflicts(self.sheet, self.cells)

    def list_conflicts(self, area: str) -> list[Conflict]:
        return [conflict for conflict in self.conflicts if find_area(conflict.cells[0]) == area]

    @property
    def disputed(self) -> list[str]:
        """The cells that take part in a conflict."""
        return sorted({cell for conflict in self.conflicts for cell in conflict.cells})

    @cached_property
    def by_rules(self) -> Figures:
        return score_by_rules(self.sheet, self.cells)

    @property
    def score_by_rules(self) -> float:
        return compute_score(self.sheet, self.by_rules)

    @property
    def fix_by_rules(self) -> str:
        """The changes that mark the totals which the rules give, as JSON."""
        return format_fix(self.cells, change_totals(self.sheet, self.by_rules))

    def format_fix(self, conflict: Conflict) -> str:
        return format_fix(self.cells, conflict.fix)

    def describe_conflict(self, conflict: Conflict) -> str:
        return describe_conflict(conflict)

    def name_cell(self, cell: str) -> str:
        return name_cell(cell)

    def show(self, again: str = "") -> Markup:
        """Render the sheet with its marks, to correct them; `again` is where a form without JavaScript is sent."""
        page = render_template(f"{FOLDER}/review.html", review=self, state_names=name_states(), again=again)
        return Markup(page)  # noqa: S704 - rendered by a template


def name_states() -> dict[str, str]:
    return {state: name_state(state) for states in STATES.values() for state in states}


def make_question(doubt: Doubt) -> Question:
    likely = sorted(doubt.alternatives, key=lambda state: -doubt.alternatives[state])
    states = [*likely, *(state for state in STATES[doubt.cell.partition(" ")[0]] if state not in likely)]
    title = name_cell(doubt.cell)
    return Question(
        doubt.cell,
        title[:1].upper() + title[1:],
        doubt.read,
        tuple((state, name_state(state)) for state in states),
        make_data_url(doubt.crop),
    )


def make_data_url(picture: bytes) -> str:
    if not picture:
        return ""
    kind = "png" if picture.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def find_area(cell: str) -> str:
    words = cell.split()
    return AREA_OF[words[1] if words[0] == "bonus" else words[0]]


def format_fix(cells: Cells, fix: Mapping[str, str]) -> str:
    """Return the part of a fix that changes something, as JSON; empty if nothing changes."""
    changes: dict[str, Any] = {cell: state for cell, state in fix.items() if cells.get(cell) != state}
    return json.dumps(changes, separators=(",", ":")) if changes else ""


# Reading a picture, or what a page or program sends back


def read_picture(sheet: str | None = None, field: str = "", kept: SheetDefinition | None = None) -> tuple[Reading, ...]:
    """Read the sheets on the picture in this request's body, the one with most marks first; `kept` is the sheet of the
    table that it is for.

    Raises Refused if it cannot be read, Busy or PhotoUnavailable.
    """
    here, picture = companion(), get_picture(field)
    own = here.settings.own_sheets
    try:
        readings: tuple[Reading, ...] = run_job(READING, object(), lambda: (READER.read, (picture, sheet, own, kept)))
    except Unreadable as error:
        raise Refused(f"photo-{error.kind}") from None
    except Failed:
        raise Refused("photo-failed") from None
    return readings


def open_pictures(
    keys: Sequence[str],
    sheet: str | None = None,
    field: str = "",
    wanted: Collection[int] = (),
    kept: SheetDefinition | None = None,
) -> dict[str, Review]:
    """Read the picture in this request's body, for a page: one sheet for each key, those with `wanted` numbers first.

    Raises like `read_picture`.
    """
    readings = sorted(read_picture(sheet, field, kept), key=lambda reading: reading.serial not in wanted)
    own = companion().settings.own_sheets
    return {
        key: Review(find_known(reading.sheet, reading.version, own, kept), reading.cells, key, reading, reading.serial)
        for key, reading in zip(keys, readings, strict=False)
    }


def open_marks(
    sheet: object,
    version: object,
    serial: object,
    marks: object,
    key: str = "",
    kept: SheetDefinition | None = None,
) -> Review:
    """Return a sheet with marks that a page or a program has sent; cells that are missing are empty. No version means
    the current one. Raises BadInput."""
    try:
        if not (isinstance(sheet, str) and isinstance(marks, dict)):
            raise BadMarks(str(sheet))
        definition = find_known(sheet, read_number(version), companion().settings.own_sheets, kept)
        number = read_number(serial)
        if number is not None and not 0 <= number < SERIALS:
            raise BadMarks(str(number))
        return Review(definition, complete_cells(definition.sheet, marks), key, serial=number)
    except (BadMarks, BadCell):
        raise BadInput("bad-marks", "cells") from None


def read_number(value: object) -> int | None:
    if value is None or type(value) is int:
        return value
    raise BadMarks(str(value))


def open_form(form: Mapping[str, str], key: str, kept: SheetDefinition | None = None) -> Review:
    """Return the sheet in a form, with the answers to questions and the corrections that were sent along.

    Fields: `KEY-sheet` (name and version), `KEY-serial`, `KEY-cells` (JSON), `KEY-doubt CELL` (a state), `KEY-end ROW`
    (the last place of a line), `KEY-fix` (JSON). Raises BadInput.
    """
    name, _, version = form.get(f"{key}-sheet", "").rpartition(" ")
    serial = form.get(f"{key}-serial", "")
    doubt = f"{key}-doubt "
    answers = {field.removeprefix(doubt): state for field, state in form.items() if field.startswith(doubt)}
    marks = {**parse_marks(form.get(f"{key}-cells")), **answers}
    for row in TRACKS:
        end = parse_number(form.get(f"{key}-end {row}", ""))
        if end is not None:
            marks = {cell: state for cell, state in marks.items() if not cell.startswith(f"{row} ")}
            marks |= {f"{row} {place}": MARKED for place in range(1, min(end, LONGEST_TRACK) + 1)}
    marks |= parse_marks(form.get(f"{key}-fix"))
    return open_marks(name, parse_number(version), parse_number(serial), marks, key, kept)


def parse_number(text: str) -> int | None:
    """Parse the digits of a field; anything else is None, as is a number that is too long for one."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def parse_marks(text: str | None) -> dict[str, str]:
    """Parse a JSON object; nothing is an empty one. Raises BadInput."""
    try:
        marks = json.loads(text or "{}")
    except (ValueError, RecursionError):
        marks = None
    if not isinstance(marks, dict):
        raise BadInput("bad-marks", "cells")
    return marks


# Pages

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
    """Read a picture and answer with its sheets, to be corrected: the first for `key`, others for the keys in `more`.
    For a `table`, the sheets that it waits for come first."""
    more = [key[:LONGEST_KEY] for key in request.args.get("more", "").split(",") if key][: len(KEYS)]
    code, name, wanted = request.args.get("table"), request.args.get("sheet"), set[int]()
    if code:
        desk = open_desk(code)
        wanted = {number_copy(desk.table.code, seat.seat) for seat in desk.waiting}
    kept = find_sheet(name) if name else None
    sheets = open_pictures([read_key(), *more], name, wanted=wanted, kept=kept)
    return Markup().join(sheet.show() for sheet in sheets.values())


@photo.post("/photo/check")
def check() -> ResponseReturnValue:
    """Score the marks of a form, and list the contradictions."""
    name = request.args.get("sheet")
    review = open_form(request.form, read_key(), find_sheet(name) if name else None)
    return render_template(f"{FOLDER}/_verdict.html", review=review)


# The sheets of paper seats: on one page for all of a device


@dataclass(frozen=True)
class Desk:
    """The paper seats of a table whose sheets this device can enter."""

    table: Table
    visitor: Visitor
    waiting: Sequence[Seat]

    @property
    def kept(self) -> SheetDefinition | None:
        """The sheet that this table was opened with."""
        game = self.table.game
        return game.find_definition(self.table.position) if isinstance(game, DiceCharmers) else None

    def find_owners(self, sheets: Mapping[str, Review]) -> dict[str, Assigned]:
        """Find out whose sheets these are, by their keys on the page."""
        seats = [seat.seat for seat in self.table.seats]
        waiting = [seat.seat for seat in self.waiting]
        copies = [self.make_copy(key, sheet, waiting) for key, sheet in sheets.items()]
        return dict(zip(sheets, assign_copies(self.table.code, seats, waiting, copies), strict=True))

    def make_copy(self, key: str, sheet: Review, waiting: Sequence[str]) -> Copy:
        """Return a photographed copy with the seat that the players chose, if it is not the one that was suggested."""
        position = self.table.position
        entered = None
        if self.table.phase != "over":
            entered = find_entered(position.state, position.sheets, sheet.sheet.version, sheet.serial)
        is_new = key == request.form.get("photo")  # what was chosen was about another photo
        chosen = None if is_new else request.form.get(f"{key}-seat", sheet.seat or None)
        is_choice = chosen in (*waiting, LEFT_OUT) and chosen != request.form.get(f"{key}-suggested")
        return Copy(sheet.serial, entered, chosen if is_choice else None)

    def describe_owner(self, key: str, owner: Assigned, sheet: Review) -> dict[str, object]:
        """Return what a page shows about the owner of a sheet."""
        found = self.table.find_seat(owner.owner or "")
        words = gettext(WHY[owner.why], name=found.name if found else "")
        suggested = None if owner.is_choice else owner.seat
        claims = owner.seat in self.table.position.state.players and self.table.position.state.find_seat(owner.seat).met
        return {
            "key": key,
            "seat": owner.seat,
            "words": words,
            "suggested": suggested,
            "seats": self.waiting,
            "claims": claims,
            "contradicts": claims and sheet.score < 0,  # the lines meet at 0
        }

    def open_entered(self) -> dict[str, Review]:
        """Return the sheets that were entered before, to correct them after the end."""
        position, sheets = self.table.position, dict[str, Review]()
        definition = self.kept
        assert definition
        read = [seat.seat for seat in self.waiting if describe_read_marks(position.state, position.sheets, seat.seat)]
        for key, seat in zip(KEYS, read, strict=False):
            body = position.sheets[seat]
            cells = complete_cells(definition.sheet, body["cells"])
            sheets[key] = Review(definition, cells, key, serial=body.get("serial"), seat=seat)
        return sheets

    @property
    def typed(self) -> list[tuple[Seat, list[tuple[str, str, int]]]]:
        """After the end: every seat with the name, title and amount of its totals, to type others."""
        if self.table.phase != "over":
            return []
        state = self.table.position.state
        return [
            (
                seat,
                [
                    (figure, SCORING.name_figure(figure.replace("-", "_")), amount)
                    for figure, amount in zip(FIGURES, state.find_seat(seat.seat).totals, strict=True)
                ],
            )
            for seat in self.waiting
        ]

    def show(self, sheets: Mapping[str, Review], problems: Mapping[str, str] | None = None) -> str:
        """Render the page: the sheets that were read, with problems by key, and places for those that are missing."""
        owners = self.find_owners(sheets)
        again = url_for("dice_charmers.photo.read_copy", code=self.table.code)
        free = [key for key in KEYS if key not in sheets][: max(len(self.waiting) - len(sheets), 0)]
        copies = [
            {
                "key": key,
                "page": sheets[key].show(again) if key in sheets else None,
                "owner": self.describe_owner(key, owners[key], sheets[key]) if key in sheets else None,
                "problem": (problems or {}).get(key),
            }
            for key in KEYS
            if key in sheets or key in free
        ]
        return render_template(f"{FOLDER}/table.html", table=self.table, desk=self, copies=copies)


def open_desk(code: str) -> Desk:
    """Find the paper seats that this device can enter sheets for. Raises NotAllowed, Refused or NoSuchTable."""
    table, visitor = find_table(code)
    if not visitor.belongs_here:
        raise NotAllowed("not-your-seat")
    if not isinstance(table.game, DiceCharmers):
        abort(404)
    if table.phase == "lobby":
        raise Refused("not-started")
    return Desk(table, visitor, list_waiting(table, visitor))


def open_sheets(desk: Desk) -> dict[str, Review]:
    """Return the sheets in the form by their keys. Raises BadInput."""
    return {key: open_form(request.form, key, desk.kept) for key in KEYS if f"{key}-cells" in request.form}


@photo.get("/t/<code>/photo")
def photograph(code: str) -> ResponseReturnValue:
    desk = open_desk(code)
    if not desk.waiting:
        return redirect_to_table(desk.table)
    return desk.show(desk.open_entered() if desk.table.phase == "over" else {})


@photo.post("/t/<code>/photo")
@accepts_picture
def read_copy(code: str) -> ResponseReturnValue:
    """Read the picture of a form, for a browser without JavaScript; or count the corrected sheets again."""
    desk = open_desk(code)
    sheets = open_sheets(desk)
    if not desk.waiting:
        return redirect_to_table(desk.table)
    key = request.form.get("photo", "" if sheets else KEY)
    try:
        if key in KEYS:
            field = f"{key}-picture" if "photo" in request.form else ""
            keys = [key, *(other for other in KEYS if other not in sheets and other != key)][: len(desk.waiting)]
            wanted = {number_copy(desk.table.code, seat.seat) for seat in desk.waiting}
            sheets |= open_pictures(keys, desk.table.settings.get("sheet"), field, wanted, desk.kept)
    except TableError as error:
        message, status = describe_error(error)
        return desk.show(sheets, {key: message}), status
    return desk.show(sheets)


@photo.post("/t/<code>/photo/owners")
def find_owners(code: str) -> ResponseReturnValue:
    """Say whose sheets those of a form are, as the parts of a page with JavaScript."""
    desk = open_desk(code)
    sheets = open_sheets(desk)
    owners = [desk.describe_owner(key, owner, sheets[key]) for key, owner in desk.find_owners(sheets).items()]
    return render_template(f"{FOLDER}/_owners.html", owners=owners)


@photo.post("/t/<code>/sheets")
def enter_copies(code: str) -> ResponseReturnValue:
    """Enter the sheets of a form; those that cannot be entered stay on the page."""
    desk = open_desk(code)
    table, sheets = desk.table, open_sheets(desk)
    problems = {} if sheets else {KEY: format_error("photo-missing")}
    for key, owner in desk.find_owners(sheets).items():
        try:
            if owner.seat is None:
                raise Refused("whose-sheet")
            if owner.seat != LEFT_OUT:
                table = enter_for_seat(table, owner.seat, sheets[key])
        except TableError as error:
            problems[key], _ = describe_error(error)
    left = list_waiting(table, desk.visitor)
    if table.phase == "over" and not problems:
        return redirect_to_table(table)
    if problems and left:
        kept = {key: sheets[key] for key in problems if key in sheets}
        return replace(desk, table=table, waiting=left).show(kept, problems), 422
    return (
        redirect(url_for("dice_charmers.photo.photograph", code=table.code), 303) if left else redirect_to_table(table)
    )


@photo.post("/t/<code>/totals/<seat>")
def correct_typed(code: str, seat: str) -> ResponseReturnValue:
    """Correct the totals of a paper seat after the end, typed in: one field for each figure."""
    desk = open_desk(code)
    totals = [parse_number(request.form.get(figure, "")) for figure in FIGURES]
    if None in totals:
        raise BadInput("bad-marks", "totals")

    def decide(newest: Table) -> Sequence[Entry]:
        require_paper_seat(newest, newest.recognise_visitor(read_tokens(newest.code)), seat)
        if newest.phase != "over":
            raise Refused("not-over")
        state = newest.position.state
        return correct_totals(state, seat, {"version": state.sheet.version, "totals": totals})

    return redirect_to_table(play_by_rules(desk.table, lambda: companion().tables.change(desk.table.code, decide)))


def enter_for_seat(table: Table, seat: str, sheet: Review) -> Table:
    """Enter the photographed sheet of a paper seat, as the host or as its player; a sheet sent again counts once, and
    one after the end corrects the first.

    Raises MoveRefused, NotAllowed or Refused."""
    asker = read_tokens(table.code)
    read = ReadSheet(sheet.sheet.version, sheet.serial, sheet.cells, sheet.figures)

    def decide(newest: Table) -> Sequence[Entry]:
        require_paper_seat(newest, newest.recognise_visitor(asker), seat)
        if sheet.sheet.name != newest.settings.get("sheet"):
            raise Refused("other-sheet", sheet=sheet.title)
        return enter_sheet(newest.position.state, newest.position.sheets, seat, read)

    return play_by_rules(table, lambda: companion().tables.change(table.code, decide))


@photo.post(f"/score/{DiceCharmers.name}/photo")
@accepts_picture
def photograph_totals() -> ResponseReturnValue:
    """Fill in the totals of a photographed sheet, for a browser without JavaScript. `photo` names the player."""
    game, which, filled = list_games()[DiceCharmers.name], request.form.get("photo", ""), SCORING.form(request.form)
    keys = [player.id for player in filled.players]
    sheets: dict[str, Review] = {}
    problem, status = {}, 200
    try:
        sheets |= {key: open_form(request.form, key) for key in keys if f"{key}-cells" in request.form}
        if which in keys:
            free = [key for key in keys if key not in sheets and key != which]
            sheets |= open_pictures([which, *free], field=f"{which}-picture")
        for player in filled.players:
            for figure, value in (sheets[player.id].figures if player.id in sheets else {}).items():
                player.form[figure].data = str(value)
    except TableError as error:
        problem[""], status = describe_error(error)
    again = url_for("dice_charmers.photo.photograph_totals")
    return show_form(game, filled, problem, {key: sheet.show(again) for key, sheet in sheets.items()}), status
