"""Load, check, print and replay sheets: the bundled ones and the user's own."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games.dice_charmers.definition import (
    Problem,
    SheetDefinition,
    SheetProblems,
    check_sheet,
    list_sheet_names,
    load_sheet,
)
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, describe_layout
from companion.games.dice_charmers.rules import State, Transcript, UnreadableLine, parse_transcript, play_transcript
from companion.games.dice_charmers.texts.ending import describe_summary
from companion.games.dice_charmers.texts.wording import describe_refusal, describe_unreadable
from companion.games.game import BadSheet, BadTranscript
from companion.i18n import gettext, translate_phrase
from companion.render import pad
from companion.render.pad import Printable

FIRST_SHEET = "sun"  # listed first, for new players

logger = logging.getLogger(__name__)


def load_sheets(own: Path | None = None) -> dict[str, SheetDefinition]:
    """Load all valid sheets by name. A sheet with mistakes is logged and skipped."""
    usable: dict[str, SheetDefinition] = {}
    for name in sorted(list_sheet_names(own), key=lambda name: name != FIRST_SHEET):
        try:
            usable[name] = load_sheet(name, own)
        except SheetProblems as error:
            logger.warning("Skipping the sheet %s: %s", name, error.problems[0])
    return usable


class SheetLibrary:
    """The sheets for commands and pages that print, check and replay."""

    def load(self, own: Path) -> Mapping[str, Printable]:
        return {name: PrintableSheet(definition) for name, definition in load_sheets(own).items()}

    def find(self, name: str, own: Path) -> PrintableSheet:
        """Load a sheet by its name, or by the path of a TOML file. Raises BadSheet."""
        try:
            return PrintableSheet(load_sheet(Path(name) if name.endswith(".toml") else name, own))
        except SheetProblems as error:
            raise BadSheet([describe_problem(problem) for problem in error.problems]) from error

    def check(self, file: Path) -> list[str]:
        """Describe every problem of a sheet file."""
        return [describe_problem(problem) for problem in check_sheet(file)]

    def describe_layout(self, sheet: Printable, order: pad.Order) -> dict[str, Any]:
        assert isinstance(sheet, PrintableSheet)
        return describe_layout(sheet, order)

    def replay(self, transcript: str, own: Path) -> list[str]:
        """Replay a transcript and describe the final position. Raises BadTranscript."""
        _, _, state = play_text(transcript, own)
        return describe_summary(state, {seat: seat for seat in state.players})


def play_text(transcript: str, own: Path) -> tuple[SheetDefinition, Transcript, State]:
    """Play a transcript to its end. Raises BadTranscript."""
    try:
        parsed = parse_transcript(transcript)
        definition = load_sheet(parsed.sheet, own)
    except UnreadableLine as error:
        raise BadTranscript(describe_line(error.line, describe_unreadable(error))) from error
    except SheetProblems as error:
        raise BadTranscript(f"sheet: {describe_problem(error.problems[0])}") from error
    state, fault = play_transcript(definition.sheet, parsed)
    if fault:
        raise BadTranscript(describe_line(fault.line, describe_refusal(fault.refusal), fault.text))
    assert state is not None
    return definition, parsed, state


def describe_problem(problem: Problem) -> str:
    return f"{problem.file}: {problem.key}: {translate_phrase(problem.message)}"


def describe_line(line: int, sentence: str, entry: str = "") -> str:
    """Describe where a transcript is wrong; line 0 stands for the heading."""
    if line == 0:
        return f"players: {sentence}"
    if not entry:
        return gettext("line %(line)d: %(sentence)s", line=line, sentence=sentence)
    return gettext("line %(line)d (%(entry)s): %(sentence)s", line=line, entry=entry, sentence=sentence)


SHEETS = SheetLibrary()
