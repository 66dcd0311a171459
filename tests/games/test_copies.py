"""Numbered copies: every seat has its own number."""

import pytest

from companion.games.copies import FOR_TABLES, number_copy
from companion.games.dice_charmers.drawing.printed_code import SERIALS, PrintedCode, read_code
from companion.render import pad
from companion.seat_colours import SEAT_COLOURS

CODE = "KVTKJN"
RED, BLUE = (number_copy(CODE, seat) for seat in ("red", "blue"))


def test_a_printed_number_never_changes():
    """Sheets that are on the table already must find their seats after an update."""
    assert (RED, BLUE) == (2167285937, 2153912027)


def test_every_seat_of_every_table_has_its_own_number():
    codes = ("KVTKJN", "KVTKJM", "HPFDFW", "CCCCCC")
    numbers = {number_copy(code, seat) for code in codes for seat in SEAT_COLOURS}
    assert len(numbers) == len(codes) * len(SEAT_COLOURS)
    assert all(number in FOR_TABLES for number in numbers)


@pytest.mark.parametrize("number", [FOR_TABLES[0], FOR_TABLES[-1], RED], ids=["lowest", "highest", "of a seat"])
def test_a_number_fits_into_the_code_of_a_sheet(number):
    assert read_code(str(PrintedCode("sun", 2, "en", "full", number))).serial == number
    assert number < SERIALS


def test_no_pad_has_a_number_of_a_table():
    copies = pad.MOST_PAGES * 2 * 2  # two sides with two sheets each
    assert pad.SERIALS - 1 + copies <= FOR_TABLES[0]
