"""A chart with one line per player. Dashes and seat shapes tell the lines apart in black and white, too."""

from collections.abc import Sequence
from math import ceil, floor

from companion.games.dice_charmers.drawing.area import Area
from companion.games.dice_charmers.drawing.areas.tracks import spread
from companion.i18n import format_halves
from companion.render.canvas import HEADER, Name
from companion.render.icons import draw_icon
from companion.render.svg import element
from companion.seat_colours import SEAT_COLOURS

Line = tuple[str, str, tuple[float, ...]]  # name, seat colour, value after each round
LEFT, RIGHT, TOP, BOTTOM = 14.0, 44.0, HEADER + 5, 13.0
NARROW, NARROW_RIGHT = 150.0, 31.0  # a narrow chart has less room for names
ROUND_WIDTH = 5.0  # space for the number of a round
LABEL = 3.8


class Scale:
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


def draw_chart(area: Area, lines: Sequence[Line], round_word: str) -> None:
    scale = Scale(area, lines)
    _draw_grid(area, scale, round_word)
    for _, colour, gaps in lines:
        _draw_line(area, scale, colour, gaps)
    _draw_names(area, scale, lines)


def _draw_grid(area: Area, scale: Scale, round_word: str) -> None:
    palette = area.palette
    for value in range(scale.low, scale.high + 1, scale.step):
        meeting = value == 0
        y = scale.y(value)
        area.draw_line(
            LEFT, y, LEFT + scale.width, y, palette.ink if meeting else palette.line, 0.5 if meeting else 0.2
        )
        area.write_text(LEFT - 2, y, format_halves(value), 3.2, palette.muted, anchor="end")
    every = ceil(scale.rounds * ROUND_WIDTH / scale.width)
    for round_number in range(1, scale.rounds + 1, every):
        area.write_text(scale.x(round_number), TOP + scale.height + 4, str(round_number), 3.2, palette.muted)
    area.write_text(LEFT + scale.width / 2, TOP + scale.height + 9, round_word, 3.4, palette.muted)


def _draw_line(area: Area, scale: Scale, colour: str, gaps: tuple[float, ...]) -> None:
    places = [(scale.x(index), scale.y(gap)) for index, gap in enumerate(gaps, 1)]
    dashes = {"stroke_dasharray": SEAT_COLOURS[colour].dashes} if SEAT_COLOURS[colour].dashes else {}
    area.printed.append(
        element(
            "path",
            d="M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in places),
            fill="none",
            stroke=SEAT_COLOURS[colour].paper,
            stroke_width=0.8,
            **dashes,
        )
    )
    for x, y in places:
        area.printed.append(draw_icon(f"seat-{colour}", x, y, 2.2, SEAT_COLOURS[colour].paper))


def _draw_names(area: Area, scale: Scale, lines: Sequence[Line]) -> None:
    """Write the names at the ends of the lines, moved apart where they would overlap."""
    ends = sorted(lines, key=lambda line: scale.y(line[2][-1]))
    heights = spread([scale.y(gaps[-1]) for _, _, gaps in ends], LABEL + 1, TOP, TOP + scale.height)
    for (name, colour, gaps), y in zip(ends, heights, strict=True):
        x = scale.x(len(gaps))
        area.draw_line(x + 1.5, scale.y(gaps[-1]), LEFT + scale.width + 4, y, SEAT_COLOURS[colour].paper, 0.25)
        area.printed.append(draw_icon(f"seat-{colour}", LEFT + scale.width + 6.4, y, 3.2, SEAT_COLOURS[colour].paper))
        area.names.append(
            Name(name, LEFT + scale.width + 9.4, y, LABEL, scale.right - 12, SEAT_COLOURS[colour].paper, weight="bold")
        )
