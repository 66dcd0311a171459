"""Draw a whole sheet for paper: head, areas, corner markers and code; and where every cell of it is on the page."""

import re
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import GAME, NO_MARKS, Area, Cell, Drawing, Marks, make_palette
from companion.games.dice_charmers.drawing.dice_areas import draw_market, draw_palace, draw_province, draw_river
from companion.games.dice_charmers.drawing.tracks import draw_karma, draw_tracks, draw_upgrades
from companion.games.dice_charmers.rules.sheet import STATES
from companion.i18n import N_, translate_to
from companion.render import codes, fonts
from companion.render.pad import Code, CopyPlace, Order, find_page_size, lay_out, list_copies
from companion.render.palette import INKS
from companion.render.pdf import Page, render_pdf
from companion.render.svg import Box, Value, element, translate_group, write_drawing, write_number, write_point

SHEET = N_("%(title)s: sheet")
DATE = N_("Date")
SCORE = N_("Score")
PLACE = N_("Place")
NOTES = N_("Notes here")

NAME_HAND, FIELD_HAND = (6.2, 1.736), (5.4, 1.5)  # size of handwriting, and how far its middle is above the line


@dataclass(frozen=True)
class PrintableSheet:
    definition: SheetDefinition

    @property
    def name(self) -> str:
        return self.definition.sheet.name

    @property
    def page(self) -> Box:
        return self.definition.geometry.page

    def title(self, language: str) -> str:
        return self.definition.title[language]

    def full_title(self, language: str) -> str:
        return f"{self.title(language)} – {translate_to(GAME, language)}"

    def describe(self, language: str) -> str:
        return translate_to(SHEET, language, title=self.title(language))

    def draw(self, language: str, ink: str, serial: int | None = None) -> str:
        code = None if serial is None else make_sheet_code(self.definition, language, ink, serial)
        return arrange_for_paper(self.definition, language=language, ink=ink, code=code)

    def place_code(self, language: str, ink: str, serial: int) -> Code:
        content = make_sheet_code(self.definition, language, ink, serial)
        return Code(content, self.definition.geometry.boxes.qr, make_palette(self.definition.character, ink).codes)


@dataclass(frozen=True)
class HeadEntry:
    """What is written on the lines of the head."""

    name: str = ""
    score: str = ""
    place: str = ""
    date: str = ""
    fame: str = ""
    money: str = ""


NO_ENTRY = HeadEntry()


def arrange_for_paper(
    definition: SheetDefinition,
    marks: Marks = NO_MARKS,
    *,
    language: str = "en",
    ink: str = "full",
    entry: HeadEntry = NO_ENTRY,
    code: str | None = "",
    markers: bool = True,
) -> str:
    """Draw a sheet as an `<svg>` with one unit per millimetre.

    `code` is the content of the QR code: empty for the sheet's default, None for no code. A sheet on a screen needs no
    corner markers: they are for photos of paper.
    """
    drawing = Drawing(definition, marks, make_palette(definition.character, ink), language)
    boxes, page = definition.geometry.boxes, definition.geometry.page
    areas = [
        (boxes.title, draw_title(drawing, boxes.title.width, boxes.title.height)),
        (boxes.player, _draw_player(drawing, boxes.player, entry)),
        *draw_areas(drawing),
    ]
    if boxes.notes.width:
        areas.append((boxes.notes, _draw_notes(drawing, boxes.notes)))
    parts = [translate_group(box.x, box.y, area.render(), id=f"area-{area.name}") for box, area in areas]
    if markers:
        parts += [
            codes.draw_marker(corner.id, corner.box, drawing.palette.codes) for corner in definition.geometry.markers
        ]
    if code is not None:
        content = code or make_sheet_code(definition, language, ink)
        parts.append(codes.draw_qr(content, boxes.qr, colour=drawing.palette.codes))
    return write_drawing("".join(parts), page.width, page.height, in_millimetres=True)


def draw_areas(drawing: Drawing) -> list[tuple[Box, Area]]:
    """Draw the areas that are played on, each with its box on the sheet."""
    boxes = drawing.definition.geometry.boxes
    drawn = (
        (boxes.tracks, draw_tracks),
        (boxes.province, draw_province),
        (boxes.market, draw_market),
        (boxes.palace, draw_palace),
        (boxes.river, draw_river),
        (boxes.upgrades, draw_upgrades),
        (boxes.karma, draw_karma),
    )
    return [(box, draw(drawing, box.width, box.height)) for box, draw in drawn]


def print_copies(
    sheet: SheetDefinition, copies: tuple[tuple[str, int], ...], paper: str, language: str, ink: str
) -> bytes:
    """Render one blank sheet per copy as a PDF: for each, the name of the player and the number of the copy."""
    pages: list[Page] = []
    for name, number in copies:
        code = make_sheet_code(sheet, language, ink, number)
        drawing = arrange_for_paper(sheet, language=language, ink=ink, entry=HeadEntry(name), code=code)
        pages += lay_out_sheet(sheet, drawing, name, paper, language)
    return render_pdf(pages, PrintableSheet(sheet).full_title(language), language)


def lay_out_sheet(definition: SheetDefinition, drawing: str, name: str, paper: str, language: str) -> list[Page]:
    """Lay out the sheet of one player."""
    sheet = PrintableSheet(definition)
    order = Order((sheet,), paper=paper, language=language)
    return lay_out(drawing, f"{sheet.describe(language)}, {name}", sheet.page, order)


# The head: the title, and lines for the player's name and result


def draw_title(drawing: Drawing, width: float, height: float) -> Area:
    area = Area("title", drawing, width, height)
    palette, reach = area.palette, height / 2 - 1.6
    area.draw_rect(0.15, 0.15, width - 0.3, height - 0.3, palette.band, palette.line, 2.4)
    ornament = _draw_sun if drawing.definition.character.theme == "sun" else _draw_moon
    look: dict[str, Value] = (
        {"fill": "none", "stroke": palette.ornament, "stroke_width": 0.3 * palette.stroke}
        if palette.hollow
        else {"fill": palette.ornament}
    )
    area.printed.append(ornament(reach + 4, height / 2, reach, look))
    start, title = 2 * reach + 8.5, drawing.definition.title[drawing.language]
    room = width - start - 3
    area.write_text(start, height * 0.4, title, 8.6, palette.on_band, fonts.TITLE, "bold", "start", room)
    game = translate_to(GAME, drawing.language)
    area.write_text(start + 0.3, height * 0.82, game, 3.6, palette.on_band, anchor="start")
    return area


def _draw_sun(cx: float, cy: float, reach: float, look: dict[str, Value]) -> str:
    rays = []
    for ray in range(16):
        angle, half = ray * pi / 8, pi / 22
        tip = reach if ray % 2 == 0 else reach * 0.84
        points = ((tip, angle), (reach * 0.62, angle + half), (reach * 0.62, angle - half))
        rays.append("M" + "L".join(write_point(cx + r * cos(a), cy + r * sin(a)) for r, a in points) + "z")
    disc = element("circle", None, cx=cx, cy=cy, r=reach * 0.52, **look)
    return element("path", None, d="".join(rays), **look) + disc


def _draw_moon(cx: float, cy: float, reach: float, look: dict[str, Value]) -> str:
    """Draw a crescent with three stars of four points each."""
    top, bottom = (write_point(cx + reach * 0.3, cy + side * reach * 0.95) for side in (-1, 1))
    outer, inner = write_number(reach), write_number(reach * 0.98)
    path = f"M{top}A{outer} {outer} 0 1 0 {bottom}A{inner} {inner} 0 0 1 {top}z"
    for x, y, size in ((0.28, -0.05, 0.26), (0.75, -0.5, 0.17), (0.78, 0.45, 0.2)):
        corners = []
        for corner in range(8):
            r, a = size * reach * (1 if corner % 2 == 0 else 0.36), corner * pi / 4
            corners.append(write_point(cx + x * reach + r * cos(a), cy + y * reach + r * sin(a)))
        path += "M" + "L".join(corners) + "z"
    return element("path", None, d=path, **look)


def _draw_player(drawing: Drawing, box: Box, entry: HeadEntry) -> Area:
    """Draw a line for name and date, then how the score adds up: fame + ½ money − meeting point, and the place."""
    area = Area("player", drawing, box.width, box.height)
    palette, language, unit = area.palette, area.language, area.width / 114
    labels, meeting = drawing.definition.labels, drawing.definition.sheet.tracks.fame
    height, base = area.height * 0.54, area.height * 0.32
    middle = area.height - height / 2 - 0.15
    _draw_line(area, labels.player[language], entry.name, NAME_HAND, 0, area.width * 0.66 - 3, base)
    _draw_line(area, translate_to(DATE, language), entry.date, FIELD_HAND, area.width * 0.66, area.width, base)
    x, width = 0.15, 22 * unit
    for sign, room, label, hue, content in (
        ("", 0, labels.fame[language], "fame", entry.fame),
        ("+ ½", 9, labels.money[language], "money", entry.money),
        (f"− {meeting} =", 13, translate_to(SCORE, language), "accent", entry.score),
    ):
        if sign:
            area.write_text(x + room * unit / 2, middle, sign, 4.4, weight="bold", room=(room - 1) * unit)
        x += room * unit
        area.draw_rect(x, middle - height / 2, width, height, palette.tile, palette.hues[hue], 1.2, 0.35)
        top = middle - height / 2 + 1.8
        area.write_text(x + 1.2, top, label, 2.6, palette.muted, anchor="start", room=width - 2.4)
        if content:
            area.write(x + width * 0.3, middle + 1.1, content, 6.4, width * 0.7)
        x += width
    _draw_line(
        area, translate_to(PLACE, language), entry.place, FIELD_HAND, x + 4 * unit, area.width, area.height - 1.2
    )
    return area


def _draw_notes(drawing: Drawing, box: Box) -> Area:
    """Draw a box for the player's own notes, so that none are written into cells."""
    area = Area("notes", drawing, box.width, box.height)
    area.draw_rect(0.15, 0.15, box.width - 0.3, box.height - 0.3, area.palette.tile, area.palette.line, 1.6)
    area.write_text(box.width / 2, 2.4, translate_to(NOTES, area.language), 2.6, area.palette.muted, room=box.width - 2)
    return area


def _draw_line(
    area: Area, label: str, content: str, hand: tuple[float, float], left: float, right: float, base: float
) -> None:
    """Draw a label and its line, with the content in handwriting."""
    area.write_text(left, base - 3.4 * 0.3, label, 3.4, area.palette.muted, anchor="start")
    start = left + fonts.measure_width(label, 3.4) + 1.8
    area.draw_line(start, base + 0.3, right, base + 0.3, area.palette.muted, 0.25)
    if content:
        size, rise = hand
        area.write(start + 1, base - rise, content, size, right - start - 1)


# The code: which sheet it is, and which copy
#
# `RWC:SUN:2:EN:F:0K3Z9Q` names the sheet, its version, the language, the ink and a serial number in base 36. Copies of
# a pad are counted from a random number; a copy for a seat of a table has the number that `companion/games/copies.py`
# derives, so that a photo finds its seat. A table remembers the numbers of entered copies, so that no copy is entered
# for two seats. Capital letters give larger modules.

BASE_36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SERIAL_DIGITS = 6
SERIALS = 36**SERIAL_DIGITS
INK_LETTERS = {ink[0].upper(): ink for ink in INKS}
CODE = re.compile(
    rf"RWC:(?P<sheet>[A-Z0-9][A-Z0-9-]{{0,31}}):(?P<version>[1-9][0-9]{{0,3}}):(?P<language>[A-Z]{{2,3}})"
    rf":(?P<ink>[{''.join(INK_LETTERS)}]):(?P<serial>[0-9A-Z]{{{SERIAL_DIGITS}}})"
)


@dataclass(frozen=True)
class PrintedCode:
    sheet: str
    version: int
    language: str
    ink: str
    serial: int

    def __str__(self) -> str:
        """Write the code; after the last serial number the first follows."""
        serial, digits = self.serial, ""
        for _ in range(SERIAL_DIGITS):
            serial, digit = divmod(serial, len(BASE_36))
            digits = BASE_36[digit] + digits
        return f"RWC:{self.sheet}:{self.version}:{self.language}:{self.ink[0]}:{digits}".upper()


def make_sheet_code(definition: SheetDefinition, language: str, ink: str = "full", serial: int = 0) -> str:
    """Return the content of a blank sheet's QR code."""
    return str(PrintedCode(definition.sheet.name, definition.sheet.version, language, ink, serial))


def read_code(text: str) -> PrintedCode | None:
    """Read the content of a QR code; return None if it is not a code of ours."""
    found = CODE.fullmatch(text)
    if not found:
        return None
    return PrintedCode(
        sheet=found["sheet"].lower(),
        version=int(found["version"]),
        language=found["language"].lower(),
        ink=INK_LETTERS[found["ink"]],
        serial=int(found["serial"], len(BASE_36)),
    )


# Where every cell is, for reading photos and for other programs

LAYOUT_DIGITS = 3  # a thousandth of a millimetre


def list_cells(definition: SheetDefinition, language: str, ink: str) -> list[Cell]:
    """List all cells with their boxes on the sheet."""
    drawing = Drawing(definition, NO_MARKS, make_palette(definition.character, ink), language)
    return [
        Cell(cell.id, Box(area.x + cell.box.x, area.y + cell.box.y, cell.box.width, cell.box.height))
        for area, drawn in draw_areas(drawing)
        for cell in drawn.cells
    ]


def describe_layout(sheet: PrintableSheet, order: Order) -> dict[str, Any]:
    """Describe the pages of an order for one sheet in millimetres of the page, ready for JSON."""
    definition, geometry = sheet.definition, sheet.definition.geometry
    cells = list_cells(definition, order.language, order.ink)

    def list_corners(box: Box, copy: CopyPlace) -> list[list[float]]:
        """List the corners of a box, clockwise from the top left."""
        x, y, width, height = move(box, copy)
        right, bottom = round(x + width, LAYOUT_DIGITS), round(y + height, LAYOUT_DIGITS)
        return [[x, y], [right, y], [right, bottom], [x, bottom]]

    def move(box: Box, copy: CopyPlace) -> list[float]:
        moved = copy.move(box)
        return [round(each, LAYOUT_DIGITS) for each in (moved.x, moved.y, moved.width, moved.height)]

    copies = []
    for copy in list_copies(sheet.page, order):
        described = []
        for cell in cells:
            kind = cell.id.partition(" ")[0]
            box = move(cell.box, copy)
            described.append({"id": cell.id, "kind": kind, "box": box, "states": list(STATES[kind])})
        markers = {str(marker.id): list_corners(marker.box, copy) for marker in geometry.markers}
        copies.append({"markers": markers, "qr": move(geometry.boxes.qr, copy), "cells": described})
    return {
        "sheet": definition.sheet.name,
        "version": definition.sheet.version,
        "page": list(find_page_size(order)),
        "copies": copies,
    }
