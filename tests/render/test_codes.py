"""What machines read on the paper is there, cell by cell."""

import pytest
import qrcode

from companion.games.dice_charmers.drawing.sheet import PrintableSheet, make_sheet_code
from companion.render.codes import ARUCO, QUIET, can_encode
from companion.render.pad import MARGIN, Order

DPI = 150


def rotated(bits):
    """A quarter turn of 4 x 4 cells."""
    return "".join(bits[4 * (3 - column) + row] for row in range(4) for column in range(4))


@pytest.mark.parametrize(
    ("marker", "cells"),
    [
        (0, ("1011", "0101", "0011", "0010")),
        (1, ("0000", "1111", "1001", "1010")),
        (2, ("0011", "0011", "0010", "1101")),
        (3, ("1001", "1001", "0100", "0110")),
    ],
    ids=str,
)
def test_the_first_markers_are_those_of_the_dictionary(marker, cells):
    assert f"{ARUCO[marker]:016b}" == "".join(cells)


def test_no_marker_is_another_one_turned():
    seen = set()
    for code in ARUCO:
        bits = f"{code:016b}"
        turns = {bits}
        for _ in range(3):
            bits = rotated(bits)
            turns.add(bits)
        assert not turns & seen
        seen |= turns
    assert len(ARUCO) == 50


@pytest.fixture(scope="module")
def page(sheet, pad, picture):
    return picture(pad(Order((PrintableSheet(sheet),))), dpi=DPI).convert("L")


def pixel(page, x, y):
    """The page at a point of the drawing, which lies in the middle of A4 at its own size."""
    return page.getpixel((round((x + MARGIN) * DPI / 25.4), round((y + MARGIN) * DPI / 25.4)))


def test_the_markers_on_paper_read_back(sheet, page):
    for name in ("top_left", "top_right", "bottom_right", "bottom_left"):
        marker = getattr(sheet.geometry.markers, name)
        cell = marker.box.width / 6
        cells = [
            [pixel(page, marker.box.x + (x + 0.5) * cell, marker.box.y + (y + 0.5) * cell) > 127 for x in range(6)]
            for y in range(6)
        ]
        assert not any(cells[0] + cells[5] + [row[0] for row in cells] + [row[5] for row in cells])
        inner = "".join(str(int(white)) for row in cells[1:5] for white in row[1:5])
        assert int(inner, 2) == ARUCO[marker.id]


def test_the_qr_code_on_paper_reads_back(sheet, page):
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=0)
    code.add_data(make_sheet_code(sheet, "en"))
    code.make(fit=True)
    expected = code.get_matrix()
    box = sheet.geometry.boxes.qr
    module = box.width / (len(expected) + 2 * QUIET)
    for y, row in enumerate(expected):
        for x, dark in enumerate(row):
            seen = pixel(page, box.x + (x + 0.5 + QUIET) * module, box.y + (y + 0.5 + QUIET) * module)
            assert (seen < 128) == dark, (x, y)


def test_the_code_of_a_sheet_names_sheet_version_and_language(sun):
    assert make_sheet_code(sun, "ru") == "RWC:SUN:1:RU"


@pytest.mark.parametrize(
    ("content", "readable"),
    [("HTTPS://TABLE.EXAMPLE/T/QWERTY", True), ("https://table.example/t/qwerty", True), ("x" * 400, False)],
    ids=["capital letters", "small letters", "far too long"],
)
def test_a_code_too_fine_for_a_phone_is_refused(content, readable):
    assert can_encode(content) is readable
