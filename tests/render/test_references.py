"""The drawings look like the reference pictures.

After an intended change, look at the new pictures, then keep them:
COMPANION_KEEP_PICTURES=1 python -m pytest tests/render/test_references.py
"""

import os
import re
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.games.dice_charmers.drawing.area import NO_MARKS, Area, Drawing, make_palette
from companion.games.dice_charmers.drawing.dice_areas import draw_market, draw_palace, draw_province, draw_river
from companion.games.dice_charmers.drawing.finished import print_finished
from companion.games.dice_charmers.drawing.phone import draw_printed_areas
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, arrange_for_paper
from companion.games.dice_charmers.drawing.tracks import draw_karma, draw_tracks, draw_upgrades
from companion.games.game import list_games
from companion.render.pad import Order
from companion.render.pdf import Page, Placed, render_pdf
from companion.render.svg import element, make_definitions, translate_group

REFERENCES = Path(__file__).parent / "references"
SCORE_PADS = {name: game.score_pad() for name, game in list_games().items()}
TILE = 12  # pixels; about an icon at the resolution of the pictures
TOLERANCE = 20  # mean difference of a tile, of 255


def worst_tile(one: Image.Image, two: Image.Image) -> float:
    """The largest mean difference of any small square, so that one missing icon is not lost in a page."""
    difference = ImageChops.difference(one, two).convert("L")
    small = difference.resize((one.width // TILE, one.height // TILE), Image.Resampling.BOX)
    return small.getextrema()[1]


@pytest.fixture(autouse=True)
def complete(missing_icons):
    """A missing icon is reported once, by test_everything_has_an_icon."""
    if missing_icons:
        pytest.skip("icons are missing")


def compare(name: str, seen: Image.Image, tmp_path: Path) -> None:
    reference = REFERENCES / f"{name}.png"
    if os.environ.get("COMPANION_KEEP_PICTURES"):
        seen.quantize(128, dither=Image.Dither.NONE).save(reference, optimize=True)
    expected = Image.open(reference).convert("RGB")
    if seen.size != expected.size or worst_tile(seen, expected) > TOLERANCE:
        seen.save(tmp_path / f"{name}.png")
        command = f"COMPANION_KEEP_PICTURES=1 .venv/bin/pytest -q tests/render/test_references.py -k '{os.environ['PYTEST_CURRENT_TEST'].split('::')[1].split('[')[0]}'"
        raise AssertionError(f"Compare {tmp_path / name}.png with {reference}. If the change is meant: {command}")


PAPER = {
    "blank": {"language": "en", "ink": "full"},
    "blank-saver": {"language": "ru", "ink": "saver"},
}


@pytest.mark.parametrize("state", PAPER)
def test_blank_sheets_on_paper(sheet, state, pad, picture, tmp_path):
    printed = pad(Order((PrintableSheet(sheet),), **PAPER[state], first_serial=0))
    compare(f"{sheet.sheet.name}-{state}", picture(printed), tmp_path)


def test_two_on_a_page(moon, pad, picture, tmp_path):
    printed = pad(Order((PrintableSheet(moon),), up=2, paper="letter", language="ru", first_serial=0))
    compare("moon-two-up", picture(printed), tmp_path)


@pytest.fixture(scope="module")
def as_pdf():
    @cache
    def printed(svg: str) -> bytes:
        width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
        return render_pdf([Page(width, height, (Placed(svg, 0, 0, width, height, "picture"),))], "picture", "en")

    return printed


def test_marked_sheets_on_paper(sheet, marks, as_pdf, picture, tmp_path):
    svg = arrange_for_paper(sheet, marks, language="ru")
    compare(f"{sheet.sheet.name}-marked", picture(as_pdf(svg)), tmp_path)


def test_full_sheets_on_paper(sheet, everything, as_pdf, picture, tmp_path):
    svg = arrange_for_paper(sheet, everything, ink="saver")
    compare(f"{sheet.sheet.name}-full", picture(as_pdf(svg)), tmp_path)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_sheets_on_a_phone(sheet, marks, dark, on_a_phone, as_pdf, picture, tmp_path):
    svg = on_a_phone(sheet, marks, "en", dark)
    compare(f"{sheet.sheet.name}-phone-{'dark' if dark else 'light'}", picture(as_pdf(svg), dpi=80), tmp_path)


@pytest.mark.parametrize(("language", "ink"), [("en", "full"), ("ru", "saver")])
def test_the_quick_reference(language, ink, pad, picture, tmp_path):
    reference = list_games()["dice-charmers"].reference
    compare(f"reference-{language}", picture(pad(Order((reference,), language=language, ink=ink))), tmp_path)


def test_finished_sheets(game, picture, tmp_path):
    compare("finished-1", picture(print_finished(game)), tmp_path)


@pytest.mark.parametrize(("game", "ink"), [("agra", "full"), ("dice-charmers", "saver")])
def test_score_pads(game, ink, pad, picture, tmp_path):
    compare(f"{game}-score-pad", picture(pad(Order((SCORE_PADS[game],), language="ru", ink=ink))), tmp_path)


def test_foreign_sheets(foreign, pad, picture, tmp_path):
    printed = pad(Order((PrintableSheet(foreign),), first_serial=0))
    compare(f"{foreign.sheet.name}-blank", picture(printed), tmp_path)


@pytest.mark.parametrize("icon", ["mill", "wheel", "trader"])
def test_a_missing_icon_would_be_noticed(sun, as_pdf, picture, icon):
    whole = arrange_for_paper(sun)
    broken = re.sub(rf'<use href="#{icon}"[^>]*/>', "", whole, count=1)
    assert broken != whole
    assert worst_tile(*(picture(as_pdf(svg)) for svg in (whole, broken))) > TOLERANCE


AREAS = {
    "tracks": draw_tracks,
    "province": draw_province,
    "market": draw_market,
    "palace": draw_palace,
    "river": draw_river,
    "upgrades": draw_upgrades,
    "karma": draw_karma,
}


def alone(area: Area, around: float) -> str:
    content = area.render()
    box = f"0 0 {area.width + 2 * around} {area.height + 2 * around}"
    drawn = make_definitions(content) + translate_group(around, around, content)
    return element("svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box)


@pytest.mark.parametrize("name", AREAS)
def test_nothing_leaves_its_box(sheet, everything, name, as_pdf, picture):
    """Even with everything marked, an area keeps to its place."""
    box = getattr(sheet.geometry.boxes, name)
    drawing = Drawing(sheet, everything, make_palette(sheet.character), "ru")
    around, dpi = 10, 72
    seen = picture(as_pdf(alone(AREAS[name](drawing, box.width, box.height), around)), dpi=dpi).convert("L")
    edge = round(around * dpi / 25.4) - 1
    inside = Image.new("L", (seen.width - 2 * edge, seen.height - 2 * edge), 255)
    seen.paste(inside, (edge, edge))
    assert seen.getextrema()[0] > 245


def test_every_area_is_drawn_on_paper_and_on_the_phone(sheet):
    assert set(AREAS) <= set(re.findall(r'id="area-([a-z]+)"', arrange_for_paper(sheet, NO_MARKS)))
    assert {area.name for area in draw_printed_areas(sheet, "en")} == set(AREAS)
