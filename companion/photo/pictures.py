"""Open an untrusted picture, whose size is read from the header before anything is decoded, and encode parts of it."""

import os
import re
import tempfile
from typing import Any

import cv2
import numpy as np

from companion.photo import Unreadable, Why

LARGEST_FILE = 30 * 1024 * 1024  # bytes
MOST_PIXELS = 110_000_000  # of a JPEG: larger than the largest phone camera
MOST_WHOLE_PIXELS = 40_000_000  # of a PNG or WebP, which cannot be decoded at half size: 108 million take 31 s
ENOUGH_PIXELS = 3_600_000  # larger pictures are decoded at half or a quarter of their size at first
MANY_PIXELS = 16_000_000  # and at most at this size
LEAST_SIDE = 500  # pixels
LONGEST_SIDE = 32_000
QUALITY = 80  # of pictures that are shown

Picture = Any

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # broken pictures are reported by us
cv2.setNumThreads(1)
_REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
_START_OF_FRAME = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def open_picture(data: bytes, enough: int = MANY_PIXELS) -> Picture:
    """Decode a JPEG, PNG or WebP picture as BGR, turned upright, not much smaller than `enough` pixels.

    Raises Unreadable.
    """
    if len(data) > LARGEST_FILE:
        raise Unreadable(Why.TOO_LARGE)
    size = find_size(data)
    if size is None:
        raise Unreadable(_name_fault(data))
    width, height = size
    most = MOST_PIXELS if data.startswith(JPEG) else MOST_WHOLE_PIXELS
    if width * height > most or max(size) > LONGEST_SIDE:
        raise Unreadable(Why.TOO_LARGE)
    if min(size) < LEAST_SIDE:
        raise Unreadable(Why.TOO_SMALL)
    reduce = next((times for times in (1, 2) if width * height <= enough * times**2), 4)
    picture, said = _decode(data, _REDUCED[reduce])
    if picture is None or b"premature end" in said or b"bad Huffman" in said or _LOST_BYTES.search(said):
        raise Unreadable(Why.DAMAGED)
    if min(picture.shape[:2]) < LEAST_SIDE:
        raise Unreadable(Why.TOO_SMALL)
    return picture


def _decode(data: bytes, how: int) -> tuple[Picture | None, bytes]:
    """Decode a picture; return it with the warnings of libjpeg, which writes them to stderr and goes on with a picture
    that is gray or shifted from there on. Not for threads: they share stderr."""
    with tempfile.TemporaryFile() as warnings:
        stderr = os.dup(2)
        os.dup2(warnings.fileno(), 2)
        try:
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
        except cv2.error:
            picture = None
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
        warnings.seek(0)
        return picture, warnings.read(2000)


_LOST_BYTES = re.compile(rb"\d{3,} extraneous bytes")  # a few are written by some cameras
JPEG, PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_BRANDS = {b"avif": Why.AVIF, b"avis": Why.AVIF} | dict.fromkeys(
    (b"heic", b"heix", b"hevc", b"mif1", b"msf1"), Why.HEIC
)


def _name_fault(data: bytes) -> Why:
    """Say what is wrong with a file whose size cannot be found."""
    if data[4:8] == b"ftyp":
        named = [data[at : at + 4] for at in (8, *range(16, min(64, len(data)), 4))]
        return next((_BRANDS[brand] for brand in named if brand in _BRANDS), Why.NOT_A_PICTURE)
    begins = data.startswith((JPEG + b"\xff", PNG)) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")
    return Why.DAMAGED if begins else Why.NOT_A_PICTURE


def find_size(data: bytes) -> tuple[int, int] | None:
    """Read width and height from the header of a JPEG, PNG or WebP; None for anything else or a truncated file."""
    if data.startswith(JPEG):
        return _find_jpeg_size(data)
    if data.startswith(PNG) and data[12:16] == b"IHDR" and b"IEND" in data[-1024:]:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= int.from_bytes(data[4:8], "little") + 8:
        return _find_webp_size(data)
    return None


def _find_jpeg_size(data: bytes) -> tuple[int, int] | None:
    at, size = 2, None
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _START_OF_FRAME:
            size = int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        if marker == 0xDA:  # the picture follows; one without an end is truncated
            return size if data.rfind(b"\xff\xd9") > at else None
        at += 1 if marker == 0xFF else 2 + length
    return None


def _find_webp_size(data: bytes) -> tuple[int, int] | None:
    kind, body = data[12:16], data[20:32]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and re.match(rb"...\x9d\x01\x2a", body, re.DOTALL):
        return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
    return None


def encode(picture: Picture) -> bytes:
    """Return a picture as JPEG, to show it."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
