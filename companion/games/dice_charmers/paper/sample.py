"""Make photos of played sheets for training and tests: print, mark, photograph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.dice_charmers.paper.hand import Hand, Writer, choose_hand, draw_strokes
from companion.games.dice_charmers.paper.printed import Print, find_printed_circles
from companion.games.dice_charmers.rules.cells import NONE
from companion.photo.camera import compress, photograph
from companion.photo.page import Box
from companion.render.geometry import PAPERS
from companion.render.pad import Order, find_page_size, place_sheet

PIXELS = 8.0  # per millimetre of the sheet

Array = Any
Rng = Any


@dataclass(frozen=True)
class Sample:
    photo: Array
    hand: Hand
    level: str
    copies: int  # of the sheet in the photo; one of them is marked

    def encode(self, rng: Rng) -> bytes:
        return compress(self.photo, self.level, rng)


def make_sample(
    which: Print,
    states: Mapping[str, str],
    level: str,
    rng: Rng,
    held_back: bool = False,
    up: int | None = None,
    megapixels: float | None = None,
    hands: int = 1,
) -> Sample:
    """Print a sheet, mark it with some hand, and photograph it.

    `hands` is the number of people who marked it, all with the same pen: training learns more from each photo.
    """
    first = choose_hand(rng, held_back)
    others = [replace(choose_hand(rng, held_back), pen=first.pen) for _ in range(hands - 1)]
    sheet = mark_sheet(which, states, [first, *others], rng)
    up = up or (2 if rng.random() < 0.12 else 1)
    paper = str(rng.choice(list(PAPERS)))
    if up == 2 and rng.random() < 0.7:
        page, copies = lay_out(which, sheet, 2, paper, rng, cut=True), 1
    else:
        page, copies = lay_out(which, sheet, up, paper, rng), up
    return Sample(photograph(page, PIXELS, level, rng, megapixels), first, level, copies)


def mark_sheet(which: Print, states: Mapping[str, str], hands: Sequence[Hand], rng: Rng) -> Array:
    """Return the marked sheet with PIXELS per millimetre."""
    picture = which.draw(PIXELS, "").copy()
    if rng.random() < 0.3:
        picture = _print_badly(picture, rng)
    cells, printed = which.list_cells(), find_printed_circles(which.definition)
    writers = [Writer(hand, rng) for hand in hands]
    if "pencil" in hands[0].pen and rng.random() < 0.4:
        empty = [cell for cell, state in states.items() if state == NONE]
        gone = writers[0].erase(cells, [str(cell) for cell in rng.choice(empty, int(rng.integers(1, 6)))])
        draw_strokes(picture, gone, hands[0], rng, PIXELS, faint=rng.uniform(0.08, 0.22))
    rows = {cell.rpartition(" ")[0] for cell in states}
    writer_of = {row: writers[int(rng.integers(len(writers)))] for row in sorted(rows)}
    for writer in writers:
        mine = {cell: state for cell, state in states.items() if writer_of[cell.rpartition(" ")[0]] is writer}
        writer.mark(cells, mine, printed)
    if rng.random() < 0.7:
        head = which.definition.geometry.boxes.player
        writers[0].write_heading(Box(head.x, head.y, head.width, head.height))
    draw_strokes(picture, [stroke for writer in writers for stroke in writer.strokes], hands[0], rng, PIXELS)
    return picture


def _print_badly(picture: Array, rng: Rng) -> Array:
    """Print with little toner, too much of it, or on a printer without colours."""
    if rng.random() < 0.4:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    tones = 1 - (1 - np.arange(256) / 255) * rng.uniform(0.75, 1.0)
    return cv2.LUT(picture, (255 * tones ** rng.uniform(0.8, 1.3)).astype(np.uint8))


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
