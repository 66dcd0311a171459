"""The documents point to existing files, tests and commands."""

import re
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
            command = companion.get_command(None, name)
            assert command is not None, line
            known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
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


def test_files_named_in_contributing_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:companion|static|templates|sheets|tests|docs)/[\w/.-]+)`", text)
    assert len(named) > 20
    missing = [name for name in named if not (ROOT / name).exists() and not re.search("NAME|GAME|xx", name)]
    assert missing == []


def test_contributing_can_be_read_in_a_few_minutes():
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split()) <= 1300
