"""Draw the summary page of a finished game: ranking, chart of the gaps, best turns."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.dice_charmers.drawing.area import NO_MARKS, Area, Drawing
from companion.games.dice_charmers.drawing.chart import draw_chart
from companion.games.dice_charmers.drawing.colours import make_palette
from companion.games.dice_charmers.drawing.finished_game import Game, Player, Turn
from companion.games.dice_charmers.drawing.heading import draw_title
from companion.games.dice_charmers.drawing.texts import (
    BEST_TURNS,
    GAP,
    PAPER_SEAT,
    RANKING,
    RESULT,
    ROUND,
    SCORE,
    TIE_BREAK,
)
from companion.i18n import format_halves, translate_to
from companion.render import fonts
from companion.render.canvas import Name, draw_name
from companion.render.geometry import Box
from companion.render.icons import draw_icon, make_definitions
from companion.render.svg import translate_group, write_svg, write_svg_in_millimetres

HEADING = 22.0
ROW = 13.0
GAP_BETWEEN = 5.0
CHART = 92.0
SCREEN = 90.0, 84.0  # size of the chart for a screen: small, so that its text is readable on a phone
TURN = 8.5


def draw_summary(game: Game, language: str, ink: str) -> tuple[str, tuple[Name, ...]]:
    """Draw the summary as an `<svg>` of the sheet's size, and return it with the names to write over it."""
    page = game.definition.geometry.page
    drawing = Drawing(game.definition, NO_MARKS, make_palette(game.definition.character, ink), language)
    return stack_areas(_draw_areas(game, drawing, page.width), page)


def stack_areas(areas: Iterable[Area], page: Box) -> tuple[str, tuple[Name, ...]]:
    """Put areas below each other into an `<svg>`, and return it with the names to write over it."""
    parts, names, y = [], list[Name](), 0.0
    for area in areas:
        parts.append(translate_group(0, y, area.render_layer(True, True), id=f"area-{area.name}"))
        names += [replace(name, cy=name.cy + y) for name in area.names]
        y += area.height + GAP_BETWEEN
    content = "".join(parts)
    return write_svg_in_millimetres(make_definitions(content) + content, page.width, page.height), tuple(names)


def _draw_areas(game: Game, drawing: Drawing, width: float) -> Iterator[Area]:
    yield _draw_head(game, drawing, width)
    yield _draw_ranking(game, drawing, width)
    if any(player.gaps for player in game.players):
        yield draw_gaps(game, drawing, width, CHART)
    if game.best_turns:
        yield _draw_best_turns(game.best_turns, drawing, width)


def format_sum(fame: int, money: int, meeting: int, score: float) -> str:
    """Format how points add up: fame, half the money, the meeting point: "29 + 32½ − 39 = 22½"."""
    return f"{fame} + {format_halves(money / 2)} − {meeting} = {format_halves(score)}"


def draw_gaps(game: Game, drawing: Drawing, width: float, height: float) -> Area:
    """Draw the panel with the chart of the gaps, round by round."""
    area = Area("chart", drawing, width, height)
    area.draw_panel("accent", title=translate_to(GAP, drawing.language))
    lines = [(player.name, player.colour, player.gaps) for player in game.players if player.gaps]
    draw_chart(area, lines, translate_to(ROUND, drawing.language))
    return area


def draw_gaps_for_screen(game: Game, language: str) -> str:
    """Draw only the chart as an `<svg>`. It includes the names, because a browser can set every script."""
    drawing = Drawing(game.definition, NO_MARKS, make_palette(game.definition.character), language)
    area = draw_gaps(game, drawing, *SCREEN)
    names = "".join(map(draw_name, area.names))
    content = area.render_layer(True, True)
    return write_svg(make_definitions(content) + content + names, *SCREEN)


def _draw_head(game: Game, drawing: Drawing, width: float) -> Area:
    area = draw_title(drawing, Box(0, 0, width, HEADING))
    colour = area.palette.on_band
    area.write_text(
        width - 5, HEADING * 0.36, translate_to(RESULT, drawing.language), 7, colour, fonts.TITLE, "bold", "end"
    )
    area.write_text(width - 5, HEADING * 0.74, fonts.shorten(game.date, 4.2, 60), 4.2, colour, anchor="end")
    return area


def _draw_ranking(game: Game, drawing: Drawing, width: float) -> Area:
    note = 8.0 if game.tie_break else 0.0
    area = Area("ranking", drawing, width, 9 + ROW * len(game.players) + note)
    area.draw_panel("fame", title=translate_to(RANKING, drawing.language))
    area.write_text(width - 5, 3.45, translate_to(SCORE, drawing.language), 3.6, area.palette.muted, anchor="end")
    for index, player in enumerate(game.players):
        _draw_player(area, player, 8.2 + index * ROW)
    if game.tie_break:
        words = f"{translate_to(TIE_BREAK, drawing.language)}: {game.tie_break}"
        area.names.append(Name(words, 5, area.height - 5, 3.8, width - 10, area.palette.muted))
    return area


def _draw_player(area: Area, player: Player, top: float) -> None:
    palette, cy = area.palette, top + ROW / 2
    if player.place == 1:
        area.draw_rect(1.2, top + 0.4, area.width - 2.4, ROW - 0.8, palette.tints["accent"], radius=2)
    area.write_text(8, cy, str(player.place), 8, palette.accent, fonts.TITLE, "bold")
    area.printed.append(draw_icon(f"seat-{player.colour}", 18, cy, 5, palette.ink))
    right = area.width - 5
    area.write_text(right, cy, format_halves(player.score), 8, palette.ink, fonts.LABEL, "bold", "end")
    left = right - 75
    totals = (
        ("fame", player.fame),
        ("money", player.money),
        ("karma", player.karma_circled),
        ("karma", player.karma_used),
    )
    for index, (kind, total) in enumerate(totals):
        x = left + index * 15
        area.draw_icon(kind, x, cy, 5.5, palette.hues[kind])
        area.write_text(x + 4.8, cy, str(total), 4.6, palette.ink, weight="bold", anchor="start")
    area.draw_circle(left + 30, cy, 3.5, 3.5, player.colour)
    area.draw_cross(left + 45, cy, 3, player.colour)
    room = left - 4 - 24
    on_paper = translate_to(PAPER_SEAT, area.language) if player.marks is None else ""
    size = 6.0
    area.names.append(Name(player.name, 24, cy - (1.6 if on_paper else 0), size, room, palette.ink))
    if on_paper:
        area.write_text(24, cy + 3.6, on_paper, 3, palette.muted, anchor="start")


def _draw_best_turns(turns: tuple[Turn, ...], drawing: Drawing, width: float) -> Area:
    area = Area("best-turns", drawing, width, 9.5 + TURN * len(turns))
    area.draw_panel("karma", title=translate_to(BEST_TURNS, drawing.language))
    for index, turn in enumerate(turns):
        cy = 8.5 + (index + 0.5) * TURN
        area.write_text(
            6, cy, f"{translate_to(ROUND, drawing.language)} {turn.round}", 4, area.palette.muted, anchor="start"
        )
        area.names.append(Name(turn.name, 34, cy, 4.6, width - 34 - 50, area.palette.ink))
        for x, kind, gained in ((width - 42, "fame", turn.fame), (width - 20, "money", turn.money)):
            area.draw_icon(kind, x, cy, 5, area.palette.hues[kind])
            area.write_text(x + 4, cy, f"+{gained}", 4.4, weight="bold", anchor="start")
    return area
