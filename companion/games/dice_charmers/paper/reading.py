"""Read a photo of a played sheet: every cell with its most probable state, the cells to ask about, and the score."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.paper.explain import TRACKS, explain
from companion.games.dice_charmers.paper.marked import Cells, count_totals, find_conflicts
from companion.games.dice_charmers.rules.scoring import Figures, to_points
from companion.games.dice_charmers.rules.sheet import MARKED, NONE, Sheet
from companion.games.dice_charmers.texts.wording import describe_conflict
from companion.photo import PhotoUnavailable, Unclear
from companion.render.svg import Box

if TYPE_CHECKING:
    from companion.games.dice_charmers.paper.scan import Scan

PROBABILITY_DIGITS = 4
MANY_QUESTIONS = 12  # with more, another photo or typing the totals is less work
LEAST_PLAYED = 0.1  # marks on another sheet in the photo, compared with the one that has most
STRIP_MARGIN = 4.0  # millimetres around a part of a track

FindSheet = Callable[[str, int | None], SheetDefinition | None]  # by name and version; None is the current version


@dataclass(frozen=True)
class Doubt:
    """A cell to ask about."""

    cell: str
    read: str  # the most probable state
    alternatives: Mapping[str, float]  # probability of every state
    crop: bytes  # the cell and its surroundings in the photo, as JPEG


@dataclass(frozen=True)
class TrackDoubt:
    """A track whose line may end elsewhere: one question, whatever number of its places is doubtful."""

    row: str  # fame or money
    end: int  # the most probable
    cells: tuple[str, ...]  # that are doubtful
    strips: tuple["Strip", ...]


@dataclass(frozen=True)
class Strip:
    """A part of a track in the photo."""

    picture: bytes  # JPEG
    width: int  # pixels
    height: int
    places: Mapping[int, Box]  # where they are, in pixels


@dataclass(frozen=True)
class Reading:
    sheet: str
    version: int
    serial: int | None
    lang: str
    ink: str
    cells: Mapping[str, str]  # state of every cell by its id
    doubtful: tuple[Doubt, ...]  # the most important first
    picture: bytes  # the straightened photo as JPEG
    tracks: tuple[TrackDoubt, ...] = ()  # the doubtful places of tracks again, as one question each
    fault: Unclear | None = None  # the probable reason of many questions

    @property
    def questions(self) -> int:
        return count_questions(doubt.cell for doubt in self.doubtful)


def count_questions(cells: Iterable[str]) -> int:
    """Return how many questions doubtful cells make: one for all places of a track."""
    return len({cell.partition(" ")[0] if cell.startswith(TRACKS) else cell for cell in cells})


def read_picture(data: bytes, sheet: str | None, find_sheet: FindSheet) -> tuple[Reading, ...]:
    """Read all sheets in a photo, the one with most marks first.

    `sheet` is the name of the sheet, if it is known; `find_sheet` finds the printed one. Raises Unreadable, or
    PhotoUnavailable without the extra `[photo]`.
    """
    try:
        from companion.games.dice_charmers.paper.scan import scan  # imported here: [photo] may be missing
    except ImportError as error:
        raise PhotoUnavailable from error
    readings = sorted(map(_read_sheet, scan(data, sheet, find_sheet)), key=_count_marks, reverse=True)
    played = max(_count_marks(readings[0]) * LEAST_PLAYED, 3)  # the other half of a page is often blank
    return tuple(reading for reading in readings if reading is readings[0] or _count_marks(reading) > played)


def _count_marks(reading: Reading) -> int:
    return sum(state != NONE for state in reading.cells.values())


def _read_sheet(scanned: "Scan") -> Reading:
    from companion.photo.page import cut_out
    from companion.photo.pictures import encode

    which, flat, reader = scanned.seen.which, scanned.seen.picture, scanned.reader
    sheet = which.definition.sheet
    found = explain(sheet, reader.read(), reader.fills)
    found = explain(sheet, reader.read_again(found.chances), reader.fills)
    boxes = which.list_cells()
    doubtful = tuple(
        Doubt(cell, found.cells[cell], found.chances[cell], cut_out(flat, boxes[cell])) for cell in found.doubtful
    )
    tracks = []
    for row in TRACKS:
        if asked := tuple(cell for cell in found.doubtful if cell.startswith(f"{row} ")):
            end = sum(state == MARKED for cell, state in found.cells.items() if cell.startswith(f"{row} "))
            tracks.append(TrackDoubt(row, end, asked, _cut_strips(flat, boxes, row, end, asked)))
    tracks.sort(key=lambda track: found.doubtful.index(track.cells[0]))
    many = count_questions(found.doubtful) > MANY_QUESTIONS
    return Reading(
        sheet=sheet.name,
        version=sheet.version,
        serial=scanned.serial,
        lang=which.language,
        ink=which.ink,
        cells={cell: found.cells[cell] for cell in boxes},
        doubtful=doubtful,
        tracks=tuple(tracks),
        fault=scanned.find_fault() if many else None,
        picture=encode(flat),
    )


def _cut_strips(flat: Any, boxes: Mapping[str, Box], row: str, end: int, asked: Collection[str]) -> tuple[Strip, ...]:
    """Cut out the parts of a track that show its doubtful places and its end: a third of a printed line each."""
    from companion.photo.page import PIXELS, cut_strip

    lines: dict[float, list[int]] = {}
    for cell, box in boxes.items():
        if cell.startswith(f"{row} "):
            lines.setdefault(round(box.y, 1), []).append(int(cell.split()[1]))
    strips = []
    for places in sorted(map(sorted, lines.values())):
        third = -(-len(places) // 3)
        for part in (places[:third], places[third : 2 * third], places[2 * third :]):
            if not {f"{row} {place}" for place in part} & {*asked, f"{row} {max(end, 1)}"}:
                continue
            own = [boxes[f"{row} {place}"] for place in part]
            left, right = min(box.x for box in own) - STRIP_MARGIN, max(box.right for box in own) + STRIP_MARGIN
            top, bottom = own[0].y - STRIP_MARGIN, own[0].bottom + STRIP_MARGIN
            area = Box(max(left, 0), max(top, 0), right - max(left, 0), bottom - max(top, 0))
            shown = {
                place: Box(
                    round((box.x - area.x) * PIXELS, 1),
                    round((box.y - area.y) * PIXELS, 1),
                    round(box.width * PIXELS, 1),
                    round(box.height * PIXELS, 1),
                )
                for place, box in zip(part, own, strict=True)
            }
            picture, width, height = cut_strip(flat, area)
            strips.append(Strip(picture, width, height, shown))
    return tuple(strips)


def describe_reading(sheet: Sheet, reading: Reading, seconds: float) -> dict[str, Any]:
    """Describe a reading, ready for JSON; messages are in the current language."""
    doubtful = [
        {
            "cell": doubt.cell,
            "read": doubt.read,
            "alternatives": {
                state: round(float(share), PROBABILITY_DIGITS) for state, share in doubt.alternatives.items()
            },
        }
        for doubt in reading.doubtful
    ]
    return {
        "sheet": reading.sheet,
        "version": reading.version,
        "serial": reading.serial,
        "cells": dict(reading.cells),
        "doubtful": doubtful,
        **describe_marks(sheet, reading.cells),
        "seconds": round(seconds, 2),
    }


def describe_marks(sheet: Sheet, cells: Cells) -> dict[str, Any]:
    """Describe what the marks mean: totals, score and conflicts."""
    totals = count_totals(sheet, cells)
    conflicts = [
        {"rule": conflict.code.value, "cells": list(conflict.cells), "message": describe_conflict(conflict)}
        for conflict in find_conflicts(sheet, cells)
    ]
    return {"totals": totals._asdict(), "score": compute_score(sheet, totals), "conflicts": conflicts}


def compute_score(sheet: Sheet, totals: Figures) -> float:
    return to_points(2 * totals.fame + totals.money - 2 * sheet.tracks.fame)
