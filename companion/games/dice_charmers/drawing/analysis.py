"""Draw the analysis of a game: the curve of the chances to win, for screens and paper, and a page for each player."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import NO_MARKS, Area, Drawing
from companion.games.dice_charmers.drawing.chart import draw_chart
from companion.games.dice_charmers.drawing.colours import make_palette
from companion.games.dice_charmers.drawing.finished_game import Curve, Game, PlayerAnalysis
from companion.games.dice_charmers.drawing.heading import draw_title
from companion.games.dice_charmers.drawing.summary import GAP_BETWEEN, HEADING, SCREEN, stack_areas
from companion.games.dice_charmers.drawing.texts import (
    ANALYSIS,
    CHANCES,
    DECISIVE_TURNS,
    LESSON,
    LUCK_AND_DECISIONS,
    ROUND,
    TURNS,
)
from companion.i18n import translate_to
from companion.render import fonts
from companion.render.canvas import HEADER, Name, draw_name
from companion.render.geometry import Box
from companion.render.icons import draw_icon, make_definitions
from companion.render.svg import write_svg

CHART = 70.0
LINE, SIZE = 5.0, 3.6  # of text
LETTER = 0.5  # average width of a letter, as a share of its size


def draw_chances(drawing: Drawing, curves: Sequence[Curve], width: float, height: float) -> Area:
    """Draw the panel with everybody's chances to win, round by round."""
    area = Area("chances", drawing, width, height)
    area.draw_panel("accent", title=translate_to(CHANCES, drawing.language))
    draw_chart(area, curves, translate_to(ROUND, drawing.language))
    return area


def draw_chances_for_screen(definition: SheetDefinition, curves: Sequence[Curve], language: str) -> str:
    """Draw only the curve as an `<svg>`."""
    drawing = Drawing(definition, NO_MARKS, make_palette(definition.character), language)
    area = draw_chances(drawing, curves, *SCREEN)
    content = area.render_layer(True, True)
    return write_svg(make_definitions(content) + content + "".join(map(draw_name, area.names)), *SCREEN)


def draw_analysis(game: Game, player: PlayerAnalysis, language: str, ink: str) -> tuple[str, tuple[Name, ...]]:
    """Draw the page of one player, and return it with the names to write over it."""
    page = game.definition.geometry.page
    drawing = Drawing(game.definition, NO_MARKS, make_palette(game.definition.character, ink), language)
    return stack_areas(_draw_areas(game, player, drawing, page.width), page)


def _draw_areas(game: Game, player: PlayerAnalysis, drawing: Drawing, width: float) -> Iterator[Area]:
    assert game.analysis is not None
    yield _draw_head(player, drawing, width)
    yield draw_chances(drawing, game.analysis.chances, width, CHART)
    account = [f"{title}: {figure}" for title, figure in player.account]
    yield _draw_lines("account", LUCK_AND_DECISIONS, [" · ".join(account[:3]), " · ".join(account[3:])], drawing, width)
    yield _draw_lines("moments", DECISIVE_TURNS, player.moments, drawing, width)
    yield _draw_lines("lesson", LESSON, [player.lesson], drawing, width)
    page = game.definition.geometry.page
    used = HEADING + CHART + 4 * (HEADER + 3) + LINE * (5 + _count_lines([player.lesson], width)) + 6 * GAP_BETWEEN
    room = int((page.height - used) / LINE)
    yield _draw_lines("turns", TURNS, _keep_within(player.turns, width, room), drawing, width)


def _draw_head(player: PlayerAnalysis, drawing: Drawing, width: float) -> Area:
    area = draw_title(drawing, Box(0, 0, width, HEADING))
    colour = area.palette.on_band
    title = translate_to(ANALYSIS, drawing.language)
    area.write_text(width - 5, HEADING * 0.36, title, 7, colour, fonts.TITLE, "bold", "end")
    area.printed.append(draw_icon(f"seat-{player.colour}", width - 68, HEADING * 0.74, 5, colour))
    area.names.append(Name(player.name, width - 63, HEADING * 0.74, 4.6, 58, colour))
    return area


def _draw_lines(name: str, title: str, texts: Sequence[str], drawing: Drawing, width: float) -> Area:
    """Draw a panel with sentences; they can quote names in any script, so they are set like names."""
    lines = [line for text in texts for line in _wrap(text, width)]
    area = Area(name, drawing, width, HEADER + 3 + LINE * len(lines))
    area.draw_panel("karma", title=translate_to(title, drawing.language))
    for i, line in enumerate(lines):
        area.names.append(Name(line, 5, HEADER + 1.5 + LINE * (i + 0.5), SIZE, width - 10, area.palette.ink))
    return area


def _wrap(text: str, width: float) -> list[str]:
    return wrap(text, int((width - 10) / (SIZE * LETTER))) or [""]


def _count_lines(texts: Sequence[str], width: float) -> int:
    return sum(len(_wrap(text, width)) for text in texts)


def _keep_within(texts: Sequence[str], width: float, room: int) -> Sequence[str]:
    """Drop texts from the end until the rest fits."""
    kept = len(texts)
    while kept and _count_lines(texts[:kept], width) > room:
        kept -= 1
    return texts[:kept]
