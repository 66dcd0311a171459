"""The printed sheet as the camera sees it: pixels of the blank, cells and markers in millimetres."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.layout import list_cells
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper
from companion.games.dice_charmers.rules.cells import CIRCLED, NONE, STATES
from companion.photo.page import Box
from companion.render import geometry
from companion.render.raster import rasterise

Array = Any


@dataclass(frozen=True)
class Print:
    """A variant of a printed sheet."""

    definition: SheetDefinition
    language: str
    ink: str

    def draw(self, pixels: float, code: str | None = None) -> Array:
        """Return the blank with this many pixels per millimetre; `code` is the content of its QR code, if any."""
        return _draw(self, pixels, code)

    def list_cells(self) -> Mapping[str, Box]:
        return _list_cells(self)


@lru_cache(maxsize=40)
def _draw(which: Print, pixels: float, code: str | None) -> Array:
    return rasterise(arrange_for_paper(which.definition, language=which.language, ink=which.ink, code=code), pixels)


@lru_cache(maxsize=16)
def _list_cells(which: Print) -> Mapping[str, Box]:
    return {cell.id: _to_box(cell.box) for cell in list_cells(which.definition, which.language, which.ink)}


def find_qr_box(definition: SheetDefinition) -> Box:
    return _to_box(definition.geometry.boxes.qr)


def list_markers(definition: SheetDefinition) -> dict[int, Array]:
    """Return the corners of every marker on the sheet."""
    markers = definition.geometry.markers
    every = (markers.top_left, markers.top_right, markers.bottom_right, markers.bottom_left)
    return {marker.id: _to_box(marker.box).list_corners() for marker in every}


def find_printed_circles(definition: SheetDefinition) -> frozenset[str]:
    """Return the cells that are circled on the blank sheet already."""
    return frozenset(f"karma {place}" for place in range(1, definition.sheet.karma.start + 1))


def list_states(cell: str) -> tuple[str, ...]:
    return STATES[cell.partition(" ")[0]]


def find_drawn_state(cell: str, state: str, printed: frozenset[str]) -> str:
    """Return what a pen has drawn into a cell: nothing into one that is circled in print."""
    return NONE if cell in printed and state == CIRCLED else state


def _to_box(box: geometry.Box) -> Box:
    return Box(box.x, box.y, box.width, box.height)
