"""Find what was written on a straightened page: even out the light, and subtract the blank page."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.photo.pictures import Picture
from companion.photo.straighten import PIXELS

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
    contrast = 1 - float(_print(few_causes, colours).mean(axis=2).min()) / 255
    dark = _subtract(wanted, seen) / max(contrast, LEAST_CONTRAST)
    printed = 1 - cv2.cvtColor(wanted, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
    some, light_print = dark[::4, ::4], printed[::4, ::4]
    noise = float(np.median(np.abs(some[light_print <= np.median(light_print)]))) * 1.5
    return Ink(dark, printed, noise, blur, float(np.median(light)))


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
