"""Paper that pencil and camera can work with: marks have light places of their own, on every paper and in every ink."""

import re
from itertools import pairwise

import pytest
from PIL import ImageStat

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing.area import format_title
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, describe_layout
from companion.games.dice_charmers.drawing.tracks import PENCIL
from companion.games.dice_charmers.rules.sheet import PEOPLE
from companion.i18n import translate_to
from companion.render.pad import Order

DPI = 200
DARK = 128  # of 255
MOST_DARK = {  # share of a cell that print may darken, by kind
    "bonus": 0.2,
    "good": 0.2,
    "river": 0.2,
    "karma": 0.25,  # the first wheel is printed with its circle
    "upgrade": 0.15,
    "person": 0.15,
    "fame": 0.2,
    "money": 0.2,
}
STROKE = 3.2  # mm that a stroke needs
APART = 1.5  # mm between karma circles
SMALLEST_NAME = 6.5  # points


@pytest.fixture(scope="module", params=["sun", "moon"])
def sheet(request):
    return PrintableSheet(load_sheet(request.param))


@pytest.fixture(params=[("a4", 1), ("a4", 2), ("letter", 1), ("letter", 2)], ids=str)
def on_paper(request):
    paper, up = request.param
    return {"paper": paper, "up": up}


def cells_of(order):
    """The cells of each copy by id, with their boxes."""
    (sheet,) = order.sheets
    return [{cell["id"]: cell["box"] for cell in copy["cells"]} for copy in describe_layout(sheet, order)["copies"]]


def measure_dark(page, box) -> tuple[float, float]:
    """The share of dark pixels in a box, and how dark it is on the whole."""
    x, y, width, height = (each * DPI / 25.4 for each in box)
    cut = page.crop((round(x), round(y), round(x + width), round(y + height)))
    return sum(cut.histogram()[:DARK]) / (cut.width * cut.height), 1 - ImageStat.Stat(cut).mean[0] / 255


@pytest.mark.parametrize(("ink", "language"), [("full", "en"), ("saver", "ru")])
def test_print_leaves_cells_light(sheet, on_paper, ink, language, pad, picture):
    order = Order((sheet,), **on_paper, ink=ink, language=language)
    page = picture(pad(order), dpi=DPI).convert("L")
    measured = {cell: measure_dark(page, box) for cells in cells_of(order) for cell, box in cells.items()}
    wrong = {cell: dark for cell, dark in measured.items() if max(dark) > MOST_DARK.get(cell.split()[0], 1)}
    assert wrong == {}


def test_every_place_of_the_tracks_has_room_for_a_stroke(sheet, on_paper):
    for cells in cells_of(Order((sheet,), **on_paper)):
        narrow = {cell: box for cell, box in cells.items() if cell.startswith(("fame", "money")) and box[2] < STROKE}
        assert narrow == {}


def test_karma_circles_do_not_touch(sheet, on_paper):
    for cells in cells_of(Order((sheet,), **on_paper)):
        places = [cells[f"karma {place}"] for place in range(1, sheet.definition.sheet.karma.places + 1)]
        assert all(right[0] - (left[0] + left[2]) >= APART for left, right in pairwise(places))


def test_names_can_be_read(sheet):
    """One sheet on A4 is printed in its own millimetres."""
    drawn = sheet.draw("ru", "full")
    for name in (*(format_title(person, "ru") for person in PEOPLE), sheet.definition.sheet.province.spaces[0].name):
        (size,) = re.findall(rf'font-size="([\d.]+)"[^>]*>{name}<', drawn)
        assert float(size) * 72 / 25.4 >= SMALLEST_NAME, name


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sheet_asks_for_totals_and_a_soft_pencil(sheet, language, pad, text):
    found = " ".join(text(pad(Order((sheet,), language=language))).split())
    labels = sheet.definition.labels
    assert translate_to(PENCIL, language) in found
    for total in (labels.fame[language], labels.money[language], translate_to("Score", language)):
        assert found.count(total) >= (1 if total == translate_to("Score", language) else 2), "heading and box"
    assert f"− {sheet.definition.sheet.tracks.fame} =" in found
