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

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.definition.definition import read_definition
from companion.games.dice_charmers.definition.reader import Notes, Table
from companion.games.dice_charmers.drawing.area import NO_MARKS, Marks
from companion.games.dice_charmers.drawing.finished_game import Game, Player, Turn
from companion.games.dice_charmers.drawing.phone import WIDTH, draw_printed_areas, draw_strokes, write_stylesheet
from companion.games.dice_charmers.rules.sheet import BUILDINGS
from companion.paths import SHEETS
from companion.render.icons import make_definitions
from companion.render.pad import print_pad
from companion.render.svg import element, translate_group
from companion.render.svg import write_svg as drawing

DEFINITIONS = Path(__file__).parents[1] / "games" / "dice_charmers" / "definition"
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


SHAPES = {
    "sun": {
        "province": {
            "rows": [
                ".      blank            temple      fort             .",
                ".      market-same      fort        mill             .",
                "palace market-different residence   market-different palace",
                ".      mill             market-same temple           .",
                ".      .                market-same .                .",
            ],
            "residence_roads": "NESW",
            "edges": {
                "b1 W": "person raja-man-singh",
                "c1 N": "karma",
                "d2 E": "half-road",
                "e3 E": "fame 3",
                "d4 E": "upgrade",
                "d4 S": "money 3",
                "b4 S": "person portuguese",
                "a3 S": "river-back 1-2",
            },
        },
    },
    "moon": {
        "province": {
            "rows": [
                "fort  temple market-same blank            .",
                ".     blank  palace      .                .",
                "blank mill   residence   market-different temple",
                ".     fort   market-same mill             .",
            ],
            "residence_roads": "NSW",
            "edges": {
                "c1 N": "goods 2",
                "c2 E": "karma",
                "e3 E": "sell-1-3",
                "e3 S": "person any",
                "c4 S": "river-advance",
                "a3 W": "intersection",
                "a1 W": "fame 4",
            },
        },
        "upgrades": {"values": [1, 2, 3], "columns": ["karma", "goods 3"], "once": ["palace", "mill"]},
    },
}


def redraw(name: str):
    """A sheet in the newest drawing with content that never changes, so that pictures can be compared.

    It is the content of the first version, but like that of the second the province is not a rectangle, and Moon can
    upgrade some buildings only once.
    """
    first, newest = (tomllib.loads((SHEETS / f"{each}.toml").read_text("utf-8")) for each in (f"{name}@1", name))
    content = {**first, **SHAPES[name], "edition": newest["edition"], "geometry": newest["geometry"]}
    notes = Notes(name)
    with Table(notes, "", content) as root:
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


@pytest.fixture(scope="session", params=["sun@1", "moon@1"])
def first_edition(request):
    return load_sheet(request.param)


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
def everything(sheet):
    """A sheet with everything marked."""
    return all_marks(sheet)


def all_marks(definition) -> Marks:
    sheet = definition.sheet
    goods = {kind: len(columns) for kind, columns in sheet.market.goods}
    roads = {space.name: "NESW" for space in sheet.province.spaces if space.kind != "residence"}
    return {
        "fame": sheet.tracks.fame,
        "money": sheet.tracks.money,
        "roads": roads,
        "circled_goods": goods,
        "sold_goods": goods,
        "palace": dict.fromkeys(
            ("great-mogul", "maharani", "trader", "raja-man-singh", "master-builder", "portuguese"),
            sheet.palace.uses,
        ),
        "river": list(range(1, len(sheet.river) + 1)),
        "upgrades": {building: sheet.upgrades.count_upgrades(building) for building in BUILDINGS},
        "karma_circled": sheet.karma.places,
        "karma_used": sheet.karma.places,
        "circled_bonuses": [],
        "used_bonuses": bonus_places(sheet),
        "wasted_bonuses": [],
    }


def bonus_places(sheet) -> list[str]:
    return [
        *(f"edge {space} {side}" for space, side, _ in sheet.province.edge_bonuses),
        *(f"tent {number}" for number in range(1, len(sheet.market.tents) + 1)),
        *(f"fame {place}" for place, _ in sheet.tracks.fame_bonuses),
        *(f"money {place}" for place, _ in sheet.tracks.money_bonuses),
        *(f"palace upper {column}" for column in range(1, len(sheet.palace.upper_columns) + 1)),
        *(f"palace lower {column}" for column in range(1, len(sheet.palace.lower_columns) + 1)),
        *(f"upgrade {column}" for column in range(1, len(sheet.upgrades.column_bonuses) + 1)),
        *(f"karma {place}" for place, _ in sheet.karma.bonuses),
    ]


@pytest.fixture(scope="session")
def places():
    return bonus_places


@pytest.fixture(scope="session")
def game(sun, marks):
    """Four at the table, one of them with a paper sheet."""

    def played(name, colour, place, score, pace):
        gaps = tuple(-39 + pace * number for number in range(1, 11))
        return Player(name, colour, place, 21, 40, score, 3, 2, marks, gaps)

    return Game(
        sun,
        (
            played("Анна Ключевская", "red", 1, 2.5, 4.3),
            played("Bruno", "blue", 2, 2, 4.1),
            played("Chloë", "green", 3, -0.5, 3.8),
            replace(played("Dana", "yellow", 4, -3, 3), marks=None, gaps=()),
        ),
        "16.11.2026",
        link="HTTPS://TABLE.EXAMPLE/T/QWERTY",
        tie_break="Bruno has circled more karma.",
        best_turns=(Turn("Анна Ключевская", 7, 6, 9), Turn("Bruno", 4, 5, 3)),
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
