"""Find what was written on a straightened page: even out the light, subtract the blank page and creases, cut out every
cell."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.photo.page import PIXELS
from companion.photo.pictures import Picture
from companion.render.svg import Box

STROKE = 7  # millimetres: marks are narrower, shadows wider
SPOT = 11  # millimetres: print that is paler than expected is smaller, light wider
BLURS = (0.06, 0.1, 0.15, 0.22, 0.32, 0.45, 0.6)  # millimetres, tried in this order
LEAST_CONTRAST = 0.4  # between black print and paper

Map = Any


@dataclass(frozen=True)
class Ink:
    """The darkness that was added to the blank page, and how well it can be seen."""

    dark: Map  # 0 is like the blank, 1 is printed black on white
    print: Map  # darkness of the blank itself
    noise: float
    blur: float  # millimetres
    light: float  # brightness of the paper in the photo, 0 to 1


def find_ink(page: Picture, blank: Picture) -> Ink:
    """Compare a straightened page with the blank; both have PIXELS per millimetre."""
    if _is_black_and_white(page):
        return _find_black(page, blank)
    small = round(page.shape[1] / PIXELS), round(page.shape[0] / PIXELS)
    causes = _list_causes(blank)
    few, few_causes = (cv2.resize(each, small, interpolation=cv2.INTER_AREA) for each in (page, causes))
    few = few.astype(np.float32) / 255
    light = _find_light(few, few_causes[:, :, :3].astype(np.float32) / 255)
    colours = _fit_colours(few / light, few_causes)
    light = _find_light(few, _print(few_causes, colours).astype(np.float32) / 255)
    colours = _fit_colours(few / light, few_causes)
    wanted = _print(causes, colours)
    even = cv2.resize(light, (page.shape[1], page.shape[0]), interpolation=cv2.INTER_LINEAR)
    seen = cv2.divide(page, even, dtype=cv2.CV_8U)  # not in bytes: light can be more than 1
    blur = _find_blur(seen, wanted)
    wanted = cv2.GaussianBlur(wanted, (0, 0), blur * PIXELS)
    # The ink saver has no black: as if its darkest print were black.
    darkest = 1 - float(few_causes[:, :, :3].mean(axis=2).min()) / 255
    contrast = (1 - float(_print(few_causes, colours).mean(axis=2).min()) / 255) / max(darkest, 0.5)
    dark = _subtract(wanted, seen) / max(contrast, LEAST_CONTRAST)
    printed = 1 - cv2.cvtColor(wanted, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
    return Ink(dark, printed, _find_noise(dark, printed), blur, float(np.median(light)))


def _find_noise(dark: Map, printed: Map) -> float:
    some, light_print = dark[::4, ::4], printed[::4, ::4]
    return float(np.median(np.abs(some[light_print <= np.median(light_print)]))) * 1.5


# Apps that "scan" leave black and white only: colours and light cannot be fitted then

MOST_GRAY = 0.15  # share of pixels between black and white
MOST_PALE = 0.06  # share of pixels that are almost white: the fills of a sheet on an ordinary photo
WINDOW = 8  # millimetres that such an app compares a pixel with
TONES = 16


def _is_black_and_white(page: Picture) -> bool:
    some = page[::3, ::3]
    gray = some.max(axis=2)
    colourless = float((gray - some.min(axis=2) < 30).mean()) > 0.98
    between, pale = (float(((gray > low) & (gray < 243)).mean()) for low in (60, 200))
    return colourless and between < MOST_GRAY and pale < MOST_PALE


def _find_black(page: Picture, blank: Picture) -> Ink:
    """Compare a black-and-white page with what such pages usually show where the blank is as dark, and as dark as its
    surroundings."""
    gray = cv2.GaussianBlur(cv2.cvtColor(blank, cv2.COLOR_BGR2GRAY), (0, 0), 0.1 * PIXELS)
    window = (WINDOW * round(PIXELS),) * 2
    contrast = cv2.subtract(cv2.blur(gray, window), gray)
    kind = (gray // (256 // TONES)).astype(np.int32) * TONES + np.minimum(contrast // 6, TONES - 1)
    seen = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    count = np.bincount(kind.ravel(), minlength=TONES * TONES)
    usual = np.bincount(kind.ravel(), seen.ravel(), TONES * TONES) / np.maximum(count, 1)
    wanted = usual.astype(np.float32)[kind]
    dark = (wanted - seen) / 255
    printed = 1 - wanted / 255
    return Ink(dark, printed, _find_noise(dark, printed), BLURS[1], 1.0)


# Paper that was folded: a crease is as long as the page, marks are not

CREASE_PIXELS = 2.0  # per millimetre, to look for creases
TILTS = np.linspace(-0.04, 0.04, 17)  # of a crease, compared with the edge of the page
LEAST_CREASE = 0.018  # mean darkness outside cells
LEAST_OUTSIDE = 0.3  # share of a crease that is outside cells, so that a line through a track is not one
CREASE_REACH = 1.6  # millimetres on each side
CREASE_LENGTH = 24.0  # millimetres along which a crease looks alike
MOST_CREASES = 4


def remove_creases(ink: Ink, boxes: Sequence[Box]) -> Ink:
    """Return the ink without the lines that folds of the paper leave, from edge to edge."""
    outside = np.ones(ink.dark.shape, np.uint8)
    for box in boxes:
        left, top, right, bottom = (round(each * PIXELS) for each in (box.x, box.y, box.right, box.bottom))
        outside[max(top, 0) : bottom, max(left, 0) : right] = 0
    dark = ink.dark.copy()
    found = False
    for across, free in ((dark, outside), (dark.T, outside.T)):  # lines from top to bottom, then from left to right
        for start, tilt in _find_creases(across, free):
            _remove_crease(across, start, tilt)
            found = True
    return replace(ink, dark=dark) if found else ink


def _find_creases(dark: Map, free: Map) -> list[tuple[float, float]]:
    """Return where lines from top to bottom start, in pixels, and how much they lean; the strongest first."""
    size = tuple(round(side * CREASE_PIXELS / PIXELS) for side in dark.shape[::-1])
    small = cv2.resize(np.clip(dark, -0.15, 0.15), size, interpolation=cv2.INTER_AREA)
    weight = cv2.resize(np.ascontiguousarray(free), size, interpolation=cv2.INTER_NEAREST).astype(np.float32)
    # A fold is darker than the paper on both sides of it; the light and the print are not.
    small = small - cv2.blur(small, (round(5 * CREASE_PIXELS) | 1, 1))
    lines = []
    for tilt in TILTS:
        shear = np.array(((1, tilt, 0), (0, 1, 0)))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen, known = (cv2.warpAffine(each, shear, size, flags=flags) for each in (small * weight, weight))
        length = known.sum(axis=0)
        mean = np.where(length > LEAST_OUTSIDE * size[1], seen.sum(axis=0) / np.maximum(length, 1), 0)
        parts = np.array_split(np.arange(size[1]), 6)  # a mark or two are in one part of the page, a crease in all
        seen_parts = np.stack([seen[part].sum(axis=0) / np.maximum(known[part].sum(axis=0), 1) for part in parts])
        mean = np.minimum(mean, np.sort(seen_parts, axis=0)[2] * 1.6)
        for at in np.flatnonzero(mean > LEAST_CREASE):
            lines.append((float(mean[at]), float(at), float(tilt)))
    lines.sort(reverse=True)
    best: list[tuple[float, float]] = []
    factor = PIXELS / CREASE_PIXELS
    middle = size[1] / 2
    for _, at, tilt in lines:
        if all(abs(at + tilt * middle - other - lean * middle) > 6 * CREASE_PIXELS for other, lean in best):
            best.append((at, tilt))
    return [((at + 0.5) * factor - 0.5, tilt) for at, tilt in best[:MOST_CREASES]]


def _remove_crease(dark: Map, start: float, tilt: float) -> None:
    """Subtract from a map what a line from top to bottom looks like along most of its length."""
    rows = np.arange(dark.shape[0])
    reach = round(CREASE_REACH * PIXELS)
    columns = np.round(start + tilt * rows)[:, None].astype(int) + np.arange(-reach, reach + 1)
    columns = np.clip(columns, 0, dark.shape[1] - 1)
    strip = dark[rows[:, None], columns]
    step = round(PIXELS)
    short = strip[: len(rows) // step * step].reshape(-1, step, strip.shape[1]).mean(axis=1)
    half = round(CREASE_LENGTH / 2)
    padded = np.pad(short, ((half, half), (0, 0)), mode="reflect")
    usual = np.median(np.lib.stride_tricks.sliding_window_view(padded, 2 * half + 1, axis=0), axis=-1)
    usual = cv2.resize(np.maximum(usual, 0).astype(np.float32), strip.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark[rows[:, None], columns] = strip - np.minimum(np.maximum(strip, 0), usual * 1.3)


def _subtract(wanted: Picture, seen: Picture) -> Map:
    """Return how much darker the page is than expected; the brightest colours of the print show marks best."""
    weights = cv2.multiply(wanted, wanted, scale=1 / 255, dtype=cv2.CV_32F)
    difference = cv2.multiply(weights, cv2.subtract(wanted, seen, dtype=cv2.CV_32F))
    everything = np.ones((1, 3), np.float32)
    return cv2.divide(cv2.transform(difference, everything), cv2.transform(weights, everything), scale=1 / 255)


def _find_light(few: Picture, wanted: Picture) -> Picture:
    """Return the brightness of white paper everywhere: marks are closed, shadows stay. One pixel per millimetre."""
    ratio = few / np.maximum(wanted, 0.25)
    ratio = cv2.morphologyEx(cv2.medianBlur(ratio, 3), cv2.MORPH_CLOSE, np.ones((STROKE, STROKE), np.uint8))
    ratio = cv2.morphologyEx(ratio, cv2.MORPH_OPEN, np.ones((SPOT, SPOT), np.uint8))
    return np.maximum(cv2.GaussianBlur(ratio, (0, 0), 2.0), 0.02)


def _list_causes(blank: Picture) -> Picture:
    """List what the printed colour of every pixel may depend on: its colours, and the square of its brightness."""
    brightness = cv2.cvtColor(blank, cv2.COLOR_BGR2GRAY)
    return cv2.merge((*cv2.split(blank), cv2.multiply(brightness, brightness, scale=1 / 255)))


def _fit_colours(few: Picture, causes: Picture) -> Map:
    """Fit how the printer and the camera show the colours of the drawing; marks are left out as outliers."""
    seen = few.reshape(-1, 3)
    given = np.column_stack((causes.reshape(-1, 4), np.full(len(seen), 255))).astype(np.float32) / 255
    kept = (seen < 1.3).all(axis=1)
    colours = np.zeros((5, 3), np.float32)
    for _ in range(3):
        known = given[kept]
        colours = np.linalg.solve(known.T @ known + np.eye(5) * 1e-3, known.T @ seen[kept]).astype(np.float32)
        wrong = np.abs(given @ colours - seen).max(axis=1)
        kept = wrong < max(0.05, 2.5 * float(np.median(wrong)))
    return colours


def _print(causes: Picture, colours: Map) -> Picture:
    matrix = colours.T.copy()
    matrix[:, 4] *= 255
    return np.maximum(cv2.transform(causes, matrix)[:, :, :3], 5)


def _find_blur(seen: Picture, wanted: Picture) -> float:
    """Find how much the blank has to be blurred to look like the photo."""
    gray, gray_wanted = (
        cv2.cvtColor(np.ascontiguousarray(each[::2, ::2]), cv2.COLOR_BGR2GRAY) for each in (seen, wanted)
    )
    best, least = BLURS[0], np.inf
    for blur in BLURS:
        blurred = cv2.GaussianBlur(gray_wanted, (0, 0), blur * PIXELS / 2)
        wrong = cv2.norm(blurred, gray, cv2.NORM_L1)
        if wrong > least:
            break
        best, least = blur, wrong
    return best


# A small picture of every cell, for the network

SIDE = 24  # pixels of a patch
AROUND = 0.35  # of a cell's width and height, shown on each side of it
CHANNELS = 4
FACTS = 6
WEAKEST_PEN = 0.12  # darkness that marks are measured by, if there are hardly any
WEAKEST_STROKE = 0.05  # and that one mark is measured by


def cut_patches(ink: Ink, boxes: Sequence[Box]) -> tuple[Map, Map]:
    """Return the patches of cells, as (cell, channel, y, x), and facts about each, as (cell, fact).

    The channels are the darkness compared with the marks of this sheet, with black print and with the strokes of this
    cell, and the print itself. The third shows faint pencil next to a dark pen; the facts tell it from an erased mark.
    """
    maps = np.dstack((np.clip(ink.dark, -0.3, 1), ink.print))
    cut = np.stack([_cut(maps, box) for box in boxes]).astype(np.float32)
    dark, printed = cut[:, 0], cut[:, 1]
    squares = np.square(np.maximum(dark, 0))
    pen = max(float((squares * dark).sum() / (squares.sum() + 1e-6)), WEAKEST_PEN)
    own = (squares * dark).sum(axis=(1, 2)) / (squares.sum(axis=(1, 2)) + 1e-6)
    least = max(WEAKEST_STROKE, 3 * ink.noise)
    own = np.maximum(own, least)
    drawn = own[own > 1.5 * least]
    weak = float(np.quantile(drawn, 0.2)) if len(drawn) else pen
    strength, absolute = np.clip(dark / pen, -0.5, 2), np.tanh(dark * 3)
    local = np.clip(dark / own[:, None, None], -0.5, 1.5)
    photo = np.tile(np.array((pen, ink.noise * 10, ink.blur * 2, weak), np.float32), (len(own), 1))
    facts = np.column_stack((photo, own, np.minimum(own / pen, 1.5))).astype(np.float32)
    return np.stack((strength, absolute, local, printed), axis=1), facts


def _cut(maps: Map, box: Box) -> Map:
    width, height = box.width * (1 + 2 * AROUND), box.height * (1 + 2 * AROUND)
    left, top = box.x - box.width * AROUND, box.y - box.height * AROUND
    finer = 2  # looked up twice as fine, then averaged
    step_x, step_y = width * PIXELS / (SIDE * finer), height * PIXELS / (SIDE * finer)
    start_x, start_y = left * PIXELS + step_x / 2 - 0.5, top * PIXELS + step_y / 2 - 0.5
    matrix = np.array(((step_x, 0, start_x), (0, step_y, start_y)))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    large = cv2.warpAffine(maps, matrix, (SIDE * finer,) * 2, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA).transpose(2, 0, 1)
