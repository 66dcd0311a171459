"""Cut pieces out of a straightened photo, to show them."""

import cv2

from companion.photo.page import Box
from companion.photo.pictures import Picture
from companion.photo.straighten import PIXELS

AROUND = 5.0  # millimetres shown around a cell
QUALITY = 80


def cut_out(flat: Picture, box: Box) -> bytes:
    """Return a cell and its surroundings as JPEG."""
    left, top = max(0, round((box.x - AROUND) * PIXELS)), max(0, round((box.y - AROUND) * PIXELS))
    right, bottom = round((box.x + box.width + AROUND) * PIXELS), round((box.y + box.height + AROUND) * PIXELS)
    return encode(flat[top:bottom, left:right])


def encode(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
