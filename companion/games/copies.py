"""Numbered copies of sheets: which number is printed for a seat of a table.

A number follows from the code of the table and the seat, so nothing has to be stored. Pads have lower numbers, so a
copy from a pad is never taken for one of a table.
"""

from hashlib import sha256

FOR_TABLES = range(2_150_000_000, 36**6)  # beyond `SERIALS` in render/pad.py, with six digits in base 36


def number_copy(code: str, seat: str) -> int:
    """Return the number of the copy that is printed for a seat of the table with this code."""
    digest = sha256(f"{code} {seat}".encode()).digest()
    return FOR_TABLES[int.from_bytes(digest[:8]) % len(FOR_TABLES)]
