"""Imports point one way, and the pure packages stay pure."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "companion"

# package: what else of the companion it may know
ALLOWED = {
    "rules": {"rules"},
    "definitions": {"definitions", "rules", "paths"},
    "render": {"render", "definitions", "rules", "i18n", "paths"},
    "simulation": {"simulation", "rules"},
    "storage": {"storage", "files"},
    "i18n": {"i18n", "rules", "definitions", "tables"},
    "tables": {"tables", "rules", "simulation", "definitions", "storage", "i18n", "render"},
}
WEB = {"flask", "werkzeug", "jinja2", "wtforms", "flask_wtf", "flask_babel"}


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def modules(package: str) -> list[Path]:
    return sorted((PACKAGE / package).rglob("*.py"))


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_point_one_way(package):
    for path in modules(package):
        known = {name.split(".")[1] for name in imports(path) if name.startswith("companion.")}
        assert known <= ALLOWED[package], f"{path.name} knows {known - ALLOWED[package]}"


@pytest.mark.parametrize("package", [*ALLOWED])
def test_only_the_web_knows_flask(package):
    for path in modules(package):
        assert not {name.split(".")[0] for name in imports(path)} & WEB, path


def test_the_rules_need_nothing_but_the_standard_library():
    for path in modules("rules"):
        roots = {name.split(".")[0] for name in imports(path)} - {"companion"}
        assert roots <= sys.stdlib_module_names, path
