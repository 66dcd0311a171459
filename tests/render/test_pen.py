"""Marks look like a pen, and stay as they are from one drawing to the next."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_charmers.drawing.area import Drawing
from companion.games.dice_charmers.drawing.areas.province import Grid, draw_province
from companion.games.dice_charmers.drawing.areas.tracks import spread
from companion.games.dice_charmers.drawing.colours import make_palette
from companion.render import pen


def coordinates(path):
    numbers = list(map(float, re.findall(r"-?\d*\.?\d+", path)))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_same_mark_is_always_the_same_stroke():
    assert pen.circle(5, 5, 3, 3, "good tea 2") == pen.circle(5, 5, 3, 3, "good tea 2")


def test_two_marks_differ():
    assert pen.circle(5, 5, 3, 3, "good tea 1") != pen.circle(5, 5, 3, 3, "good tea 2")


@given(key=st.text(max_size=20))
def test_a_circle_stays_close_to_its_place(key):
    points = coordinates(pen.circle(0, 0, 10, 10, key))
    assert all(0.85 < (x * x + y * y) ** 0.5 / 10 < 1.15 for x, y in points)


@given(key=st.text(max_size=20))
def test_a_cross_stays_inside_what_it_crosses_out(key):
    assert all(abs(x) < 11.5 and abs(y) < 11.5 for x, y in coordinates(pen.cross(0, 0, 10, key)))


@pytest.mark.parametrize("sides", ["NS", "NE", "EW", "SW", "NES", "NESW"])
def test_a_road_ends_where_the_next_one_begins(sun, sides):
    drawing = Drawing(sun, {"roads": {"b2": sides}}, make_palette(sun.character), "en")
    area = draw_province(drawing, 104, 109)
    road = area.pen[-1]
    points = coordinates(re.search(r' d="([^"]+)"', road)[1])
    grid = Grid(drawing, 104, 109)
    for side in sides:
        x, y = grid.side("b2", side, 0.5)
        assert any(abs(x - a) < 0.02 and abs(y - b) < 0.02 for a, b in points), side


@given(wanted=st.lists(st.floats(0, 100), max_size=10).map(sorted), gap=st.floats(0.5, 9))
def test_crowded_bonuses_move_apart_and_stay_inside(wanted, gap):
    placed = spread(wanted, gap, 0, 100)
    assert all(-1e-6 <= x <= 100 for x in placed)
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(placed))


def test_bonuses_with_room_stay_where_they_belong():
    assert spread([5, 20, 60], 8, 0, 100) == [5, 20, 60]
