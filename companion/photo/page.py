"""Find a printed page in a photo by its corner markers, read its QR code, and straighten it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import cv2
import numpy as np

from companion.photo.pictures import Picture, encode
from companion.render.svg import Box

SIDES_TO_SEARCH = (1500, 2600)  # length of the longer side at which markers are looked for
FEWEST_MARKERS = 2
LARGEST_ERROR = 8.0  # millimetres by which curled paper may miss its markers
MOST_OF_A_KIND = 3
QR_PIXELS = 10.0  # per millimetre
QR_MARGIN = 3.0

Corners = Any  # four points clockwise from the top left
Matrix = Any


@dataclass(frozen=True)
class FoundPage:
    """Where a page is in a photo."""

    matrix: Matrix  # from millimetres on the page to pixels of the photo
    corners: frozenset[int]  # which of the markers found in the photo are its own
    error: float  # millimetres

    @property
    def markers(self) -> int:
        return len(self.corners)

    def locate(self, points: Corners) -> Corners:
        """Return where points of the page are in the photo."""
        return project(self.matrix, points)

    def measure_scale(self, width: float, height: float) -> float:
        """Return pixels per millimetre in the middle of a page of this size."""
        cx, cy = width / 2, height / 2
        middle = project(self.matrix, np.array(((cx, cy), (cx + 1, cy), (cx, cy + 1))))
        return float(np.sqrt(abs(np.linalg.det(middle[1:] - middle[0]))))


def list_corners(box: Box) -> Corners:
    """List the corners of a box in millimetres, clockwise from the top left."""
    return np.array(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)))


def project(matrix: Matrix, points: Corners) -> Corners:
    turned = points @ matrix[:2, :2].T + matrix[:2, 2]
    return np.asarray(turned / (points @ matrix[2, :2] + matrix[2, 2])[:, None])


def find_markers(picture: Picture) -> list[tuple[int, Corners]]:
    """Find ArUco markers; look closer if there are few."""
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    longest = max(gray.shape)
    found: list[tuple[int, Corners]] = []
    for side in SIDES_TO_SEARCH:
        scale = min(1.0, side / longest)
        small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else gray
        here = [(id, (corners + 0.5) / scale - 0.5) for id, corners in _detect(small)]
        found = max(found, here, key=len)
        if len({id for id, _ in found}) >= 4 or scale == 1:
            break
    return found


def _detect(gray: Picture) -> Iterator[tuple[int, Corners]]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax, settings.adaptiveThreshWinSizeStep = 7, 47, 20
    settings.minMarkerPerimeterRate = 0.06
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    corners, ids, _ = detector.detectMarkers(gray)
    for id, points in zip([] if ids is None else ids.ravel(), corners, strict=True):
        yield int(id), points.reshape(4, 2).astype(float)


def find_pages(found: list[tuple[int, Corners]], markers: Mapping[int, Corners]) -> list[FoundPage]:
    """Find the pages that the markers may belong to, the most probable first.

    `markers` are their corners on the page in millimetres. Two sheets in a photo have every marker twice, and most
    combinations are of both: they fit badly.
    """
    choices: list[list[int | None]] = []
    for id in markers:
        alike = [place for place, (other, _) in enumerate(found) if other == id]
        alike.sort(key=lambda place: -_measure_area(found[place][1]))
        choices.append([*alike[:MOST_OF_A_KIND], None])
    pages = []
    for chosen in product(*choices):
        places = [place for place in chosen if place is not None]
        if len(places) >= FEWEST_MARKERS and (page := _fit(found, places, markers)):
            pages.append(page)
    several = any(len(alike) > 2 for alike in choices)  # of a kind
    missing = 3.0 if several else LARGEST_ERROR  # millimetres that a missing marker counts
    return sorted(pages, key=lambda page: page.error + missing * (len(markers) - page.markers))


def _measure_area(corners: Corners) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _fit(found: list[tuple[int, Corners]], places: list[int], markers: Mapping[int, Corners]) -> FoundPage | None:
    on_page = np.concatenate([markers[found[place][0]] for place in places])
    in_photo = np.concatenate([found[place][1] for place in places])
    matrix, _ = cv2.findHomography(on_page, in_photo, 0)
    if matrix is None or not np.all(np.isfinite(matrix)) or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    back = project(np.linalg.inv(matrix), in_photo)
    error = float(np.abs(back - on_page).max())
    in_front = (on_page @ matrix[2, :2] + matrix[2, 2] > 0).all()
    fits = error <= LARGEST_ERROR and in_front and np.linalg.det(matrix) > 0
    return FoundPage(matrix, frozenset(places), error) if fits else None


def straighten_box(picture: Picture, page: FoundPage, box: Box, pixels: float) -> Picture:
    """Return the part of the photo that shows a box, upright."""
    to_page = np.array(((1 / pixels, 0, box.x + 0.5 / pixels), (0, 1 / pixels, box.y + 0.5 / pixels), (0, 0, 1)))
    size = round(box.width * pixels), round(box.height * pixels)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(picture, page.matrix @ to_page, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def read_qr(picture: Picture, page: FoundPage, box: Box) -> str:
    """Return the text of the QR code in a box; empty if it cannot be read."""
    margin = Box(box.x - QR_MARGIN, box.y - QR_MARGIN, box.width + 2 * QR_MARGIN, box.height + 2 * QR_MARGIN)
    code = cv2.cvtColor(straighten_box(picture, page, margin, QR_PIXELS), cv2.COLOR_BGR2GRAY)
    detector = cv2.QRCodeDetector()
    for looked_at in _vary(code):
        try:
            text, _, _ = detector.detectAndDecode(looked_at)
        except cv2.error:
            continue
        if text:
            return str(text)
    return ""


def _vary(code: Picture) -> Iterator[Picture]:
    """Yield the picture of a code in several ways that a reader may find easier."""
    yield code
    light = cv2.morphologyEx(code, cv2.MORPH_CLOSE, np.ones((61, 61), np.uint8))
    even = cv2.divide(code, cv2.GaussianBlur(light, (0, 0), 15), scale=255)
    yield even
    yield cv2.addWeighted(even, 2.2, cv2.GaussianBlur(even, (0, 0), 5), -1.2, 0)
    for blurred in (even, cv2.GaussianBlur(even, (0, 0), 2.5)):
        yield cv2.threshold(blurred, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1]
    yield cv2.resize(even, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    yield cv2.adaptiveThreshold(even, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, 61, 8)


# Paper curls: small patches are moved until they match the blank page, and the movements are smoothed

PIXELS = 6.0  # per millimetre of the straightened page
NODE = 4.0  # millimetres between the points at which the movement is computed
STIFFNESS = 0.02  # how much a smooth movement counts against exact matches
LEAST_MATCH = 0.35  # correlation of a patch with the blank
LEAST_CONTRAST = 6.0  # of a patch of the blank, in grey levels

Points = Any  # rows of x and y
CROP_MARGIN = 5.0  # millimetres shown around a cell
OUTLINE = (190, 60, 0)  # blue, as BGR: neither pens nor areas of a sheet have it often


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


def cut_out(flat: Picture, box: Box, around: float = CROP_MARGIN) -> bytes:
    """Return a cell of a straightened page and its surroundings as JPEG, with the cell outlined."""
    left, top = max(0, round((box.x - around) * PIXELS)), max(0, round((box.y - around) * PIXELS))
    right, bottom = round((box.right + around) * PIXELS), round((box.bottom + around) * PIXELS)
    part = flat[top:bottom, left:right].copy()
    corners = [
        (round(x * PIXELS) - left, round(y * PIXELS) - top)
        for x, y in ((box.x - 0.5, box.y - 0.5), (box.right + 0.5, box.bottom + 0.5))
    ]
    for colour, thick in (((255, 255, 255), 5), (OUTLINE, 3)):  # white around it: it is seen on any print
        cv2.rectangle(part, *corners, colour, thick, cv2.LINE_AA)
    return encode(part)


def cut_strip(flat: Picture, box: Box) -> tuple[bytes, int, int]:
    """Return a box of a straightened page as JPEG, with its width and height in pixels."""
    left, top, right, bottom = (max(0, round(each * PIXELS)) for each in (box.x, box.y, box.right, box.bottom))
    part = flat[top:bottom, left:right]
    return encode(part), part.shape[1], part.shape[0]
