"""The whole definition of a sheet: rules, labels, colours, geometry."""

from dataclasses import dataclass, fields

from companion.games.dice_charmers.definition.areas import (
    read_dice,
    read_karma,
    read_market,
    read_palace,
    read_river,
    read_tracks,
    read_upgrades,
)
from companion.games.dice_charmers.definition.forms import PLAIN_NAME, TEXT, LocalizedText, integer, matching, one_of
from companion.games.dice_charmers.definition.geometry import Geometry, read_geometry
from companion.games.dice_charmers.definition.meeting import count_most_points
from companion.games.dice_charmers.definition.province import read_province
from companion.games.dice_charmers.definition.reader import Table
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.i18n import DEFAULT
from companion.phrase import Phrase
from companion.render.palette import Character, compute_contrast

THEMES = ("sun", "moon")
LEGIBLE = 4.5  # the contrast ratio that small text needs
LATEST_DRAWING = 2  # of the drawing
NO_TEXT = LocalizedText(((DEFAULT, ""),))


@dataclass(frozen=True)
class Labels:
    """The texts printed on the sheet; the field names are the keys in the file."""

    player: LocalizedText
    fame: LocalizedText
    money: LocalizedText
    province: LocalizedText
    market: LocalizedText
    palace: LocalizedText
    river: LocalizedText
    upgrades: LocalizedText
    karma: LocalizedText


@dataclass(frozen=True)
class SheetDefinition:
    sheet: Sheet
    title: LocalizedText
    character: Character
    labels: Labels
    symbols: tuple[tuple[str, LocalizedText], ...]  # the names of the river symbols
    geometry: Geometry
    edition: int = 1  # of the drawing: 1 as first printed, 2 with room for pencil and camera

    def name_symbol(self, name: str) -> LocalizedText:
        """Return the name of a river symbol."""
        return dict(self.symbols)[name]


def read_definition(root: Table) -> SheetDefinition:
    """Read a definition. It is only valid if no problem was noted."""
    edition = root.get_optional("edition", integer(1, LATEST_DRAWING), 1)
    title = root.get("title", TEXT, NO_TEXT)
    character = root.read_table("character", _read_character)
    labels = root.read_table("labels", _read_labels)
    sheet = _read_sheet(root)
    symbols = root.read_table("symbols", lambda table: _read_symbols(table, sheet.faces_by_colour["blue"]))
    geometry = root.read_table("geometry", read_geometry)
    return SheetDefinition(sheet, title, character, labels, symbols, geometry, edition)


def _read_sheet(root: Table) -> Sheet:
    name = root.get("name", PLAIN_NAME, "")
    version = root.get("version", integer(1, 9999), 1)
    faces = root.read_table("dice", read_dice)
    tracks = root.read_table("tracks", read_tracks)
    province = root.read_table("province", read_province)
    market = root.read_table("market", read_market)
    palace = root.read_table("palace", read_palace)
    river = root.read_table("river", lambda table: read_river(table, dict(faces)["blue"]))
    upgrades = root.read_table("upgrades", read_upgrades)
    karma = root.read_table("karma", read_karma)
    sheet = Sheet(name, version, faces, tracks, province, market, palace, river, upgrades, karma)
    if not root.notes.problems and count_most_points(sheet) < tracks.fame:
        root.add_problem("tracks.places", _describe_unreachable(tracks.fame, count_most_points(sheet)))
    return sheet


def _describe_unreachable(places: int, points: float) -> str:
    return Phrase(
        "%(places)d is too far for any two lines to meet; "
        "expected at most the %(points)s points that the whole sheet gives",
        places=places,
        points=f"{points:g}",
    )


def _read_symbols(table: Table, faces: tuple[str, ...]) -> tuple[tuple[str, LocalizedText], ...]:
    names = dict(table.read_entries(PLAIN_NAME, TEXT))
    for symbol in dict.fromkeys(faces):
        if not table.contains(symbol):
            expected = Phrase("its name: %(words)s", words=TEXT.expected)
            table.add_problem(symbol, Phrase("missing; expected %(expected)s", expected=expected))
    for symbol in names if faces else ():
        if symbol not in faces:
            table.add_problem(symbol, Phrase("is not on the blue dice; expected only the symbols of dice.blue"))
    return tuple(names.items())


def _read_labels(table: Table) -> Labels:
    return Labels(**{field.name: table.get(field.name, TEXT, NO_TEXT) for field in fields(Labels)})


COLOUR = matching(r"#[0-9a-f]{6}", Phrase('a colour such as "#1f4e79", in lower case'))


def _read_character(table: Table) -> Character:
    theme = table.get("theme", one_of(THEMES), "")
    paper, ink, accent = (table.get(key, COLOUR, "") for key in ("paper", "ink", "accent"))
    if paper and ink and compute_contrast(paper, ink) < LEGIBLE:
        wrong = Phrase(
            "is hard to read on %(paper)s; expected a contrast of at least %(least)s", paper=paper, least=LEGIBLE
        )
        table.add_problem("ink", wrong)
    return Character(theme, paper, ink, accent)
