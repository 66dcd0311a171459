"""The documents point to existing files, tests and commands, and are written in plain English."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import companion

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "sheets" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def code(document: Path) -> list[str]:
    """The lines of code in a document, and what is code within its sentences."""
    blocks, prose = [], document.read_text(encoding="utf-8").split("```")
    for block in prose[1::2]:
        blocks += block.replace("\\\n", " ").splitlines()
    return blocks + [part for text in prose[::2] for part in re.findall(r"`([^`]+)`", text)]


@each_document
def test_links_to_files_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", ["security.md", "faults.md"])
def test_every_test_that_is_named_exists(document):
    named = re.findall(r"`(\w+/test_\w+\.py)(?:::(\w+))?`", (ROOT / "docs" / document).read_text(encoding="utf-8"))
    assert named
    for file, inside in named:
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert not inside or f"class {inside}" in source, f"{file}::{inside}"


@each_document
def test_every_command_that_is_named_exists(document):
    for line in code(document):
        for name, options in re.findall(r"(?:^|[ /])companion ([a-z][a-z-]*)(.*?)(?=  |$)", line.partition(" # ")[0]):
            assert name in companion.commands, line
            known = {option for parameter in companion.commands[name].params for option in parameter.opts}
            assert set(re.findall(r"--[a-z-]+", options)) <= known, line


@each_document
def test_every_make_target_that_is_named_exists(document):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for line in code(document) for name in re.findall(r"\bmake ([a-z-]+)", line)}
    assert named <= targets


def test_the_example_in_the_readme_plays_a_turn(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(example.strip().splitlines()) <= 12
    exec(example, {})
    printed = capsys.readouterr().out.splitlines()
    assert "road c2 NS" in printed and printed[-1] == "1"


GAMES = ("agra", "rajas", "cards_karma")


def test_files_named_in_contributing_exist():
    named = list(find_files((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
    assert len(named) > 300
    assert [name for name, places in named if not any(place.exists() for place in places)] == []


def find_files(text: str) -> Iterator[tuple[str, list[Path]]]:
    """Find every file and folder that a text names, and where it may be: as named, or beside others of its paragraph or row."""
    for part in re.split(r"\n\n|\n(?=\| |- |\d\. )", text):
        folders: list[Path] = []
        for written in re.findall(r"`([\w/.{},-]+)`", part):
            name = re.sub(
                r"^DC/", "companion/games/dice_charmers/", re.sub(r"^GAME/", "companion/games/GAME/", written)
            )
            before, choices, after = re.fullmatch(r"([^{]*)(?:\{([^}]*)\})?(.*)", name).groups()
            for choice in (choices or "").split(","):
                one = f"{before}{choice}{after}"
                if re.match(r"(companion|static|templates|sheets|tests|docs)/", one) and "NAME" not in one:
                    paths = [ROOT / one.replace("GAME", game) for game in GAMES]
                    folders += [path if one.endswith("/") else path.parent for path in paths]
                    yield one, paths
                elif re.fullmatch(r"\w+\.(py|html|js|json)", one) and folders:
                    yield one, [folder / one for folder in folders]


def list_pages() -> dict[str, tuple[str, ...]]:
    """Return the rows of the table of pages: the cells after the name of each page."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("### The pages")[2].partition("\n### ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return {name.strip("`"): tuple(cells) for name, *cells in rows if len(cells) == 5}


PAGES = list_pages()
ROUTES = {
    re.sub(r"<(\w+)>", lambda found: found[1].upper(), prefix + route)
    for module in (ROOT / "companion" / "web" / "pages").glob("*.py")
    for source in [module.read_text(encoding="utf-8")]
    for prefix in [*re.findall(r'url_prefix="([^"]+)"', source), ""][:1]
    for route in re.findall(r'@\w+\.get\("([^"]*)"', source)
}


def find_quoted(cell: str, pattern: str) -> set[str]:
    return {name for name in re.findall(r"`([^`]+)`", cell) if re.fullmatch(pattern, name)}


def list_files(folder: Path, below: Path) -> set[str]:
    return {file.relative_to(below).as_posix() for file in folder.rglob("*.*")}


def test_contributing_lists_every_page():
    assert PAGES.keys() == {path.stem for path in (ROOT / "companion/web/pages").glob("[!_]*.py")} | {"assist"}


@pytest.mark.parametrize("page", PAGES)
def test_contributing_lists_the_files_of_a_page(page):
    address, templates, scripts, styles, _ = PAGES[page]
    assert find_quoted(address, r"/[\w/.]*") <= ROUTES

    folder = ROOT / "templates" / page
    assert find_quoted(templates, r"\w+\.(html|js)") == list_files(folder, folder)

    named, js = find_quoted(scripts, r"[\w/.]+"), ROOT / "static" / "js"
    assert named in ({f"{page}/"}, list_files(js / page, js) | {file.name for file in js.glob(f"{page}.js")})

    css, own = ROOT / "static" / "css", ROOT / "templates" / "games" / "dice_charmers" / f"{page}.html"
    heads = [file.read_text(encoding="utf-8") for file in [*folder.glob("*.html"), *own.parent.glob(own.name)]]
    loaded = {name for head in heads for name in re.findall(r"filename='css/([\w.]+)'", head)}
    games = {f"games/GAME/{page}.css" for _ in css.glob(f"games/*/{page}.css")}
    assert find_quoted(styles, r"[\w/.]+") == (loaded | games or {"companion.css"})


@pytest.mark.parametrize("folder", ["lib", "play", "assist"])
def test_contributing_lists_every_script(folder):
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(rf"^\| `static/js/{folder}/(\w+\.js)` \|", text, re.MULTILINE)
    assert set(named) == {file.name for file in (ROOT / "static" / "js" / folder).iterdir()}


def test_contributing_lists_every_icon():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^\| an icon on a button \|.*There are: (.*) \|$", text, re.MULTILINE)
    icons = (ROOT / "templates" / "_icons.html").read_text(encoding="utf-8")
    assert re.sub(r" \([^)]*\)", "", listed).split(", ") == re.findall(r'^  "(\w+)": "', icons, re.MULTILINE)


def test_links_within_contributing_lead_to_headings():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    headings = {
        re.sub(r"[^\w ]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.+)$", text, re.M)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings


# Phrases that sound translated; write "again", "rarely", "the player who", "your own", "this many", "is not a …".
MARKERS = (
    "anew", "seldom", "amiss", "whoever", "the own", "so many", "equally many", "is so no longer", "behind number",
    "take it along", "that is no", "which is no", "what is no",
)  # fmt: skip
ALLOWED = {("tests/test_docs.py", phrase) for phrase in MARKERS}
PROSE = {".py", ".js", ".css", ".html", ".md", ".po"}
FOLDERS = ("companion", "docs", "sheets", "static/css", "static/js", "templates", "tests")


def test_prose_is_plain_english():
    """Documents, comments, docstrings, names of tests and texts of the interface avoid these phrases."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in PROSE]
    assert len(files) > 800
    found = []
    for path in [*ROOT.glob("*.md"), *files]:
        text = " ".join(path.read_text(encoding="utf-8").lower().replace("_", " ").split())
        for phrase in MARKERS:
            if phrase in text and re.search(rf"\b{phrase}\b(?! longer| more)", text):
                found.append((path.relative_to(ROOT).as_posix(), phrase))
    assert set(found) - ALLOWED == set()
