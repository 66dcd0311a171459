"""What is wrong with a sheet file, in words."""

from companion.games.dice_charmers.definition import Problem
from companion.i18n import said


def problem_line(problem: Problem) -> str:
    return f"{problem.file}: {problem.key}: {said(problem.message)}"
