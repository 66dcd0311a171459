"""Find a printed page in a photo by its corner markers, and read its QR code."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import cv2
import numpy as np

from companion.photo.pictures import Picture

SIDES_TO_SEARCH = (1500, 2600)  # length of the longer side at which markers are looked for
FEWEST_MARKERS = 2
LARGEST_ERROR = 8.0  # millimetres by which curled paper may miss its markers
MOST_OF_A_KIND = 3
QR_PIXELS = 10.0  # per millimetre
QR_MARGIN = 3.0

Corners = Any  # four points clockwise from the top left
Matrix = Any


@dataclass(frozen=True)
class Box:
    """A box on the page in millimetres."""

    x: float
    y: float
    width: float
    height: float

    def list_corners(self) -> Corners:
        right, bottom = self.x + self.width, self.y + self.height
        return np.array(((self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)))


@dataclass(frozen=True)
class FoundPage:
    """Where a page is in a photo."""

    matrix: Matrix  # from millimetres on the page to pixels of the photo
    markers: int  # found
    error: float  # millimetres

    def locate(self, points: Corners) -> Corners:
        """Return where points of the page are in the photo."""
        return project(self.matrix, points)

    def measure_scale(self, width: float, height: float) -> float:
        """Return pixels per millimetre in the middle of a page of this size."""
        cx, cy = width / 2, height / 2
        middle = project(self.matrix, np.array(((cx, cy), (cx + 1, cy), (cx, cy + 1))))
        return float(np.sqrt(abs(np.linalg.det(middle[1:] - middle[0]))))


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
    """Find the pages that the markers belong to, the most complete and largest first.

    `markers` are their corners on the page in millimetres. Two sheets on one paper have every marker twice.
    """
    choices: list[list[Corners | None]] = []
    for id in markers:
        alike = [corners for other, corners in found if other == id]
        alike.sort(key=_measure_area, reverse=True)
        choices.append([*alike[:MOST_OF_A_KIND], None])
    pages = []
    for chosen in product(*choices):
        known = [(markers[id], corners) for id, corners in zip(markers, chosen, strict=True) if corners is not None]
        if len(known) >= FEWEST_MARKERS and (page := _fit(known)):
            pages.append(page)
    return sorted(pages, key=lambda page: (-page.markers, page.error))


def _measure_area(corners: Corners) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _fit(known: list[tuple[Corners, Corners]]) -> FoundPage | None:
    on_page = np.concatenate([corners for corners, _ in known])
    in_photo = np.concatenate([corners for _, corners in known])
    matrix, _ = cv2.findHomography(on_page, in_photo, 0)
    if matrix is None or not np.all(np.isfinite(matrix)) or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    back = project(np.linalg.inv(matrix), in_photo)
    error = float(np.abs(back - on_page).max())
    page = FoundPage(matrix, len(known), error)
    in_front = (on_page @ matrix[2, :2] + matrix[2, 2] > 0).all()
    return page if error <= LARGEST_ERROR and in_front and np.linalg.det(matrix) > 0 else None


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
