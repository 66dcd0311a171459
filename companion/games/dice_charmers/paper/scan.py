"""Find a sheet in a photo: which one it is, where it is, and the probability of every mark on it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.dice_charmers.definition import SheetDefinition, list_earlier_versions, list_sheet_names
from companion.games.dice_charmers.drawing.printed_code import PrintedCode, read_code
from companion.games.dice_charmers.paper.marks import MarkReader, Straightened, measure
from companion.games.dice_charmers.paper.printed import Print, find_qr_box, list_markers
from companion.i18n import DEFAULT, LANGUAGES
from companion.photo.page import Box, Corners, FoundPage, find_markers, find_pages, read_qr, straighten_box
from companion.photo.pictures import ENOUGH_PIXELS, Picture, open_picture
from companion.photo.straighten import PIXELS
from companion.photo.unreadable import Unreadable, Why
from companion.render.palette import INKS

FindSheet = Callable[[str, int | None], SheetDefinition | None]

LEAST_SCALE = 2.4  # pixels per millimetre
LEAST_LIGHT = 0.1  # of white
MOST_BLUR = 0.55  # millimetres
LEAST_MATCH = 0.45  # with the blank
LEAST_LIKENESS = 0.4  # to recognise a sheet without its code
SMALL_ERROR = 2.5  # millimetres by which markers of one sheet miss their places
COLOURFUL = 18.0  # mean difference between the colours of a pixel, if the print has colours
LOOK = 1.5  # pixels per millimetre to recognise a sheet


@dataclass(frozen=True)
class Scan:
    seen: Straightened
    serial: int | None
    reader: MarkReader


def scan(data: bytes, sheet: str | None, find_sheet: FindSheet) -> Scan:
    """Read the marks of a photographed sheet. Raises Unreadable."""
    candidates = list(_list_candidates(sheet, find_sheet))
    picture, places = _find_sheets(data, candidates)
    seen, serial = _choose_copy([_recognise(picture, *place, candidates, sheet, find_sheet) for place in places])
    _check_quality(seen)
    return Scan(seen, serial, MarkReader(seen))


def _find_sheets(
    data: bytes, candidates: list[SheetDefinition]
) -> tuple[Picture, list[tuple[FoundPage, SheetDefinition]]]:
    """Return the picture and where sheets are in it; with all its pixels if the sheets are small. Raises Unreadable."""
    picture = open_picture(data, ENOUGH_PIXELS)
    found = find_markers(picture)
    places = _find_places(found, candidates)
    if not places or min(_measure_scale(*place) for place in places) < PIXELS * 0.9:
        full = open_picture(data)
        if full.shape != picture.shape:
            picture = full
            found = find_markers(picture)
            places = _find_places(found, candidates)
    if not found:
        raise Unreadable(_find_fault(picture, Why.NO_SHEET))
    if not places:
        known = {id for definition in candidates for id in list_markers(definition)}
        raise Unreadable(Why.NOT_ALL_CORNERS if known & {id for id, _ in found} else Why.NO_SHEET)
    return picture, places


def _measure_scale(page: FoundPage, layout: SheetDefinition) -> float:
    paper = layout.geometry.page
    return page.measure_scale(paper.width, paper.height)


def _list_candidates(sheet: str | None, find_sheet: FindSheet) -> Iterator[SheetDefinition]:
    """List the sheets that a photo may show."""
    names = [(name, None) for name in list_sheet_names()]
    earlier = [(name, int(version)) for name, _, version in (each.partition("@") for each in list_earlier_versions())]
    wanted = [(sheet, None), *(each for each in earlier if each[0] == sheet)] if sheet else [*names, *earlier]
    for name, version in wanted:
        if definition := find_sheet(name, version):
            yield definition
    if sheet and not find_sheet(sheet, None):
        raise Unreadable(Why.FOREIGN_SHEET)


def _find_places(
    found: list[tuple[int, Corners]], candidates: list[SheetDefinition]
) -> list[tuple[FoundPage, SheetDefinition]]:
    """Return where sheets are: the best place, and another one if there are two sheets in the photo."""
    layouts = {str(definition.geometry): definition for definition in candidates}.values()
    places = [(page, layout) for layout in layouts for page in find_pages(found, list_markers(layout))]
    places.sort(key=lambda place: (-place[0].markers, place[0].error))
    best = places[:1]
    for page, layout in places:
        fits = page.markers == 4 and page.error < max(2 * best[0][0].error, SMALL_ERROR)
        if fits and all(_are_apart(page, other) for other, _ in best):
            best.append((page, layout))
    return best[:2]


def _are_apart(one: FoundPage, two: FoundPage) -> bool:
    middle = np.array(((95.0, 138.0),))
    return float(np.hypot(*(one.locate(middle) - two.locate(middle))[0])) > 60 * one.measure_scale(190, 277)


def _recognise(
    picture: Picture,
    page: FoundPage,
    layout: SheetDefinition,
    candidates: list[SheetDefinition],
    sheet: str | None,
    find_sheet: FindSheet,
) -> tuple[Straightened, int | None]:
    """Find out which sheet it is, and straighten it. Raises Unreadable."""
    if _measure_scale(page, layout) < LEAST_SCALE:
        raise Unreadable(Why.TOO_SMALL)
    code = read_code(read_qr(picture, page, find_qr_box(layout)))
    if code and sheet in (None, code.sheet):
        definition = find_sheet(code.sheet, code.version)
        if definition is None or code.language not in LANGUAGES:
            raise Unreadable(Why.FOREIGN_SHEET)
        ink = code.ink or _recognise_ink(picture, page, definition, code)
        return measure(picture, page, Print(definition, code.language, ink)), code.serial
    which = _recognise_print(picture, page, [each for each in candidates if each.geometry == layout.geometry])
    return measure(picture, page, which), None


def _recognise_ink(picture: Picture, page: FoundPage, definition: SheetDefinition, code: PrintedCode) -> str:
    """Tell colour from ink saver; a print without colours may be either."""
    small = _look_at(picture, page, definition)
    light = np.quantile(small.reshape(-1, 3), 0.8, axis=0)
    even = np.clip(small / np.maximum(light, 1) * 255, 0, 255)
    if float((even.max(axis=2) - even.min(axis=2)).mean()) > COLOURFUL:
        return INKS[0]
    return max(INKS, key=lambda ink: _compare(small, Print(definition, code.language, ink)))


def _recognise_print(picture: Picture, page: FoundPage, candidates: list[SheetDefinition]) -> Print:
    """Find the print that looks most like the photo, for a code that cannot be read. Raises Unreadable."""
    small = _look_at(picture, page, candidates[0])
    plain = [Print(definition, DEFAULT, ink) for definition in candidates for ink in INKS]
    best = max(plain, key=lambda which: _compare(small, which))
    every = [Print(best.definition, language, best.ink) for language in LANGUAGES]
    best = max(every, key=lambda which: _compare(small, which))
    if _compare(small, best) < LEAST_LIKENESS:
        raise Unreadable(_find_fault(picture, Why.FOREIGN_SHEET))
    return best


def _look_at(picture: Picture, page: FoundPage, definition: SheetDefinition) -> Picture:
    paper = definition.geometry.page
    return straighten_box(picture, page, Box(0, 0, paper.width, paper.height), LOOK * 2)[::2, ::2]


def _compare(small: Picture, which: Print) -> float:
    """Return how much a small picture of a sheet looks like a print, from -1 to 1."""
    blank = cv2.resize(which.draw(PIXELS), (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    one, two = (cv2.GaussianBlur(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), (0, 0), 1.0) for each in (small, blank))
    one, two = (each.astype(np.float32) - cv2.GaussianBlur(each, (0, 0), 12).astype(np.float32) for each in (one, two))
    return float(cv2.matchTemplate(one, two, cv2.TM_CCOEFF_NORMED)[0, 0])


def _choose_copy(copies: list[tuple[Straightened, int | None]]) -> tuple[Straightened, int | None]:
    """Choose the copy with more ink on it."""
    best = max(seen.match for seen, _ in copies)
    real = [copy for copy in copies if copy[0].match > best - 0.15]
    return max(real, key=lambda copy: float((copy[0].ink.dark > 0.15).mean()))


def _check_quality(seen: Straightened) -> None:
    if seen.ink.light < LEAST_LIGHT:
        raise Unreadable(Why.TOO_DARK)
    if seen.ink.blur > MOST_BLUR:
        raise Unreadable(Why.BLURRED)
    if seen.match < LEAST_MATCH:
        raise Unreadable(Why.NOT_ALL_CORNERS if seen.markers < 4 else Why.BLURRED)


def _find_fault(picture: Picture, otherwise: Why) -> Why:
    """Find out why there is nothing to see in a photo."""
    gray = cv2.cvtColor(cv2.resize(picture, (800, 800), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if float(np.quantile(gray, 0.95)) < 60:
        return Why.TOO_DARK
    return otherwise
