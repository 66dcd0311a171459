"""QR codes as inline SVG.

The qrcode library needs 8 ms for a short link and 60 ms for a long one, mostly to compare eight masks and to compute
error correction with polynomials. Here the library draws the empty code of each size once, and only the text is filled
in. 100 characters take 1 ms, 600 take 3 ms.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, zip_longest
from typing import NamedTuple

import qrcode
from markupsafe import Markup
from qrcode.base import EXP_TABLE, LOG_TABLE, RSBlock, rs_blocks
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

LONGEST = 600  # bytes; phones cannot scan a finer code from a screen
LONG = 100  # longer texts get less error correction, and so fewer and larger modules
MASK = 3  # scanners read any mask; the best one matters for bad prints, not for screens
KEPT_CODES = 256
QUIET = 4  # modules of white margin that scanners need
BYTE_MODE = 0b0100
PADDING = b"\xec\x11"


def qr_svg(text: str, label: str) -> Markup:
    """Draw a QR code; return nothing if the text is too long for one."""
    if len(text.encode(errors="replace")) > LONGEST:
        return Markup("")
    size, path = draw(text)
    return Markup(
        '<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        '<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    ).format(label=label, size=size, path=path)


@lru_cache(KEPT_CODES)
def draw(text: str) -> tuple[int, str]:
    """Return the width in modules, and one path for all dark modules."""
    rows, path = make_matrix(text.encode(errors="replace")), []
    for y, row in enumerate(rows, start=QUIET):
        x = QUIET
        for dark, modules in groupby(row):
            width = len([*modules])
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return len(rows) + 2 * QUIET, "".join(path)


class Blank(NamedTuple):
    """A code of one size in which every data bit is 0, and where the bits go."""

    rows: Sequence[Sequence[bool]]
    places: Sequence[tuple[int, int]]
    blocks: Sequence[RSBlock]
    capacity: int  # bytes of text


def make_matrix(content: bytes) -> list[list[bool]]:
    """Return the modules of the smallest code that holds the content, row by row."""
    correction = ERROR_CORRECT_L if len(content) > LONG else ERROR_CORRECT_M
    version = next(each for each in range(1, 41) if make_blank(each, correction).capacity >= len(content))
    empty = make_blank(version, correction)
    rows = [[*row] for row in empty.rows]
    bits = "".join(f"{byte:08b}" for byte in codewords(content, version, empty.blocks))
    for (y, x), bit in zip(empty.places, bits, strict=False):
        if bit == "1":
            rows[y][x] = not rows[y][x]
    return rows


@cache
def make_blank(version: int, correction: int) -> Blank:
    zeros, ones = (draw_with_library(version, correction, byte) for byte in (0, 255))
    places = [(y, x) for y, x in zigzag(len(zeros)) if zeros[y][x] != ones[y][x]]
    blocks = rs_blocks(version, correction)
    capacity = sum(block.data_count for block in blocks) - (2 if version < 10 else 3)  # mode and length
    return Blank(zeros, places, blocks, capacity)


def draw_with_library(version: int, correction: int, byte: int) -> list[list[bool]]:
    code = qrcode.QRCode(version, correction, border=0, mask_pattern=MASK)
    code.data_cache = [byte] * sum(block.total_count for block in rs_blocks(version, correction))
    code.makeImpl(False, MASK)
    return [[bool(module) for module in row] for row in code.modules]


def zigzag(size: int) -> Iterator[tuple[int, int]]:
    """Yield the places in the order in which data fills a code: pairs of columns from the right, up and down."""
    upwards = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):  # column 6 is the timing pattern
        for step in range(size):
            y = size - 1 - step if upwards else step
            yield y, right
            yield y, right - 1
        upwards = not upwards


def codewords(content: bytes, version: int, blocks: Sequence[RSBlock]) -> Iterator[int]:
    """Yield data and error correction of all blocks, interleaved."""
    length_bits, capacity = 8 if version < 10 else 16, sum(block.data_count for block in blocks)
    bits = ((BYTE_MODE << length_bits | len(content)) << 8 * len(content) | int.from_bytes(content, "big")) << 4
    data = bits.to_bytes(1 + length_bits // 8 + len(content), "big")
    data += (PADDING * capacity)[: capacity - len(data)]
    parts, start = [], 0
    for block in blocks:
        parts.append(data[start : start + block.data_count])
        start += block.data_count
    lengths = [block.total_count - block.data_count for block in blocks]
    checks = [*map(check_bytes, parts, lengths)]
    for group in (parts, checks):
        for column in zip_longest(*group):
            yield from (byte for byte in column if byte is not None)


def check_bytes(data: bytes, count: int) -> bytes:
    """Return the Reed-Solomon remainder of the data."""
    multiples, rest, top = generator_multiples(count), 0, 8 * (count - 1)
    for byte in data:
        factor = byte ^ (rest >> top)
        rest = (rest & ((1 << top) - 1)) << 8 ^ multiples[factor]
    return rest.to_bytes(count, "big")


@cache
def generator_multiples(count: int) -> Sequence[int]:
    """Return the generator polynomial (without its leading 1) times every byte, each packed into one number."""
    generator = [1]
    for power in range(count):
        shifted = [multiply(term, EXP_TABLE[power]) for term in generator]
        generator = [low ^ high for low, high in zip([*generator, 0], [0, *shifted], strict=True)]
    return [int.from_bytes(bytes(multiply(term, byte) for term in generator[1:]), "big") for byte in range(256)]


def multiply(one: int, other: int) -> int:
    """Multiply in the field of 256 elements."""
    return EXP_TABLE[(LOG_TABLE[one] + LOG_TABLE[other]) % 255] if one and other else 0


def qr_terminal(text: str) -> str:
    """Draw a QR code for a terminal: two modules per character, dark on light in any colour scheme."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    rows = code.get_matrix()
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    shades = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    return "\n".join(
        "".join(shades[upper, lower] for upper, lower in zip(rows[y], rows[y + 1], strict=True))
        for y in range(0, len(rows), 2)
    )
