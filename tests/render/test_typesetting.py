"""What WeasyPrint is given looks like the drawing: icons as letters, words where they were."""

import re

import pytest
from PIL import Image, ImageChops

from companion.games.dice_charmers.drawing.area import draw_text
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper
from companion.render.icons import assign_characters, draw_icon, load_symbols
from companion.render.pdf import Page, Placed, render_pdf
from companion.render.svg import element, group
from companion.render.typesetting import prepare_for_print

ACROSS, CELL = 8, 24
TILE = 8  # pixels; less than any detail of an icon


def page(content: str) -> Page:
    rows = -(-len(load_symbols()) // ACROSS)
    width, height = ACROSS * CELL, rows * CELL
    svg = element("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")
    return Page(width, height, (Placed(svg, 0, 0, width, height, "icons"),))


def cells():
    for index, icon in enumerate(load_symbols()):
        yield icon, CELL * (index % ACROSS), CELL * (index // ACROSS)


def test_an_icon_looks_the_same_as_a_letter(picture):
    letters = "".join(draw_icon(icon, x + 12, y + 12, 24, "#000000") for icon, x, y in cells())
    shapes = "".join(
        group(re.sub(r"</?symbol[^>]*>", "", load_symbols()[icon]), transform=f"translate({x} {y})", fill="#000000")
        for icon, x, y in cells()
    ).replace("currentColor", "#000000")
    lettered, drawn = (picture(render_pdf([page(content)], "icons", "en"), dpi=144) for content in (letters, shapes))
    assert lettered.size == drawn.size
    differences = ImageChops.difference(lettered, drawn).convert("L")
    tiles = differences.resize((drawn.width // TILE, drawn.height // TILE), Image.Resampling.BOX)
    side = CELL * 144 / 25.4 / TILE
    worst = {
        icon: tiles.crop(
            (int(x / CELL * side), int(y / CELL * side), int((x / CELL + 1) * side), int((y / CELL + 1) * side))
        )
        for icon, x, y in cells()
    }
    assert {icon: tile.getextrema()[1] for icon, tile in worst.items() if tile.getextrema()[1] > 100} == {}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_is_left_that_takes_long_to_set(sheet, marks, language):
    printed = prepare_for_print(arrange_for_paper(sheet, marks, language=language))
    assert "<use" not in printed
    assert "text-anchor" not in printed
    assert printed.count("<text") < 100


def test_icons_are_no_text_to_find_or_copy(picture, text):
    content = draw_icon("tea", 12, 12, 24, "#000000") + draw_icon("silk", 40, 12, 24, "#000000")
    printed = render_pdf([page(content)], "icons", "en")
    assert picture(printed).convert("L").getextrema()[0] < 50
    assert text(printed).split() == []


def test_every_icon_has_its_letter():
    letters = [assign_characters()[icon] for icon in load_symbols()]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("words", ["a  b", " & < >", "Ünïcödé", "Великий Могол"], ids=repr)
def test_every_letter_keeps_its_place(words):
    (found,) = re.findall(r"<text [^>]*>", prepare_for_print(draw_text(10, 10, words, 4, "#000000", anchor="end")))
    assert len(re.search(r' x="([^"]*)"', found)[1].split()) == len(words)
