"""The layout names every cell of a printed sheet and tells where it is on the page."""

import random
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import ascii_lowercase

import pytest
from PIL import ImageChops

from companion.games.dice_charmers.definition import SheetDefinition, load_sheet
from companion.games.dice_charmers.drawing.area import NO_MARKS, Drawing, Marks, make_palette
from companion.games.dice_charmers.drawing.dice_areas import draw_province
from companion.games.dice_charmers.drawing.phone import draw_printed_areas, draw_strokes
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, arrange_for_paper, describe_layout
from companion.games.dice_charmers.rules.sheet import (
    STATES,
    Province,
    Space,
    describe,
    describe_cells,
    make_blank_marks,
    make_plan,
)
from companion.lab.games import play_game
from companion.render.pad import Order

DPI = 100
PAD = Path(__file__).parents[1] / "games" / "dice_charmers" / "definition" / "pad.toml"
ORDERS = {
    "one on A4": {"paper": "a4", "up": 1},
    "one on Letter, saving ink": {"paper": "letter", "up": 1, "ink": "saver"},
    "two on A4, in Russian": {"paper": "a4", "up": 2, "language": "ru"},
    "two on Letter": {"paper": "letter", "up": 2},
}


@dataclass(frozen=True)
class MarkedSheet(PrintableSheet):
    """A printable sheet with marks on it."""

    definition: SheetDefinition
    marks: Marks | None = None

    def __hash__(self) -> int:
        return id(self)

    def draw(self, language: str, ink: str, serial: int | None = None) -> str:
        return arrange_for_paper(self.definition, self.marks or {}, language=language, ink=ink)


@pytest.fixture(scope="session", params=["sun", "moon"])
def sheet(request):
    return load_sheet(request.param)


@cache
def play(sheet):
    """The marks at the end of a game, as the rules see them."""
    return play_game(sheet.sheet, ["greedy"] * 3, random.Random(4)).sheets[0].marks


def cut(picture, box):
    x, y, width, height = (each * DPI / 25.4 for each in box)
    return picture.crop((round(x), round(y), round(x + width), round(y + height)))


def share_bright(picture) -> float:
    """The share of pixels that are not as dark as markers, which are dark gray on the ink saver."""
    return sum(picture.histogram()[121:]) / (picture.width * picture.height)


def test_its_cells_are_those_of_the_rules(sheet):
    check_cells(sheet)


def test_blank_and_missing_places_are_drawn_with_the_cells_of_the_rules():
    pad = load_sheet(PAD)
    check_cells(pad)
    shown = "".join(area.printed for area in draw_printed_areas(pad, "ru"))
    assert "b2: Пустая ячейка" in shown
    assert 'data-target="space a1"' not in shown
    assert all(draw_strokes(pad, describe(make_plan(pad.sheet), play(pad))).values())


@pytest.mark.parametrize("columns", range(2, 13))
def test_the_thick_frame_of_the_province_is_only_at_outer_sides(columns):
    """One space is missing, so the frame is a line at each outer side."""
    names = [f"{column}{row}" for row in (1, 2, 3) for column in ascii_lowercase[:columns]][1:]
    spaces = tuple(Space(name, "residence" if name == "b2" else "blank") for name in names)
    pad = load_sheet(PAD)
    province = Province(columns, 3, spaces, "W", ())
    drawing = Drawing(
        replace(pad, sheet=replace(pad.sheet, province=province)), NO_MARKS, make_palette(pad.character), language="en"
    )
    box = pad.geometry.boxes.province
    drawn = draw_province(drawing, box.width, box.height).render()
    assert len(re.findall(r'<line [^>]*stroke-width="0?.6"', drawn)) == 2 * (columns + 3)


def check_cells(sheet):
    plan = make_plan(sheet.sheet)
    (copy,) = describe_layout(PrintableSheet(sheet), Order((PrintableSheet(sheet),)))["copies"]
    states = {cell["id"]: cell["states"] for cell in copy["cells"]}
    assert len(states) == len(copy["cells"])
    for marks in (make_blank_marks(plan), play(sheet)):
        cells = describe_cells(plan, marks)
        assert set(cells) == set(states)
        assert all(state in states[cell] for cell, state in cells.items())
    assert {cell["kind"] for cell in copy["cells"]} == set(STATES)


@pytest.mark.parametrize("chosen", ORDERS.values(), ids=ORDERS)
def test_marks_are_printed_where_the_layout_says(sheet, chosen, pad, picture):
    plan, marks = make_plan(sheet.sheet), play(sheet)
    blank, marked = PrintableSheet(sheet), MarkedSheet(sheet, describe(plan, marks))
    before, after = (picture(pad(Order((each,), **chosen)), dpi=DPI).convert("L") for each in (blank, marked))
    ink = ImageChops.difference(before, after)
    layout = describe_layout(blank, Order((blank,), **chosen))
    assert [round(side * DPI / 25.4) for side in layout["page"]] == pytest.approx(list(before.size), abs=1)
    states, fresh = describe_cells(plan, marks), describe_cells(plan, make_blank_marks(plan))
    assert len(layout["copies"]) == chosen["up"]
    for copy in layout["copies"]:
        for cell in copy["cells"]:
            found = share_bright(cut(ink, cell["box"]))
            if states[cell["id"]] != fresh[cell["id"]]:
                assert found > 0.02, cell
            elif cell["kind"] in ("person", "upgrade", "river"):  # far enough from each other's strokes
                assert found < 0.02, cell


@pytest.mark.parametrize("chosen", ORDERS.values(), ids=ORDERS)
def test_markers_and_qr_code_are_where_it_says(sheet, chosen, pad, picture):
    blank = PrintableSheet(sheet)
    page = picture(pad(Order((blank,), **chosen)), dpi=DPI).convert("L")
    for copy in describe_layout(blank, Order((blank,), **chosen))["copies"]:
        for (left, top), _, (right, bottom), _ in copy["markers"].values():
            middle, border = (top + bottom) / 2, (right - left) / 12
            for x, dark in ((left - 0.8, False), (left + border, True), (right - border, True), (right + 0.8, False)):
                assert (page.getpixel((round(x * DPI / 25.4), round(middle * DPI / 25.4))) < 128) == dark
        assert 0.25 < 1 - share_bright(cut(page, copy["qr"])) < 0.6  # every code is different
