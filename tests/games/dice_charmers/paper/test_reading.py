"""Photos of marked sheets are read: almost every mark is right or asked about."""

import pickle
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.dice_charmers.bots import simulate
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.paper.printed import Print, find_printed_circles
from companion.games.dice_charmers.paper.reader import find_definition
from companion.games.dice_charmers.paper.reading import Reading, Unreadable, Why, read_picture
from companion.photo.crops import encode
from tests.photo_samples import make_sample

ALLOWED = 0.03  # share of the cells; docs/photo.md has the figures
FIND = partial(find_definition, own=Path("/nonexistent"))


@cache
def play(name: str) -> dict[str, str]:
    finals: list[dict] = []
    simulate(load_sheet(name).sheet, ["greedy", "greedy"], 1, seed=8, final=finals.append)
    return finals[0]["cells"]


@cache
def photograph(name: str, language: str, ink: str, level: str, seed: int, **more) -> tuple[bytes, dict[str, str]]:
    rng, cells = np.random.default_rng(seed), play(name)
    sample = make_sample(Print(load_sheet(name), language, ink), cells, level, rng, megapixels=2.6, **more)
    return sample.encode(rng), cells


def check(reading: Reading, name: str, cells: dict[str, str]) -> None:
    """Check that the sheet is recognised, and that almost every mark is right or asked about."""
    sheet = load_sheet(name).sheet
    assert (reading.sheet, reading.version, set(reading.cells)) == (sheet.name, sheet.version, set(cells))
    asked = {doubt.cell for doubt in reading.doubtful}
    missed = [cell for cell, state in cells.items() if reading.cells[cell] != state and cell not in asked]
    assert len(missed) <= ALLOWED * len(cells)
    assert len(asked) <= len(cells) / 10


@pytest.mark.parametrize(
    ("name", "language", "ink", "level", "up", "held_back"),
    [("sun", "ru", "full", "normal", 1, False), ("moon@1", "en", "saver", "good", 2, True)],
    ids=["one sheet in Russian", "first edition, two on a page, unknown habits"],
)
def test_a_played_sheet_is_read(name, language, ink, level, up, held_back):
    data, cells = photograph(name, language, ink, level, seed=21, up=up, held_back=held_back)
    reading = read_picture(data, None, FIND)
    check(reading, name, cells)
    assert (reading.lang, reading.ink) == (language, ink)
    assert cv2.imdecode(np.frombuffer(reading.picture, np.uint8), cv2.IMREAD_COLOR).shape[0] > 1000
    for doubt in reading.doubtful:
        assert doubt.read == reading.cells[doubt.cell] and doubt.read in doubt.alternatives
        assert doubt.crop.startswith(b"\xff\xd8")
    assert pickle.loads(pickle.dumps(reading)) == reading


@pytest.mark.parametrize(("level", "marks"), [("good", {}), ("poor", {"fame 1": "marked", "river 7": "crossed"})])
def test_an_almost_blank_sheet_is_not_read_as_a_full_one(level, marks):
    which, rng = Print(load_sheet("moon"), "en", "full"), np.random.default_rng(3)
    states = dict.fromkeys(which.list_cells(), "none") | dict.fromkeys(
        find_printed_circles(which.definition), "circled"
    )
    states |= marks
    reading = read_picture(make_sample(which, states, level, rng, megapixels=2.6).encode(rng), None, FIND)
    assert {doubt.cell for doubt in reading.doubtful} >= {
        cell for cell in states if reading.cells[cell] != states[cell]
    }
    assert len(reading.doubtful) <= 6


def test_a_photo_turned_upside_down_with_a_hidden_corner_and_a_damaged_code_is_read():
    data, cells = photograph("sun", "en", "full", "scan", seed=6, up=1)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    height, width = picture.shape[:2]
    picture[-round(height * 0.09) :, : round(width * 0.15)] = (120, 150, 200)
    picture[: round(height * 0.15), round(width * 0.68) : round(width * 0.85)] = 90
    reading = read_picture(encode(picture[::-1, ::-1]), "sun", FIND)
    check(reading, "sun", cells)
    assert reading.serial is None


def spoil(fault: str) -> bytes:
    data, _ = photograph("sun", "en", "saver", "scan", seed=5, up=1)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    match fault:
        case "far away":
            small = cv2.resize(picture, None, fx=0.22, fy=0.22, interpolation=cv2.INTER_AREA)
            picture = cv2.copyMakeBorder(small, 500, 500, 500, 500, cv2.BORDER_CONSTANT, value=(90, 90, 90))
        case "dark":
            picture = (picture * 0.04).astype(np.uint8)
        case "one corner":
            picture[: round(picture.shape[0] * 0.2)] = 200
            picture[:, : round(picture.shape[1] * 0.2)] = 200
        case "no sheet":
            picture[:] = 200
    return encode(picture)


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("far away", {Why.TOO_SMALL, Why.NO_SHEET}),
        ("dark", {Why.TOO_DARK}),
        ("one corner", {Why.NOT_ALL_CORNERS}),
        ("no sheet", {Why.NO_SHEET}),
    ],
)
def test_an_unreadable_photo_says_why(fault, why):
    with pytest.raises(Unreadable) as refused:
        read_picture(spoil(fault), None, FIND)
    assert refused.value.kind in why
    assert pickle.loads(pickle.dumps(refused.value)).kind is refused.value.kind


def test_a_sheet_that_nobody_knows_is_foreign():
    data, _ = photograph("sun", "en", "full", "scan", seed=6, up=1)
    with pytest.raises(Unreadable) as refused:
        read_picture(data, None, lambda name, version: None if version == 2 else FIND(name, version))
    assert refused.value.kind is Why.FOREIGN_SHEET
