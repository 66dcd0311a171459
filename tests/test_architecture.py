"""Imports point one way, and the pure packages stay pure."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "companion"

# part: what else of the companion it may import
ALLOWED = {
    "rules": set(),
    "phrase": set(),
    "paths": set(),
    "files": set(),
    "i18n": {"phrase"},
    "forms": {"i18n"},
    "seat_colours": {"i18n"},
    "storage": {"files", "phrase"},
    "render": {"i18n", "paths", "phrase", "seat_colours"},
    "photo": set(),
    "games": {"rules", "render", "photo", "storage", "i18n", "forms", "paths", "phrase", "seat_colours"},
    "tables": {"games", "rules", "storage", "seat_colours", "i18n", "phrase"},
    "history": {"tables", "games", "rules", "storage", "render", "seat_colours", "i18n"},
    "jobs": set(),
    "settings": {"i18n", "phrase"},
    "hosting": {"settings", "files", "phrase"},
    "web": {
        "history",
        "tables",
        "games",
        "rules",
        "storage",
        "i18n",
        "forms",
        "render",
        "photo",
        "jobs",
        "settings",
        "seat_colours",
        "hosting",
    },
    "phone": {"web", "tables", "games", "storage", "render", "i18n", "jobs", "settings", "paths"},
    "app": {"phone", "web", "history", "tables", "games", "storage", "jobs", "settings", "paths"},
    "server": {"app", "web", "history", "storage", "settings", "i18n", "phrase", "hosting"},
    "commands": {
        "photo",
        "server",
        "app",
        "web",
        "history",
        "tables",
        "games",
        "rules",
        "storage",
        "i18n",
        "settings",
        "hosting",
        "render",
    },
    "cli": {
        "photo",
        "commands",
        "files",
        "server",
        "games",
        "rules",
        "render",
        "storage",
        "i18n",
        "phrase",
        "settings",
    },
}
WITHOUT_FLASK = ALLOWED.keys() - {"web", "phone", "app", "server"}
WEB = {"flask", "werkzeug", "jinja2", "flask_wtf", "flask_babel"}
GAMES = [path.name for path in sorted((PACKAGE / "games").iterdir()) if (path / "game.py").exists()]
GAME_NAMES = re.compile(r"agra\b|rajas|cards.{0,5}karma|dice.?charmers", re.IGNORECASE)
GAME_WORDS = re.compile(
    r"\b(akbar|artisans?|automa|balcon(y|ies)|charmers?|depots?|elephant|guilds?|half-road|harbour|karma|maharani|"
    r"merchants?|moguls?|navaratnas?|notables?|piers?|portuguese|quarry|residences?|rupees?|scholars?|silk|spices|tea|"
    r"tents?|terraces?|turmeric|yogi)\b",
    re.IGNORECASE,
)
CONTRACT = re.compile(r'"elephant"[,:]|view\.elephant')  # part of the public state of a table
ONE_GAMES_PAGES = {"play", "replay", "ending", "pictures"}  # only one game has them; they are named like other pages
ROUTE = re.compile(r"^@\w+\.(get|post|delete)\(", re.MULTILINE)
ROOT = PACKAGE.parent


@cache
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


def lazy_imports(path: Path) -> list[str]:
    """Return what of the companion is imported inside functions."""
    return [
        node.module
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion")
    ]


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


def test_there_are_no_import_cycles():
    """Of all modules, with imports in functions and those for type checkers only."""
    sources = {name_module(path): path for path in PACKAGE.rglob("*.py")}
    graph = {module: imported_modules(path) & sources.keys() - {module} for module, path in sources.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError with the modules


def name_module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported_modules(path: Path) -> set[str]:
    """Return modules that a file imports, and names in them that may be modules."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    submodules = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
    packages = {node.module for node in froms if not all(is_module(node.module, alias.name) for alias in node.names)}
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return submodules | packages | plain


def is_module(package: str, name: str) -> bool:
    folder = ROOT / package.replace(".", "/")
    return (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(PACKAGE.rglob("*.py")) if lazy_imports(path)],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_a_module_that_imports_in_functions_says_why(path):
    assert re.search(r"#.*\bimport(s|ed)\b", path.read_text(encoding="utf-8"))


def test_shared_value_types_exist_once():
    source = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    names = re.findall(r"^class (Coded|Standing|Work|MarkedSheet|ReadSheet)\b", source, re.MULTILINE)
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("part", sorted(WITHOUT_FLASK))
def test_only_the_web_knows_flask(part):
    for path in modules(part):
        assert not {name.split(".")[0] for name in imports(path)} & WEB, path


def is_pure(module: str, package: str) -> bool:
    """Whether rules may import a module: the standard library, shared rules, and rules of the same game."""
    if not module.startswith("companion"):
        return module.split(".")[0] in sys.stdlib_module_names
    return f"{module}.".startswith(("companion.rules.", f"{package}."))


@pytest.mark.parametrize("package", ["companion.rules", *(f"companion.games.{game}.rules" for game in GAMES)])
def test_rules_import_only_rules_and_the_standard_library(package):
    for path in sorted((ROOT / package.replace(".", "/")).rglob("*.py")):
        assert [name for name in imports(path) if not is_pure(name, package)] == [], path


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_no_other_game(game):
    others = tuple(f"companion.games.{other}." for other in GAMES if other != game)
    for path in sorted((PACKAGE / "games" / game).rglob("*.py")):
        assert [name for name in imports(path) if f"{name}.".startswith(others)] == [], path


def shared_files() -> list[Path]:
    code = [path for path in PACKAGE.rglob("*.py") if not set(GAMES) & set(path.relative_to(PACKAGE).parts)]
    templates = [path for path in (ROOT / "templates").rglob("*.*") if "games" not in path.parts]
    static = [path for kind in ("js", "css") for path in (ROOT / "static" / kind).rglob("*.*")]
    return sorted([*code, *templates, *(path for path in static if "games" not in path.parts)])


def test_shared_code_never_names_a_game():
    for path in shared_files():
        text = path.read_text(encoding="utf-8")
        if path.name == "game.py":
            text = re.sub(r"REGISTERED = \[.*?\]", "", text, flags=re.DOTALL)  # the one place
            text = text.replace('"agra"', "")  # an example in a comment
        assert GAME_NAMES.findall(text) == [], path
        if not (path.is_relative_to(ROOT / "static") and {path.stem, path.parent.name} & ONE_GAMES_PAGES):
            assert GAME_WORDS.findall(CONTRACT.sub("", text)) == [], path


def test_view_modules_do_not_import_each_other():
    """Shared helpers live in modules without views; no function imports lazily to break a cycle."""
    with_views = [path for path in modules("web") if has_views(path)]
    views = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in with_views}
    for path in with_views:
        assert imports(path) & views == set(), path
    for path in modules("web"):
        assert lazy_imports(path) == [], path


def has_views(module: Path) -> bool:
    return bool(ROUTE.search(module.read_text(encoding="utf-8")))


PAGES = {path.stem for path in modules("web/pages")} - {"__init__"}
ASSIST = {"assist"}  # pages that the games offer; play.py shows them
SHARED_STYLES = {"companion", "pictures"}


def test_templates_scripts_and_styles_of_a_page_have_its_name():
    templates = {path.name for path in (ROOT / "templates").iterdir() if path.is_dir()}
    assert templates - {"games", "errors"} <= PAGES | ASSIST
    assert {path.stem for path in (ROOT / "static" / "js").iterdir()} - {"lib"} <= PAGES | ASSIST
    styles = ROOT / "static" / "css"
    assert {path.stem for path in styles.iterdir()} - {"games"} <= PAGES | ASSIST | SHARED_STYLES
    assert {path.name for path in (styles / "games").iterdir()} == set(GAMES)
    assert {path.stem for path in (styles / "games").glob("*/*")} <= PAGES | ASSIST


def test_a_page_renders_its_own_templates():
    for page in sorted(PAGES):
        source = (PACKAGE / "web" / "pages" / f"{page}.py").read_text(encoding="utf-8")
        folders = {name.split("/")[0] for name in re.findall(r'"(\w+/\w+\.html)"', source)}
        assert folders <= {page}, page


def test_scripts_import_files_that_exist():
    for script in sorted((ROOT / "static" / "js").rglob("*.js")):
        for name in re.findall(r'(?:from|import|import\() ?"([^"]+)"', script.read_text(encoding="utf-8")):
            assert (script.parent / name).is_file(), f"{script.relative_to(ROOT)}: {name}"


def test_every_benchmark_can_be_imported():
    names = sorted(file.stem for file in (ROOT / "tests" / "bench").glob("bench_*.py"))
    done = subprocess.run(
        [sys.executable, "-c", f"import {', '.join(names)}"],
        cwd=ROOT / "tests" / "bench",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
