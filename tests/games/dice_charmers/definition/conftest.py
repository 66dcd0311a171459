import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.games.dice_charmers.definition import Problem, SheetDefinition, read_definition
from companion.games.dice_charmers.definition.values import Notes, TomlTable

TINY = Path(__file__).with_name("tiny.toml")


@pytest.fixture(scope="session")
def tiny_file() -> Path:
    return TINY


@pytest.fixture(scope="session")
def tiny_text() -> str:
    return TINY.read_text(encoding="utf-8")


def read_content(content: dict[str, Any]) -> tuple[SheetDefinition, list[Problem]]:
    notes = Notes("a.toml")
    with TomlTable(notes, "", content) as root:
        definition = read_definition(root)
    return definition, notes.problems


@pytest.fixture(scope="session")
def read() -> Callable[[dict[str, Any]], tuple[SheetDefinition, list[Problem]]]:
    """Reads content as it would stand in a file."""
    return read_content


@pytest.fixture
def changed(tiny_text: str) -> Callable[[str, Any], list[Problem]]:
    """The problems of the tiny sheet after setting one key, given as a path; `...` removes the key."""

    def change(path: str, value: Any) -> list[Problem]:
        content = deepcopy(tomllib.loads(tiny_text))
        *tables, last = [part.strip('"') for part in re.findall(r'"[^"]+"|[^.]+', path)]
        place = content
        for key in tables:
            place = place[key]
        if value is ...:
            del place[last]
        else:
            place[last] = value
        return read_content(content)[1]

    return change
