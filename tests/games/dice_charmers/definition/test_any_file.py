"""Whatever a file holds, it is a sheet the rules can trust or a list of problems, and never an error."""

import tomllib
from collections import Counter
from datetime import date
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.files import SHEETS
from companion.games.dice_charmers.definition import check_sheet, load_sheet
from companion.games.dice_charmers.rules.sheet import DICE_COLOURS, GOODS, PEOPLE

SUN = (SHEETS / "sun.toml").read_text(encoding="utf-8")
PIECES = st.sampled_from(
    ["", " ", "\n", '"', "[", "]", "{", "}", "=", ".", "0", "-1", "karma", "residence", "\x00", "я"]
)

VALUES = st.recursive(
    st.none().map(lambda _: date(2024, 1, 1))
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["karma", "fame 3", "a1 N", "temple residence", "N", "A A", "flag", "#ffffff"]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def assert_trustworthy(sheet):
    """What the engine builds on, said once more in other words than the checker's."""
    kinds = Counter(space.kind for space in sheet.province.spaces)
    assert kinds["residence"] == 1
    assert sheet.province.residence_roads
    assert [colour for colour, _ in sheet.faces] == list(DICE_COLOURS)
    assert all(len(faces) == 6 for _, faces in sheet.faces)
    assert {space.symbol for space in sheet.river} == set(sheet.faces_by_colour["blue"])
    assert [kind for kind, _ in sheet.market.goods] == list(GOODS)
    in_rows = Counter((kind, column) for kind, columns in sheet.market.goods for column in columns)
    assert Counter(good for tent in sheet.market.tents for good in tent.goods) <= in_rows
    assert sorted(sheet.palace.upper + sheet.palace.lower) == sorted(PEOPLE)
    assert set(in_rows.values()) == {1}
    assert len(sheet.palace.upper_columns) == len(sheet.palace.lower_columns) == sheet.palace.uses
    assert len(sheet.upgrades.column_bonuses) == len(sheet.upgrades.values) - 1
    assert sheet.tracks.money == 2 * sheet.tracks.fame
    hash(sheet)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, len(SUN)), st.integers(0, 12), PIECES), min_size=1, max_size=4))
def test_a_file_damaged_anywhere_is_a_sheet_or_its_problems(tmp_path: Path, damages):
    text = SUN
    for start, length, piece in damages:
        text = text[:start] + piece + text[start + length :]
    file = tmp_path / "damaged.toml"
    file.write_text(text, encoding="utf-8", newline="")
    problems = check_sheet(file)
    assert all(str(problem).isprintable() for problem in problems)
    if not problems:
        assert_trustworthy(load_sheet(file).sheet)


def places(content, path=()):
    """Every path to a value inside nested tables and lists."""
    inner = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


PLACES = sorted(places(tomllib.loads(SUN)), key=str)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
def test_a_wrong_value_anywhere_is_a_sheet_or_its_problems(read, changes):
    content = tomllib.loads(SUN)
    for path, value in changes:
        replace(content, path, value)
    definition, problems = read(content)
    assert all(str(problem).isprintable() for problem in problems)
    if not problems:
        assert_trustworthy(definition.sheet)


def replace(content, path, value):
    *above, last = path
    try:
        for key in above:
            content = content[key]
        content[last] = value
    except (TypeError, LookupError):
        pass  # an earlier change took this place away
