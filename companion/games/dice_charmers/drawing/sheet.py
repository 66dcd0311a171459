"""Draw a whole sheet for paper."""

from dataclasses import dataclass, replace

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.area import NO_MARKS, Area, Drawing, Marks
from companion.games.dice_charmers.drawing.areas import (
    draw_karma,
    draw_market,
    draw_palace,
    draw_province,
    draw_river,
    draw_tracks,
    draw_upgrades,
)
from companion.games.dice_charmers.drawing.edition import EDITIONS, choose_palette
from companion.games.dice_charmers.drawing.heading import NO_ENTRY, Entry, draw_player, draw_title
from companion.games.dice_charmers.drawing.printed_code import PrintedCode
from companion.games.dice_charmers.drawing.texts import GAME, SHEET
from companion.i18n import translate_to
from companion.render import codes
from companion.render.canvas import Name, draw_name
from companion.render.geometry import Box
from companion.render.icons import make_definitions
from companion.render.pad import Code
from companion.render.svg import translate_group, write_svg_in_millimetres


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
        stays_empty = serial is None and EDITIONS[self.definition.edition].has_serials
        code = None if stays_empty else make_sheet_code(self.definition, language, ink, serial or 0)
        return arrange_for_paper(self.definition, language=language, ink=ink, code=code)

    def place_code(self, language: str, ink: str, serial: int) -> Code | None:
        if not EDITIONS[self.definition.edition].has_serials:
            return None
        return Code(make_sheet_code(self.definition, language, ink, serial), self.definition.geometry.boxes.qr)


def make_sheet_code(definition: SheetDefinition, language: str, ink: str = "full", serial: int = 0) -> str:
    """Return the content of a blank sheet's QR code; edition 1 has neither ink nor serial number."""
    name, version = definition.sheet.name, definition.sheet.version
    if not EDITIONS[definition.edition].has_serials:
        return str(PrintedCode(name, version, language))
    return str(PrintedCode(name, version, language, ink, serial))


def arrange_for_paper(
    definition: SheetDefinition,
    marks: Marks = NO_MARKS,
    *,
    language: str = "en",
    ink: str = "full",
    entry: Entry = NO_ENTRY,
    code: str | None = "",
    printed: bool = True,
    pen: bool = True,
    for_screen: bool = False,
) -> str:
    """Draw a sheet as an `<svg>` with one unit per millimetre.

    `code` is the content of the QR code: empty for the sheet's default, None for no code. Print and pen strokes can be
    drawn separately, because the print is the same for every player. `for_screen` leaves out the corner markers, which
    only a photo of paper needs, and writes the player's name, because a browser can set every script.
    """
    drawing = Drawing(definition, marks, choose_palette(definition, ink), language, prints=printed)
    boxes, page = definition.geometry.boxes, definition.geometry.page
    areas = [
        (boxes.title, draw_title(drawing, boxes.title)),
        (boxes.player, draw_player(drawing, boxes.player, entry)),
        *draw_areas(drawing),
    ]
    parts = [_place(box, area, printed, pen) for box, area in areas]
    if for_screen:
        parts += map(draw_name, place_names(definition, language, entry))
    elif printed:
        markers = definition.geometry.markers
        corners = (markers.top_left, markers.top_right, markers.bottom_right, markers.bottom_left)
        parts += [codes.draw_marker(corner) for corner in corners]
    if code is not None:
        parts.append(codes.draw_qr(code or make_sheet_code(definition, language, ink), boxes.qr))
    content = "".join(parts)
    return write_svg_in_millimetres(make_definitions(content) + content, page.width, page.height)


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


def place_names(definition: SheetDefinition, language: str, entry: Entry) -> tuple[Name, ...]:
    """Return the player's name with its place on the page; drawings do not contain names."""
    box = definition.geometry.boxes.player
    drawing = Drawing(definition, NO_MARKS, choose_palette(definition), language)
    return tuple(replace(name, x=name.x + box.x, cy=name.cy + box.y) for name in draw_player(drawing, box, entry).names)


def _place(box: Box, area: Area, printed: bool, pen: bool) -> str:
    return translate_group(box.x, box.y, area.render_layer(printed, pen), id=f"area-{area.name}")
