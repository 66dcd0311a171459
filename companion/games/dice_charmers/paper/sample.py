"""Print and mark sheets as pictures, for training and tests."""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.dice_charmers.paper.hand import Hand, Writer, draw_strokes
from companion.games.dice_charmers.paper.printed import Print, find_printed_circles
from companion.games.dice_charmers.rules.cells import NONE
from companion.photo.page import Box
from companion.render.pad import Order, find_page_size, place_sheet

PIXELS = 8.0  # per millimetre of the sheet

Array = Any
Rng = Any


def print_sheet(which: Print, rng: Rng, code: str = "") -> Array:
    """Return a blank sheet with PIXELS per millimetre; some printers have no colours, or little toner."""
    picture = which.draw(PIXELS, code).copy()
    if rng.random() < 0.3:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.6:  # lines become wider or thinner
        spread = (cv2.erode, cv2.dilate)[int(rng.integers(2))](picture, np.ones((3, 3), np.uint8))
        share = rng.uniform(0, 0.5)
        picture = cv2.addWeighted(picture, 1 - share, spread, share, 0)
    tones = 1 - (1 - np.arange(256) / 255) * rng.uniform(0.75, 1.0)
    return cv2.LUT(picture, (255 * tones ** rng.uniform(0.8, 1.3)).astype(np.uint8))


def mark_sheet(
    picture: Array,
    which: Print,
    states: Mapping[str, str],
    hands: Sequence[Hand],
    rng: Rng,
    pixels: float,
    **photo: Any,
) -> None:
    """Draw the states of all cells on a picture of the sheet, shared out between hands that use the same pen.

    `photo` describes the light and blur of a photo, for `draw_strokes`.
    """
    cells, printed, page = which.list_cells(), find_printed_circles(which.definition), which.definition.geometry.page
    writers = [Writer(hand, rng) for hand in hands]
    if rng.random() < (0.5 if "pencil" in hands[0].pen else 0.1):
        empty = [cell for cell, state in states.items() if state == NONE]
        for writer in writers[:4]:
            gone = writer.erase(cells, [str(cell) for cell in rng.choice(empty, int(rng.integers(1, 6)))])
            draw_strokes(picture, gone, hands[0], rng, pixels, faint=rng.uniform(0.05, 0.22), **photo)
    chosen: dict[object, Writer] = {}
    for cell, state in states.items():
        writer = chosen.setdefault(_find_neighbourhood(cell), writers[int(rng.integers(len(writers)))])
        writer.states[cell] = state
    for writer in writers:
        writer.mark(cells, writer.states, printed)
    boxes = which.definition.geometry.boxes
    if rng.random() < 0.8:
        writers[0].write(Box(boxes.player.x, boxes.player.y, boxes.player.width, boxes.player.height))
    for _ in range(rng.poisson(0.7)):
        writers[0].slip(page.width, page.height)
    strokes = [stroke for writer in writers for stroke in writer.strokes]
    draw_strokes(picture, strokes, hands[0], rng, pixels, **photo)


def _find_neighbourhood(cell: str) -> object:
    """Return what is the same for cells that one hand marks with one stroke: ten places of a track, a space's roads."""
    row, _, place = cell.rpartition(" ")
    if row in ("fame", "money"):
        return row, int(place) // 10
    return row if cell.startswith("road") else cell


def lay_out(which: Print, sheet: Array, up: int, paper: str, rng: Rng, cut: bool = False) -> Array:
    """Put the sheet on its paper, next to a blank one if there are two on it; `cut` cuts them apart."""
    page = which.definition.geometry.page
    order = Order((PrintableSheet(which.definition),), paper=paper, up=up, language=which.language, ink=which.ink)
    width, height = find_page_size(order)
    placed = place_sheet("", page, order, "")
    scale = placed.width / page.width
    if cut:
        width, up = width / up, 1
    size = round(height / scale * PIXELS), round(width / scale * PIXELS)
    canvas = np.full((*size, 3), int(rng.integers(244, 256)), np.uint8)
    blank = which.draw(PIXELS, "")
    marked = int(rng.integers(0, up))
    for copy in range(up):
        left, top = round((placed.x + copy * width / up) / scale * PIXELS), round(placed.y / scale * PIXELS)
        canvas[top : top + sheet.shape[0], left : left + sheet.shape[1]] = sheet if copy == marked else blank
    return canvas
