"""What the documents point to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
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
