"""Cut a small picture of every cell out of the ink of a page, for the network."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from companion.photo.ink import Ink
from companion.photo.page import Box
from companion.photo.straighten import PIXELS

SIDE = 24  # pixels of a patch
AROUND = 0.35  # of a cell's width and height, shown on each side of it
CHANNELS = 3
FACTS = 3
WEAKEST_PEN = 0.12  # darkness that marks are measured by, if there are hardly any

Patches = Any


def cut_patches(ink: Ink, boxes: Sequence[Box]) -> tuple[Patches, Patches]:
    """Return the patches of cells, as (cell, channel, y, x), and facts about the photo that matter for all of them.

    The channels are the darkness compared with the marks of this sheet, compared with black print, and the print.
    """
    maps = np.dstack((np.clip(ink.dark, -0.3, 1), ink.print))
    cut = np.stack([_cut(maps, box) for box in boxes]).astype(np.float32)
    dark, printed = cut[:, 0], cut[:, 1]
    pen = _find_pen(dark)
    strength, absolute = np.clip(dark / pen, -0.5, 2), np.tanh(dark * 3)
    return np.stack((strength, absolute, printed), axis=1), np.array((pen, ink.noise * 10, ink.blur * 2), np.float32)


def _find_pen(dark: Patches) -> float:
    """Return how dark marks are; a few marks on an almost blank sheet are enough to tell."""
    squares = np.square(np.maximum(dark, 0))
    return max(float((squares * dark).sum() / (squares.sum() + 1e-6)), WEAKEST_PEN)


def _cut(maps: Patches, box: Box) -> Patches:
    width, height = box.width * (1 + 2 * AROUND), box.height * (1 + 2 * AROUND)
    left, top = box.x - box.width * AROUND, box.y - box.height * AROUND
    finer = 2  # looked up twice as fine, then averaged
    step_x, step_y = width * PIXELS / (SIDE * finer), height * PIXELS / (SIDE * finer)
    start_x, start_y = left * PIXELS + step_x / 2 - 0.5, top * PIXELS + step_y / 2 - 0.5
    matrix = np.array(((step_x, 0, start_x), (0, step_y, start_y)))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    large = cv2.warpAffine(maps, matrix, (SIDE * finer,) * 2, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA).transpose(2, 0, 1)
