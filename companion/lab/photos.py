"""Print and mark sheets as pictures and take photos of them: for training and tests.

Table, perspective, curled and creased paper, light, shadows, fingers, blur, noise and compression, in four levels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from companion.games.dice_charmers.drawing.sheet import PrintableSheet
from companion.games.dice_charmers.paper.scan import Print, find_printed_circles
from companion.games.dice_charmers.rules.sheet import NONE
from companion.lab.hand import Hand, Writer, draw_strokes
from companion.photo.page import project
from companion.photo.pictures import Picture
from companion.render.pad import Order, find_page_size, list_copies
from companion.render.svg import Box

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


@dataclass(frozen=True)
class Mistakes:
    """What people leave on a sheet besides their marks."""

    erased: tuple[str, ...] = ()  # cells
    scribbled_out: tuple[str, ...] = ()  # places of a track that do not count
    notes: Mapping[str, str] = field(default_factory=dict)  # by the cell that they start in


def choose_mistakes(states: Mapping[str, str], pen: str, rng: Rng) -> Mistakes:
    """Erase a few marks, more often with a pencil."""
    if rng.random() > (0.5 if "pencil" in pen else 0.1):
        return Mistakes()
    empty = [cell for cell, state in states.items() if state == NONE]
    return Mistakes(erased=tuple(map(str, rng.choice(empty, min(int(rng.integers(1, 20)), len(empty))))))


def mark_sheet(
    picture: Array,
    which: Print,
    states: Mapping[str, str],
    hands: Sequence[Hand],
    rng: Rng,
    pixels: float,
    mistakes: Mistakes,
    **photo: Any,
) -> None:
    """Draw the states of all cells on a picture of the sheet, shared out between hands.

    `photo` describes the light and blur of a photo, for `draw_strokes`.
    """
    cells, printed, page = which.list_cells(), find_printed_circles(which.definition), which.definition.geometry.page
    writers = [Writer(hand, rng) for hand in hands]
    for some in filter(len, np.array_split(mistakes.erased, 3)):  # some are erased better than others
        writer = writers[int(rng.integers(len(writers)))]
        gone = writer.erase(cells, list(map(str, some)))
        draw_strokes(picture, gone, writer.hand, rng, pixels, faint=rng.uniform(0.05, 0.35), **photo)
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
    for cell in mistakes.scribbled_out:
        writers[0].scribble_out(cells[cell])
    for cell, text in mistakes.notes.items():
        writers[0].note(cells[cell], text, rng.uniform(0.6, 0.95) * cells[cell].height)
    for pen in {writer.hand.pen: None for writer in writers}:
        same = [writer for writer in writers if writer.hand.pen == pen]
        strokes = [stroke for writer in same for stroke in writer.strokes]
        draw_strokes(picture, strokes, same[0].hand, rng, pixels, **photo)


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
    placed = list_copies(page, order)[0]
    scale = placed.scale
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


def fold(paper: Array, rng: Rng, pixels: float) -> Array:
    """Fold the paper and flatten it again: the faces are lit differently, and the edge is cracked, dark or bright."""
    height, width = paper.shape[:2]
    ys, xs = np.mgrid[0:height:2, 0:width:2].astype(np.float32) / pixels
    folded = paper.astype(np.float32)
    ways = [(0.0, 1.0, 0.5), (1.0, 0.0, 0.5), (0.0, 1.0, 0.33), (0.0, 1.0, 0.67), (*rng.normal(0, 1, 2), 0.5)]
    for across_x, across_y, share in rng.permutation(ways)[: int(rng.integers(1, 3))]:
        across = np.array((across_x, across_y)) / np.hypot(across_x, across_y) + rng.normal(0, 0.01, 2)
        middle = across @ (np.array((width, height)) / pixels * share) + rng.normal(0, 8)
        wave = rng.uniform(0, 0.4) * np.sin((xs * across[1] + ys * across[0]) / rng.uniform(8, 40))
        far = xs * np.float32(across[0]) + ys * np.float32(across[1]) - np.float32(middle) + wave.astype(np.float32)
        wide, thin = far / rng.uniform(0.4, 2.0), far / rng.uniform(0.12, 0.35)
        light = 1 + rng.uniform(-0.35, 0.35) * wide * np.exp(-wide * wide)
        light += rng.uniform(-0.08, 0.08) * np.tanh(far / 0.6)
        line = np.exp(-thin * thin) * np.float32(rng.uniform(0, 0.45))
        light, line = (cv2.resize(each.astype(np.float32), (width, height))[:, :, None] for each in (light, line))
        folded *= light
        if rng.random() < 0.5:  # toner is lost
            folded += (250 - folded) * line
        else:  # dirt or shadow in the edge
            folded *= 1 - line
    return np.clip(folded, 0, 255).astype(np.uint8)


# Photos

EXPOSURES = ("dark", "overexposed", "black and white", "gray")


def expose(picture: Picture, how: str, scale: float, rng: np.random.Generator) -> Picture:
    """Take the picture too dark or too bright, or as apps that "scan" do; `scale` is in pixels per millimetre."""
    if how == "dark":
        dim = picture * rng.uniform(0.12, 0.3) + rng.normal(0, rng.uniform(0.6, 2), picture.shape)
        return np.clip(dim, 0, 255).astype(np.uint8)
    if how == "overexposed":
        return np.clip(picture * rng.uniform(1.15, 1.5), 0, 255).astype(np.uint8)
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if how == "black and white":
        window = int(scale * rng.uniform(4, 14)) | 1
        gray = cv2.GaussianBlur(gray, (0, 0), max(0.5, 0.08 * scale))
        if rng.random() < 0.7:
            gray = cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, 0, window, rng.uniform(7, 22))
        else:
            light = cv2.GaussianBlur(cv2.dilate(gray, np.ones((window, window), np.uint8)), (0, 0), window)
            gray = np.where(gray < light * rng.uniform(0.6, 0.85), 0, 255).astype(np.uint8)
    return cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR)


NODE = 16  # pixels between the points at which the movement of the paper is computed


@dataclass(frozen=True)
class PhotoLevel:
    """How bad a photo may be; lengths in millimetres on the paper."""

    megapixels: tuple[float, float]
    tilt: float  # how far a corner may move, as a share of the photo
    curl: float
    blur: tuple[float, float]
    noise: tuple[float, float]  # of 255
    shade: float  # strength of shadows and uneven light
    fingers: float  # chance
    brightness: tuple[float, float]
    quality: tuple[int, int]  # of the JPEG


SETTINGS = {
    "scan": PhotoLevel((2.2, 8.7), 0.0, 0.0, (0.02, 0.07), (0.5, 2.5), 0.0, 0.0, (0.93, 1.0), (75, 95)),
    "good": PhotoLevel((5, 12), 0.04, 1.0, (0.02, 0.08), (1, 4), 0.15, 0.0, (0.75, 0.97), (80, 95)),
    "normal": PhotoLevel((3, 12), 0.09, 2.5, (0.03, 0.13), (2, 6), 0.35, 0.12, (0.55, 0.95), (70, 92)),
    "poor": PhotoLevel((3, 8), 0.15, 4.5, (0.08, 0.24), (4, 11), 0.6, 0.3, (0.35, 0.9), (50, 85)),
}


def photograph(
    paper: Picture, pixels: float, level: str, rng: np.random.Generator, megapixels: float | None = None
) -> Picture:
    """Take a photo of a paper with `pixels` per millimetre."""
    how = SETTINGS[level]
    height, width = paper.shape[:2]
    area = megapixels or rng.uniform(*how.megapixels)
    shape = _choose_shape(width / height, area, level, rng)
    matrix = _place(width, height, shape, how, level, rng)  # from pixels of the paper to pixels of the photo
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2])))) * pixels  # pixels of the photo per millimetre
    there, bent = _look_up(matrix, shape, (width, height), how.curl * rng.uniform(0.2, 1) * pixels, rng)
    if scale < pixels * 0.7:
        paper = cv2.GaussianBlur(paper, (0, 0), 0.4 * pixels / scale)
    photo = cv2.remap(paper, there, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    inside = cv2.remap(np.full(paper.shape[:2], 255, np.uint8), there, None, cv2.INTER_LINEAR)
    table = _lay_table(shape, level, rng)
    outside = inside < 255
    picture = photo.astype(np.float32)
    share = inside[outside].astype(np.float32)[:, None] / 255
    picture[outside] = picture[outside] * share + table[outside] * (1 - share)
    if level != "scan":
        picture *= _shine(shape, there, (width, height), bent, how, rng)[:, :, None]
        if rng.random() < how.fingers:
            _put_finger(picture, matrix, width, height, scale, rng)
    tint = np.array((rng.uniform(0.78, 1.0), rng.uniform(0.93, 1.0), rng.uniform(0.95, 1.05)), np.float32)
    if level == "scan":
        tint = 1 - (1 - tint) * 0.15
    picture *= tint * np.float32(rng.uniform(*how.brightness))
    return _develop(picture, scale, how, rng)


def compress(picture: Picture, level: str, rng: np.random.Generator) -> bytes:
    quality = int(rng.integers(*SETTINGS[level].quality))
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


def _choose_shape(aspect: float, megapixels: float, level: str, rng: np.random.Generator) -> tuple[int, int]:
    """Return height and width of the photo."""
    ratio = aspect if level == "scan" else (0.75 if aspect < 1 else 4 / 3)
    if level != "scan" and rng.random() < 0.15:
        ratio = 9 / 16 if aspect < 1 else 16 / 9
    height = np.sqrt(megapixels * 1e6 / ratio)
    return int(height), int(height * ratio)


def _place(
    width: int, height: int, shape: tuple[int, int], how: PhotoLevel, level: str, rng: np.random.Generator
) -> Array:
    rows, columns = shape
    fit = min(columns / width, rows / height)
    fill = 1.0 if level == "scan" else rng.uniform(0.78, 0.97)
    half = np.array((width, height)) * fit * fill / 2
    turn = np.radians(rng.normal(0, 0.6 if level == "scan" else 4))
    if level != "scan" and rng.random() < 0.1:
        turn += np.pi
    corners = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * half
    corners = corners @ np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
    corners *= 1 - rng.uniform(0, how.tilt, (4, 2)) * 2
    room = np.maximum(np.array((columns, rows)) - np.ptp(corners, axis=0), 0)
    corners += np.array((columns, rows)) / 2 + rng.uniform(-0.4, 0.4, 2) * room
    flat = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32)
    return cv2.getPerspectiveTransform(flat, corners.astype(np.float32))


def _look_up(
    matrix: Array, shape: tuple[int, int], size: tuple[int, int], curl: float, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Return for every pixel of the photo its place on the paper, and how much the paper bends there."""
    rows, columns = shape[0] // NODE + 3, shape[1] // NODE + 3
    xs, ys = (np.arange(columns) - 0.5) * NODE - 0.5, (np.arange(rows) - 0.5) * NODE - 0.5
    nodes = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    there = project(np.linalg.inv(matrix), nodes)
    relative = there / np.array(size)
    bent = np.zeros(len(there))
    for _ in range(int(rng.integers(1, 4)) if curl else 0):
        direction, length = rng.uniform(0, np.pi), rng.uniform(0.6, 2.2)
        phase = relative @ np.array((np.cos(direction), np.sin(direction))) * np.pi * length + rng.uniform(0, 6.28)
        way = rng.normal(0, 1, 2)
        there = there + np.outer(np.sin(phase), way / np.hypot(*way)) * curl * rng.uniform(0.2, 0.6)
        bent = bent + np.cos(phase) * rng.uniform(0, 1)
    both = np.column_stack((there, bent)).reshape(rows, columns, 3).astype(np.float32)
    dense = cv2.resize(both, (columns * NODE, rows * NODE), interpolation=cv2.INTER_LINEAR)
    dense = dense[NODE : NODE + shape[0], NODE : NODE + shape[1]]
    return np.ascontiguousarray(dense[:, :, :2]), dense[:, :, 2]


def _make_clouds(shape: tuple[int, int], size: int, rng: np.random.Generator) -> Array:
    """Return smooth random values from about -1 to 1; `size` is how many of them fit along a side."""
    few = rng.normal(0, 0.5, (size + 2, size + 2)).astype(np.float32)
    return cv2.resize(few, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def _lay_table(shape: tuple[int, int], level: str, rng: np.random.Generator) -> Array:
    if level == "scan":
        return np.full((*shape, 3), rng.uniform(235, 255), np.uint8)
    colour = rng.uniform(20, 190) * rng.uniform((0.45, 0.6, 0.8), (1, 1, 1))
    small = (200, 200)
    grain = _make_clouds(small, int(rng.integers(3, 80)), rng) * rng.uniform(0, 25)
    if rng.random() < 0.4:  # wood
        stripes = rng.normal(0, 1, (1, 90)).astype(np.float32)
        grain += cv2.resize(stripes, small, interpolation=cv2.INTER_CUBIC) * rng.uniform(3, 18)
    table = np.clip(colour[None, None] + grain[:, :, None], 5, 245).astype(np.uint8)
    return cv2.resize(table, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def _shine(
    shape: tuple[int, int], there: Array, size: tuple[int, int], bent: Array, how: PhotoLevel, rng: np.random.Generator
) -> Array:
    """Return how bright the light is everywhere: gradient, bent paper, creases and shadows."""
    rows, columns = 240, max(8, round(240 * shape[1] / shape[0]))
    ys, xs = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    direction = rng.uniform(0, 2 * np.pi)
    light = 1 + (xs * np.cos(direction) + ys * np.sin(direction)) * how.shade * rng.uniform(0, 0.4)
    light -= (xs**2 + ys**2) * rng.uniform(0, 0.12)
    small = cv2.resize(bent, (columns, rows), interpolation=cv2.INTER_AREA)
    light *= 1 + small * how.shade * rng.uniform(0, 0.18)
    for _ in range(rng.poisson(how.shade * 2)):
        shadow = np.zeros((rows, columns), np.float32)
        if rng.random() < 0.5:  # the phone or a hand
            count = int(rng.integers(4, 8))
            turns = np.sort(rng.uniform(0, 2 * np.pi, count))
            centre = rng.uniform(-0.2, 1.2, 2) * (columns, rows)
            reach = rng.uniform(0.2, 0.8, count) * rows
            outline = np.column_stack((np.cos(turns), np.sin(turns))) * reach[:, None] + centre
        else:  # the edge of a lamp's light
            turn = rng.uniform(0, 2 * np.pi)
            along, across = np.array((np.cos(turn), np.sin(turn))), np.array((-np.sin(turn), np.cos(turn)))
            centre = rng.uniform(0.1, 0.9, 2) * (columns, rows)
            outline = np.array([centre + along * 999, centre - along * 999, centre + across * 999])
        cv2.fillPoly(shadow, [outline.astype(np.int32)], 1.0, cv2.LINE_AA)
        shadow = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.8, 14))
        light *= 1 - shadow * how.shade * rng.uniform(0.2, 0.8)
    bright = cv2.resize(np.maximum(light, 0.12), (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    for _ in range(rng.poisson(how.shade * 1.2)):
        fold = _crease(np.ascontiguousarray(there[::2, ::2]), size, how, rng)
        bright *= cv2.resize(fold, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return bright


def _crease(there: Array, size: tuple[int, int], how: PhotoLevel, rng: np.random.Generator) -> Array:
    """Return a fold of the paper: bright on one side, dark on the other."""
    turn = rng.choice((0, np.pi / 2, rng.uniform(0, np.pi)))
    across = np.array((np.cos(turn), np.sin(turn)), np.float32)
    middle = rng.uniform(0.2, 0.8, 2) * size
    distance = (there @ across - np.float32(middle @ across)) / np.float32(size[0] * rng.uniform(0.002, 0.008))
    return np.asarray(1 + distance * np.exp(-distance * distance) * np.float32(how.shade * rng.uniform(-0.5, 0.5)))


def _put_finger(picture: Array, matrix: Array, width: int, height: int, scale: float, rng: np.random.Generator) -> None:
    """Hold the paper at a corner or an edge."""
    corner = rng.integers(0, 2, 2)
    inside = rng.uniform(-0.01, 0.035, 2) * (1, -1)[int(rng.integers(0, 2))]
    at = np.where(corner, 1 - np.abs(inside), np.abs(inside)) * (width, height)
    outside = (corner * 2 - 1) * (width, height) * rng.uniform(0.15, 0.3, 2) + at
    tip, hand = project(matrix, np.array((at, outside)))
    skin = np.array((120, 150, 205)) * rng.uniform(0.5, 1.1)
    thick = max(2, int(scale * rng.uniform(12, 18)))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.line(mask, tuple(np.round(tip).astype(int)), tuple(np.round(hand).astype(int)), 255, thick, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, scale * 0.3)).astype(np.float32)[:, :, None] / 255
    picture *= 1 - soft
    picture += soft * skin.astype(np.float32)


def _develop(picture: Array, scale: float, how: PhotoLevel, rng: np.random.Generator) -> Picture:
    """Blur, add noise, sharpen like a phone does, and round to bytes."""
    blur = rng.uniform(*how.blur) * scale
    picture = cv2.GaussianBlur(picture, (0, 0), max(blur, 0.3))
    if how.shade > 0.5 and rng.random() < 0.3:
        length = max(3, int(scale * rng.uniform(0.1, 0.35)))
        kernel = np.zeros((length, length), np.float32)
        turn = rng.uniform(0, np.pi)
        middle, reach = (length - 1) / 2, length / 2
        ends = [(middle + sign * reach * np.cos(turn), middle + sign * reach * np.sin(turn)) for sign in (-1, 1)]
        cv2.line(kernel, *[tuple(round(float(each)) for each in end) for end in ends], 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    noise = rng.normal(0, rng.uniform(*how.noise), (512, 512, 3)).astype(np.float32)
    if rng.random() < 0.5:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.8
    rows, columns = picture.shape[:2]
    for top in range(0, rows, 512):
        for left in range(0, columns, 512):
            part = picture[top : top + 512, left : left + 512]
            part += np.roll(noise, rng.integers(0, 512, 2), axis=(0, 1))[: part.shape[0], : part.shape[1]]
    developed = cv2.LUT(np.clip(picture, 0, 255).astype(np.uint8), _bend_tones(rng.uniform(0.85, 1.15)))
    if rng.random() < 0.5:
        developed = cv2.addWeighted(developed, 1.5, cv2.GaussianBlur(developed, (0, 0), 1.2), -0.5, 0)
    return developed


def _bend_tones(gamma: float) -> Array:
    return (255 * (np.arange(256) / 255) ** gamma).astype(np.uint8)
