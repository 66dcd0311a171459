"""Where every cell of a printed sheet is, in millimetres on the page: for reading photos, and for other programs."""

from typing import Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import NO_MARKS, Cell, Drawing
from companion.games.dice_charmers.drawing.edition import choose_palette
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, draw_areas
from companion.games.dice_charmers.rules.cells import STATES
from companion.render.geometry import Box, Marker
from companion.render.pad import Order, find_page_size, place_sheet

DIGITS = 3  # a thousandth of a millimetre


def describe_layout(sheet: PrintableSheet, order: Order) -> dict[str, Any]:
    """Describe the pages of an order for one sheet, ready for JSON."""
    definition = sheet.definition
    width, height = find_page_size(order)
    placed = place_sheet("", sheet.page, order, "")
    scale = placed.width / sheet.page.width
    copies = [placed.x + number * width / order.up for number in range(order.up)]
    return {
        "sheet": definition.sheet.name,
        "version": definition.sheet.version,
        "page": [width, height],
        "copies": [_describe_copy(definition, order, Place(x, placed.y, scale)) for x in copies],
    }


class Place:
    """Where a copy of the sheet is on the page."""

    def __init__(self, x: float, y: float, scale: float) -> None:
        self.x, self.y, self.scale = x, y, scale

    def move(self, box: Box) -> list[float]:
        """Return the box on the page as [x, y, width, height]."""
        left, top = self.x + box.x * self.scale, self.y + box.y * self.scale
        return [round(each, DIGITS) for each in (left, top, box.width * self.scale, box.height * self.scale)]


def _describe_copy(definition: SheetDefinition, order: Order, place: Place) -> dict[str, Any]:
    geometry = definition.geometry
    markers = geometry.markers
    corners = (markers.top_left, markers.top_right, markers.bottom_right, markers.bottom_left)
    return {
        "markers": {str(marker.id): _list_corners(marker, place) for marker in corners},
        "qr": place.move(geometry.boxes.qr),
        "cells": [_describe_cell(cell, place) for cell in list_cells(definition, order.language, order.ink)],
    }


def list_cells(definition: SheetDefinition, language: str, ink: str) -> list[Cell]:
    """List all cells with their boxes on the sheet."""
    drawing = Drawing(definition, NO_MARKS, choose_palette(definition, ink), language)
    return [
        Cell(cell.id, Box(area.x + cell.box.x, area.y + cell.box.y, cell.box.width, cell.box.height))
        for area, drawn in draw_areas(drawing)
        for cell in drawn.cells
    ]


def _describe_cell(cell: Cell, place: Place) -> dict[str, Any]:
    kind = cell.id.partition(" ")[0]
    return {"id": cell.id, "kind": kind, "box": place.move(cell.box), "states": list(STATES[kind])}


def _list_corners(marker: Marker, place: Place) -> list[list[float]]:
    """List the corners of a marker clockwise from the top left."""
    x, y, width, height = place.move(marker.box)
    right, bottom = round(x + width, DIGITS), round(y + height, DIGITS)
    return [[x, y], [right, y], [right, bottom], [x, bottom]]
