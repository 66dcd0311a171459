"""Numbered copies of sheets: which number is printed for a seat of a table, and whose copy a photo shows.

A number follows from the code of the table and the seat, so nothing has to be stored. Pads have lower numbers, so a
copy from a pad is never taken for one of a table.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from companion.games.dice_charmers.table.log import awaits_sheet
from companion.games.table_game import PAPER, Seat, Visitor

FOR_TABLES = range(2_150_000_000, 36**6)  # beyond `SERIALS` in render/pad.py, with six digits in base 36
LEFT_OUT = ""  # instead of a seat: a photo that is not entered


class Why(StrEnum):
    """Why a copy belongs to a seat, or why the players are asked."""

    NUMBER = "number"  # it was printed for this seat
    LAST = "last"  # no other seat is without a sheet
    UNKNOWN = "unknown"  # from a pad, or the number cannot be read
    OTHER_SEAT = "other-seat"  # printed for a seat whose sheet is not awaited here [owner]
    OTHER_TABLE = "other-table"  # printed for another table
    ENTERED = "entered"  # this copy was entered before [owner]
    REPEATED = "repeated"  # an earlier photo shows this copy
    TWICE = "twice"  # an earlier photo is for the same seat [owner]


class Copy(NamedTuple):
    """A photographed copy."""

    serial: int | None
    entered: str | None = None  # seat that it was entered for before
    chosen: str | None = None  # seat that the players chose, or LEFT_OUT


class Assigned(NamedTuple):
    """The seat of a copy, or LEFT_OUT; None if the players have to say it."""

    seat: str | None
    why: Why
    owner: str | None = None  # the seat that the reason is about
    is_choice: bool = False  # of the players


def number_copy(code: str, seat: str) -> int:
    """Return the number of the copy that is printed for a seat of the table with this code."""
    digest = sha256(f"{code} {seat}".encode()).digest()
    return FOR_TABLES[int.from_bytes(digest[:8]) % len(FOR_TABLES)]


def assign_copies(code: str, seats: Iterable[str], waiting: Sequence[str], copies: Sequence[Copy]) -> list[Assigned]:
    """Find out whose copies these are: by their numbers, by choice, or because only one seat is left.

    `waiting` are the seats whose sheets can be entered. Of two copies for one seat, the first is accepted.
    """
    owners = {number_copy(code, seat): seat for seat in seats}
    found: list[Assigned] = []
    for copy in copies:
        earlier = copies[: len(found)]
        one = _recognise(copy, owners, waiting)
        if copy.serial is not None and copy.serial in [each.serial for each in earlier]:
            one = Assigned(LEFT_OUT, Why.REPEATED)
        if copy.chosen is not None:
            one = one._replace(seat=copy.chosen, is_choice=True)
        if one.seat and one.seat in [each.seat for each in found]:
            one = Assigned(None, Why.TWICE, one.seat)
        found.append(one)
    left = [seat for seat in waiting if seat not in [each.seat for each in found]]
    asked = [place for place, each in enumerate(found) if each == Assigned(None, Why.UNKNOWN)]
    if len(left) == len(asked) == 1:
        found[asked[0]] = Assigned(left[0], Why.LAST, left[0])
    return found


def _recognise(copy: Copy, owners: dict[int, str], waiting: Sequence[str]) -> Assigned:
    """Say what is known about a copy without the other photos."""
    owner = owners.get(copy.serial) if copy.serial is not None else None
    if copy.entered:
        return Assigned(LEFT_OUT, Why.ENTERED, copy.entered)
    if owner:
        return Assigned(owner, Why.NUMBER, owner) if owner in waiting else Assigned(None, Why.OTHER_SEAT, owner)
    return Assigned(None, Why.OTHER_TABLE if copy.serial in FOR_TABLES else Why.UNKNOWN)


def list_waiting(table: Any, visitor: Visitor) -> list[Seat]:
    """List the paper seats whose sheets this device can enter now; after the end, those that it can correct."""
    own = [seat for seat in table.seats if visitor.is_host or seat.seat in visitor.seats]
    if table.phase == "over":
        return [seat for seat in own if seat.kind == PAPER]
    if table.phase != "playing":
        return []
    return [seat for seat in own if awaits_sheet(table.position.state, table.position.sheets, seat.seat)]
