"""Draw the result of a game as one picture to share: who won, how the points add up, the chart."""

from collections.abc import Iterator

from companion.games.dice_charmers.drawing.area import NO_MARKS, Area, Drawing
from companion.games.dice_charmers.drawing.colours import make_palette
from companion.games.dice_charmers.drawing.finished_game import Game, Player
from companion.games.dice_charmers.drawing.heading import draw_title
from companion.games.dice_charmers.drawing.summary import draw_gaps, format_sum
from companion.i18n import format_halves
from companion.render import fonts
from companion.render.canvas import draw_name
from companion.render.geometry import Box
from companion.render.icons import draw_icon, make_definitions
from companion.render.outlines import outline_texts
from companion.render.svg import element, translate_group, write_svg
from companion.seat_colours import SEAT_COLOURS

WIDTH, MARGIN, GAP = 108.0, 6.0, 5.0
PIXELS = 10  # per unit: 1080 wide
ROW = 13.0
CHART = 76.0


def draw_result(game: Game, headline: str, moment: str, language: str) -> str:
    """Draw the picture as an `<svg>`; `headline` says who won and `moment` how it came about."""
    drawing = Drawing(game.definition, NO_MARKS, make_palette(game.definition.character), language)
    parts, y = [], MARGIN
    for area in _draw_areas(game, drawing, headline, moment, WIDTH - 2 * MARGIN):
        names = "".join(map(draw_name, area.names))
        parts.append(translate_group(MARGIN, y, area.render_layer(True, True), names))
        y += area.height + GAP
    height = y - GAP + MARGIN
    ground = element("rect", width=WIDTH, height=height, fill=drawing.palette.page)
    content = outline_texts(ground + "".join(parts))
    size = {"width": WIDTH * PIXELS, "height": round(height * PIXELS)}
    return write_svg(make_definitions(content) + content, WIDTH, height, **size)


def _draw_areas(game: Game, drawing: Drawing, headline: str, moment: str, width: float) -> Iterator[Area]:
    title = draw_title(drawing, Box(0, 0, width, 20))
    title.write_text(width - 4, 16.4, game.date, 3.6, title.palette.on_band, anchor="end")
    yield title
    yield _draw_headline(drawing, headline, moment, width)
    yield _draw_players(game, drawing, width)
    if any(player.gaps for player in game.players):
        yield draw_gaps(game, drawing, width, CHART)


def _draw_headline(drawing: Drawing, headline: str, moment: str, width: float) -> Area:
    lines = fonts.wrap(moment, 4.2, width - 4)
    area = Area("headline", drawing, width, 12 + 5.4 * len(lines))
    size = max(fonts.fit_size(headline, 9.5, width, fonts.TITLE, "bold"), 5)
    words = fonts.shorten(headline, size, width, fonts.TITLE, "bold")
    area.write_text(width / 2, 5, words, size, area.palette.ink, fonts.TITLE, "bold")
    for index, line in enumerate(lines):
        area.write_text(width / 2, 14 + 5.4 * index, line, 4.2, area.palette.muted)
    return area


def _draw_players(game: Game, drawing: Drawing, width: float) -> Area:
    area = Area("ranking", drawing, width, ROW * len(game.players) + 1)
    area.draw_rect(0.15, 0.15, width - 0.3, area.height - 0.3, area.palette.panel, area.palette.line, 2.4)
    for index, player in enumerate(game.players):
        _draw_player(area, player, 0.5 + index * ROW, game.definition.sheet.tracks.fame)
    return area


def _draw_player(area: Area, player: Player, top: float, meeting: int) -> None:
    palette, cy, right = area.palette, top + ROW / 2, area.width - 5
    if player.place == 1:
        area.draw_rect(1, top + 0.4, area.width - 2, ROW - 0.8, palette.tints["accent"], radius=2)
    area.write_text(7, cy, str(player.place), 7, palette.ink, fonts.TITLE, "bold")
    area.printed.append(draw_icon(f"seat-{player.colour}", 17, cy, 6, SEAT_COLOURS[player.colour].paper))
    score = format_halves(player.score)
    area.write_text(right, cy, score, 8, palette.ink, weight="bold", anchor="end")
    room = right - 26 - fonts.measure_width(score, 8, weight="bold")
    name = fonts.shorten(player.name, 5.4, room, weight="bold")
    area.write_text(24, cy - 2.3, name, 5.4, palette.ink, weight="bold", anchor="start")
    words = format_sum(player.fame, player.money, meeting, player.score)
    area.write_text(24, cy + 3.2, words, 4, palette.muted, anchor="start")
