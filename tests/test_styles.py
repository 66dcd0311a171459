"""Style sheets have no syntax errors, use only variables that exist, and style only what is on a page."""

import re
from pathlib import Path

import pytest
import tinycss2

ROOT = Path(__file__).parent.parent
STYLES = sorted((ROOT / "static" / "css").rglob("*.css"))
# Where a class or a variable can come from: markup, scripts, and Python that writes markup.
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder, pattern in (("templates", "*.*"), ("static/js", "*.js"), ("companion", "*.py"))
    for path in (ROOT / folder).rglob(pattern)
)
WORDS = set(re.findall(r"[\w-]+", SOURCES))
DEFINED = set(re.findall(r"(--[\w-]+)\s*:", "\n".join(path.read_text(encoding="utf-8") for path in STYLES)))
GENERATED = "--sheet-"  # the colours of a sheet, written by Python


def list_errors(rules):
    for rule in rules:
        if rule.type == "error":
            yield f"line {rule.source_line}: {rule.message}"
        elif rule.type in ("qualified-rule", "at-rule") and rule.content is not None:
            yield from list_errors(tinycss2.parse_blocks_contents(rule.content, True, True))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.relative_to(ROOT / "static" / "css").as_posix())
def test_a_style_sheet_is_clean(path):
    text = path.read_text(encoding="utf-8")
    assert list(list_errors(tinycss2.parse_stylesheet(text, True, True))) == []
    variables = set(re.findall(r"var\((--[\w-]+)\)", text)) - DEFINED
    assert [name for name in variables if name not in SOURCES and not name.startswith(GENERATED)] == []
    selectors = " ".join(re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", text, flags=re.DOTALL)))
    classes = set(re.findall(r"\.(-?[a-zA-Z][\w-]*)", selectors))
    assert sorted(name for name in classes if not is_used(name)) == []


def is_used(name):
    """Check whether a class is written somewhere, or made of a prefix such as `seat-` and a value."""
    prefixes = [name[: match.end()] for match in re.finditer("-", name)]
    return name in WORDS or any(f"{prefix}{made}" in SOURCES for prefix in prefixes for made in ("{", "${"))
