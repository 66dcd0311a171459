"""The score sheets that people made on this installation: files in the data folder, next to who made them.

A sheet is `NAME.toml`; `NAME.json` has the fingerprint of the device that may change it. The *revision* of a sheet is a
hash of its file: who saves tells which revision the changes were made to, so nobody overwrites the work of another.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.files import open_atomically
from companion.games.scores.files import load_examples, load_file
from companion.games.scores.rules.sheet import NAME, BadScoreSheet, ScoreSheet
from companion.rules.messages import Message

MOST_SHEETS = 300  # of an installation; a link needs no place here
MOST_OF_ONE = 60  # of one device


FULL = Message("shelf-full", "This companion keeps no more sheets. Delete one, or share this one as a link or a file.")
UNWRITABLE = Message("shelf-unwritable", "The companion cannot save the sheet right now. Share it as a link or a file.")
NOT_YOURS = Message(
    "not-your-sheet", "Only the device that made this sheet can change it. You can save your changes as a copy."
)
GONE = Message("sheet-gone", "This sheet was deleted meanwhile. Nothing you typed is lost: save it as a copy.")
CHANGED = Message(
    "sheet-changed-meanwhile",
    "This sheet was changed meanwhile, in another window. Nothing you typed is lost: save it as a copy, or open the "
    "newer one and compare.",
)


class ShelfError(Exception):
    """The sheet cannot be saved or changed; `code` says why."""

    def __init__(self, code: Message) -> None:
        super().__init__(code)
        self.code = code


class Kept(NamedTuple):
    sheet: ScoreSheet
    maker: str  # fingerprint of the device; empty if somebody put the file there
    revision: str
    is_example: bool = False


class Shelf:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, name: str) -> Kept | None:
        """Return a sheet of this installation, or an example; None if there is none or its file is wrong."""
        if not NAME.fullmatch(name):
            return None
        if name in load_examples():
            return Kept(load_examples()[name], "", "", is_example=True)
        try:
            sheet = load_file(self.folder / f"{name}.toml")
        except BadScoreSheet:
            return None
        return Kept(sheet, self._read_maker(name), compute_revision(sheet)) if sheet.name == name else None

    def list(self) -> list[Kept]:
        """List the sheets of this installation, without the examples."""
        names = sorted(file.stem for file in self.folder.glob("*.toml")) if self.folder.is_dir() else []
        found = (self.find(name) for name in names[: 2 * MOST_SHEETS])
        return [kept for kept in found if kept and not kept.is_example]

    def choose_name(self, wanted: str) -> str:
        """Return a free name that begins as wanted."""
        for name in _number(wanted):
            if name not in load_examples() and not (self.folder / f"{name}.toml").exists():
                return name
        raise AssertionError

    def save(self, sheet: ScoreSheet, maker: str, revision: str = "") -> Kept:
        """Save a new sheet, or a change of the one with this name that was made to `revision`. Raises ShelfError."""
        old = self.find(sheet.name)
        if revision and old is None:
            raise ShelfError(GONE)
        if old is None:
            kept = self.list()
            if len(kept) >= MOST_SHEETS or sum(each.maker == maker for each in kept) >= MOST_OF_ONE:
                raise ShelfError(FULL)
        elif old.is_example or not maker or old.maker != maker:
            raise ShelfError(NOT_YOURS)
        elif old.revision != revision:
            raise ShelfError(CHANGED)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with open_atomically(self.folder / f"{sheet.name}.json") as part:
                part.write_text(json.dumps({"maker": maker}), encoding="utf-8")
            with open_atomically(self.folder / f"{sheet.name}.toml") as part:
                part.write_text(sheet.as_toml(), encoding="utf-8")
        except OSError as error:
            raise ShelfError(UNWRITABLE) from error
        return Kept(sheet, maker, compute_revision(sheet))

    def delete(self, name: str, maker: str) -> None:
        """Delete a sheet; tables that were opened with it keep theirs. Raises ShelfError."""
        kept = self.find(name)
        if kept is None or kept.is_example or not maker or kept.maker != maker:
            raise ShelfError(NOT_YOURS)
        for ending in ("toml", "json"):
            with suppress(FileNotFoundError):
                os.remove(self.folder / f"{name}.{ending}")

    def _read_maker(self, name: str) -> str:
        try:
            known = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            return str(known["maker"])
        except (OSError, ValueError, LookupError, TypeError):
            return ""


def compute_revision(sheet: ScoreSheet) -> str:
    return hashlib.sha256(sheet.as_toml().encode()).hexdigest()[:16]


def _number(wanted: str) -> Iterator[str]:
    """Yield a name, then the same name with numbers."""
    yield wanted
    for number in range(2, 10_000):
        yield f"{wanted[:27].rstrip('-')}-{number}"
