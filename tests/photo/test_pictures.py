"""Pictures from strangers: only real ones of a sensible size are decoded, and they are turned upright."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.photo import Unreadable, Why
from companion.photo.pictures import LARGEST_FILE, find_size, open_picture

GRADIENT = np.tile(np.linspace(0, 255, 700, dtype=np.uint8)[None, :, None], (900, 1, 3))

NOISE = np.random.default_rng(1).integers(0, 256, (900, 700, 3), dtype=np.uint8)


def encode(kind: str, picture: np.ndarray = GRADIENT) -> bytes:
    return cv2.imencode(kind, picture)[1].tobytes()


def make_png(width: int, height: int) -> bytes:
    """Return a PNG that promises a size and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def turn_by_exif(jpeg: bytes, orientation: int) -> bytes:
    tag = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 1) + tag + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_usual_pictures_are_opened(kind):
    data = encode(kind)
    assert find_size(data) == (700, 900)
    assert open_picture(data).shape == (900, 700, 3)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", Why.NOT_A_PICTURE),
        (b"%PDF-1.7", Why.NOT_A_PICTURE),
        (b"GIF89a" + b"\xff" * 40, Why.NOT_A_PICTURE),
        (b"\xff\xd8" + b"\xff" * 4000, Why.DAMAGED),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 99, Why.HEIC),
        (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf" + b"\0" * 99, Why.AVIF),
        (encode(".jpg")[:-2000], Why.DAMAGED),
        (encode(".jpg")[:-2000] + b"\xff\xd9", Why.DAMAGED),
        (encode(".jpg", NOISE)[:90_000] + b"\x55" * 3000 + encode(".jpg", NOISE)[93_000:], Why.DAMAGED),
        (encode(".png")[:-500], Why.DAMAGED),
        (encode(".webp")[:-500], Why.DAMAGED),
        (make_png(900, 900), Why.DAMAGED),
        (make_png(12_000, 9_000), Why.TOO_LARGE),
        (make_png(60_000, 60_000), Why.TOO_LARGE),
        (make_png(31_000, 31_000), Why.TOO_LARGE),
        (b"\0" * (LARGEST_FILE + 1), Why.TOO_LARGE),
        (encode(".png", GRADIENT[:100]), Why.TOO_SMALL),
        (make_png(0, 0), Why.TOO_SMALL),
    ],
    ids=["empty", "pdf", "gif", "noise", "heic", "avif", "half a jpeg", "jpeg that ends early", "jpeg with a hole", "half a png", "half a webp", "png without pixels", "png of 108 megapixels", "bomb", "bomb below the longest side", "many bytes", "tiny", "no pixels"],
)  # fmt: skip
def test_other_files_are_refused_before_they_do_harm(data, why):
    with pytest.raises(Unreadable) as refused:
        open_picture(data)
    assert refused.value.kind is why


def test_a_picture_is_turned_upright_by_its_exif_data():
    turned = open_picture(turn_by_exif(encode(".jpg"), 6))
    assert turned.shape == (700, 900, 3)
    assert turned[20].mean() < turned[-20].mean()


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_senseless_exif_data_is_ignored(orientation):
    assert open_picture(turn_by_exif(encode(".jpg"), orientation)).shape == (900, 700, 3)
