"""Straighten a page that curls: move small patches until they match the blank page, and smooth the movements."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.photo.page import FoundPage, project
from companion.photo.pictures import Picture

PIXELS = 6.0  # per millimetre of the straightened page
NODE = 4.0  # millimetres between the points at which the movement is computed
STIFFNESS = 0.02  # how much a smooth movement counts against exact matches
LEAST_MATCH = 0.35  # correlation of a patch with the blank
LEAST_CONTRAST = 6.0  # of a patch of the blank, in grey levels

Points = Any


@dataclass(frozen=True)
class Pass:
    """One round of matching; lengths in millimetres."""

    pixels: float  # per millimetre
    step: float  # between patches
    size: float  # of a patch
    reach: float  # largest movement


PASSES = (Pass(2.0, 17, 26, 7.0), Pass(4.0, 12, 13, 1.6))
FAR = Pass(1.0, 25, 44, 24.0)  # first, if a corner is missing


class Movement:
    """A smooth movement of points on the page: a thin plate spline through known movements."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.size = size
        self.points: Points = np.zeros((0, 2))
        self.weights: Points = np.zeros((3, 2))

    def __call__(self, points: Points) -> Points:
        """Return where points of the blank page are on the photographed page."""
        known, each = self.points / 100, points / 100
        bending = _bend(each, known) @ self.weights[:-3]
        flat = np.column_stack((np.ones(len(each)), each)) @ self.weights[-3:]
        return points + bending + flat

    def fit(self, points: Points, moved: Points, trust: Points) -> None:
        """Fit the movement to matches, and drop those that contradict their neighbours."""
        kept = np.ones(len(points), bool)
        for _ in range(3):
            self._solve(points[kept], moved[kept], trust[kept])
            wrong = np.hypot(*(self(points) - points - moved).T)
            limit = max(3.5 * float(np.median(wrong[kept])), 0.12)
            now = wrong < limit
            if now.sum() < 8 or (now == kept).all():
                break
            kept = now

    def _solve(self, points: Points, moved: Points, trust: Points) -> None:
        self.points = points
        each, count = points / 100, len(points)
        flat = np.column_stack((np.ones(count), each))
        left = np.zeros((count + 3, count + 3))
        left[:count, :count] = _bend(each, each) + np.diag(STIFFNESS / trust)
        left[:count, count:], left[count:, :count] = flat, flat.T
        self.weights = np.linalg.solve(left, np.vstack((moved, np.zeros((3, 2)))))


def _bend(one: Points, two: Points) -> Points:
    squares = (one**2).sum(axis=1)[:, None] + (two**2).sum(axis=1)[None] - 2 * one @ two.T
    np.maximum(squares, 1e-9, out=squares)
    return squares * np.log(squares)


def straighten(picture: Picture, page: FoundPage, blank: Picture) -> tuple[Picture, Movement, float]:
    """Return the page as flat as the blank, the movement, and how well they match (0 to 1).

    `blank` has PIXELS per millimetre.
    """
    height, width = (side / PIXELS for side in blank.shape[:2])
    movement = Movement((width, height))
    gray, gray_blank = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.cvtColor(blank, cv2.COLOR_BGR2GRAY)
    scale = page.measure_scale(width, height)
    small, matrix = _shrink(gray, page.matrix, PASSES[-1].pixels * 1.2 / scale)  # matching needs no more
    match = 0.0
    for each in PASSES if page.markers == 4 else (FAR, *PASSES):
        match = _match(small, matrix, gray_blank, movement, each)
    picture, matrix = _shrink(picture, page.matrix, PIXELS * 1.2 / scale)
    return _flatten(picture, matrix, movement, PIXELS), movement, match


def _shrink(picture: Picture, matrix: Points, factor: float) -> tuple[Picture, Points]:
    """Make a picture smaller, if it is worth it, together with the matrix that leads into it."""
    if factor > 0.8:
        return picture, matrix
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    shift = (factor - 1) / 2  # the middle of the first pixel
    return small, np.array(((factor, 0, shift), (0, factor, shift), (0, 0, 1))) @ matrix


def _flatten(picture: Picture, matrix: Points, movement: Movement, pixels: float) -> Picture:
    """Look up every pixel of the flat page in the photo."""
    width, height = movement.size
    step = NODE * pixels
    columns, rows = int(np.ceil(width / NODE)) + 2, int(np.ceil(height / NODE)) + 2
    xs, ys = (np.arange(columns) - 0.5) * NODE, (np.arange(rows) - 0.5) * NODE
    nodes = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    there = project(matrix, movement(nodes)).reshape(rows, columns, 2).astype(np.float32)
    size = round(columns * step), round(rows * step)
    dense = cv2.resize(there, size, interpolation=cv2.INTER_LINEAR)
    start = round(step)
    dense = dense[start : start + round(height * pixels), start : start + round(width * pixels)]
    return cv2.remap(picture, dense, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _match(gray: Picture, matrix: Points, blank: Picture, movement: Movement, how: Pass) -> float:
    """Match patches of the flat page with the blank, and correct the movement."""
    flat = _flatten(gray, matrix, movement, how.pixels)
    size = flat.shape[1], flat.shape[0]
    wanted = cv2.GaussianBlur(cv2.resize(blank, size, interpolation=cv2.INTER_AREA), (0, 0), 0.7)
    half, reach = round(how.size * how.pixels / 2), round(how.reach * how.pixels)
    edge = half + reach
    flat = cv2.copyMakeBorder(flat, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    wanted = cv2.copyMakeBorder(wanted, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255)
    points, moves, scores = [], [], []
    width, height = movement.size
    for y in np.arange(how.step / 2, height, how.step):
        for x in np.arange(how.step / 2, width, how.step):
            column, row = round(x * how.pixels) + edge, round(y * how.pixels) + edge
            patch = wanted[row - half : row + half + 1, column - half : column + half + 1]
            if patch.std() < LEAST_CONTRAST:
                continue
            around = flat[row - edge : row + edge + 1, column - edge : column + edge + 1]
            found = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
            _, score, _, (dx, dy) = cv2.minMaxLoc(found)
            if score >= LEAST_MATCH and 0 < dx < 2 * reach and 0 < dy < 2 * reach:
                fine_x = dx + _find_peak(*found[dy, dx - 1 : dx + 2])
                fine_y = dy + _find_peak(*found[dy - 1 : dy + 2, dx])
                points.append(((column - edge) / how.pixels, (row - edge) / how.pixels))
                moves.append(((fine_x - reach) / how.pixels, (fine_y - reach) / how.pixels))
                scores.append(score)
    if len(points) < 12:
        return 0.0
    at, moved = np.array(points), np.array(moves)
    movement.fit(at, movement(at + moved) - at, np.array(scores) ** 2)
    return float(np.median(scores))


def _find_peak(before: float, top: float, after: float) -> float:
    """Return the top of a parabola through three neighbours, from -0.5 to 0.5."""
    curve = before - 2 * top + after
    return float(0.5 * (before - after) / curve) if curve < 0 else 0.0
