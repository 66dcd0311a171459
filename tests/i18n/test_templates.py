"""No text in a template that a Russian player would read in English: all go through the catalogue."""

from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from jinja2 import Environment

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
READ_ALOUD = {
    "title", "alt", "placeholder", "label", "summary", "content",
    "aria-label", "aria-description", "aria-placeholder", "aria-roledescription", "aria-valuetext",
}  # fmt: skip
NOT_WORDS = {"meta": {"content"}}  # what a browser reads; a page's own texts are never there
OUTPUT = "\ufffc"  # stands for {{ … }} while the HTML around it is read


def skeleton(source: str) -> str:
    """The template's HTML with every expression replaced by a mark and every statement and comment left out."""
    parts: list[str] = []
    inside: list[str] = []
    for _, token, value in Environment().lex(source):
        if token.endswith("_begin"):
            inside.append(token)
        elif token.endswith("_end"):
            if inside.pop() == "variable_begin":
                parts.append(OUTPUT)
            parts.append("\n" * value.count("\n"))
        elif not inside:
            parts.append(value)
        else:
            parts.append("\n" * value.count("\n"))
    return "".join(parts)


def bare_literals(source: str) -> Iterator[str]:
    """Words given out by an expression without the catalogue: {{ "Hello" }}, {{ "a" if b else "c" }}."""
    expression: list[tuple[str, str]] | None = None
    for _, token, value in Environment().lex(source):
        if token == "variable_begin":
            expression = []
        elif token == "variable_end" and expression is not None:
            yield from unmarked(expression)
            expression = None
        elif expression is not None and token != "whitespace":
            expression.append((token, value))


def unmarked(expression: list[tuple[str, str]]) -> Iterator[str]:
    """The strings of an expression that stand outside every call, subscript and comparison."""
    depth = 0
    before = ""
    for token, value in expression:
        if token == "operator" and value in "([{":
            depth += 1
        elif token == "operator" and value in ")]}":
            depth -= 1
        elif token == "string" and depth == 0 and before not in ("==", "!=", "in") and words(value[1:-1]):
            yield value[1:-1]
        before = value


def words(text: str) -> bool:
    """Two letters in a row are a word; signs, dots and single letters are not."""
    return any(first.isalpha() and second.isalpha() for first, second in pairwise(text))


class Offenders(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        if words(data):
            self.found.append(f"line {self.getpos()[0]}: text {data.strip()!r}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            spoken = name in READ_ALOUD - NOT_WORDS.get(tag, set()) or name.startswith("data-said")
            if spoken and value and words(value.replace(OUTPUT, "")):
                self.found.append(f"line {self.getpos()[0]}: {name}={value!r}")

    handle_startendtag = handle_starttag


def offenders(source: str) -> list[str]:
    parser = Offenders()
    parser.feed(skeleton(source))
    parser.close()
    return parser.found + [f"bare text {text!r}" for text in bare_literals(source)]


ALL = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))


def test_every_text_of_a_template_is_marked_for_translation():
    for name in ALL:
        assert offenders((TEMPLATES / name).read_text(encoding="utf-8")) == [], name


def test_there_are_templates_to_check():
    assert {"base.html", "home/index.html", "lobby/page.html"} <= set(ALL)


@pytest.mark.parametrize(
    "planted",
    [
        "<p>Hello there</p>",
        "<p>{{ name }} has won</p>",
        "{% if won %}Well done{% endif %}",
        '<img alt="A palace">',
        '<button aria-label="Move {{ name }} up">↑</button>',
        '<input placeholder="Name">',
        '<div data-said-joined="Somebody came"></div>',
        '<p>{{ "Hello" }}</p>',
        '<p>{{ "Yes" if won else _("No") }}</p>',
        "<title>Companion</title>",
        "<br/>Roll",
        "<p>Привет</p>",
    ],
)
def test_the_check_catches(planted):
    assert len(offenders(planted)) == 1


@pytest.mark.parametrize(
    "fine",
    [
        '<p>{{ _("Hello") }}</p>',
        "<p>{{ ngettext('%(num)d die', '%(num)d dice', n) }} · {{ name }}</p>",
        '<img alt="" src="mark.svg">',
        '<button aria-label="{{ _("Move up") }}">↑</button>',
        '{# a remark #}{% set picture = "sun" %}<p class="soft">{{ 3 }}–{{ 5 }}</p>',
        '<meta name="viewport" content="width=device-width">',
        '<p>{{ "×" if won == "yes" else icon("arrow") }}</p>',
    ],
)
def test_the_check_lets_through(fine):
    assert offenders(fine) == []
