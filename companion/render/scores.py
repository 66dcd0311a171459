"""Draw scores: blank score pads, tables for the points of a game, and the result of a game as a PNG to share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.i18n import N_, format_number, gettext, translate, use_language
from companion.render import fonts
from companion.render.palette import Character, make_palette
from companion.render.pdf import find_missing_letters, render_png
from companion.render.svg import Box, Canvas, translate_group, write_drawing
from companion.seat_colours import SEAT_COLOURS

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
TOTAL = N_("Total")


class PadRow(NamedTuple):
    """A row as a game declares it; texts are catalogue messages or Phrases."""

    title: str
    note: str = ""
    cell: float | None = None  # printed in every player's cell
    tie: bool = False  # only breaks ties
    heading: bool = False  # begins a section and has no cells
    subtotal: bool = False  # of the rows above


@dataclass(frozen=True)
class ScorePad:
    """As many tables as fit on a page."""

    name: str  # of the game
    game_title: str  # in English
    icon: str
    colours: Character
    players: int
    rows: tuple[PadRow, ...]
    names: tuple[str, ...] = ()  # printed in the head of the columns

    page = PAGE

    def title(self, language: str) -> str:
        with use_language(language):
            return gettext("Score pad: %(game)s", game=gettext(self.game_title))

    full_title = describe = title

    def place_code(self, language: str, ink: str, serial: int) -> None:
        """Return no code: all copies are the same."""

    def list_rows(self) -> Iterator[tuple[PadRow, bool]]:
        """List the rows, and which is the sum: the parts of the sum, the sum, the tie-breaks and the place."""
        yield from ((row, False) for row in self.rows if not row.tie)
        yield PadRow(TOTAL), True
        yield from ((row, False) for row in self.rows if row.tie)
        yield PadRow(PLACE), False

    def draw(self, language: str, ink: str, serial: int | None = None) -> str:
        """Draw the page as an `<svg>` with one unit per millimetre."""
        rows = list(self.list_rows())
        room, around, high = PAGE.height - BAND, GAP + DATE_LINE, NAMES + len(rows)
        many = max(1, int(room // (around + high * LOWEST_ROW)))  # a very long sheet has lower rows
        height = room / many
        palette = make_palette(self.colours, ink)
        head, table = (Canvas(palette, language, PAGE.width, each) for each in (BAND, height))
        with use_language(language):
            self._draw_head(head)
            self._draw_table(table, rows, (height - around) / high)
        tables = (translate_group(0, BAND + GAP + index * height, *table.printed) for index in range(many))
        return write_drawing("".join([*head.printed, *tables]), PAGE.width, PAGE.height, in_millimetres=True)

    def _draw_head(self, canvas: Canvas) -> None:
        colours, heading = canvas.palette, gettext(SCORE_PAD)
        canvas.draw_rect(0.15, 0.15, PAGE.width - 0.3, BAND - 0.3, colours.band, colours.line, 2.4)
        canvas.draw_icon(self.icon, 15, BAND / 2, 15, colours.ornament)
        room = PAGE.width - 27 - fonts.measure_width(heading, 6, fonts.TITLE, "bold") - 11
        title = gettext(self.game_title)
        canvas.write_text(27, BAND / 2, title, 11, colours.on_band, fonts.TITLE, "bold", "start", room)
        canvas.write_text(PAGE.width - 5, BAND / 2, heading, 6, colours.on_band, fonts.TITLE, "bold", "end")

    def _draw_table(self, canvas: Canvas, rows: Sequence[tuple[PadRow, bool]], high: float) -> None:
        """Draw a line for the date, and the table below it."""
        colours, width, top = canvas.palette, canvas.width, DATE_LINE
        column, names, height = (width - LABELS) / self.players, NAMES * high, (NAMES + len(rows)) * high
        canvas.write_text(1, top - 4, gettext(DATE), 3.6, colours.muted, anchor="start")
        start = 1 + fonts.measure_width(gettext(DATE), 3.6) + 2
        canvas.draw_line(start, top - 2.7, LABELS - 4, top - 2.7, colours.muted, 0.25)
        canvas.draw_rect(0.15, top, width - 0.3, height, colours.panel, colours.line, 2.4)
        canvas.write_text(4, top + names / 2, gettext(NAME), 4.2, colours.muted, anchor="start")
        for index, name in enumerate(self.names[: self.players]):
            canvas.write_name(
                LABELS + index * column + 1.5, top + names / 2, name, 4.6, column - 3, colours.ink, "bold"
            )
        below, end = top + names, top + height - 0.4
        for index, (row, is_sum) in enumerate(rows):
            self._draw_row(canvas, row, is_sum, below + index * high, high, column)
        # Between the columns, but not across headings.
        headings = [below + index * high for index, (row, _) in enumerate(rows) if row.heading]
        pieces = list(zip([top + 0.4, *(y + high for y in headings)], [*headings, end], strict=True))
        for index in range(self.players):
            x = LABELS + index * column
            for start, stop in pieces:
                canvas.draw_line(x, start, x, stop, colours.line, 0.25)

    def _draw_row(self, canvas: Canvas, row: PadRow, is_sum: bool, top: float, high: float, column: float) -> None:
        colours, cy, room = canvas.palette, top + high / 2, LABELS - 6
        if is_sum or row.subtotal or row.heading:
            ground = colours.band if row.heading else colours.tints["accent"]
            canvas.draw_rect(0.4, top + 0.2, canvas.width - 0.8, high - 0.4, ground, radius=0)
        rule = (colours.ink, 0.5) if is_sum else (colours.line, 0.25)
        canvas.draw_line(0.3, top, canvas.width - 0.3, top, *rule)
        notes = fonts.wrap(translate(row.note), NOTE, room)[:2] if row.note and high >= LOWEST_ROW else []
        y, weight = cy - len(notes) * NOTE_LINE / 2, "bold" if is_sum or row.subtotal or row.heading else "normal"
        size, colour = min(4.4, 0.7 * high), colours.on_band if row.heading else colours.ink
        canvas.write_text(4, y, translate(row.title), size, colour, weight=weight, anchor="start", room=room)
        for line, words in enumerate(notes):
            canvas.write_text(4, y + 3.9 + line * NOTE_LINE, words, NOTE, colours.muted, anchor="start")
        if row.cell is not None:
            for index in range(self.players):
                figure = format_number(row.cell, canvas.language)
                canvas.write_text(LABELS + (index + 0.5) * column, cy, figure, 5, colours.muted)


# The result as a picture

WIDTH, MARGIN = 108.0, 6.0  # millimetres
PIXELS = 10  # per millimetre: 1080 wide
HEAD, HEADLINE, ROW, FOOT = 20.0, 24.0, 15.0, 12.0


@dataclass(frozen=True)
class CardPlayer:
    rank: int
    name: str
    score: str
    colour: str  # of the seat, or empty
    note: str  # below the name, may be empty


@dataclass(frozen=True)
class ResultCard:
    """A result with translated texts."""

    title: str  # of the game
    icon: str
    colours: Character
    headline: str
    date: str
    players: tuple[CardPlayer, ...]  # best first
    foot: str
    foot_if_missing: str  # instead, if no installed font has the letters of a name
    language: str


def draw_card(card: ResultCard) -> bytes:
    """Draw the card as a PNG, with question marks for letters that no installed font has."""
    height = HEAD + HEADLINE + ROW * len(card.players) + FOOT
    canvas = Canvas(make_palette(card.colours), card.language, WIDTH, height)
    colours = canvas.palette
    canvas.draw_rect(0, 0, WIDTH, height, colours.page, radius=0)
    canvas.draw_rect(0, 0, WIDTH, HEAD, colours.band, radius=0)
    canvas.draw_icon(card.icon, 12.5, HEAD / 2, 13, colours.ornament)
    canvas.write_text(23, 8, card.title, 6.4, colours.on_band, fonts.TITLE, "bold", "start", WIDTH - 29)
    canvas.write_text(23, 14.5, card.date, 3.8, colours.on_band, anchor="start")
    room = WIDTH - 2 * MARGIN
    size = max(fonts.fit_size(card.headline, 9.0, room, fonts.TITLE, "bold"), 5.0)
    headline = fonts.shorten(card.headline, size, room, fonts.TITLE, "bold")
    canvas.write_text(WIDTH / 2, HEAD + HEADLINE / 2, headline, size, colours.ink, fonts.TITLE, "bold")
    for index, player in enumerate(card.players):
        _draw_card_player(canvas, player, HEAD + HEADLINE + index * ROW)
    names = "".join(fonts.clean_text(player.name) for player in card.players)
    foot = card.foot_if_missing if find_missing_letters(names) else card.foot
    canvas.write_text(WIDTH / 2, height - FOOT / 2, foot, 3.4, colours.muted, room=room)
    return render_png(write_drawing("".join(canvas.printed), WIDTH, height), WIDTH, height, PIXELS)


def _draw_card_player(canvas: Canvas, player: CardPlayer, top: float) -> None:
    colours, high = canvas.palette, ROW - 2
    cy, left, right = top + high / 2, 20.0, WIDTH - MARGIN - 5
    if player.rank == 1:
        canvas.draw_rect(MARGIN, top, WIDTH - 2 * MARGIN, high, colours.tints["accent"], colours.accent, 3, 0.6)
    else:
        canvas.draw_rect(MARGIN, top, WIDTH - 2 * MARGIN, high, colours.panel, colours.line, 3, 0.25)
    canvas.write_text(MARGIN + 6.5, cy, str(player.rank), 7, colours.ink, fonts.TITLE, "bold")
    if player.colour:
        seat = SEAT_COLOURS[player.colour]
        canvas.draw_rect(19, cy - 3.75, 7.5, 7.5, seat.screen, radius=2)
        canvas.draw_icon(f"seat-{player.colour}", 22.75, cy, 4.5, seat.on_screen)
        left = 30.0
    canvas.write_text(right, cy, player.score, 7.6, colours.ink, weight="bold", anchor="end")
    room = right - left - fonts.measure_width(player.score, 7.6, weight="bold") - 3
    canvas.write_name(left, cy - (2 if player.note else 0), player.name, 5.4, room, colours.ink, "bold")
    if player.note:
        canvas.write_text(left, cy + 3.3, player.note, 3.4, colours.muted, anchor="start", room=room)
