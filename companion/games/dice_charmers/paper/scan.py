"""Find a sheet in a photo: which one it is, where it is, and the probability of every mark on it.

The rules are not asked here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.dice_charmers.definition import SheetDefinition, list_sheet_names
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper, list_cells, read_code
from companion.games.dice_charmers.rules.sheet import CIRCLED, NONE, STATES
from companion.i18n import DEFAULT, LANGUAGES
from companion.photo import Unclear, Unreadable, Why, network
from companion.photo.ink import AROUND, FACTS, SIDE, Ink, cut_patches, find_ink, remove_creases
from companion.photo.page import (
    PIXELS,
    Corners,
    FoundPage,
    find_markers,
    find_pages,
    list_corners,
    read_qr,
    straighten,
    straighten_box,
)
from companion.photo.pictures import ENOUGH_PIXELS, Picture, open_picture
from companion.render.palette import INKS
from companion.render.pdf import render_png
from companion.render.svg import Box

Array = Any
Chances = dict[str, dict[str, float]]


# The printed sheet as the camera sees it, in millimetres


@dataclass(frozen=True)
class Print:
    """A variant of a printed sheet."""

    definition: SheetDefinition
    language: str
    ink: str

    @lru_cache(maxsize=40)  # noqa: B019 - prints are values: equal ones share their pictures
    def draw(self, pixels: float, code: str | None = None) -> Array:
        """Return the blank with this many pixels per millimetre; `code` is the content of its QR code, if any."""
        drawing = arrange_for_paper(self.definition, language=self.language, ink=self.ink, code=code)
        page = self.definition.geometry.page
        picture = render_png(drawing, page.width, page.height, pixels)
        return cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)

    @lru_cache(maxsize=16)  # noqa: B019
    def list_cells(self) -> Mapping[str, Box]:
        return {cell.id: cell.box for cell in list_cells(self.definition, self.language, self.ink)}


def list_markers(definition: SheetDefinition) -> dict[int, Array]:
    """Return the corners of every marker on the sheet."""
    return {marker.id: list_corners(marker.box) for marker in definition.geometry.markers}


def find_printed_circles(definition: SheetDefinition) -> frozenset[str]:
    """Return the cells that are circled on the blank sheet already."""
    return frozenset(f"karma {place}" for place in range(1, definition.sheet.karma.start + 1))


def list_states(cell: str) -> tuple[str, ...]:
    return STATES[cell.partition(" ")[0]]


def find_drawn_state(cell: str, state: str, printed: frozenset[str]) -> str:
    """Return what a pen has drawn into a cell: nothing into one that is circled in print."""
    return NONE if cell in printed and state == CIRCLED else state


# The marks on a photographed sheet

NETWORK_FILE = Path(__file__).parent / "network.npz"
GROUPS = {
    "track": ("fame", "money"),
    "road": ("road",),
    "ring": ("good", "bonus", "karma"),
    "cross": ("person", "river", "upgrade"),
}  # kinds of cells that share a network
MOST_KINDS = 3
SURE = 0.9  # probability of a state that teaches how a person marks


@dataclass(frozen=True)
class Straightened:
    """A photographed sheet, flat and compared with the blank."""

    which: Print
    picture: Picture  # PIXELS per millimetre
    ink: Ink
    match: float  # with the blank, 0 to 1
    markers: int  # found


def find_group(cell: str) -> str:
    kind = cell.partition(" ")[0]
    return next(group for group, kinds in GROUPS.items() if kind in kinds)


def measure(picture: Picture, page: FoundPage, which: Print) -> Straightened:
    blank = which.draw(PIXELS)
    flat, _, match = straighten(picture, page, blank)
    return compare(which, flat, match, page.markers)


def compare(which: Print, flat: Picture, match: float, markers: int) -> Straightened:
    """Find what was written on a straightened page."""
    ink = remove_creases(find_ink(flat, which.draw(PIXELS)), list(which.list_cells().values()))
    return Straightened(which, flat, ink, match, markers)


def cut_cells(seen: Straightened) -> dict[str, tuple[list[str], Array, Array]]:
    """Return cells, patches and facts by the network that reads them."""
    cells = seen.which.list_cells()
    patches, photo = cut_patches(seen.ink, list(cells.values()))
    ids = list(cells)
    groups = {}
    for group in GROUPS:
        chosen = [i for i, id in enumerate(ids) if find_group(id) == group]
        facts = np.stack([np.concatenate((photo[i], _describe_kind(ids[i]))) for i in chosen])
        groups[group] = ([ids[i] for i in chosen], patches[chosen], facts.astype(np.float32))
    return groups


def _describe_kind(cell: str) -> Array:
    kinds = GROUPS[find_group(cell)]
    return np.eye(MOST_KINDS)[kinds.index(cell.partition(" ")[0])]


COUNT_FACTS = FACTS + MOST_KINDS


class MarkReader:
    """Reads the marks of one sheet, the second time with what the first has shown about the hand that made them."""

    def __init__(self, seen: Straightened) -> None:
        self.printed = find_printed_circles(seen.which.definition)
        self.weights = load_weights()
        cut = cut_cells(seen)
        self.groups = {
            group: (ids, network.find_features(self.weights[group], patches, facts))
            for group, (ids, patches, facts) in cut.items()
        }
        places, patches, facts = cut["track"]
        inner = round(SIDE * AROUND / (1 + 2 * AROUND))
        self.fills = dict(
            zip(places, patches[:, 1, inner:-inner, inner:-inner].mean(axis=(1, 2)).tolist(), strict=True)
        )
        self.pen = float(facts[0, 0])

    def read(self) -> Chances:
        """Return the probability of every state of every cell."""
        return self._predict(self.weights)

    def read_again(self, known: Mapping[str, Mapping[str, float]]) -> Chances:
        """Return the probabilities again, learned from cells whose states are known well by now."""
        adapted = {}
        for group, (ids, features) in self.groups.items():
            wanted = np.array([self._find_lesson(id, known[id]) for id in ids], np.float32)
            adapted[group] = network.adapt(self.weights[group], features, wanted)
        return self._predict(adapted)

    def _find_lesson(self, cell: str, known: Mapping[str, float]) -> list[float]:
        """Return what a cell teaches: nothing if it is unsure, or circled in print."""
        chances = [known[state] for state in list_states(cell)]
        return chances if max(chances) > SURE and cell not in self.printed else [0.0] * len(chances)

    def _predict(self, weights: Mapping[str, network.Weights]) -> Chances:
        chances: Chances = {}
        for group, (ids, features) in self.groups.items():
            for id, each in zip(ids, network.predict_from(weights[group], features), strict=True):
                chances[id] = {state: float(chance) for state, chance in zip(list_states(id), each, strict=True)}
        for cell in self.printed:  # counts as circled even if no pen touched it
            states = chances[cell]
            chances[cell] = {**states, NONE: 0.0, CIRCLED: states[NONE] + states[CIRCLED]}
        return chances


@cache
def load_weights() -> dict[str, network.Weights]:
    """Load the trained networks."""
    with np.load(NETWORK_FILE) as file:
        weights: dict[str, network.Weights] = {group: {} for group in GROUPS}
        for name in file.files:
            group, _, layer = name.partition(" ")
            weights[group][layer] = file[name].astype(np.float32)
    return weights


def count_states(group: str) -> int:
    return len(STATES[GROUPS[group][0]])


# The sheet in the photo

FindSheet = Callable[[str, int | None], SheetDefinition | None]

LEAST_SCALE = 2.4  # pixels per millimetre
LEAST_LIGHT = 0.1  # of white
MOST_BLUR = 0.55  # millimetres
DIM_LIGHT, MUCH_BLUR, FAINT_PEN, MOST_WHITE = (
    0.3,
    0.3,
    0.25,
    0.6,
)  # from here on, they may be the cause of many questions
LEAST_MATCH = 0.45  # with the blank
LEAST_LIKENESS = 0.4  # to recognise a sheet without its code
SMALL_ERROR = 2.5  # millimetres by which markers of one sheet miss their places
MOST_SHEETS = 4  # in one photo
LOOK = 1.5  # pixels per millimetre to recognise a sheet


@dataclass(frozen=True)
class Scan:
    seen: Straightened
    serial: int | None
    reader: MarkReader

    def find_fault(self) -> Unclear:
        """Say why marks are hard to read."""
        ink = self.seen.ink
        if ink.light < DIM_LIGHT:
            return Unclear.TOO_DARK
        if ink.blur >= MUCH_BLUR:
            return Unclear.BLURRED
        if float((self.seen.picture[::4, ::4].min(axis=2) >= 250).mean()) > MOST_WHITE and ink.light > 0.97:
            return Unclear.TOO_BRIGHT
        return Unclear.TOO_FAINT if self.reader.pen < FAINT_PEN else Unclear.UNKNOWN


def scan(data: bytes, sheet: str | None, find_sheet: FindSheet) -> list[Scan]:
    """Read the marks of the photographed sheets. Raises Unreadable if there is none."""
    candidates = list(_list_candidates(sheet, find_sheet))
    picture, places = _find_sheets(data, candidates)
    copies: list[tuple[Straightened, int | None]] = []
    problem: Unreadable | None = None
    for page, layout in places:
        try:
            seen, serial = _recognise(picture, page, layout, candidates, sheet, find_sheet)
            _check_quality(seen)
            copies.append((seen, serial))
        except Unreadable as error:
            problem = problem or error
    if not copies:
        assert problem
        raise problem
    match = max(seen.match for seen, _ in copies)
    real = [copy for copy in copies if copy[0].match > match - 0.15]  # not markers of different sheets
    return [Scan(seen, serial, MarkReader(seen)) for seen, serial in real]


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
    for name in (sheet,) if sheet else list_sheet_names():
        if definition := find_sheet(name, None):
            yield definition
        elif sheet:
            raise Unreadable(Why.FOREIGN_SHEET)


def _find_places(
    found: list[tuple[int, Corners]], candidates: list[SheetDefinition]
) -> list[tuple[FoundPage, SheetDefinition]]:
    """Return where sheets are: the best place, and others with markers of their own."""
    layouts = {str(definition.geometry): definition for definition in candidates}.values()
    places = [(page, layout) for layout in layouts for page in find_pages(found, list_markers(layout))]
    best = places[:1]
    for page, layout in places:
        fits = page.markers >= 3 and page.error < max(2 * best[0][0].error, SMALL_ERROR)
        if fits and all(not page.corners & other.corners and _are_apart(page, other) for other, _ in best):
            best.append((page, layout))
    return best[:MOST_SHEETS]


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
    code = read_code(read_qr(picture, page, layout.geometry.boxes.qr))
    if code and sheet in (None, code.sheet):
        definition = find_sheet(code.sheet, code.version)
        if definition is None or code.language not in LANGUAGES:
            raise Unreadable(Why.FOREIGN_SHEET)
        return measure(picture, page, Print(definition, code.language, code.ink)), code.serial
    which = _recognise_print(picture, page, [each for each in candidates if each.geometry == layout.geometry])
    return measure(picture, page, which), None


def _recognise_print(picture: Picture, page: FoundPage, candidates: list[SheetDefinition]) -> Print:
    """Find the print that looks most like the photo, for a code that cannot be read. Raises Unreadable."""
    paper = candidates[0].geometry.page
    small = straighten_box(picture, page, Box(0, 0, paper.width, paper.height), LOOK * 2)[::2, ::2]
    plain = [Print(definition, DEFAULT, ink) for definition in candidates for ink in INKS]
    best = max(plain, key=lambda which: _compare(small, which))
    every = [Print(best.definition, language, best.ink) for language in LANGUAGES]
    best = max(every, key=lambda which: _compare(small, which))
    if _compare(small, best) < LEAST_LIKENESS:
        raise Unreadable(_find_fault(picture, Why.FOREIGN_SHEET))
    return best


def _compare(small: Picture, which: Print) -> float:
    """Return how much a small picture of a sheet looks like a print, from -1 to 1."""
    blank = cv2.resize(which.draw(PIXELS), (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    one, two = (cv2.GaussianBlur(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), (0, 0), 1.0) for each in (small, blank))
    one, two = (each.astype(np.float32) - cv2.GaussianBlur(each, (0, 0), 12).astype(np.float32) for each in (one, two))
    return float(cv2.matchTemplate(one, two, cv2.TM_CCOEFF_NORMED)[0, 0])


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
