"""Find and load sheet files. The files are untrusted: size and line length are limited."""

import re
import tomllib
from functools import cache
from pathlib import Path

from companion.games.dice_charmers.definition.definition import SheetDefinition, read_definition
from companion.games.dice_charmers.definition.reader import Notes, Problem, SheetProblems, Table
from companion.paths import SHEETS
from companion.phrase import Phrase

LARGEST_FILE = 64 * 1024  # bytes; Sun has about a tenth of this
LONGEST_LINE = 1000  # the time tomllib needs is quadratic in the dots of one key


def list_sheet_names(own: Path | None = None) -> tuple[str, ...]:
    """List the names of the bundled sheets, then those in the user's folder; only the newest version of each."""
    return tuple(name for name in _list_stems(own) if "@" not in name)


def list_earlier_versions(own: Path | None = None) -> tuple[str, ...]:
    """List the earlier versions of sheets, such as "sun@1"."""
    return tuple(name for name in _list_stems(own) if "@" in name)


def _list_stems(own: Path | None) -> tuple[str, ...]:
    stems = (path.stem for folder in _list_folders(own) for path in sorted(folder.glob("*.toml")))
    return tuple(dict.fromkeys(stem for stem in stems if find_sheet(stem, own)))


def find_sheet(name: str, own: Path | None = None) -> Path | None:
    """Find the file of a sheet ("sun") or of an earlier version ("sun@1"), or return None.

    Only plain names are looked up, so none leads out of the folders.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,31}(@[1-9][0-9]{0,3})?", name, re.ASCII):
        return None
    files = (folder / f"{name}.toml" for folder in _list_folders(own))
    return next((file for file in files if file.is_file()), None)


def load_sheet(sheet: str | Path, own: Path | None = None) -> SheetDefinition:
    """Load a sheet by its name ("sun"), name and version ("sun@1"), or from any file.

    Raises SheetProblems with everything that is wrong.
    """
    file = sheet if isinstance(sheet, Path) else find_sheet(sheet, own) or _find_newest(sheet, own)
    if file is None:
        unknown = Phrase("no such sheet; expected one of %(known)s", known=", ".join(list_sheet_names(own)))
        raise SheetProblems([Problem(_shorten(str(sheet)), "name", unknown)])
    definition, problems = _load_bundled(file) if file.parent == SHEETS else _read(file)
    if definition is None or problems:
        raise SheetProblems(problems)
    found = definition.sheet
    named = f"{found.name}@{found.version}" if "@" in str(sheet) else found.name
    if isinstance(sheet, str) and sheet != named:
        wrong = Phrase('"%(named)s" is not the name of the file; expected "%(sheet)s"', named=named, sheet=sheet)
        raise SheetProblems([Problem(str(file), "name", wrong)])
    return definition


def _find_newest(sheet: str, own: Path | None) -> Path | None:
    """Find the file of "sun@2" if that is the newest version, which has no number in its file name."""
    name, _, version = sheet.partition("@")
    is_newest = version and find_sheet(name, own) and str(load_sheet(name, own).sheet.version) == version
    return find_sheet(name, own) if is_newest else None


def load_edition(name: str, edition: int, own: Path | None = None) -> SheetDefinition:
    """Load a sheet as it was in an edition of the game. Raises SheetProblems."""
    version = f"{name}@{edition}"
    return load_sheet(version if find_sheet(version, own) else name, own)


def check_sheet(path: Path) -> list[Problem]:
    """List all problems of a sheet file."""
    return _read(path)[1]


def _list_folders(own: Path | None) -> tuple[Path, ...]:
    return (SHEETS,) if own is None else (SHEETS, own)


@cache
def _load_bundled(path: Path) -> tuple[SheetDefinition | None, list[Problem]]:
    """Read a bundled sheet, with a cache. User sheets are not cached, because they may change at any time."""
    return _read(path)


def _read(path: Path) -> tuple[SheetDefinition | None, list[Problem]]:
    notes = Notes(str(path))
    content = _parse(path, notes)
    if content is None:
        return None, notes.problems
    with Table(notes, "", content) as root:
        definition = read_definition(root)
    return definition, notes.problems


def _parse(path: Path, notes: Notes) -> dict[str, object] | None:
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
        text = raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        notes.add("file", Phrase("byte %(byte)d is not UTF-8; expected a text file in UTF-8", byte=error.start))
        return None
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            wrong = Phrase("has %(length)d characters; expected at most %(most)d", length=len(line), most=LONGEST_LINE)
            notes.add(f"line {number}", wrong)
            return None
    return _parse_toml(text, notes)


def _parse_toml(text: str, notes: Notes) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except RecursionError:
        nested = Phrase("is nested too deeply; expected tables and lists as in the README of the sheets")
        notes.add("file", nested)
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        what, _, where = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", where)
        wrong = Phrase("is not TOML: %(why)s; expected TOML 1.0", why=_shorten(what))
        notes.add(f"line {line[1]}" if line else "file", wrong)
    return None


def _shorten(text: str) -> str:
    """Put a text on one line and cut it."""
    return repr(text)[1:-1][:120]
