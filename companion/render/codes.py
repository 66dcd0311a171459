"""The machine-readable parts of a printed sheet: corner markers and QR code."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import qrcode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.exceptions import DataOverflowError

from companion.render.svg import Box, element, write_number, write_point

QUIET = 2.0  # white modules around a QR code inside its box; the paper around it adds the rest
LARGEST_VERSION = 6  # larger codes cannot be read from a phone's photo

Matrix = tuple[tuple[bool, ...], ...]  # the modules of a QR code row by row, True is dark

FORM_MASK = 0b10101  # hides the five bits that say in which form a code is written
SEAM = 0.02  # overlap of cells, to avoid hairlines between them

# ArUco DICT_4X4_50: the inner 4 × 4 cells of each marker row by row, 1 is white.
_CELLS = bytes.fromhex("""
    B532 0F9A 332D 9946 549E 79CD 9E2E C4F2 FEDA CF56
    F991 11A7 0EB7 2A0F 24B1 263E 4665 6600 6C5E 76AF
    868B B02B CCD5 DD82 FE47 9471 ACE4 A554 2123 346F
    4415 57B2 9ECF F0CB 08AE 0929 1875 04FF 0DF6 1C5A
    1718 2A28 328C 38B2 24E8 2EEB 2D3F 4B64 502E 5013
""")
ARUCO = tuple(int.from_bytes(_CELLS[i : i + 2], "big") for i in range(0, len(_CELLS), 2))


def draw_marker(number: int, box: Box, colour: str = "#000000") -> str:
    """Draw an ArUco marker: a dark border around 4 × 4 cells."""

    def square(x: float, y: float, side: float) -> str:
        size = write_number(side)
        return f"M{write_point(x, y)}h{size}v{size}h-{size}z"

    cell = box.width / 6
    white = [
        square(box.x + (1 + i % 4) * cell - SEAM, box.y + (1 + i // 4) * cell - SEAM, cell + 2 * SEAM)
        for i, bit in enumerate(f"{ARUCO[number]:016b}")
        if bit == "1"
    ]
    black = element("path", d=square(box.x, box.y, 6 * cell), fill=colour)
    return black + element("path", d="".join(white), fill="#ffffff")


def draw_qr(content: str, box: Box, largest: int = LARGEST_VERSION, colour: str = "#000000") -> str:
    """Draw a QR code that fills its box. Content in capital letters gives larger modules, easier to photograph.

    Raises ValueError if the content does not fit into version `largest`.
    """
    matrix = make_matrix(content, largest)
    module = box.width / (len(matrix) + 2 * QUIET)
    path = []
    for x, y, run in find_runs(matrix):
        left, middle = box.x + (x + QUIET) * module, box.y + (y + 0.5 + QUIET) * module
        path.append(f"M{write_point(left, middle)}h{write_number(run * module)}")
    ground = element("rect", x=box.x, y=box.y, width=box.width, height=box.height, fill="#ffffff")
    return ground + element("path", d="".join(path), stroke=colour, stroke_width=f"{module:.4f}")


def find_runs(matrix: Sequence[Sequence[bool]]) -> Iterator[tuple[int, int, int]]:
    """Find the runs of dark modules in each row: column, row and length."""
    for y, row in enumerate(matrix):
        x = 0
        for dark, modules in groupby(row):
            length = len(list(modules))
            if dark:
                yield x, y, length
            x += length


def can_encode(content: str, largest: int = LARGEST_VERSION) -> bool:
    """Check whether the content fits into a QR code of at most version `largest`."""
    try:
        make_matrix(content, largest)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=64)
def make_matrix(content: str, largest: int = LARGEST_VERSION) -> Matrix:
    """Encode the content, with the higher error correction if the code does not get larger."""
    coarse = _make_code(content, ERROR_CORRECT_L, largest)
    safe = _make_code(content, ERROR_CORRECT_M, largest)
    best = safe if safe and coarse and len(safe) == len(coarse) else coarse
    if not best:
        raise ValueError(f"too long for a QR code that a phone can read: {content!r}")
    return best


def _make_code(content: str, protection: int, largest: int) -> Matrix | None:
    code = qrcode.QRCode(version=None, error_correction=protection, border=0)
    code.add_data(content)
    try:
        code.make(fit=True)
    except (DataOverflowError, ValueError):
        return None
    return _copy_modules(code) if code.version <= largest else None


def _copy_modules(code: qrcode.QRCode[Any]) -> Matrix:
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


class SeriesEncoder:
    """Encodes contents that differ in a number only, each in the form of the first one of its length.

    To choose version, protection and mask takes ten times as long as to encode.
    """

    def __init__(self) -> None:
        self.forms: dict[int, tuple[int, int, int]] = {}  # version, protection, mask

    def encode(self, content: str) -> Matrix:
        if len(content) not in self.forms:
            self.forms[len(content)] = self._choose_form(content)
        version, protection, mask = self.forms[len(content)]
        code = qrcode.QRCode(version=version, error_correction=protection, border=0, mask_pattern=mask)
        code.add_data(content)
        code.make(fit=False)
        return _copy_modules(code)

    def _choose_form(self, content: str) -> tuple[int, int, int]:
        matrix = make_matrix(content)
        bits = "".join(str(int(matrix[8][column])) for column in range(5))  # protection and mask, as scanners read them
        form = int(bits, 2) ^ FORM_MASK
        return (len(matrix) - 17) // 4, form >> 3, form & 7
