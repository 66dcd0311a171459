"""Every catalogue is complete: every text of the code and the templates, in every form, and nothing else."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from companion.i18n import ngettext, use_language

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted((ROOT / "companion" / "i18n").glob("*.po"))
KEYWORDS = {
    **dict.fromkeys(("_", "N_", "gettext", "Phrase")),
    "Message": (2,),
    "ngettext": (1, 2),
    "Plural": (1, 2),
    "pgettext": ((1, "c"), 2),
    "in_context": ((1, "c"), 2),
}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%%|(%)")


@cache
def extracted() -> Catalog:
    """What `make messages` would find, by the same mapping."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    methods = [(mapping["pattern"], mapping["method"]) for mapping in mappings]
    options = {mapping["pattern"]: mapping for mapping in mappings}
    found = Catalog()
    for file, line, text, comments, context in extract_from_dir(ROOT, methods, options, KEYWORDS):
        found.add(text, None, [(file, line)], auto_comments=comments, context=context)
    return found


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def texts(value: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def key(message: Message) -> tuple[str | None, str]:
    return message.context, texts(message.id)[0]


def placeholders(text: str) -> set[str]:
    return {name or stray for name, stray in PLACEHOLDER.findall(text)} - {""}


def problems(wanted: Catalog, given: Catalog) -> Iterator[str]:
    """Everything that is wrong with a catalogue, one line each."""
    entries = {key(message): message for message in given if message.id}
    for message in wanted:
        if not message.id:
            continue
        entry = entries.pop(key(message), None)
        where = message.locations[0][0] if message.locations else "?"
        name = f"{texts(message.id)[0]!r} ({where})"
        if entry is None:
            yield f"not in the catalogue: {name}"
            continue
        yield from translation_problems(entry, message, name, given.num_plurals)
    yield from (f"obsolete: {text!r}" for _, text in entries)
    yield from (f"obsolete: {texts(message.id)[0]!r}" for message in given.obsolete.values())


def translation_problems(entry: Message, message: Message, name: str, plurals: int) -> Iterator[str]:
    translated = texts(entry.string)
    if entry.fuzzy:
        yield f"fuzzy: {name}"
    if not all(text.strip() for text in translated):
        yield f"not translated: {name}"
        return
    if len(translated) != (plurals if message.pluralizable else 1):
        yield f"{len(translated)} plural forms instead of {plurals}: {name}"
    # The singular may say "one" in words; a Russian form stands for 1, 21, 31 … and needs the number.
    allowed = placeholders(texts(message.id)[-1])
    for text in translated:
        if placeholders(text) != allowed:
            yield f"placeholders {sorted(placeholders(text))} instead of {sorted(allowed)}: {name}"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_is_in_the_catalogue_and_none_too_many(path):
    assert list(problems(extracted(), read_catalogue(path))) == []


def test_make_messages_changes_nothing(tmp_path):
    """A pull request has only the lines that it is about."""
    planned = subprocess.run(["make", "-n", "messages"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = planned.stdout.replace("\\\n", " ").splitlines()
    commands = "\n".join(line for line in lines if "pybabel" in line)
    assert "extract" in commands and "update" in commands
    commands = commands.replace(".venv/bin", str(Path(sys.executable).parent))
    commands = commands.replace(".venv/messages.pot", str(tmp_path / "messages.pot"))
    for path in CATALOGUES:
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        commands = commands.replace(str(path.relative_to(ROOT)), str(copy))
    subprocess.run(f"set -e\n{commands}", cwd=ROOT, shell=True, check=True)
    for path in CATALOGUES:
        assert (tmp_path / path.name).read_text() == path.read_text(), f"run `make messages` ({path.name})"


def test_texts_are_found_in_code_and_templates():
    found = {texts(message.id)[0] for message in extracted() if message.id}
    assert {"There is no such page.", "Start the game", "Red", "One more player is needed."} <= found


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (1, "Нужен ещё 1 игрок."),
        (2, "Нужны ещё 2 игрока."),
        (4, "Нужны ещё 4 игрока."),
        (5, "Нужно ещё 5 игроков."),
        (11, "Нужно ещё 11 игроков."),
        (14, "Нужно ещё 14 игроков."),
        (21, "Нужен ещё 21 игрок."),
        (22, "Нужны ещё 22 игрока."),
        (111, "Нужно ещё 111 игроков."),
    ],
)
def test_russian_counts_as_russians_do(number, sentence):
    with use_language("ru"):
        assert ngettext("One more player is needed.", "%(num)d more players are needed.", number) == sentence


def catalogue(**changes: object) -> Catalog:
    """A catalogue of one plural entry, right unless something is changed."""
    made = Catalog(locale="ru")
    given = {"id": ("%(num)d die", "%(num)d dice"), "string": ("%(num)d кубик", "%(num)d кубика", "%(num)d кубиков")}
    made.add(**{**given, **changes})
    return made


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        pytest.param({}, None, id="right"),
        pytest.param({"id": "another text", "string": "другой текст"}, "not in the catalogue", id="missing"),
        pytest.param({"string": ("", "", "")}, "not translated", id="empty"),
        pytest.param({"string": ("%(num)d кубик", "", "%(num)d кубиков")}, "not translated", id="one form empty"),
        pytest.param({"flags": ["fuzzy"]}, "fuzzy", id="fuzzy"),
        pytest.param({"string": ("%(num)d кубик", "%(num)d кубика")}, "plural forms", id="two forms"),
        pytest.param({"string": ("один кубик", "%(num)d кубика", "%(num)d кубиков")}, "placeholders", id="no number"),
        pytest.param(
            {"string": ("%(n)d кубик", "%(num)d кубика", "%(num)d кубиков")}, "placeholders", id="wrong placeholder"
        ),
    ],
)
def test_the_check_finds(changes, complaint):
    found = list(problems(catalogue(), catalogue(**changes)))
    assert found == [] if complaint is None else complaint in found[0]


def test_the_check_finds_an_obsolete_entry():
    given = catalogue()
    given.add("gone", "ушло")
    assert list(problems(catalogue(), given)) == ["obsolete: 'gone'"]
