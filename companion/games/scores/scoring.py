"""A score sheet in the words of the current language: titles, notes, why each row has its points, ties."""

from companion.games.scores.rules.scoring import score
from companion.games.scores.rules.sheet import (
    FULL,
    LOWER,
    LOWEST,
    CountRow,
    FormulaRow,
    MajorityRow,
    RoundsRow,
    ScoreRow,
    ScoreSheet,
    SectionRow,
    TableRow,
    YesRow,
    choose_text,
    name_row,
)
from companion.games.scoring import Line, PadRow, Scoring, ScoringForm, TieBreak, Totals, format_points
from companion.i18n import N_, get_language, gettext
from companion.phrase import Phrase
from companion.render.palette import Character
from companion.render.scores import ScorePad
from companion.rules.scoring import PlayerResult

ICON = "scroll"
COLOURS = Character("sun", "#f8f5fb", "#33204a", "#6d3f9e")
MOST_COLUMNS = 6  # of a printed pad without names
ROUNDS_ON_PAPER = 6  # lines for rounds on a printed pad

TIES = {
    "share": N_("ties share"),
    FULL: N_("ties: everybody in full"),
    LOWER: N_("ties: everybody the next place"),
}


def title_sheet(sheet: ScoreSheet) -> str:
    return choose_text(sheet.title, get_language())


def title_row(row: ScoreRow) -> str:
    return name_row(row, get_language())


def name_rows_in(row: FormulaRow, sheet: ScoreSheet) -> str:
    """Write the formula of a row with the titles of the rows instead of their ids."""
    titles = {other.id: title_row(other) for other in sheet.rows}
    written = row.formula.replace_rows(titles)
    for sign, printed in (("*", "×"), (">=", "≥"), ("<=", "≤"), ("!=", "≠")):
        written = written.replace(sign, printed)
    return written


def describe_row(row: ScoreRow, sheet: ScoreSheet) -> str:
    """Say in a few words what a row is worth: its note, and what its kind adds."""
    match row:
        case CountRow():
            worth = gettext("%(points)s each", points=format_points(row.each))
        case TableRow():
            worth = " · ".join(format_points(value) for value in row.values)
        case MajorityRow():
            worth = gettext(
                "most: %(places)s; %(ties)s",
                places=" / ".join(format_points(place) for place in row.places),
                ties=gettext(TIES[row.tie]),
            )
        case YesRow():
            worth = gettext("%(points)s for yes", points=format_points(row.yes))
        case FormulaRow():
            worth = "" if row.note else name_rows_in(row, sheet)
        case _:
            worth = ""
    unscored = "" if row.counts else gettext("not scored")
    return "; ".join(text for text in (choose_text(row.note, get_language()), worth, unscored) if text)


def explain_points(row: ScoreRow, entry: object, sheet: ScoreSheet) -> str:
    """Say how a player got the points of a row."""
    match row:
        case CountRow() if isinstance(entry, int):
            return f"{entry} × {format_points(row.each)}"
        case TableRow() | MajorityRow() if isinstance(entry, int):
            return gettext("%(count)s of them", count=entry)
        case RoundsRow() if isinstance(entry, list):
            return " · ".join(format_points(points) for points in entry)
        case YesRow():
            return gettext("yes") if entry else gettext("no")
        case FormulaRow():
            return name_rows_in(row, sheet)
    return ""


def make_scoring(sheet: ScoreSheet) -> Scoring:
    """Return the final scoring of a sheet, in the current language. It is filled in at a table, so it has no form."""

    def explain(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
        return [
            Line(title_row(row), explain_points(row, player.get(row.id), sheet), points["breakdown"][row.id])
            for row in sheet.rows
            if row.id in points["breakdown"]
        ]

    return Scoring(
        score=lambda data: score(sheet, data),
        form=ScoringForm,
        figures={row.id: title_row(row) for row in sheet.rows},
        explain=explain,
        pad=tuple(pad_rows(sheet)),
        tiebreaks={id: TieBreak(describe_tiebreak(sheet, id)) for id in sheet.tiebreak},
    )


def describe_tiebreak(sheet: ScoreSheet, id: str) -> str:
    """Name a tie-breaker, to complete "decided by …"."""
    title = title_row(sheet.find_row(id))
    return gettext("fewer in “%(row)s”", row=title) if sheet.best == LOWEST else gettext("more in “%(row)s”", row=title)


def make_pad(sheet: ScoreSheet, names: tuple[str, ...] = ()) -> ScorePad:
    """Return the printable score pad of a sheet in the current language, with the names of the players if wanted."""
    columns = len(names) or min(sheet.players[-1], MOST_COLUMNS)
    return ScorePad(sheet.name, title_sheet(sheet), ICON, COLOURS, columns, tuple(pad_rows(sheet)), names)


def pad_rows(sheet: ScoreSheet) -> list[PadRow]:
    """Return the rows of the printed pad; rounds have a line each, and a section ends with its subtotal."""
    rows: list[PadRow] = []
    section: SectionRow | None = None
    for row in sheet.rows:
        if isinstance(row, SectionRow):
            rows += [subtotal(section)] if section else []
            section = row
            rows.append(PadRow(verbatim(title_row(row)), heading=True))
        elif isinstance(row, RoundsRow):
            for number in range(1, ROUNDS_ON_PAPER + 1):
                note = describe_row(row, sheet) if number == 1 else ""
                rows.append(PadRow(verbatim(f"{title_row(row)} {number}"), verbatim(note)))
        else:
            rows.append(PadRow(verbatim(title_row(row)), verbatim(describe_row(row, sheet))))
    return rows + ([subtotal(section)] if section else [])


def subtotal(section: SectionRow) -> PadRow:
    return PadRow(Phrase("Sum: %(section)s", section=title_row(section)), subtotal=True)


def verbatim(text: str) -> str:
    """Return people's own words as a phrase, so that nobody looks them up in the catalogue."""
    return Phrase("%(own)s", own=text) if text else ""
