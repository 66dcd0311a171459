"""Numbered copies: every seat has its own number, and a photo finds its seat."""

import pytest

from companion.games.dice_charmers.copies import FOR_TABLES, LEFT_OUT, Assigned, Copy, Why, assign_copies, number_copy
from companion.games.dice_charmers.drawing.sheet import SERIALS, PrintedCode, read_code
from companion.render import pad
from companion.seat_colours import SEAT_COLOURS

CODE = "KVTKJN"
SEATS = ("red", "blue", "green")
RED, BLUE, GREEN = (number_copy(CODE, seat) for seat in SEATS)
ELSEWHERE = number_copy("HPFDFW", "red")
PAD, ANOTHER = 7, 8


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


def by_number(seat: str) -> Assigned:
    return Assigned(seat, Why.NUMBER, seat)


def last(seat: str) -> Assigned:
    return Assigned(seat, Why.LAST, seat)


ASK = Assigned(None, Why.UNKNOWN)

CASES = {
    "its number tells": (SEATS, [Copy(BLUE)], [by_number("blue")]),
    "numbers in any order": (SEATS, [Copy(GREEN), Copy(RED)], [by_number("green"), by_number("red")]),
    "from a pad, several seats": (SEATS, [Copy(PAD)], [ASK]),
    "from a pad, one seat": (["blue"], [Copy(PAD)], [last("blue")]),
    "without a number, one seat": (["blue"], [Copy(None)], [last("blue")]),
    "the others have numbers": (
        SEATS,
        [Copy(RED), Copy(PAD), Copy(BLUE)],
        [by_number("red"), last("green"), by_number("blue")],
    ),
    "two from a pad": (["red", "blue"], [Copy(PAD), Copy(ANOTHER)], [ASK, ASK]),
    "two that have no number": (["red", "blue"], [Copy(None), Copy(None)], [ASK, ASK]),
    "one of two is chosen": (
        ["red", "blue"],
        [Copy(PAD, chosen="blue"), Copy(ANOTHER)],
        [Assigned("blue", Why.UNKNOWN, None, True), last("red")],
    ),
    "two for the only seat": (["red"], [Copy(PAD), Copy(ANOTHER)], [ASK, ASK]),
    "printed for a player who is done": (["red"], [Copy(BLUE)], [Assigned(None, Why.OTHER_SEAT, "blue")]),
    "printed for another table": (["red"], [Copy(ELSEWHERE)], [Assigned(None, Why.OTHER_TABLE)]),
    "printed for another table, chosen": (
        ["red"],
        [Copy(ELSEWHERE, chosen="red")],
        [Assigned("red", Why.OTHER_TABLE, None, True)],
    ),
    "the sheets were swapped": (
        SEATS,
        [Copy(RED, chosen="blue"), Copy(BLUE, chosen="red")],
        [Assigned("blue", Why.NUMBER, "red", True), Assigned("red", Why.NUMBER, "blue", True)],
    ),
    "entered before": (["red"], [Copy(PAD, entered="blue")], [Assigned(LEFT_OUT, Why.ENTERED, "blue")]),
    "the same photo twice": (SEATS, [Copy(RED), Copy(RED)], [by_number("red"), Assigned(LEFT_OUT, Why.REPEATED)]),
    "two copies for one seat": (
        SEATS,
        [Copy(RED), Copy(PAD, chosen="red")],
        [by_number("red"), Assigned(None, Why.TWICE, "red")],
    ),
    "left out": (["red"], [Copy(PAD, chosen=LEFT_OUT)], [Assigned(LEFT_OUT, Why.UNKNOWN, None, True)]),
    "two are left out": (
        SEATS,
        [Copy(PAD, chosen=LEFT_OUT), Copy(ANOTHER, chosen=LEFT_OUT)],
        [Assigned(LEFT_OUT, Why.UNKNOWN, None, True)] * 2,
    ),
}


@pytest.mark.parametrize(("waiting", "copies", "found"), CASES.values(), ids=CASES)
def test_whose_copies_they_are(waiting, copies, found):
    assert assign_copies(CODE, SEATS, waiting, copies) == found
