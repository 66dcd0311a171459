"""The content of the QR code on a printed sheet: what it is, and which copy.

Edition 1 prints `RWC:SUN:1:EN`: sheet, version and language. Edition 2 adds the ink and a serial number in base 36:
`RWC:SUN:2:EN:F:0K3Z9Q`. Copies of a pad are counted from a random number; a copy for a seat of a table has the number
that `companion/games/copies.py` derives, so that a photo finds its seat. A table remembers the numbers of entered
copies, so that no copy is entered for two seats. Capital letters give larger modules.
"""

import re
from dataclasses import dataclass

from companion.render.palette import INKS

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SERIAL_DIGITS = 6
SERIALS = 36**SERIAL_DIGITS
INK_LETTERS = {ink[0].upper(): ink for ink in INKS}

_CODE = re.compile(
    rf"RWC:(?P<sheet>[A-Z0-9][A-Z0-9-]{{0,31}}):(?P<version>[1-9][0-9]{{0,3}}):(?P<language>[A-Z]{{2,3}})"
    rf"(?::(?P<ink>[{''.join(INK_LETTERS)}]):(?P<serial>[0-9A-Z]{{{SERIAL_DIGITS}}}))?"
)


@dataclass(frozen=True)
class PrintedCode:
    """What a code says; codes of edition 1 know neither ink nor serial number."""

    sheet: str
    version: int
    language: str
    ink: str | None = None
    serial: int | None = None

    def __str__(self) -> str:
        content = f"RWC:{self.sheet}:{self.version}:{self.language}".upper()
        if self.ink is None or self.serial is None:
            return content
        return f"{content}:{self.ink[0].upper()}:{_write_serial(self.serial)}"


def read_code(text: str) -> PrintedCode | None:
    """Read the content of a QR code; return None if it is not a code of ours."""
    found = _CODE.fullmatch(text)
    if not found:
        return None
    return PrintedCode(
        sheet=found["sheet"].lower(),
        version=int(found["version"]),
        language=found["language"].lower(),
        ink=INK_LETTERS[found["ink"]] if found["ink"] else None,
        serial=int(found["serial"], len(DIGITS)) if found["serial"] else None,
    )


def _write_serial(serial: int) -> str:
    """Write a serial number with all its digits; after the last number the first follows."""
    written = ""
    for _ in range(SERIAL_DIGITS):
        serial, digit = divmod(serial, len(DIGITS))
        written = DIGITS[digit] + written
    return written
