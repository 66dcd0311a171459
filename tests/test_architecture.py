"""Imports point one way, rules are pure, and shared code names no game."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from companion.games.game import BROUGHT

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
GAMES = [path.name for path in sorted((PACKAGE / "games").iterdir()) if (path / "game.py").exists()]
GAMES += [module.split(".")[-2] for module in BROUGHT]

# Each part may import those of the lines above its own, and of its own line only itself. The pages of games are a part
# of their own.
LAYERS = [
    {"rules", "phrase", "paths", "files", "jobs"},
    {"i18n", "storage"},
    {"forms", "seat_colours", "settings"},
    {"render", "hosting"},
    {"photo"},
    {"games"},
    {"tables"},
    {"history"},
    {"web"},
    {"pages"},
    {"phone"},
    {"app"},
    {"wsgi"},
    {"server"},
    {"commands"},
    {"lab"},
    {"cli"},
    {"__main__"},
]
FLASK = {"flask", "werkzeug", "jinja2", "flask_wtf"}
MAY_USE_FLASK = {"web", "pages", "phone", "app", "wsgi", "server"}


def name_module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_module(path): path for path in PACKAGE.rglob("*.py") if "instead" not in path.parts}


def find_part(module: str) -> str:
    """Return the part of the companion that a module belongs to."""
    _, part, *inner = [*module.split("."), ""]
    return "pages" if part == "games" and any(name.endswith("pages") for name in inner) else part


@cache
def imports(module: str) -> frozenset[str]:
    """Return all modules that a module imports, in functions and for type checkers, too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & MODULES.keys()
            found |= set() if inner <= MODULES.keys() else {node.module}
    return frozenset(found)


def modules(part: str) -> list[str]:
    return [module for module in MODULES if find_part(module) == part]


@pytest.mark.parametrize("part", sorted({find_part(module) for module in MODULES} - {""}))
def test_a_part_imports_only_what_is_below_it(part):
    level = next(level for level, parts in enumerate(LAYERS) if part in parts)
    below = {part, ""}.union(*LAYERS[:level])
    for module in modules(part):
        known = {find_part(name) for name in imports(module) if name.startswith("companion")}
        assert known <= below, f"{module} imports {known - below}"
        used = {name.split(".")[0] for name in imports(module)} & FLASK
        assert not used or part in MAY_USE_FLASK, f"{module} imports {used}"


def test_there_are_no_import_cycles():
    TopologicalSorter({module: imports(module) & MODULES.keys() - {module} for module in MODULES}).prepare()


@pytest.mark.parametrize("package", ["companion.rules", *(f"companion.games.{game}.rules" for game in GAMES)])
def test_rules_import_only_rules_and_the_standard_library(package):
    for module in (name for name in MODULES if f"{name}.".startswith(f"{package}.")):
        ours = {name for name in imports(module) if name.startswith("companion")}
        assert all(f"{name}.".startswith(("companion.rules.", f"{package}.")) for name in ours), module
        assert {name.split(".")[0] for name in imports(module) - ours} <= sys.stdlib_module_names, module


def test_shared_code_never_names_a_game():
    names = re.compile(r"agra\b|rajas|cards.{0,5}karma|dice.?charmers", re.IGNORECASE)
    code = [path for path in MODULES.values() if not set(GAMES) & set(path.relative_to(PACKAGE).parts)]
    code.remove(PACKAGE / "games" / "game.py")  # the registry
    files = [path for folder in ("templates", "static/js", "static/css") for path in (ROOT / folder).rglob("*.*")]
    for path in (*code, *(path for path in files if "games" not in path.relative_to(ROOT).parts)):
        if find_part(name_module(path)) != "lab":
            assert names.findall(path.read_text(encoding="utf-8")) == [], path


def test_a_game_imports_no_other_game():
    for module in MODULES:
        own = next((game for game in GAMES if module.startswith(f"companion.games.{game}.")), None)
        others = tuple(f"companion.games.{game}." for game in GAMES if game != own)
        assert not own or not [name for name in imports(module) if f"{name}.".startswith(others)], module


def test_a_page_of_a_game_has_templates_scripts_and_styles_of_its_name():
    for kind in ("js", "css"):
        assert {path.name for path in (ROOT / "static" / kind / "games").iterdir()} <= set(GAMES)
    pages = {path.stem for path in (PACKAGE / "games").glob("*/pages/*.py")} | {"scoring", "assist", "tv"}
    scripts = {path.stem for path in (ROOT / "static" / "js" / "games").glob("*/*")}
    assert scripts <= pages | {"learn", "scoring_track"}


def test_scripts_import_files_that_exist():
    for script in sorted((ROOT / "static" / "js").rglob("*.js")):
        for name in re.findall(r'(?:from|import|import\() ?"([^"]+)"', script.read_text(encoding="utf-8")):
            assert (script.parent / name).is_file(), f"{script.relative_to(ROOT)}: {name}"


@pytest.mark.parametrize(
    ("started", "missing"),
    [
        pytest.param("companion.app, companion.server", "companion.lab", id="the server"),
        pytest.param("companion.games.dice_charmers.rules", "flask", id="rules"),
        pytest.param("companion.games.dice_charmers.game", "flask", id="a game without its pages"),
    ],
)
def test_is_started_without(started, missing):
    check = f"import sys, {started}; sys.exit('{missing}' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], cwd=ROOT).returncode == 0


def test_every_benchmark_can_be_imported():
    names = sorted(file.stem for file in (ROOT / "tests" / "bench").glob("bench_*.py"))
    done = subprocess.run(
        [sys.executable, "-c", f"import {', '.join(names)}"],
        cwd=ROOT / "tests" / "bench",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
