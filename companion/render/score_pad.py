"""Blank score pads: tables for the points of a game, as many on a page as fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.i18n import N_, format_number, gettext, language, speaking, translate
from companion.render import fonts
from companion.render.canvas import Canvas
from companion.render.geometry import Box
from companion.render.icons import definitions_for
from companion.render.palette import Character, palette
from companion.render.svg import life_size, translated
from companion.render.words import DATE, PLACE, said

PAGE = Box(0, 0, 190.0, 277.0)
BAND = 24.0  # height of the head of the page
GAP = 7.0  # above each table
DATE_LINE = 9.0
NAMES = 1.2  # rows that the names are high
LOWEST_ROW = 8.5  # for writing by hand
NOTE, NOTE_LINE = 3.1, 3.4  # size of what explains a row, and from line to line
LABELS = 80.0  # width of the column that says what is counted

NAME = N_("Name")
SCORE_PAD = N_("Score pad")
TOGETHER = N_("Together")


class PadRow(NamedTuple):
    """What a game counts: messages of the catalogue, or Phrases."""

    title: str
    note: str = ""
    cell: float | None = None  # printed in advance for every player
    tie: bool = False  # compared only between equal sums


@dataclass(frozen=True)
class Row:
    title: str
    note: str = ""
    cell: str = ""  # printed in advance for every player
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
        with speaking(language):
            return gettext("Score pad: %(game)s", game=gettext(self.game_title))

    full_title = describe = title

    def draw(self, language: str, ink: str) -> str:
        """An `<svg>` of the page, 1 unit to the millimetre."""
        with speaking(language):
            rows = list(self.printed_rows())
        room, around, high = PAGE.height - BAND, GAP + DATE_LINE, NAMES + len(rows)
        many = int(room // (around + high * LOWEST_ROW))
        height = room / many
        parts = [*self.head(language, ink).printed]
        for index in range(many):
            table = self.canvas(language, ink, height)
            _draw_date(table)
            _draw_table(table, rows, self.players, (height - around) / high)
            parts.append(translated(0, BAND + GAP + index * height, *table.printed))
        content = "".join(parts)
        return life_size(definitions_for(content) + content, PAGE.width, PAGE.height)

    def printed_rows(self) -> Iterator[Row]:
        """List what makes up the sum, the sum, what is compared between equal sums, and the place."""
        yield from (_translate_row(row) for row in self.rows if not row.tie)
        yield Row(gettext(TOGETHER), sum=True)
        yield from (_translate_row(row) for row in self.rows if row.tie)
        yield Row(gettext(PLACE))

    def head(self, language: str, ink: str) -> Canvas:
        canvas = self.canvas(language, ink, BAND)
        colours, heading = canvas.palette, said(SCORE_PAD, language)
        canvas.rect(0.15, 0.15, PAGE.width - 0.3, BAND - 0.3, colours.band, colours.line, 2.4)
        canvas.icon(self.icon, 15, BAND / 2, 15, colours.ornament)
        with speaking(language):
            title = gettext(self.game_title)
        room = PAGE.width - 27 - fonts.width(heading, 6, fonts.TITLE, "bold") - 11
        canvas.text(27, BAND / 2, title, 11, colours.on_band, fonts.TITLE, "bold", "start", room)
        canvas.text(PAGE.width - 5, BAND / 2, heading, 6, colours.on_band, fonts.TITLE, "bold", "end")
        return canvas

    def canvas(self, language: str, ink: str, height: float) -> Canvas:
        return Canvas(palette(self.colours, ink), language, PAGE.width, height)


def _translate_row(row: PadRow) -> Row:
    note = translate(row.note) if row.note else ""
    return Row(translate(row.title), note, "" if row.cell is None else format_number(row.cell, language()))


def _draw_date(canvas: Canvas) -> None:
    label, base = said(DATE, canvas.language), DATE_LINE - 3
    canvas.text(1, base - 1, label, 3.6, canvas.palette.muted, anchor="start")
    start = 1 + fonts.width(label, 3.6) + 2
    canvas.line(start, base + 0.3, LABELS - 4, base + 0.3, canvas.palette.muted, 0.25)


def _draw_table(canvas: Canvas, rows: Sequence[Row], players: int, high: float) -> None:
    colours, width, top = canvas.palette, canvas.width, DATE_LINE
    column, names, height = (width - LABELS) / players, NAMES * high, (NAMES + len(rows)) * high
    canvas.rect(0.15, top, width - 0.3, height, colours.panel, colours.line, 2.4)
    canvas.text(4, top + names / 2, said(NAME, canvas.language), 4.2, colours.muted, anchor="start")
    for index, row in enumerate(rows):
        _draw_row(canvas, row, top + names + index * high, high, column, players)
    for index in range(players):
        x = LABELS + index * column
        canvas.line(x, top + 0.4, x, top + height - 0.4, colours.line, 0.25)


def _draw_row(canvas: Canvas, row: Row, top: float, high: float, column: float, players: int) -> None:
    colours, cy = canvas.palette, top + high / 2
    if row.sum:
        canvas.rect(0.4, top + 0.2, canvas.width - 0.8, high - 0.4, colours.tints["accent"], radius=0)
    rule = (colours.ink, 0.5) if row.sum else (colours.line, 0.25)
    canvas.line(0.3, top, canvas.width - 0.3, top, *rule)
    weight = "bold" if row.sum else "normal"
    room, notes = LABELS - 6, fonts.wrapped(row.note, NOTE, LABELS - 6)
    title = cy - len(notes) * NOTE_LINE / 2
    canvas.text(4, title, row.title, 4.4, weight=weight, anchor="start", room=room)
    for line, words in enumerate(notes):
        canvas.text(4, title + 3.9 + line * NOTE_LINE, words, NOTE, colours.muted, anchor="start")
    for index in range(players if row.cell else 0):
        canvas.text(LABELS + (index + 0.5) * column, cy, row.cell, 5, colours.muted)
