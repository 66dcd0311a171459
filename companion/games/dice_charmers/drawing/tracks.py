"""Draw what everything adds up to: the tracks of fame and money, the upgrades of buildings, and karma."""

from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from companion.games.dice_charmers.drawing.area import SIDE_MARGIN, THUMB, Area, Drawing, format_title
from companion.games.dice_charmers.rules.sheet import BUILDINGS, Bonus, Tracks
from companion.i18n import N_, translate_to
from companion.render import fonts
from companion.render.svg import HEADER, pen_line, write_number, write_point

PENCIL = N_("Soft pencil or pen; one stroke for every place:")

# The tracks: fame runs from left to right, money below it from right to left, until the lines meet

TRACK_MARGIN = 2.6
PAPER_MARGIN = 1.2
MONEY_PLACE = 4.6  # least width on paper: 3.2 mm with two sheets on a page
MONEY_DIGITS = 2.65  # font size of upright money digits: 7 points even on Letter
NUMBERED = 5  # every fifth money place has a bold number
LARGEST_BONUS = 11.5
PLACE_HEIGHT = 7.4  # height of a place
UPRIGHT = 8.0  # least width of a fame place below which money has room for upright numbers
BARE = 1.6  # height next to a row without bonuses


@dataclass(frozen=True)
class Strip:
    """One row of both tracks: the only one on paper, one of several on a phone."""

    first: int  # fame place, from 1
    last: int
    cell: float
    top: float  # of the fame places
    high: float  # of a place
    left: float = TRACK_MARGIN

    @property
    def middle(self) -> float:
        return self.top + self.high

    @property
    def bottom(self) -> float:
        return self.top + 2 * self.high

    def x(self, place: float) -> float:
        """Return the left edge of a fame place."""
        return self.left + (place - self.first) * self.cell


@dataclass(frozen=True)
class Lane:
    """The room for bonuses above, below or between strips."""

    cy: float
    size: float  # of a bonus
    above: Strip | None = None  # the strip whose money bonuses are here
    below: Strip | None = None  # the strip whose fame bonuses are here


def draw_tracks(drawing: Drawing, width: float, height: float) -> Area:
    """Draw both tracks for paper, in as few rows as a pencil can mark."""
    places, room = drawing.definition.sheet.tracks.fame, height - HEADER - 0.4
    across = width - 2 * PAPER_MARGIN
    rows = ceil(places * 2 * MONEY_PLACE / across)
    columns = ceil(places / rows)
    firsts = range(1, places + 1, columns)
    high = min(PLACE_HEIGHT, room * 0.235 / len(firsts))
    lane = (room - 2 * high * len(firsts)) / (len(firsts) + 1)
    size = min(lane - 1.7, LARGEST_BONUS)
    strips = [
        Strip(first, min(first + columns - 1, places), across / columns, top, high, PAPER_MARGIN)
        for first, top in ((first, HEADER - 0.6 + lane + row * (2 * high + lane)) for row, first in enumerate(firsts))
    ]
    lanes = [Lane(strips[0].top - lane / 2 - 0.1, size, below=strips[0])]
    lanes += [Lane(one.bottom + lane / 2, size, one, two) for one, two in pairwise(strips)]
    lanes.append(Lane(strips[-1].bottom + lane / 2 + 0.1, size, above=strips[-1]))
    area = _draw_strips(drawing, width, height, strips, lanes)
    _draw_pencil_note(area)
    if strips[-1].last - strips[-1].first < columns - 1:  # the last row is shorter: show where money starts
        _draw_arrow(area, "money", width - PAPER_MARGIN - 2, strips[-1].middle + high / 2, -5)
    return area


def draw_wrapped_tracks(drawing: Drawing, width: float, rows: int, beside: float) -> Area:
    """Draw both tracks in several rows; `beside` is the height for bonuses above and below a row."""
    tracks = drawing.definition.sheet.tracks
    columns = ceil(tracks.fame / rows)
    size = min(beside - 1.7, LARGEST_BONUS)
    strips, lanes, y = [], [], HEADER
    for first in range(1, tracks.fame + 1, columns):
        last = min(first + columns - 1, tracks.fame)
        above = any(first <= place <= last for place, _ in tracks.fame_bonuses)
        below = any(first <= _find_fame_place(tracks, place) <= last for place, _ in tracks.money_bonuses)
        y += beside if above else BARE
        strip = Strip(first, last, (width - 2 * TRACK_MARGIN) / columns, y, PLACE_HEIGHT)
        strips.append(strip)
        lanes.append(Lane(strip.top - beside / 2 - 0.1, size, below=strip))
        lanes.append(Lane(strip.bottom + beside / 2 + 0.1, size, above=strip))
        y += 2 * PLACE_HEIGHT + (beside if below else BARE)
    return _draw_strips(drawing, width, y + 0.5, strips, lanes)


def _find_fame_place(tracks: Tracks, money: int) -> int:
    """Return the fame place above a money place."""
    return tracks.fame - (money - 1) // 2


def _draw_strips(drawing: Drawing, width: float, height: float, strips: list[Strip], lanes: list[Lane]) -> Area:
    area = Area("tracks", drawing, width, height)
    labels = drawing.definition.labels
    fame, money = labels.fame[drawing.language], labels.money[drawing.language]
    if area.prints:
        area.draw_panel("fame", title=fame)
        area.write_text(width - 3, 3.45, money, 4.6, area.palette.hues["money"], fonts.TITLE, "bold", "end", width / 2)
        after_fame, before_money = (4.5 + fonts.measure_width(each, 4.6, fonts.TITLE, "bold") for each in (fame, money))
        _draw_arrow(area, "fame", after_fame, 3.5, 5)
        _draw_arrow(area, "money", width - before_money, 3.5, -5)
        for strip in strips:
            _draw_places(area, strip)
    for lane in lanes:
        _draw_bonuses(area, lane)
    for strip in strips:
        _draw_lines(area, strip)
    return area


def _draw_arrow(area: Area, hue: str, x: float, y: float, length: float) -> None:
    """Draw a horizontal arrow; a negative length points to the left."""
    tip = 1.6 if length > 0 else -1.6
    arrow = f"M{x:.2f} {y:.2f}h{length}m{-tip} -1.3l{tip} 1.3l{-tip} 1.3"
    area.draw_path(arrow, area.palette.hues[hue], 0.6, fill="none")


def _draw_pencil_note(area: Area) -> None:
    """Write in the heading what to write with, and draw two marked places as a sample."""
    words, size, side = translate_to(PENCIL, area.language), 3.2, 3.6
    left = area.width / 2 - (fonts.measure_width(words, size) + 2 + 3 * side) / 2
    area.write_text(left, 3.5, words, size, area.palette.muted, anchor="start")
    left += fonts.measure_width(words, size) + 2
    for place in range(3):
        x = left + place * side
        area.draw_rect(x, 3.5 - side / 2, side, side, area.palette.tile, area.palette.line, 0, 0.25)
        if place < 2:
            area.draw_line(x + 0.9, 3.5 + 1.2, x + side - 0.9, 3.5 - 1.2, area.palette.ink, 0.55)


def _draw_places(area: Area, strip: Strip) -> None:
    tracks, palette = area.drawing.definition.sheet.tracks, area.palette
    fame_bonuses, money_bonuses = dict(tracks.fame_bonuses), dict(tracks.money_bonuses)
    half = strip.cell / 2
    places = range(strip.first, strip.last + 1)
    left, right = strip.x(strip.first), strip.x(strip.last + 1)
    area.draw_rect(left, strip.top, right - left, 2 * strip.high, palette.tile, radius=0)
    for place in places:
        x = strip.x(place)
        if place in fame_bonuses:
            area.draw_rect(x, strip.top, strip.cell, strip.high, palette.tints["fame"], radius=0)
        colour, size = palette.hues["fame"] if place in fame_bonuses else palette.ink, min(3.0, strip.cell * 0.62)
        area.write_text(x + half, strip.top + strip.high * 0.32, str(place), size, colour, weight="bold")
        area.add_cell(f"fame {place}", x + half, strip.top + strip.high / 2, strip.cell, strip.high)
        for money, start in ((2 * (tracks.fame - place) + 2, x), (2 * (tracks.fame - place) + 1, x + half)):
            if money in money_bonuses:
                area.draw_rect(start, strip.middle, half, strip.high, palette.tints["money"], radius=0)
            strong = money in money_bonuses or money % NUMBERED == 0
            colour, weight = (palette.hues["money"], "bold") if strong else (palette.muted, "normal")
            turned, cy = strip.cell < UPRIGHT, strip.bottom - strip.high * 0.32
            size = min(2.3, strip.cell * 0.43) if turned else MONEY_DIGITS
            area.write_text(start + half / 2, cy, str(money), size, colour, weight=weight, turned=turned)
            area.add_cell(f"money {money}", start + half / 2, strip.middle + strip.high / 2, half, strip.high)
    lines = [(strip.x(place), strip.top, strip.bottom) for place in (*places, strip.last + 1)]
    lines += [(strip.x(place + 0.5), strip.middle, strip.bottom) for place in places]
    grid = "".join(f"M{write_point(x, top)}V{write_number(bottom)}" for x, top, bottom in lines)
    edges = "".join(f"M{write_point(left, y)}H{write_number(right)}" for y in (strip.top, strip.bottom))
    area.draw_path(grid + edges, palette.line, 0.2)
    area.draw_line(left, strip.middle, right, strip.middle, palette.accent, 0.5)


def _draw_bonuses(area: Area, lane: Lane) -> None:
    """Draw each bonus next to its place, moved apart where they would overlap."""
    tracks = area.drawing.definition.sheet.tracks
    placed: list[tuple[float, float, str, Bonus]] = []  # x and y of the place's edge, the place, its bonus
    if strip := lane.below:
        placed += [
            (strip.x(place + 0.5), strip.top, f"fame {place}", bonus)
            for place, bonus in tracks.fame_bonuses
            if strip.first <= place <= strip.last
        ]
    if strip := lane.above:
        placed += [
            (strip.x(tracks.fame + 0.75 - (place - 1) / 2), strip.bottom, f"money {place}", bonus)
            for place, bonus in tracks.money_bonuses
            if strip.first <= _find_fame_place(tracks, place) <= strip.last
        ]
    placed.sort(key=lambda it: it[0])
    half = lane.size / 2
    beside = spread([x for x, *_ in placed], lane.size + 1, half + 1, area.width - half - 1)
    for (x, edge, place, bonus), moved in zip(placed, beside, strict=True):
        area.draw_line(x, edge, moved, lane.cy + (half if edge > lane.cy else -half), area.palette.accent, 0.4)
        area.draw_bonus(place, bonus, moved, lane.cy, lane.size)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Move ascending positions as little as possible so that they are `gap` apart and between the limits."""
    placed: list[float] = []
    for x in wanted:
        placed.append(max(x, placed[-1] + gap if placed else low))
    limit = high
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - gap
    return placed


def _draw_lines(area: Area, strip: Strip) -> None:
    """Draw the part of the player's two lines that is on this strip."""
    marks, tracks = area.drawing.marks, area.drawing.definition.sheet.tracks
    fame, money = marks.get("fame", 0), marks.get("money", 0)
    begin, end = strip.x(strip.first), strip.x(strip.last + 1)
    reached = min(end, strip.x(fame + 1))
    if fame >= strip.first:
        _draw_line(area, begin, reached, strip.top + strip.high * 0.76, f"fame {strip.first}")
    if strip.first <= fame <= strip.last:
        _draw_tick(area, reached - 0.5, strip.top, strip.middle, "fame")
    reached = max(begin, strip.x(tracks.fame + 1 - money / 2))
    if reached < end:
        _draw_line(area, end, reached, strip.middle + strip.high * 0.24, f"money {strip.first}")
        if reached > begin or money == 2 * (tracks.fame + 1 - strip.first):
            _draw_tick(area, reached + 0.5, strip.middle, strip.bottom, "money")


def _draw_line(area: Area, start: float, end: float, y: float, key: str) -> None:
    steps = max(2, round(abs(end - start) / 12))
    points = [(start + (end - start) * step / steps, y) for step in range(steps + 1)]
    area.stroke(pen_line(points, key, shake=0.35), thickness=1.0)


def _draw_tick(area: Area, x: float, top: float, bottom: float, key: str) -> None:
    area.stroke(pen_line([(x, top + 0.4), (x, (top + bottom) / 2), (x, bottom - 0.4)], key), thickness=0.8)


# The upgrade table: the fame for a building of each kind

APART = 0.24  # how far value and box are from the middle of a column, share of its width


def draw_upgrades(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("upgrades", drawing, width, height)
    area.draw_panel("accent")
    upgrades = drawing.definition.sheet.upgrades
    bonus = min((height - HEADER) * 0.24, 11.4)
    row = (height - HEADER - bonus - 1.4) / len(BUILDINGS)
    names = (width - 2 * SIDE_MARGIN) * 0.36
    column = (width - 2 * SIDE_MARGIN - names) / len(upgrades.values)
    for index, building in enumerate(BUILDINGS):
        cy = HEADER + (index + 0.5) * row
        size, title = row * 0.86, format_title(building, area.language)
        area.draw_icon(building, SIDE_MARGIN + 0.6 + size / 2, cy, size, area.palette.hues[building])
        left, room, letters = SIDE_MARGIN + size + 2, names - size - 3, min(3.2, row * 0.48)
        area.write_text(left, cy, title, letters, weight="bold", anchor="start", room=room)
        for step, value in enumerate(upgrades.values[: upgrades.count_upgrades(building) + 1]):
            _draw_value(area, building, step, value, SIDE_MARGIN + names + (step + 0.5) * column, cy, row, column)
        area.add_target(f"building {building}", title, width / 2, cy, width - 2, row)
    for index, gift in enumerate(upgrades.column_bonuses, 1):
        cx = SIDE_MARGIN + names + (index + 0.5 + APART) * column
        rows = 1 + max(i for i, building in enumerate(BUILDINGS) if upgrades.count_upgrades(building) >= index)
        area.draw_line(cx, HEADER + rows * row - 0.6, cx, height - bonus - 0.6, area.palette.accent, 0.4)
        area.draw_bonus(f"upgrade {index}", gift, cx, height - bonus / 2 - 0.8, bonus - 0.6)
    return area


def _draw_value(
    area: Area, building: str, step: int, value: int, cx: float, cy: float, row: float, column: float
) -> None:
    """Draw one value of a building and its box; the first one has no box, because it is never marked."""
    palette = area.palette
    size, apart = row * 0.9, APART * column
    width, boxed = min(size * 1.7, column * 0.42), cx + apart
    if step:
        area.draw_rect(boxed - width / 2, cy - size / 2, width, size, palette.tile, palette.accent, 1)
        area.add_cell(f"upgrade {building} {step}", boxed, cy, width, size)
    area.draw_light_icon("fame", cx - apart, cy, min(size * 0.84, width * 0.9), "fame")
    area.write_text(cx - apart, cy, str(value), size * 0.46, palette.ink, fonts.LABEL, "bold")
    if 0 < step <= area.drawing.marks.get("upgrades", {}).get(building, 0):
        area.draw_cross(boxed, cy, min(size, width) * 0.44, f"{building} {step}")


# Karma: circled when gained, crossed out when used


def draw_karma(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("karma", drawing, width, height)
    area.draw_panel("karma")
    karma, marks = drawing.definition.sheet.karma, drawing.marks
    bonuses = dict(karma.bonuses)
    step = (width - 2 * SIDE_MARGIN) / karma.places
    room = height - HEADER
    size = min(step * 0.63, room * 0.42, 14)
    bonus = min(step - 2.4, room * 0.36, 11.4)
    cy, below = HEADER + room * 0.28, HEADER + room * 0.76
    for place in range(1, karma.places + 1):
        cx = SIDE_MARGIN + (place - 0.5) * step
        area.add_cell(f"karma {place}", cx, cy, size * 1.3, size * 1.3)
        area.draw_light_icon("karma", cx, cy, size, "karma")
        if place <= karma.start:  # printed, because every player starts with it
            area.draw_disc(cx, cy, size * 0.6, "none", area.palette.ink, 0.5)
        elif place <= marks.get("karma_circled", 0):
            area.draw_circle(cx, cy, size * 0.6, size * 0.6, str(place))
        if place <= marks.get("karma_used", 0):
            area.draw_cross(cx, cy, size * 0.46, str(place))
        title = f"{drawing.definition.labels.karma[drawing.language]} {place}"
        area.add_target(f"karma {place}", title, cx, cy, step, max(size, THUMB))
        if place in bonuses:
            area.draw_line(cx, cy + size * 0.62, cx, below - bonus / 2, area.palette.accent, 0.4)
            area.draw_bonus(f"karma {place}", bonuses[place], cx, below, bonus)
    return area
