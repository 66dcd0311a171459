"""Finding sheets by name, and files that want to do harm."""

import re

import pytest

from companion.files import SHEETS
from companion.games.dice_charmers.definition import (
    LARGEST_FILE,
    LONGEST_LINE,
    SheetProblems,
    check_sheet,
    find_sheet,
    list_sheet_names,
    load_sheet,
)


@pytest.fixture
def own_sheets(tmp_path):
    """The folder for sheets that people add."""
    folder = tmp_path / "sheets"
    folder.mkdir()
    return folder


def test_a_sheet_in_the_data_directory_is_found_and_listed_after_ours(own_sheets, tiny_text):
    (own_sheets / "tiny.toml").write_text(tiny_text, encoding="utf-8")
    assert list_sheet_names(own_sheets) == ("moon", "sun", "tiny")
    assert load_sheet("tiny", own_sheets).title["ru"] == "Малютка"


def test_a_sheet_without_a_language_shows_its_english_words(own_sheets, tiny_text):
    english = re.sub(r', ru = "[^"]*"', "", tiny_text)
    assert "ru =" not in english
    (own_sheets / "tiny.toml").write_text(english, encoding="utf-8")
    definition = load_sheet("tiny", own_sheets)
    for words in (definition.title, definition.labels.fame, *(words for _, words in definition.symbols)):
        assert words["ru"] == words["en"]


def test_an_own_sheet_does_not_replace_one_of_ours(own_sheets, tiny_text):
    (own_sheets / "sun.toml").write_text(tiny_text.replace('"tiny"', '"sun"'), encoding="utf-8")
    assert find_sheet("sun", own_sheets) == SHEETS / "sun.toml"


def test_a_sheet_loaded_by_name_must_have_that_name(own_sheets, tiny_text):
    (own_sheets / "other.toml").write_text(tiny_text, encoding="utf-8")
    with pytest.raises(SheetProblems, match='"tiny" is not the name of the file; expected "other"'):
        load_sheet("other", own_sheets)


def test_a_file_whose_name_is_not_plain_is_not_offered(own_sheets, tiny_text):
    (own_sheets / "My Pad.toml").write_text(tiny_text, encoding="utf-8")
    assert list_sheet_names(own_sheets) == ("moon", "sun")


NAMES = [
    "",
    ".",
    "..",
    "../sheets/sun",
    "/etc/passwd",
    "sun.toml",
    "sun/",
    "sun@2",
    "SUN",
    "sun\n",
    "sun\0",
    "ѕun",
    "a" * 33,
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_only_plain_names_are_looked_up(name):
    assert find_sheet(name) is None
    with pytest.raises(SheetProblems, match="no such sheet; expected one of moon, sun"):
        load_sheet(name)


HOSTILE = {
    "empty": (b"", "name", "missing"),
    "no TOML": (b"name = \nversion = 1", "line 1", "is not TOML: Invalid value"),
    "cut short": (b'name = "sun', "file", "is not TOML: Unterminated string"),
    "a key twice": (b"name = 1\nname = 2\n", "line 2", "Cannot overwrite"),
    "binary": (b"\x00\x01\xff\xfe", "file", "byte 2 is not UTF-8"),
    "zeros": (b"\x00" * 50, "line 1", "is not TOML"),
    "too large": (b"#\n" * LARGEST_FILE, "file", "larger than 64 kB"),
    "too large within a letter": ("я".encode() * LARGEST_FILE, "file", "larger than 64 kB"),
    "a long line": (b"#" * (LONGEST_LINE + 1), "line 1", "expected at most 1000"),
    "many dots": (b"a." * 30000 + b"a = 1", "line 1", "expected at most 1000"),
    "deep lists": (b"a = " + b"[\n" * 30000, "file", "nested too deeply"),
    "deep tables": (b"a = " + b"{a=" * 300, "file", "nested too deeply|is not TOML"),
    "a number of many digits": (b"version = " + b"9" * 900, "version", "a huge number does not fit"),
    "a hexadecimal giant": (b"version = 0x" + b"f" * 900, "version", "a huge number does not fit"),
    "a date": (b"version = 2024-01-01", "version", "2024-01-01 does not fit"),
    "infinity": (b"[geometry]\npage = [inf, inf]", "geometry.page", "an upright page"),
    "many entries": (b"[palace]\nuses = [\n" + b"1,\n" * 20000 + b"]", "palace.uses", "a list of 20000"),
    "many unknown keys": (b"".join(b"k%d=1\n" % i for i in range(6000)), "k5999", "unknown key"),
    "control characters in a key": (b'"a\\u001b[2J\\nb" = 1', '"a\\x1b[2J\\nb"', "unknown key"),
    "a long key": (b"k" * 900 + b" = 1", '"' + "k" * 48 + '..."', "unknown key"),
}


@pytest.mark.parametrize(("content", "key", "fragment"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_reported(tmp_path, content, key, fragment):
    file = tmp_path / "hostile.toml"
    file.write_bytes(content)
    problems = check_sheet(file)
    found = [problem for problem in problems if problem.key == key]
    assert any(part in problem.message for problem in found for part in fragment.split("|")), problems[:5]
    assert all(str(problem).isprintable() and len(problem.message) < 500 for problem in problems)


def test_the_mark_that_some_editors_begin_a_file_with_is_no_problem(tmp_path, tiny_text):
    (tmp_path / "tiny.toml").write_text(tiny_text, encoding="utf-8-sig")
    assert check_sheet(tmp_path / "tiny.toml") == []


def test_a_file_that_is_not_there_is_a_problem_and_not_an_error(tmp_path):
    assert [str(problem) for problem in check_sheet(tmp_path / "no.toml")] == [
        f"{tmp_path / 'no.toml'}: file: cannot be read (no such file); expected a sheet file"
    ]
    assert [problem.key for problem in check_sheet(tmp_path)] == ["file"]
