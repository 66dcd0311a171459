"""Sheets printed for a table: one page per player, with the name and a code of its own."""

from io import BytesIO

import cv2
import numpy
import pikepdf
import pytest

from companion.games.copies import number_copy
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing.copies import print_copies
from companion.games.dice_charmers.drawing.printed_code import PrintedCode, read_code

NAMES = {"red": "Анна Ключевская", "blue": "Bruno <b>"}
COPIES = tuple((name, number_copy("KVTKJN", seat)) for seat, name in NAMES.items())


def read_printed(picture, pdf: bytes, page: int) -> PrintedCode | None:
    """Read the QR code of a printed page as a camera would."""
    content, _, _ = cv2.QRCodeDetector().detectAndDecode(numpy.array(picture(pdf, page, dpi=150)))
    return read_code(content)


@pytest.mark.parametrize(
    ("name", "paper", "language", "ink", "has_numbers"),
    [
        ("sun", "a4", "en", "full", True),
        ("moon", "letter", "ru", "saver", True),
        ("sun@1", "a4", "ru", "full", False),
    ],
    ids=["A4", "letter", "the first edition has no numbers"],
)
def test_each_player_gets_a_sheet_with_name_and_number(picture, text, name, paper, language, ink, has_numbers):
    definition = load_sheet(name)
    sheet, pdf = definition.sheet, print_copies(definition, COPIES, paper, language, ink)
    with pikepdf.open(BytesIO(pdf)) as printed:
        assert len(printed.pages) == len(COPIES)
        assert definition.title[language] in str(printed.docinfo["/Title"])
    for page, (player, number) in enumerate(COPIES, 1):
        found = " ".join(text(pdf, page).split())
        assert player in found and definition.labels.market[language] in found
        assert not any(other in found for other, _ in COPIES if other != player)
        numbered = (ink, number) if has_numbers else ()
        assert read_printed(picture, pdf, page) == PrintedCode(sheet.name, sheet.version, language, *numbered)
