"""Sheets in every state, and readers of PDF files: Poppler's pdftoppm and pdftotext."""

import re
import subprocess
import tomllib
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.files import SHEETS
from companion.games.dice_charmers.definition import load_sheet, read_definition
from companion.games.dice_charmers.definition.values import Notes, TomlTable
from companion.games.dice_charmers.drawing.area import NO_MARKS, SIMPLE, Marks
from companion.games.dice_charmers.drawing.finished import FinishedGame, FinishedPlayer
from companion.games.dice_charmers.drawing.phone import WIDTH, draw_printed_areas, draw_strokes, write_stylesheet
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, find_icon
from companion.games.dice_charmers.rules.sheet import BUILDINGS, DICE_COLOURS, GOODS, PEOPLE, Bonus, make_plan
from companion.render.pad import print_pad
from companion.render.svg import element, load_symbols, make_definitions, translate_group
from companion.render.svg import write_svg as drawing
from companion.seat_colours import SEAT_COLOURS

DEFINITIONS = Path(__file__).parents[1] / "games" / "dice_charmers" / "definition"
CONTENT = Path(__file__).parent / "sheets"
TINY, PAD = DEFINITIONS / "tiny.toml", DEFINITIONS / "pad.toml"

MIDDLE_OF_A_GAME: Marks = {
    "fame": 21,
    "money": 40,
    "roads": {
        "c2": "NS",
        "c1": "NESW",
        "d3": "EW",
        "e3": "NEW",
        "b3": "ES",
        "b4": "NS",
        "c4": "NW",
        "d1": "EW",
        "b1": "NE",
    },
    "circled_goods": {"tea": 4, "silk": 1, "spices": 2},
    "sold_goods": {"tea": 2, "silk": 1},
    "palace": {"trader": 2, "maharani": 1, "portuguese": 3, "great-mogul": 1},
    "river": [2, 5, 9, 10],
    "upgrades": {"temple": 2, "mill": 1},
    "karma_circled": 3,
    "karma_used": 2,
    "circled_bonuses": ["edge c1 N", "tent 4", "fame 17"],
    "used_bonuses": ["tent 1", "fame 4", "fame 8", "money 5", "money 10"],
    "wasted_bonuses": ["karma 3", "edge e3 E"],
}


def redraw(name: str):
    """A sheet in its own geometry with content that never changes, so that pictures can be compared."""
    content, ours = (tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for folder in (CONTENT, SHEETS))
    content["geometry"] = ours["geometry"]
    notes = Notes(name)
    with TomlTable(notes, "", content) as root:
        definition = read_definition(root)
    assert not notes.problems
    return definition


@pytest.fixture(scope="session", params=["sun", "moon"])
def sheet(request):
    return redraw(request.param)


@pytest.fixture(scope="session")
def sun():
    return redraw("sun")


@pytest.fixture(scope="session")
def moon():
    return redraw("moon")


@pytest.fixture(scope="session")
def missing_icons():
    """The icons that drawings use and the sprite lacks."""
    bonuses = (Bonus(kind.name, argument) for kind in BONUS_KINDS.values() for argument in kind.arguments)
    needed = {
        *(*BUILDINGS, *GOODS, *PEOPLE, *map(find_icon, bonuses)),
        *(f"die-{colour}" for colour in DICE_COLOURS),
        *(f"seat-{colour}" for colour in SEAT_COLOURS),
        *("residence", "market-same", "market-different", "person-any", "elephant", "depot"),
        *("straight", "bend", "half-roads", "fame", "money", "karma", *SIMPLE.values()),
    }
    return needed - load_symbols().keys()


@pytest.fixture(scope="session")
def tiny():
    return load_sheet(TINY)


@pytest.fixture(scope="session", params=[TINY, PAD], ids=["tiny", "pad"])
def foreign(request):
    return load_sheet(request.param)


@pytest.fixture(scope="session")
def marks():
    return MIDDLE_OF_A_GAME


@pytest.fixture(scope="session")
def everything(sheet) -> Marks:
    """A sheet with everything marked."""
    sheet = sheet.sheet
    goods = {kind: len(columns) for kind, columns in sheet.market.goods}
    roads = {space.name: "NESW" for space in sheet.province.spaces if space.kind != "residence"}
    return {
        "fame": sheet.tracks.fame,
        "money": sheet.tracks.money,
        "roads": roads,
        "circled_goods": goods,
        "sold_goods": goods,
        "palace": dict.fromkeys(PEOPLE, sheet.palace.uses),
        "river": list(range(1, len(sheet.river) + 1)),
        "upgrades": {building: sheet.upgrades.count_upgrades(building) for building in BUILDINGS},
        "karma_circled": sheet.karma.places,
        "karma_used": sheet.karma.places,
        "circled_bonuses": [],
        "used_bonuses": list(make_plan(sheet).bonuses),
        "wasted_bonuses": [],
    }


@pytest.fixture(scope="session")
def game(sun, marks):
    """Four at the table, one of them with a paper sheet."""

    def played(name, colour, place, score, pace):
        gaps = tuple(-39 + pace * number for number in range(1, 11))
        return FinishedPlayer(name, colour, place, 21, 40, score, marks, gaps)

    return FinishedGame(
        sun,
        (
            played("Анна Ключевская", "red", 1, 2.5, 4.3),
            played("Bruno", "blue", 2, 2, 4.1),
            played("Chloë", "green", 3, -0.5, 3.8),
            replace(played("Dana", "yellow", 4, -3, 3), marks=None, gaps=()),
        ),
        "16.11.2026",
        link="HTTPS://TABLE.EXAMPLE/T/QWERTY",
    )


@pytest.fixture(scope="session")
def on_a_phone():
    """on_a_phone(sheet, marks, language, dark): what the page of a running game shows, as one drawing.

    Areas below each other, the pen's layer over what is printed, and the colours that the stylesheet says.
    """
    gap = 2.0

    def shown(definition, marks: Marks = NO_MARKS, language: str = "en", dark: bool = False) -> str:
        strokes, layers, y = draw_strokes(definition, marks), [], 0.0
        for area in draw_printed_areas(definition, language):
            layers.append(translate_group(0, y, area.printed, strokes[area.name], id=f"area-{area.name}"))
            y += float(area.viewbox.split()[3]) + gap
        ground = element("rect", width=WIDTH, height=y - gap, fill="var(--sheet-page)")
        content = make_definitions("".join(layers)) + ground + "".join(layers)
        colours = dict(re.findall(r"--([a-z-]+):([^;]+);", write_stylesheet(definition).split("@media")[dark]))
        return drawing(re.sub(r"var\(--([a-z-]+)\)", lambda it: colours[it[1]], content), WIDTH, y - gap)

    return shown


@pytest.fixture(scope="session")
def pad():
    """pad(order): printed once, however many tests look at it."""
    return cache(print_pad)


@pytest.fixture(scope="session")
def picture():
    """picture(pdf, page, dpi): what a reader sees."""

    def see(pdf: bytes, page: int = 1, dpi: int = 72) -> Image.Image:
        command = ["pdftoppm", "-r", str(dpi), "-f", str(page), "-l", str(page), "-"]
        seen = subprocess.run(command, input=pdf, capture_output=True, check=True)
        assert not seen.stderr, seen.stderr
        return Image.open(BytesIO(seen.stdout)).convert("RGB")

    return see


@pytest.fixture(scope="session")
def text():
    """text(pdf): what a search finds."""

    def find(pdf: bytes, page: int = 0) -> str:
        pages = ["-f", str(page), "-l", str(page)] if page else []
        found = subprocess.run(["pdftotext", *pages, "-", "-"], input=pdf, capture_output=True, check=True)
        return found.stdout.decode()

    return find
