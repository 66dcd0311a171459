"""Imports point one way, and the pure packages stay pure."""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "companion"

# part: what else of the companion it may know
ALLOWED = {
    "rules": set(),
    "phrase": set(),
    "paths": set(),
    "files": set(),
    "storage": {"files", "phrase"},
    "simulation": {"rules"},
    "definitions": {"rules", "paths", "phrase"},
    "i18n": {"rules", "definitions", "phrase"},
    "render": {"rules", "definitions", "i18n", "paths", "phrase"},
    "tables": {"rules", "simulation", "definitions", "storage", "i18n", "render"},
    "settings": {"i18n", "phrase"},
    "web": {"tables", "rules", "definitions", "storage", "i18n", "render", "settings"},
    "app": {"web", "tables", "storage", "render", "settings", "paths"},
    "server": {"app", "web", "storage", "settings", "i18n", "phrase"},
    "commands": {"server", "app", "web", "tables", "rules", "definitions", "storage", "i18n", "settings"},
    "cli": {
        "commands",
        "files",
        "server",
        "render",
        "simulation",
        "rules",
        "definitions",
        "storage",
        "i18n",
        "settings",
    },
}
WITHOUT_FLASK = ALLOWED.keys() - {"web", "app", "server"}
WEB = {"flask", "werkzeug", "jinja2", "wtforms", "flask_wtf"}


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "companion":
            found |= {f"companion.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def modules(part: str) -> list[Path]:
    found = sorted((PACKAGE / part).rglob("*.py")) or [PACKAGE / f"{part}.py"]
    assert all(path.exists() for path in found)
    return found


@pytest.mark.parametrize("part", ALLOWED)
def test_every_part_knows_only_what_it_may(part):
    for path in modules(part):
        known = {name.split(".")[1] for name in imports(path) if name.startswith("companion.")} - {part, "__version__"}
        assert known <= ALLOWED[part], f"{path.name} knows {known - ALLOWED[part]}"


def test_imports_point_one_way():
    TopologicalSorter(ALLOWED).prepare()  # raises CycleError with the parts that know each other


@pytest.mark.parametrize("part", sorted(WITHOUT_FLASK))
def test_only_the_web_knows_flask(part):
    for path in modules(part):
        assert not {name.split(".")[0] for name in imports(path)} & WEB, path


def test_the_rules_need_nothing_but_the_standard_library():
    for path in modules("rules"):
        roots = {name.split(".")[0] for name in imports(path)} - {"companion"}
        assert roots <= sys.stdlib_module_names, path
