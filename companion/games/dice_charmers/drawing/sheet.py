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
from companion.games.dice_charmers.drawing.heading import NO_ENTRY, Entry, draw_player, draw_title
from companion.games.dice_charmers.drawing.texts import GAME, SHEET
from companion.i18n import translate_to
from companion.render import codes
from companion.render.canvas import Name, draw_name
from companion.render.geometry import Box
from companion.render.icons import make_definitions
from companion.render.palette import make_palette
from companion.render.svg import svg_in_millimetres, translate_group


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

    def draw(self, language: str, ink: str) -> str:
        return arrange_for_paper(self.definition, language=language, ink=ink)


def make_sheet_code(definition: SheetDefinition, language: str) -> str:
    """Return the content of a blank sheet's QR code: name, version and language of the sheet."""
    return f"RWC:{definition.sheet.name}:{definition.sheet.version}:{language}".upper()


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
    drawing = Drawing(definition, marks, make_palette(definition.character, ink), language, prints=printed)
    boxes, page = definition.geometry.boxes, definition.geometry.page
    areas = [
        (boxes.title, draw_title(drawing, boxes.title)),
        (boxes.player, draw_player(drawing, boxes.player, entry)),
        (boxes.tracks, draw_tracks(drawing, boxes.tracks.width, boxes.tracks.height)),
        (boxes.province, draw_province(drawing, boxes.province.width, boxes.province.height)),
        (boxes.market, draw_market(drawing, boxes.market.width, boxes.market.height)),
        (boxes.palace, draw_palace(drawing, boxes.palace.width, boxes.palace.height)),
        (boxes.river, draw_river(drawing, boxes.river.width, boxes.river.height)),
        (boxes.upgrades, draw_upgrades(drawing, boxes.upgrades.width, boxes.upgrades.height)),
        (boxes.karma, draw_karma(drawing, boxes.karma.width, boxes.karma.height)),
    ]
    parts = [_place(box, area, printed, pen) for box, area in areas]
    if for_screen:
        parts += map(draw_name, place_names(definition, language, entry))
    elif printed:
        markers = definition.geometry.markers
        corners = (markers.top_left, markers.top_right, markers.bottom_right, markers.bottom_left)
        parts += [codes.draw_marker(corner) for corner in corners]
    if code is not None:
        parts.append(codes.draw_qr(code or make_sheet_code(definition, language), boxes.qr))
    content = "".join(parts)
    return svg_in_millimetres(make_definitions(content) + content, page.width, page.height)


def place_names(definition: SheetDefinition, language: str, entry: Entry) -> tuple[Name, ...]:
    """Return the player's name with its place on the page; drawings do not contain names."""
    box = definition.geometry.boxes.player
    drawing = Drawing(definition, NO_MARKS, make_palette(definition.character), language)
    return tuple(replace(name, x=name.x + box.x, cy=name.cy + box.y) for name in draw_player(drawing, box, entry).names)


def _place(box: Box, area: Area, printed: bool, pen: bool) -> str:
    return translate_group(box.x, box.y, area.render_layer(printed, pen), id=f"area-{area.name}")
