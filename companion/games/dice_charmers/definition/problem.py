"""What is wrong with a sheet file, and where."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    file: str
    key: str  # "province.rows[2]", counted from 0 as TOML tools do; "line 7" when the file is no TOML
    message: str  # what is wrong and what would be right; a Phrase, to be said in any language

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.message}"


class SheetProblems(Exception):
    """Everything that is wrong with one sheet, at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
