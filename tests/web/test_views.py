"""View modules parse, call and render. Code that two of them need is in a module without views."""

import ast
from pathlib import Path

import pytest

WEB = Path(__file__).parent.parent.parent / "companion" / "web"
MODULES = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(WEB.glob("*.py"))}


def is_view(tree: ast.Module) -> bool:
    """Check whether a module has routes."""
    decorators = [d for node in tree.body if isinstance(node, ast.FunctionDef) for d in node.decorator_list]
    calls = [d.func for d in decorators if isinstance(d, ast.Call)]
    return any(isinstance(call, ast.Attribute) and call.attr in ("get", "post", "delete") for call in calls)


VIEWS = {name for name, tree in MODULES.items() if is_view(tree)}


def test_the_views_are_found():
    assert {"api", "ending", "home", "play", "scoring", "tables", "tv"} <= VIEWS


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_views_do_not_import_each_other(name):
    imported = {node.module for node in ast.walk(MODULES[name]) if isinstance(node, ast.ImportFrom)}
    assert not imported & {f"companion.web.{view}" for view in VIEWS - {name}}


@pytest.mark.parametrize("name", sorted(MODULES))
def test_no_import_is_put_off_to_break_a_cycle(name):
    functions = [node for node in ast.walk(MODULES[name]) if isinstance(node, ast.FunctionDef)]
    imports = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.ImportFrom)]
    assert not [node.module for node in imports if node.module and node.module.startswith("companion")]
