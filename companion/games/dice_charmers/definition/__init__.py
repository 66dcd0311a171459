"""Read sheet files (TOML) into validated, frozen definitions: rules, labels, colours, geometry.

All problems of a file are reported together. The files are untrusted: size and line length are limited.
"""

import re
import tomllib
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path

from companion.files import SHEETS
from companion.games.dice_charmers.definition import areas
from companion.games.dice_charmers.definition.geometry import Geometry, read_geometry
from companion.games.dice_charmers.definition.values import (
    PLAIN_NAME,
    TEXT,
    Notes,
    TomlTable,
    integer,
    matching,
    one_of,
)
from companion.games.dice_charmers.definition.values import LocalizedText as LocalizedText
from companion.games.dice_charmers.definition.values import Problem as Problem
from companion.games.dice_charmers.definition.values import SheetProblems as SheetProblems
from companion.games.dice_charmers.rules.bonuses import sum_gains
from companion.games.dice_charmers.rules.palace import RAJAS_MONEY
from companion.games.dice_charmers.rules.sheet import BUILDINGS, Bonus, Sheet, make_plan
from companion.i18n import DEFAULT
from companion.phrase import Phrase
from companion.render.palette import Character, compute_contrast
from companion.storage import hash_text

LARGEST_FILE = 64 * 1024  # bytes; Sun has about a tenth of this
LONGEST_LINE = 1000  # the time tomllib needs is quadratic in the dots of one key
THEMES = ("sun", "moon")
COLOUR = matching(r"#[0-9a-f]{6}", Phrase('a colour such as "#1f4e79", in lower case'))
LEGIBLE = 4.5  # the contrast ratio that small text needs
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
    text: str = field(default="", repr=False, compare=False)  # of the file, which tables keep

    @property
    def digest(self) -> str:
        """The hash under which tables keep this sheet."""
        return hash_text(self.text)

    def name_symbol(self, name: str) -> LocalizedText:
        """Return the name of a river symbol."""
        return dict(self.symbols)[name]


# Definitions


def read_definition(root: TomlTable) -> SheetDefinition:
    """Read a definition. It is only valid if no problem was noted."""
    title = root.get("title", TEXT, NO_TEXT)
    character = root.read_table("character", _read_character)
    labels = root.read_table(
        "labels",
        lambda table: Labels(**{field.name: table.get(field.name, TEXT, NO_TEXT) for field in fields(Labels)}),
    )
    sheet = _read_sheet(root)
    symbols = root.read_table("symbols", lambda table: _read_symbols(table, sheet.faces_by_colour["blue"]))
    geometry = root.read_table("geometry", read_geometry)
    return SheetDefinition(sheet, title, character, labels, symbols, geometry)


def _read_character(table: TomlTable) -> Character:
    theme = table.get("theme", one_of(THEMES), "")
    paper, ink, accent = (table.get(key, COLOUR, "") for key in ("paper", "ink", "accent"))
    if paper and ink and compute_contrast(paper, ink) < LEGIBLE:
        wrong = Phrase(
            "is hard to read on %(paper)s; expected a contrast of at least %(least)s", paper=paper, least=LEGIBLE
        )
        table.add_problem("ink", wrong)
    return Character(theme, paper, ink, accent)


def _read_sheet(root: TomlTable) -> Sheet:
    name = root.get("name", PLAIN_NAME, "")
    version = root.get("version", integer(1, 9999), 1)
    faces = root.read_table("dice", areas.read_dice)
    tracks = root.read_table("tracks", areas.read_tracks)
    province = root.read_table("province", areas.read_province)
    market = root.read_table("market", areas.read_market)
    palace = root.read_table("palace", areas.read_palace)
    river = root.read_table("river", lambda table: areas.read_river(table, dict(faces)["blue"]))
    upgrades = root.read_table("upgrades", areas.read_upgrades)
    karma = root.read_table("karma", areas.read_karma)
    sheet = Sheet(name, version, faces, tracks, province, market, palace, river, upgrades, karma)
    if not root.notes.problems and (points := _count_most_points(sheet)) < tracks.fame:
        wrong = Phrase(
            "%(places)d is too far for any two lines to meet; "
            "expected at most the %(points)s points that the whole sheet gives",
            places=tracks.fame,
            points=f"{points:g}",
        )
        root.add_problem("tracks.places", wrong)
    return sheet


def _count_most_points(sheet: Sheet) -> float:
    """Sum all fame and half the money on a sheet: more than any player can get."""
    bonuses = list_bonuses(sheet)
    buildings = sum(
        sheet.upgrades.values[sheet.upgrades.count_upgrades(space.kind)]
        for space in sheet.province.spaces
        if space.kind in BUILDINGS
    )
    fame = buildings + sum_gains("fame", bonuses)
    goods = sum(sheet.market.coins[column] for _, columns in sheet.market.goods for column in columns)
    money = goods + sheet.palace.uses * RAJAS_MONEY + sum_gains("money", bonuses)
    return fame + money / 2


def list_bonuses(sheet: Sheet) -> list[Bonus]:
    """List the bonuses of all areas, and what the river spaces give."""
    return [*make_plan(sheet).bonuses.values(), *(earning for space in sheet.river for earning in space.earnings)]


def _read_symbols(table: TomlTable, faces: tuple[str, ...]) -> tuple[tuple[str, LocalizedText], ...]:
    names = dict(table.read_entries(PLAIN_NAME, TEXT))
    for symbol in dict.fromkeys(faces):
        if not table.contains(symbol):
            expected = Phrase("its name: %(words)s", words=TEXT.expected)
            table.add_problem(symbol, Phrase("missing; expected %(expected)s", expected=expected))
    for symbol in names if faces else ():
        if symbol not in faces:
            table.add_problem(symbol, Phrase("is not on the blue dice; expected only the symbols of dice.blue"))
    return tuple(names.items())


# Files


def list_sheet_names(own: Path | None = None) -> tuple[str, ...]:
    """List the names of the bundled sheets, then those in the user's folder."""
    stems = (path.stem for folder in (SHEETS, own) if folder for path in sorted(folder.glob("*.toml")))
    return tuple(dict.fromkeys(stem for stem in stems if find_sheet(stem, own)))


def find_sheet(name: str, own: Path | None = None) -> Path | None:
    """Find the file of a sheet, or return None. Only plain names are looked up, so none leads out of the folders."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,31}", name, re.ASCII):
        return None
    files = (folder / f"{name}.toml" for folder in (SHEETS, own) if folder)
    return next((file for file in files if file.is_file()), None)


def load_sheet(sheet: str | Path, own: Path | None = None) -> SheetDefinition:
    """Load a sheet by its name ("sun") or from any file. Raises SheetProblems with everything that is wrong."""
    file = sheet if isinstance(sheet, Path) else find_sheet(sheet, own)
    if file is None:
        unknown = Phrase("no such sheet; expected one of %(known)s", known=", ".join(list_sheet_names(own)))
        raise SheetProblems([Problem(_shorten(str(sheet)), "name", unknown)])
    # User sheets are read again and again, because they may change at any time.
    definition, problems = _read_bundled(file) if file.parent == SHEETS else _read(file)
    if definition is None or problems:
        raise SheetProblems(problems)
    named = definition.sheet.name
    if isinstance(sheet, str) and sheet != named:
        wrong = Phrase('"%(named)s" is not the name of the file; expected "%(sheet)s"', named=named, sheet=sheet)
        raise SheetProblems([Problem(str(file), "name", wrong)])
    return definition


def check_sheet(path: Path) -> list[Problem]:
    """List all problems of a sheet file."""
    return _read(path)[1]


def read_sheet(text: str) -> SheetDefinition:
    """Read the text of a sheet file. Raises SheetProblems with everything that is wrong."""
    definition, problems = _read_text(text, Notes("sheet"))
    if definition is None or problems:
        raise SheetProblems(problems)
    return definition


def _read(path: Path) -> tuple[SheetDefinition | None, list[Problem]]:
    notes = Notes(str(path))
    text = _load_text(path, notes)
    return (None, notes.problems) if text is None else _read_text(text, notes)


_read_bundled = cache(_read)


def _read_text(text: str, notes: Notes) -> tuple[SheetDefinition | None, list[Problem]]:
    content = _parse(text, notes)
    if content is None:
        return None, notes.problems
    with TomlTable(notes, "", content) as root:
        definition = read_definition(root)
    return replace(definition, text=text), notes.problems


def _load_text(path: Path, notes: Notes) -> str | None:
    """Read a file of a reasonable size; note what prevents it and return None."""
    try:
        if not path.is_file():  # reading a pipe would block
            raise FileNotFoundError(0, "no such file")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        notes.add("file", Phrase("cannot be read (%(why)s); expected a sheet file", why=error.strerror))
        return None
    if len(raw) > LARGEST_FILE:
        largest = LARGEST_FILE // 1024
        notes.add("file", Phrase("is larger than %(largest)d kB; expected a sheet file of a few kB", largest=largest))
        return None
    try:
        return raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        notes.add("file", Phrase("byte %(byte)d is not UTF-8; expected a text file in UTF-8", byte=error.start))
        return None


def _parse(text: str, notes: Notes) -> dict[str, object] | None:
    """Read a text as TOML; note what prevents it and return None."""
    if len(text.encode()) > LARGEST_FILE:
        largest = LARGEST_FILE // 1024
        notes.add("file", Phrase("is larger than %(largest)d kB; expected a sheet file of a few kB", largest=largest))
        return None
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            wrong = Phrase("has %(length)d characters; expected at most %(most)d", length=len(line), most=LONGEST_LINE)
            notes.add(f"line {number}", wrong)
            return None
    try:
        return tomllib.loads(text)
    except RecursionError:
        nested = Phrase("is nested too deeply; expected tables and lists as in the README of the sheets")
        notes.add("file", nested)
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        what, _, where = str(error).partition(" (at ")
        at = re.match(r"line (\d+)", where)
        wrong = Phrase("is not TOML: %(why)s; expected TOML 1.0", why=_shorten(what))
        notes.add(f"line {at[1]}" if at else "file", wrong)
    return None


def _shorten(text: str) -> str:
    """Put a text on one line and cut it."""
    return repr(text)[1:-1][:120]
