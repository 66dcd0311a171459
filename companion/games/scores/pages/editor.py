"""The editor of a score sheet: what people type into its form, and the sheet that it means.

A field of a row is `row-3-title`; 3 is only a key, the rows are in the order of the form. Formulas name rows by their
titles, `[Coins] / 5`; the sheet has ids instead, which never change once a sheet is saved.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.scores.files import describe_problem
from companion.games.scores.pages.sheets import device, find_sheet, shelf
from companion.games.scores.rules.link import pack
from companion.games.scores.rules.sheet import (
    HIGHEST,
    KIND,
    KINDS,
    LONGEST_ID,
    MISSING,
    MOST_PLAYERS,
    MOST_ROWS,
    RESERVED,
    SHARE,
    BadScoreSheet,
    ScoreSheet,
    SheetProblem,
    choose_text,
    name_row,
    read_sheet,
)
from companion.games.scores.scoring import TIES
from companion.games.scores.shelf import ShelfError
from companion.i18n import N_, get_language, gettext
from companion.tables.table import fingerprint
from companion.web.companion import companion
from companion.web.identity import adopt_device

editor = Blueprint("editor", __name__)

FIELD = re.compile(r"row-(\d{1,4})-kind")
NUMBERS = re.compile(r"[^\s,;/·]+")
WHOLE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
PLAYER_COUNTS = range(1, MOST_PLAYERS + 1)
LATIN = "a b v g d e e zh z i y k l m n o p r s t u f h ts ch sh sch - y - e yu ya"
CYRILLIC = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", LATIN.replace("-", "").split(" "), strict=True))
HEAD = ("title", "least", "most", "best", "name", "revision", "texts")  # fields of the sheet itself

KINDS_SHOWN = {  # a sign, a title and an example for each kind of row
    "number": ("12", N_("Points"), N_("any number, also below zero")),
    "count": ("3×", N_("Count × value"), N_("3 points for each castle")),
    "table": ("1 3 6", N_("Table"), N_("1, 3, 6, 10 for one to four")),
    "majority": ("1.", N_("Majority"), N_("who has most gets 5, second 2")),
    "yes": ("✓", N_("Yes or no"), N_("4 points for the longest road")),
    "rounds": ("1–5", N_("Rounds"), N_("a number for every round")),
    "formula": ("f", N_("Formula"), N_("from the rows above")),
    "section": ("Σ", N_("Section"), N_("a heading with a subtotal")),
}


@dataclass(frozen=True)
class DraftRow:
    """A row as it is typed: everything is text."""

    key: str
    kind: str = "number"
    id: str = ""  # of a row that was saved already
    title: str = ""
    was: str = ""  # the title that formulas use
    note: str = ""
    counts: bool = True
    each: str = "1"
    values: str = ""
    places: str = ""
    tie: str = SHARE
    points: str = ""
    formula: str = ""
    texts: str = ""  # title and note in all languages, as JSON, of a sheet that has several


@dataclass(frozen=True)
class Draft:
    title: str = ""
    least: str = "2"
    most: str = "4"
    best: str = HIGHEST
    rows: tuple[DraftRow, ...] = ()
    tiebreak: tuple[str, ...] = ()  # keys of rows
    name: str = ""  # of the sheet that is changed; empty if it is a new one
    revision: str = ""  # of that sheet
    texts: str = ""  # the title in all languages
    problems: Mapping[str, str] = field(default_factory=dict)  # sentences by field; "" is the whole sheet

    def row(self, key: str) -> DraftRow:
        return next(row for row in self.rows if row.key == key)

    def has_problem(self, row: DraftRow) -> bool:
        return any(name.startswith(f"row-{row.key}-") for name in self.problems)

    def place(self, name: str) -> str:
        """Say where a field is: the title of its row, or the part of the sheet."""
        found = re.match(r"row-(\d+)-", name)
        row = self.row(found[1]) if found else None
        if row:
            return row.title or gettext("Row %(number)s", number=1 + self.rows.index(row))
        return {"title": gettext("Name of the game"), "most": gettext("Players"), "row": gettext("Rows")}.get(name, "")

    def earlier(self, row: DraftRow) -> list[DraftRow]:
        """Return the rows that a formula in this row can use."""
        place = self.rows.index(row)
        return [other for other in self.rows[:place] if other.title]


def read_draft(form: Sequence[tuple[str, str]]) -> Draft:
    """Read a draft from the fields of the form as they are, right or wrong."""
    fields = dict(form)
    keys = [found[1] for name, kind in form if kind in KINDS and (found := FIELD.fullmatch(name))]
    rows = []
    for key in dict.fromkeys(keys[: MOST_ROWS + 1]):
        typed = {name: fields.get(f"row-{key}-{name}", "").strip() for name in TYPED}
        rows.append(DraftRow(key, **typed, counts=fields.get(f"row-{key}-counts") != "no"))
    head: dict[str, Any] = {name: fields.get(name, "").strip() for name in HEAD}
    chosen = [value for name, value in form if name == "tiebreak" and value]
    return Draft(**head, rows=tuple(rows), tiebreak=tuple(dict.fromkeys(chosen)))


TYPED = ("kind", "id", "title", "was", "note", "each", "values", "places", "tie", "points", "formula", "texts")


def open_draft(sheet: ScoreSheet, name: str = "", revision: str = "") -> Draft:
    """Return the draft of an existing sheet; without a name it becomes a new sheet."""
    language = get_language()
    titles = {row.id: f"[{name_row(row, language)}]" for row in sheet.rows}
    rows = []
    for number, (row, data) in enumerate(zip(sheet.rows, sheet.as_data()["row"], strict=True)):
        title = name_row(row, language)
        numbers = {key: ", ".join(map(str, data[key])) for key in ("values", "places") if key in data}
        plain = {key: str(data[key]) for key in ("each", "points", "tie") if key in data}
        formula = {"formula": row.formula.replace_rows(titles)} if row.kind == "formula" else {}  # type: ignore[attr-defined]
        texts = {key: data[key] for key in ("title", "note") if isinstance(data.get(key), dict)}
        rows.append(
            DraftRow(
                str(number), row.kind, row.id, title, title, choose_text(row.note, language), row.counts,
                **{**numbers, **plain, **formula}, texts=json.dumps(texts, ensure_ascii=False) if texts else "",
            )
        )  # fmt: skip
    keys = {row.id: row.key for row in rows}
    several = json.dumps({"title": dict(sheet.title)}, ensure_ascii=False) if "" not in sheet.title else ""
    return Draft(
        title=choose_text(sheet.title, language),
        least=str(sheet.players[0]),
        most=str(sheet.players[-1]),
        best=sheet.best,
        rows=tuple(rows),
        tiebreak=tuple(keys[id] for id in sheet.tiebreak),
        name=name,
        revision=revision,
        texts=several,
    )


def apply_button(draft: Draft, action: str) -> tuple[Draft, str]:
    """Do what a button of the editor says: `add count`, `up 3`, `down 3`, `copy 3`, `remove 3`.

    Return the draft, and the key of the row to show."""
    verb, _, about = action.partition(" ")
    rows = list(draft.rows)
    place = next((number for number, row in enumerate(rows) if row.key == about), None)
    fresh = str(max([-1, *(int(row.key) for row in rows)]) + 1)
    if verb == "add" and about in KINDS and len(rows) < MOST_ROWS:
        rows.append(DraftRow(fresh, about))
        return replace(draft, rows=tuple(rows)), fresh
    if place is None:
        return draft, ""
    if verb == "up" and place:
        rows[place - 1 : place + 1] = rows[place], rows[place - 1]
    elif verb == "down" and place + 1 < len(rows):
        rows[place : place + 2] = rows[place + 1], rows[place]
    elif verb == "copy" and len(rows) < MOST_ROWS:
        rows.insert(place + 1, replace(rows[place], key=fresh, id="", was=""))
        about = fresh
    elif verb == "remove":
        del rows[place]
        about = ""
    left = {row.key for row in rows}
    return replace(draft, rows=tuple(rows), tiebreak=tuple(key for key in draft.tiebreak if key in left)), about


def forget_origin(draft: Draft) -> Draft:
    """Return the draft of a copy: a new sheet with the same contents."""
    return replace(draft, name="", revision="")


def add_problem(draft: Draft, sentence: str) -> Draft:
    return replace(draft, problems={**draft.problems, "": sentence})


def make_sheet(draft: Draft, choose_name: Callable[[str], str] = str) -> tuple[ScoreSheet | None, Draft]:
    """Return the sheet that a draft means, and the draft with its problems. `choose_name` finds a free name."""
    ids = choose_ids(draft.rows)
    wrong: dict[str, str] = {}
    for row in draft.rows:
        if not row.title:
            wrong[f"row-{row.key}-title"] = describe_problem(SheetProblem("", MISSING))
    data = {
        "kind": KIND,
        "name": draft.name or choose_name(make_word(draft.title, "-", 27) or "sheet"),
        "title": with_languages(draft.title, draft.texts, "title"),
        "players": [read_number(draft.least), read_number(draft.most)],
        "best": draft.best,
        "tiebreak": [ids[key] for key in draft.tiebreak if key in ids],
        "row": [row_data(row, ids, draft.rows) for row in draft.rows],
    }
    try:
        sheet = read_sheet(data)
    except BadScoreSheet as error:
        titles = {ids[row.key]: row.title or row.key for row in draft.rows}
        for problem in error.problems:
            wrong.setdefault(find_field(problem.key, draft.rows), describe_problem(name_titles(problem, titles)))
        sheet = None
    return (None if wrong else sheet), replace(draft, problems=wrong)


def row_data(row: DraftRow, ids: Mapping[str, str], rows: Sequence[DraftRow]) -> dict[str, Any]:
    own: dict[str, object] = {}
    match row.kind:
        case "count":
            own = {"each": read_number(row.each)}
        case "table":
            own = {"values": read_numbers(row.values)}
        case "majority":
            own = {"places": read_numbers(row.places), "tie": row.tie or SHARE}
        case "yes":
            own = {"points": read_number(row.points)}
        case "formula":
            own = {"formula": write_formula(row.formula, ids, rows)}
    title = with_languages(row.title, row.texts, "title")
    note = with_languages(row.note, row.texts, "note")
    return {
        "id": ids[row.key],
        "kind": row.kind,
        "title": title or None,
        "note": note or None,
        "counts": row.counts or row.kind == "section",
        **own,
    }


def with_languages(typed: str, texts: str, key: str) -> str | dict[str, str]:
    """Return a typed text; if the sheet has this text in several languages, the others stay."""
    try:
        known = json.loads(texts)[key] if texts and typed else None
    except (ValueError, LookupError, TypeError, RecursionError):
        known = None
    return {**known, get_language(): typed} if isinstance(known, dict) else typed


def read_number(text: str) -> object:
    """Return the number in a text, or the text if it is none: reading the sheet says what is wrong."""
    plain = text.replace("−", "-").strip()
    return int(plain) if WHOLE.fullmatch(plain) else (text or None)


def read_numbers(text: str) -> object:
    return [read_number(part) for part in NUMBERS.findall(text)] or None


def write_formula(text: str, ids: Mapping[str, str], rows: Sequence[DraftRow]) -> str:
    """Replace titles of rows by their ids: `[Coins] / 5`, and titles of one word without brackets."""
    names = {ids[row.key]: ids[row.key] for row in rows}
    for row in reversed(rows):  # of two rows with one title the first is meant
        names |= {title.casefold(): ids[row.key] for title in (row.was, row.title) if title}

    def name(found: re.Match[str]) -> str:
        word = found[1].strip() if found[0].startswith("[") else found[0]
        return names.get(word.casefold(), make_word(word, "_", LONGEST_ID) or "x" if found[0].startswith("[") else word)

    return re.sub(r"\[([^\[\]]*)\]|[^\W\d]\w*", name, text)


def choose_ids(rows: Sequence[DraftRow]) -> dict[str, str]:
    """Return an id for every row: the one it has, or one made of its title."""
    ids = {row.key: row.id for row in rows if row.id}
    taken = {*ids.values(), *RESERVED}
    for row in rows:
        if row.key not in ids:
            word = make_word(row.title, "_", LONGEST_ID - 3) or row.kind
            word = word if word[0].isalpha() else f"r_{word}"
            names = [word, *(f"{word}_{number}" for number in range(2, MOST_ROWS + 3))]
            ids[row.key] = next(name for name in names if name not in taken)
            taken.add(ids[row.key])
    return ids


def make_word(text: str, joint: str, longest: int) -> str:
    """Return a text as small Latin letters and digits: "Château d'If" is "chateau-d-if"."""
    spelled = "".join(CYRILLIC.get(letter, letter) for letter in text.lower())
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", joint, plain).strip(joint)[:longest].strip(joint)


def find_field(key: str, rows: Sequence[DraftRow]) -> str:
    """Return the field of the form for a key of the sheet."""
    found = re.match(r"row\[(\d+)\]\.?(\w*)", key)
    if found and int(found[1]) < len(rows):
        name = found[2] if found[2] in TYPED else "title"
        return f"row-{rows[int(found[1])].key}-{'title' if name == 'id' else name}"
    head = re.match(r"\w*", key)
    names = {"players": "most", "name": "title"} | {name: name for name in ("title", "best", "tiebreak", "row")}
    return names.get(head[0] if head else "", "")


def name_titles(problem: SheetProblem, titles: Mapping[str, str]) -> SheetProblem:
    """Let a problem name rows by their titles instead of their ids."""
    details = {
        name: titles.get(value, value) if isinstance(value, str) else value for name, value in problem.details.items()
    }
    return SheetProblem(problem.key, problem.code, problem.inner, **details)


# Pages


@editor.get("/new")
def make() -> ResponseReturnValue:
    """Start a new sheet: from nothing, or from a copy."""
    source = request.args.get("from", "")
    if source:
        draft = open_draft(find_sheet(source).sheet)
        return show_editor(make_sheet(draft)[1])
    return show_editor(Draft())


@editor.get("/<ref>/edit")
def edit(ref: str) -> ResponseReturnValue:
    """Change a sheet that this device made; any other becomes a copy."""
    kept = find_sheet(ref)
    own = bool(kept.maker) and kept.maker == device()
    return show_editor(open_draft(kept.sheet, *((kept.sheet.name, kept.revision) if own else ())))


@editor.post("/edit")
def change() -> ResponseReturnValue:
    """Do what a button of the editor says; without one, only check the sheet and show the preview."""
    draft, action = read_draft([*request.form.items(multi=True)]), request.form.get("do", "")
    if action not in ("save", "save-copy"):
        changed, shown = apply_button(draft, action)
        sheet, checked = make_sheet(changed)
        if not action and "X-Parts" in request.headers:
            return render_template("games/scores/_preview.html", draft=checked, sheet=sheet, checked=True)
        return show_editor(checked, sheet, shown)
    if action == "save-copy":
        draft = forget_origin(draft)
    sheet, checked = make_sheet(draft, shelf().choose_name)
    if sheet is None:
        return show_editor(checked, checked=True), 422
    try:
        if not draft.name:
            companion().limits.count_table()
        kept = shelf().save(sheet, fingerprint(adopt_device()), draft.revision)
    except ShelfError as error:
        problem = gettext(error.code.text)
        return show_editor(add_problem(checked, problem), sheet, checked=True), 409
    return redirect(url_for("scores.sheets.show", ref=kept.sheet.name), 303)


def show_editor(draft: Draft, sheet: ScoreSheet | None = None, shown: str = "", checked: bool = False) -> str:
    return render_template(
        "games/scores/editor.html",
        draft=draft,
        sheet=sheet or make_sheet(draft)[0],
        shown=shown,
        checked=checked,
        counts=PLAYER_COUNTS,
        kinds=KINDS_SHOWN,
        ties=TIES,
        most_rows=MOST_ROWS,
        link=url_for("scores.sheets.show", ref=pack(sheet)) if sheet and draft.problems else "",
    )
