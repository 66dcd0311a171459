"""Blank score pads: tables for the points of a game, as many as fit on a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.i18n import N_, format_number, get_language, gettext, translate, translate_to, use_language
from companion.render import fonts
from companion.render.canvas import Canvas
from companion.render.geometry import Box
from companion.render.icons import make_definitions
from companion.render.palette import Character, make_palette
from companion.render.svg import translate_group, write_svg_in_millimetres

PAGE = Box(0, 0, 190.0, 277.0)
BAND = 24.0  # height of the page header
GAP = 7.0  # above each table
DATE_LINE = 9.0
NAMES = 1.2  # height of the row of names, in rows
LOWEST_ROW = 8.5  # high enough to write by hand
NOTE, NOTE_LINE = 3.1, 3.4  # font size and line height of the notes
LABELS = 80.0  # width of the column with the labels

DATE = N_("Date")
NAME = N_("Name")
PLACE = N_("Place")
SCORE_PAD = N_("Score pad")
TOGETHER = N_("Together")


class PadRow(NamedTuple):
    """A row as a game declares it; texts are catalogue messages or Phrases."""

    title: str
    note: str = ""
    cell: float | None = None  # printed in every player's cell
    tie: bool = False  # only breaks ties


@dataclass(frozen=True)
class Row:
    """A row with translated texts."""

    title: str
    note: str = ""
    cell: str = ""  # printed in every player's cell
    sum: bool = False


@dataclass(frozen=True)
class ScorePad:
    name: str  # of the game
    game_title: str  # in English
    icon: str
    colours: Character
    players: int
    rows: tuple[PadRow, ...]

    page = PAGE

    def title(self, language: str) -> str:
        with use_language(language):
            return gettext("Score pad: %(game)s", game=gettext(self.game_title))

    full_title = describe = title

    def place_code(self, language: str, ink: str, serial: int) -> None:
        """Return no code: all copies are the same."""

    def draw(self, language: str, ink: str, serial: int | None = None) -> str:
        """Draw the page as an `<svg>` with one unit per millimetre."""
        with use_language(language):
            rows = list(self.list_rows())
        room, around, high = PAGE.height - BAND, GAP + DATE_LINE, NAMES + len(rows)
        many = int(room // (around + high * LOWEST_ROW))
        height = room / many
        parts = [*self.draw_head(language, ink).printed]
        for index in range(many):
            table = self.make_canvas(language, ink, height)
            _draw_date(table)
            _draw_table(table, rows, self.players, (height - around) / high)
            parts.append(translate_group(0, BAND + GAP + index * height, *table.printed))
        content = "".join(parts)
        return write_svg_in_millimetres(make_definitions(content) + content, PAGE.width, PAGE.height)

    def list_rows(self) -> Iterator[Row]:
        """List the rows: the parts of the sum, the sum, the tie-breaks and the place."""
        yield from (_translate_row(row) for row in self.rows if not row.tie)
        yield Row(gettext(TOGETHER), sum=True)
        yield from (_translate_row(row) for row in self.rows if row.tie)
        yield Row(gettext(PLACE))

    def draw_head(self, language: str, ink: str) -> Canvas:
        canvas = self.make_canvas(language, ink, BAND)
        colours, heading = canvas.palette, translate_to(SCORE_PAD, language)
        canvas.draw_rect(0.15, 0.15, PAGE.width - 0.3, BAND - 0.3, colours.band, colours.line, 2.4)
        canvas.draw_icon(self.icon, 15, BAND / 2, 15, colours.ornament)
        with use_language(language):
            title = gettext(self.game_title)
        room = PAGE.width - 27 - fonts.measure_width(heading, 6, fonts.TITLE, "bold") - 11
        canvas.write_text(27, BAND / 2, title, 11, colours.on_band, fonts.TITLE, "bold", "start", room)
        canvas.write_text(PAGE.width - 5, BAND / 2, heading, 6, colours.on_band, fonts.TITLE, "bold", "end")
        return canvas

    def make_canvas(self, language: str, ink: str, height: float) -> Canvas:
        return Canvas(make_palette(self.colours, ink), language, PAGE.width, height)


def _translate_row(row: PadRow) -> Row:
    note = translate(row.note) if row.note else ""
    return Row(translate(row.title), note, "" if row.cell is None else format_number(row.cell, get_language()))


def _draw_date(canvas: Canvas) -> None:
    label, base = translate_to(DATE, canvas.language), DATE_LINE - 3
    canvas.write_text(1, base - 1, label, 3.6, canvas.palette.muted, anchor="start")
    start = 1 + fonts.measure_width(label, 3.6) + 2
    canvas.draw_line(start, base + 0.3, LABELS - 4, base + 0.3, canvas.palette.muted, 0.25)


def _draw_table(canvas: Canvas, rows: Sequence[Row], players: int, high: float) -> None:
    colours, width, top = canvas.palette, canvas.width, DATE_LINE
    column, names, height = (width - LABELS) / players, NAMES * high, (NAMES + len(rows)) * high
    canvas.draw_rect(0.15, top, width - 0.3, height, colours.panel, colours.line, 2.4)
    canvas.write_text(4, top + names / 2, translate_to(NAME, canvas.language), 4.2, colours.muted, anchor="start")
    for index, row in enumerate(rows):
        _draw_row(canvas, row, top + names + index * high, high, column, players)
    for index in range(players):
        x = LABELS + index * column
        canvas.draw_line(x, top + 0.4, x, top + height - 0.4, colours.line, 0.25)


def _draw_row(canvas: Canvas, row: Row, top: float, high: float, column: float, players: int) -> None:
    colours, cy = canvas.palette, top + high / 2
    if row.sum:
        canvas.draw_rect(0.4, top + 0.2, canvas.width - 0.8, high - 0.4, colours.tints["accent"], radius=0)
    rule = (colours.ink, 0.5) if row.sum else (colours.line, 0.25)
    canvas.draw_line(0.3, top, canvas.width - 0.3, top, *rule)
    weight = "bold" if row.sum else "normal"
    room, notes = LABELS - 6, fonts.wrap(row.note, NOTE, LABELS - 6)
    title = cy - len(notes) * NOTE_LINE / 2
    canvas.write_text(4, title, row.title, 4.4, weight=weight, anchor="start", room=room)
    for line, words in enumerate(notes):
        canvas.write_text(4, title + 3.9 + line * NOTE_LINE, words, NOTE, colours.muted, anchor="start")
    for index in range(players if row.cell else 0):
        canvas.write_text(LABELS + (index + 0.5) * column, cy, row.cell, 5, colours.muted)
