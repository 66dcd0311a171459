"""What machines read on the paper is there, cell by cell, and says which sheet and which copy it is."""

from io import BytesIO

import cv2
import numpy
import pikepdf
import pytest
import qrcode
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_charmers.copies import number_copy
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing.sheet import (
    PrintableSheet,
    PrintedCode,
    make_sheet_code,
    print_copies,
    read_code,
)
from companion.games.game import list_games
from companion.i18n import LANGUAGES
from companion.render.codes import ARUCO, QUIET, SeriesEncoder, can_encode, make_matrix
from companion.render.pad import MARGIN, Order, choose_serial, list_codes
from companion.render.palette import INKS

DPI = 150
FIRST = 123_456_789  # serial number


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
    return picture(pad(Order((PrintableSheet(sheet),), first_serial=FIRST)), dpi=DPI).convert("L")


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
    assert read_module_by_module(
        page, make_matrix(make_sheet_code(sheet, "en", "full", FIRST)), sheet.geometry.boxes.qr, MARGIN
    )


def read_module_by_module(page, expected, box, away=0.0) -> bool:
    """Whether a page has this code in a box."""
    module = box.width / (len(expected) + 2 * QUIET)
    return all(
        (pixel(page, left + (x + 0.5 + QUIET) * module, top + (y + 0.5 + QUIET) * module) < 128) == dark
        for left, top in [(box.x + away - MARGIN, box.y + away - MARGIN)]
        for y, row in enumerate(expected)
        for x, dark in enumerate(row)
    )


def test_a_code_is_a_qr_code_that_survives_damage():
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=0)
    code.add_data("RWC:SUN:1:EN")
    code.make(fit=True)
    assert [list(row) for row in make_matrix("RWC:SUN:1:EN")] == code.get_matrix()


@pytest.mark.parametrize("content", ["RWC:SUN:2:EN:F:00000A", "RWC:SOME-LONG-NAME-OF-A-PAD:2:EN:F:00000A"], ids=len)
def test_a_series_is_written_in_the_form_of_its_first_code(content):
    encoder = SeriesEncoder()
    assert encoder.encode(content) == make_matrix(content)
    version, protection, mask = encoder.forms[len(content)]
    other = qrcode.QRCode(version, protection, border=0, mask_pattern=mask)
    other.add_data(content[:-1] + "B")
    other.make(fit=False)
    assert [list(row) for row in encoder.encode(content[:-1] + "B")] == other.get_matrix()


def test_the_code_of_a_sheet_says_what_it_is(sun):
    assert make_sheet_code(sun, "ru", "saver", 35) == "RWC:SUN:1:RU:S:00000Z"


@pytest.mark.parametrize("up", [1, 2])
def test_every_copy_of_a_pad_has_its_own_serial_number_on_paper(sun, moon, pad, picture, up):
    order = Order((PrintableSheet(sun), PrintableSheet(moon)), pages=2, up=up, ink="saver", first_serial=FIRST)
    codes = [read_code(code.content) for page in list_codes(order) for code in page]
    assert [code.serial for code in codes] == list(range(FIRST, FIRST + 4 * up))
    assert [code.sheet for code in codes] == ["sun"] * up + ["moon"] * up + ["sun"] * up + ["moon"] * up
    printed, encoder = pad(order), SeriesEncoder()
    for number, placed in enumerate(list_codes(order), 1):
        page = picture(printed, number, DPI).convert("L")
        assert len(placed) == up
        assert all(read_module_by_module(page, encoder.encode(code.content), code.box) for code in placed)


def test_two_pads_have_different_serial_numbers(sun):
    order = Order((PrintableSheet(sun),))
    assert choose_serial(order).first_serial != choose_serial(order).first_serial


def test_pads_without_serial_numbers_need_none():
    order = Order((list_games()["dice-charmers"].reference,), pages=3)
    assert choose_serial(order) is order
    assert list_codes(order) == [[], [], []]


@pytest.mark.parametrize(
    ("content", "readable"),
    [("HTTPS://TABLE.EXAMPLE/T/QWERTY", True), ("https://table.example/t/qwerty", True), ("x" * 400, False)],
    ids=["capital letters", "small letters", "far too long"],
)
def test_a_code_too_fine_for_a_phone_is_refused(content, readable):
    assert can_encode(content) is readable


# What a code says

SHEET_NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True)  # as sheet files may be called
LAST = 36**6 - 1  # serial number

CODES = {
    "RWC:MOON:2:EN:F:00000A": PrintedCode("moon", 2, "en", "full", 10),
    "RWC:MY-PAD-2:17:EN:S:ZZZZZZ": PrintedCode("my-pad-2", 17, "en", "saver", LAST),
}


@pytest.mark.parametrize(("text", "said"), CODES.items())
def test_a_code_is_read_and_written(text, said):
    assert read_code(text) == said
    assert str(said) == text


VERSIONS, SERIAL_NUMBERS = st.integers(1, 9999), st.integers(0, LAST)


@given(
    st.builds(PrintedCode, SHEET_NAMES, VERSIONS, st.sampled_from([*LANGUAGES]), st.sampled_from(INKS), SERIAL_NUMBERS)
)
def test_every_code_reads_back(code):
    assert read_code(str(code)) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://table.example/t/qwerty",
        "RWC:SUN:1",
        "RWC:SUN:1:EN",
        "RWC:SUN:0:EN:F:00000A",
        "RWC:SUN:1:EN:F",
        "RWC:SUN:1:EN:G:00000A",
        "RWC:SUN:1:EN:F:0000A",
        "RWC:../SUN:1:EN:F:00000A",
        "rwc:sun:1:en:f:00000a",
        "RWC:SUN:1:EN:F:00000A\n",
        "RWC:SUN:٣:EN:F:00000A",
    ],
    ids=repr,
)
def test_other_codes_are_not_ours(text):
    assert read_code(text) is None


# Sheets printed for a table: one page per player, with the name and a code of its own

NAMES = {"red": "Анна Ключевская", "blue": "Bruno <b>"}
COPIES = tuple((name, number_copy("KVTKJN", seat)) for seat, name in NAMES.items())


def read_printed(picture, pdf: bytes, page: int) -> PrintedCode | None:
    """Read the QR code of a printed page as a camera would."""
    content, _, _ = cv2.QRCodeDetector().detectAndDecode(numpy.array(picture(pdf, page, dpi=150)))
    return read_code(content)


@pytest.mark.parametrize(
    ("name", "paper", "language", "ink"), [("sun", "a4", "en", "full"), ("moon", "letter", "ru", "saver")]
)
def test_each_player_gets_a_sheet_with_name_and_number(picture, text, name, paper, language, ink):
    definition = load_sheet(name)
    sheet, pdf = definition.sheet, print_copies(definition, COPIES, paper, language, ink)
    with pikepdf.open(BytesIO(pdf)) as printed:
        assert len(printed.pages) == len(COPIES)
        assert definition.title[language] in str(printed.docinfo["/Title"])
    for page, (player, number) in enumerate(COPIES, 1):
        found = " ".join(text(pdf, page).split())
        assert player in found and definition.labels.market[language] in found
        assert not any(other in found for other, _ in COPIES if other != player)
        assert read_printed(picture, pdf, page) == PrintedCode(sheet.name, sheet.version, language, ink, number)
