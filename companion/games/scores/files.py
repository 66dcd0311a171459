"""The files of score sheets: our examples, and any file that somebody names. Problems in the current language."""

import re
from functools import cache
from pathlib import Path

from companion.files import SHEETS
from companion.games.scores.rules.sheet import (
    LARGEST_FILE,
    BadScoreSheet,
    ScoreSheet,
    SheetProblem,
    parse_file,
)
from companion.i18n import gettext
from companion.rules.messages import Message

EXAMPLES = SHEETS / "scores"
# Also in a file that is no TOML, so that its author reads about score sheets and not about those of another game.
LOOKS_LIKE_SCORES = re.compile(rb"""^\s*(kind\s*=\s*["']scores["']|\[\[\s*row\s*\]\])""", re.MULTILINE)

NO_FILE = Message("no-file", "This cannot be read (%(why)s).")


def read_raw(file: Path) -> bytes:
    """Return the contents of a file, one byte more than allowed at most. Raises BadScoreSheet."""
    try:
        if not file.is_file():  # reading a pipe would block
            raise FileNotFoundError(0, "no such file")
        with file.open("rb") as stream:
            return stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadScoreSheet([SheetProblem("file", NO_FILE, why=error.strerror or "")]) from error


def is_score_sheet(file: Path) -> bool:
    """Check whether a file is meant to be a score sheet, right or wrong."""
    try:
        return bool(LOOKS_LIKE_SCORES.search(read_raw(file)))
    except BadScoreSheet:
        return False


def load_file(file: Path) -> ScoreSheet:
    """Read the score sheet in a file. Raises BadScoreSheet with every problem."""
    return parse_file(read_raw(file))


def describe_problem(problem: SheetProblem) -> str:
    """Return the sentence for a problem, without its key."""
    sentence = gettext(problem.code.text, **problem.details)
    if problem.inner is None:
        return sentence
    assert isinstance(problem.inner.code, Message)
    return f"{sentence} {gettext(problem.inner.code.text, **problem.inner.details)}"


def describe_problems(error: BadScoreSheet, file: str) -> list[str]:
    """Return one line with file and key for every problem."""
    return [f"{file}: {problem.key}: {describe_problem(problem)}" for problem in error.problems]


def check(file: Path) -> list[str]:
    """Return everything that is wrong with a file, one line each."""
    try:
        load_file(file)
    except BadScoreSheet as error:
        return describe_problems(error, str(file))
    return []


@cache
def load_examples() -> dict[str, ScoreSheet]:
    """Return the bundled sheets by name."""
    sheets = [load_file(file) for file in sorted(EXAMPLES.glob("*.toml"))]
    return {sheet.name: sheet for sheet in sheets}
