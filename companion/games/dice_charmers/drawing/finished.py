"""Draw a finished game: the players' sheets as PDF, charts round by round, and the result as one PNG to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import GAME, NO_MARKS, Area, Drawing, Marks, make_palette
from companion.games.dice_charmers.drawing.sheet import HeadEntry, arrange_for_paper, draw_title, lay_out_sheet
from companion.games.dice_charmers.drawing.tracks import spread
from companion.i18n import N_, format_halves, translate_to
from companion.render import fonts
from companion.render.pad import DEFAULT_PAPER
from companion.render.pdf import Page, render_pdf, render_png
from companion.render.svg import HEADER, element, translate_group, write_drawing
from companion.seat_colours import SEAT_COLOURS

RESULT = N_("Result")
GAP = N_("Points beyond the meeting point, round by round")
ROUND = N_("Round")
CHANCES = N_("Chance to win in percent, round by round")

Line = tuple[str, str, tuple[float, ...]]  # name, seat colour, value after each round


@dataclass(frozen=True)
class FinishedPlayer:
    """A player of the game. A player on paper has totals but no marks."""

    name: str
    colour: str  # of the seat
    place: int
    fame: int
    money: int
    score: float
    marks: Marks | None = None
    gaps: tuple[float, ...] = ()  # score after each round


@dataclass(frozen=True)
class FinishedGame:
    definition: SheetDefinition
    players: tuple[FinishedPlayer, ...]  # by place
    date: str  # formatted
    link: str = ""  # to the game's page, for the QR code

    def list_gaps(self) -> list[Line]:
        """List the gaps between the lines of everybody whose rounds are known."""
        return [(player.name, player.colour, player.gaps) for player in self.players if player.gaps]


def format_sum(fame: int, money: int, meeting: int, score: float) -> str:
    """Format how points add up: fame, half the money, the meeting point: "29 + 32½ − 39 = 22½"."""
    return f"{fame} + {format_halves(money / 2)} − {meeting} = {format_halves(score)}"


# Their sheets on paper


def print_finished(game: FinishedGame, paper: str = DEFAULT_PAPER, language: str = "en", ink: str = "full") -> bytes:
    """Render one page per player with marks as a PDF; there is at least one."""
    pages: list[Page] = []
    for player in game.players:
        if player.marks is not None:
            drawing = arrange_for_paper(
                game.definition,
                player.marks,
                language=language,
                ink=ink,
                entry=make_entry(player, game.date),
                code=game.link,
            )
            pages += lay_out_sheet(game.definition, drawing, player.name, paper, language)
    title = f"{translate_to(RESULT, language)} – {translate_to(GAME, language)}, {game.date}"
    return render_pdf(pages, title, language)


def make_entry(player: FinishedPlayer, date: str) -> HeadEntry:
    """Return what is written in the head of a finished sheet."""
    score, fame, money = format_halves(player.score), str(player.fame), str(player.money)
    return HeadEntry(player.name, score, str(player.place), date, fame, money)


# Charts with one line per player. Dashes and seat shapes tell the lines apart in black and white, too.

LEFT, RIGHT, TOP, BOTTOM = 14.0, 44.0, HEADER + 5, 13.0
NARROW, NARROW_RIGHT = 150.0, 31.0  # a narrow chart has less room for names
ROUND_WIDTH = 5.0  # space for the number of a round
LABEL = 3.8
SCREEN = 90.0, 84.0  # size for a screen: small, so that its text is readable on a phone
PAPER = 180.0, 84.0


class Scale:
    """Where rounds and values are on a chart."""

    def __init__(self, area: Area, lines: Sequence[Line]) -> None:
        values = [value for _, _, gaps in lines for value in gaps]
        self.rounds = max(len(gaps) for _, _, gaps in lines)
        self.step = 10 if max(values) - min(values) > 20 else 5
        self.low = floor(min(*values, 0) / self.step) * self.step
        self.high = max(ceil(max(*values, 0) / self.step) * self.step, self.low + self.step)
        self.right = RIGHT if area.width > NARROW else NARROW_RIGHT
        self.width = area.width - LEFT - self.right
        self.height = area.height - TOP - BOTTOM

    def x(self, round_number: float) -> float:
        return LEFT + self.width * (round_number - 1) / max(self.rounds - 1, 1)

    def y(self, value: float) -> float:
        return TOP + self.height * (self.high - value) / (self.high - self.low)


def draw_gaps(game: FinishedGame, language: str, size: tuple[float, float] = SCREEN) -> str:
    """Draw the chart of the gaps as an `<svg>`."""
    return _draw_chart(game.definition, GAP, game.list_gaps(), language, size)


def draw_chances(
    definition: SheetDefinition, lines: Sequence[Line], language: str, size: tuple[float, float] = SCREEN
) -> str:
    """Draw the chart of everybody's chances to win, in percent, as an `<svg>`."""
    return _draw_chart(definition, CHANCES, lines, language, size)


def _draw_chart(
    definition: SheetDefinition, title: str, lines: Sequence[Line], language: str, size: tuple[float, float]
) -> str:
    drawing = Drawing(definition, NO_MARKS, make_palette(definition.character), language)
    return write_drawing(_draw_lines(drawing, title, lines, *size).render(), *size)


def _draw_lines(drawing: Drawing, title: str, lines: Sequence[Line], width: float, height: float) -> Area:
    """Draw the panel of a chart."""
    area = Area("chart", drawing, width, height)
    area.draw_panel("accent", title=translate_to(title, drawing.language))
    scale = Scale(area, lines)
    _draw_grid(area, scale)
    for _, colour, values in lines:
        _draw_values(area, scale, colour, values)
    _draw_names(area, scale, lines)
    return area


def _draw_grid(area: Area, scale: Scale) -> None:
    palette = area.palette
    for value in range(scale.low, scale.high + 1, scale.step):
        y, rule = scale.y(value), (palette.ink, 0.5) if value == 0 else (palette.line, 0.2)
        area.draw_line(LEFT, y, LEFT + scale.width, y, *rule)
        area.write_text(LEFT - 2, y, format_halves(value), 3.2, palette.muted, anchor="end")
    every = ceil(scale.rounds * ROUND_WIDTH / scale.width)
    for round_number in range(1, scale.rounds + 1, every):
        area.write_text(scale.x(round_number), TOP + scale.height + 4, str(round_number), 3.2, palette.muted)
    words = translate_to(ROUND, area.language)
    area.write_text(LEFT + scale.width / 2, TOP + scale.height + 9, words, 3.4, palette.muted)


def _draw_values(area: Area, scale: Scale, colour: str, values: tuple[float, ...]) -> None:
    places, seat = [(scale.x(index), scale.y(value)) for index, value in enumerate(values, 1)], SEAT_COLOURS[colour]
    path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in places)
    dashes = {"stroke_dasharray": seat.dashes} if seat.dashes else {}
    area.printed.append(element("path", d=path, fill="none", stroke=seat.paper, stroke_width=0.8, **dashes))
    for x, y in places:
        area.draw_icon(f"seat-{colour}", x, y, 2.2, seat.paper)


def _draw_names(area: Area, scale: Scale, lines: Sequence[Line]) -> None:
    """Write the names at the ends of the lines, moved apart where they would overlap."""
    ends = sorted(lines, key=lambda line: scale.y(line[2][-1]))
    heights = spread([scale.y(gaps[-1]) for _, _, gaps in ends], LABEL + 1, TOP, TOP + scale.height)
    for (name, colour, gaps), y in zip(ends, heights, strict=True):
        x, end, ink = scale.x(len(gaps)), LEFT + scale.width, SEAT_COLOURS[colour].paper
        area.draw_line(x + 1.5, scale.y(gaps[-1]), end + 4, y, ink, 0.25)
        area.draw_icon(f"seat-{colour}", end + 6.4, y, 3.2, ink)
        area.write_name(end + 9.4, y, name, LABEL, scale.right - 12, ink, weight="bold")


# The picture: who won, how the points add up, the chart

WIDTH, MARGIN, GAP_BETWEEN = 108.0, 6.0, 5.0
PIXELS = 10  # per unit: 1080 wide
ROW = 13.0
CHART = 76.0


def draw_result(game: FinishedGame, headline: str, moment: str, language: str) -> bytes:
    """Draw the picture as a PNG; `headline` says who won and `moment` how it came about."""
    drawing = Drawing(game.definition, NO_MARKS, make_palette(game.definition.character), language)
    width = WIDTH - 2 * MARGIN
    title = draw_title(drawing, width, 20)
    title.write_text(width - 4, 16.4, game.date, 3.6, title.palette.on_band, anchor="end")
    areas = [title, _draw_headline(drawing, headline, moment, width), _draw_ranking(game, drawing, width)]
    if lines := game.list_gaps():
        areas.append(_draw_lines(drawing, GAP, lines, width, CHART))
    parts, y = [], MARGIN
    for area in areas:
        parts.append(translate_group(MARGIN, y, area.render()))
        y += area.height + GAP_BETWEEN
    height = y - GAP_BETWEEN + MARGIN
    ground = element("rect", width=WIDTH, height=height, fill=drawing.palette.page)
    return render_png(write_drawing(ground + "".join(parts), WIDTH, height), WIDTH, height, PIXELS)


def _draw_headline(drawing: Drawing, headline: str, moment: str, width: float) -> Area:
    lines = fonts.wrap(moment, 4.2, width - 4)
    area = Area("headline", drawing, width, 12 + 5.4 * len(lines))
    size = max(fonts.fit_size(headline, 9.5, width, fonts.TITLE, "bold"), 5)
    words = fonts.shorten(headline, size, width, fonts.TITLE, "bold")
    area.write_text(width / 2, 5, words, size, area.palette.ink, fonts.TITLE, "bold")
    for index, line in enumerate(lines):
        area.write_text(width / 2, 14 + 5.4 * index, line, 4.2, area.palette.muted)
    return area


def _draw_ranking(game: FinishedGame, drawing: Drawing, width: float) -> Area:
    area = Area("ranking", drawing, width, ROW * len(game.players) + 1)
    palette, right, meeting = area.palette, width - 5, game.definition.sheet.tracks.fame
    area.draw_rect(0.15, 0.15, width - 0.3, area.height - 0.3, palette.panel, palette.line, 2.4)
    for index, player in enumerate(game.players):
        top = 0.5 + index * ROW
        cy, score = top + ROW / 2, format_halves(player.score)
        if player.place == 1:
            area.draw_rect(1, top + 0.4, width - 2, ROW - 0.8, palette.tints["accent"], radius=2)
        area.write_text(7, cy, str(player.place), 7, palette.ink, fonts.TITLE, "bold")
        area.draw_icon(f"seat-{player.colour}", 17, cy, 6, SEAT_COLOURS[player.colour].paper)
        area.write_text(right, cy, score, 8, palette.ink, weight="bold", anchor="end")
        room = right - 26 - fonts.measure_width(score, 8, weight="bold")
        area.write_name(24, cy - 2.3, player.name, 5.4, room, palette.ink, weight="bold")
        words = format_sum(player.fame, player.money, meeting, player.score)
        area.write_text(24, cy + 3.2, words, 4, palette.muted, anchor="start")
    return area
