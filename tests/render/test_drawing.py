"""What drawings are made of: icons, colours, letters and the strokes of a pen."""

import json
import os
import re
from itertools import combinations, pairwise, product

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from companion.files import STATIC
from companion.games.dice_charmers.drawing.area import HUES, Drawing, make_palette
from companion.games.dice_charmers.drawing.dice_areas import Grid, draw_province
from companion.games.dice_charmers.drawing.tracks import spread
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, find_icon, format_caption
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.render import fonts
from companion.render.palette import compute_contrast
from companion.render.svg import load_symbols, pen_circle, pen_cross
from companion.seat_colours import SEAT_COLOURS

# Every kind has a symbol, and no two different bonuses look the same

SPRITE = (STATIC / "icons" / "icons.svg").read_text(encoding="utf-8")
ALL_BONUSES = [Bonus(kind.name, argument) for kind in BONUS_KINDS.values() for argument in kind.arguments]


def test_everything_has_an_icon(missing_icons):
    assert missing_icons == set()


def test_no_two_bonuses_look_the_same_unless_they_are():
    looks = {str(bonus): (find_icon(bonus), format_caption(bonus)) for bonus in ALL_BONUSES}
    same = [pair for pair in combinations(looks, 2) if looks[pair[0]] == looks[pair[1]]]
    assert same == [("sell-any 2", "sell-any 1-2"), ("sell-any 3", "sell-any 1-3")]


def test_every_face_of_the_dice_has_an_icon(sheet):
    for colour, faces in sheet.sheet.faces:
        for face in faces:
            parts = face.split("-") if colour == "purple" else [face]
            assert set(parts) <= set(load_symbols()), face


def test_every_icon_is_one_ink_on_the_grid_of_24():
    for name, symbol in load_symbols().items():
        assert 'viewBox="0 0 24 24"' in symbol, name
        assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', symbol)) == {"currentColor"}, name


def test_icon_names_are_unique():
    names = re.findall(r'id="([^"]+)"', SPRITE)
    assert len(names) == len(set(names))
    assert set(load_symbols()) == {*names, *(f"seat-{colour}" for colour in SEAT_COLOURS)}


def test_colours_are_never_the_only_sign():
    """Dice and seats of different colours have different shapes."""
    for family, other in product(("die-", "seat-"), repeat=2):
        shapes = [
            re.sub(r' id="[^"]+"', "", s) for name, s in load_symbols().items() if name.startswith((family, other))
        ]
        assert len(shapes) == len(set(shapes))


# Small words can be read at a contrast of 4.5, icons seen at 3

LOOKS = {
    "full colour": {"ink": "full"},
    "ink saver": {"ink": "saver"},
    "laminate": {"ink": "laminate"},
    "phone at night": {"dark": True},
}


@pytest.fixture(params=LOOKS.values(), ids=LOOKS)
def look(request, sheet):
    return make_palette(sheet.character, **request.param)


def test_words_can_be_read(look):
    for ground in (look.panel, look.tile):
        assert compute_contrast(look.ink, ground) >= 7
        assert compute_contrast(look.muted, ground) >= 4.5
    assert compute_contrast(look.on_band, look.band) >= 7


def test_icons_can_be_seen(look):
    for hue, colour in look.hues.items():
        assert compute_contrast(colour, look.tile) >= (3 if hue == "accent" else 4.5), hue


def test_headings_can_be_read(look):
    for hue, colour in look.hues.items():
        assert compute_contrast(look.ink if hue == "accent" else colour, look.tints[hue]) >= 4, hue


def test_figures_on_icons_can_be_read(look):
    for hue in ("fame", "money", "purple", "blue"):
        assert compute_contrast(look.on_solid, look.hues[hue]) >= 4.5, hue


def test_the_ink_saver_is_black_and_white(sheet):
    look = make_palette(sheet.character, "saver")
    printed = {look.page, look.panel, look.tile, look.line, look.ink, look.band, *look.hues.values()}
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in printed)
    assert {look.page, look.panel, look.band, *look.tints.values()} == {"#ffffff"}


def test_pages_have_the_colours_of_the_sheets(sheet):
    by_day, by_night = read_colours("pictures.css", "tone-")
    night = make_palette(sheet.character, dark=True).hues
    assert {hue: by_day[hue] for hue in HUES} == HUES
    assert {hue: by_night[hue] for hue in HUES} == {hue: night[hue] for hue in HUES}
    by_day, _ = read_colours("tv.css", "")  # its night is brighter, to be read from across the room
    assert (by_day["fame"], by_day["money"]) == (HUES["fame"], HUES["money"])


def read_colours(styles: str, prefix: str) -> list[dict[str, str]]:
    """Read the colour variables of a style sheet, by day and by night."""
    text = (STATIC / "css" / styles).read_text(encoding="utf-8")
    roots = re.findall(r":root \{(.*?)\}", text, re.DOTALL)
    return [dict(re.findall(rf"--{prefix}(\w+): (#\w+);", root)) for root in roots]


# The known widths of letters are those of the font files. After a change of the fonts:
# COMPANION_KEEP_WIDTHS=1 .venv/bin/pytest tests/render/test_drawing.py


def read_widths(file: str) -> dict[str, int]:
    """Map every character of a font file to its width in thousandths of an em."""
    with TTFont(fonts.FOLDER / f"{file}.ttf", lazy=True) as font:
        em, widths = font["head"].unitsPerEm, font["hmtx"].metrics
        return {chr(code): round(1000 * widths[glyph][0] / em) for code, glyph in sorted(font.getBestCmap().items())}


def test_the_widths_are_those_of_the_fonts():
    known = fonts.FOLDER / "widths.json"
    measured = {file: read_widths(file) for file in fonts.FILES.values()}
    if os.environ.get("COMPANION_KEEP_WIDTHS"):
        known.write_text(json.dumps(measured, ensure_ascii=False, indent=0) + "\n", "utf-8")
    assert json.loads(known.read_text("utf-8")) == measured


# Marks look like a pen, and stay as they are from one drawing to the next


def coordinates(path):
    numbers = list(map(float, re.findall(r"-?\d*\.?\d+", path)))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_same_mark_is_always_the_same_stroke_and_two_marks_differ():
    draw = pen_circle.__wrapped__  # without its cache
    assert draw(5, 5, 3, 3, "good tea 1") != draw(5, 5, 3, 3, "good tea 2") == draw(5, 5, 3, 3, "good tea 2")


@given(key=st.text(max_size=20))
def test_a_circle_stays_close_to_its_place(key):
    points = coordinates(pen_circle(0, 0, 10, 10, key))
    assert all(0.85 < (x * x + y * y) ** 0.5 / 10 < 1.15 for x, y in points)


@given(key=st.text(max_size=20))
def test_a_cross_stays_inside_what_it_crosses_out(key):
    assert all(abs(x) < 11.5 and abs(y) < 11.5 for x, y in coordinates(pen_cross(0, 0, 10, key)))


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
