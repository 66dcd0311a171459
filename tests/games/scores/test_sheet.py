"""Score sheets as data: files and links that read back, and every problem of a wrong one."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.scores.files import EXAMPLES, check, is_score_sheet, load_examples
from companion.games.scores.rules.link import VOCABULARY, pack, unpack
from companion.games.scores.rules.sheet import KINDS, BadScoreSheet, parse_file, read_sheet
from companion.i18n import LANGUAGES, use_language

EXAMPLE_NAMES = ("city", "dice-63", "five-rounds", "regions", "sums", "tiles")

HEAD = {"kind": "scores", "name": "castles", "title": "Castles", "players": [2, 6], "best": "highest"}
COINS = {"id": "coins", "kind": "number"}


def sheet(*rows, **changes):
    return {**HEAD, "row": [COINS, *rows], **changes}


def problems(data) -> list[tuple[str, str]]:
    with pytest.raises(BadScoreSheet) as bad:
        read_sheet(data)
    return [(problem.key, problem.code) for problem in bad.value.problems]


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_an_example_is_the_same_as_file_link_and_data(name):
    example = load_examples()[name]
    assert parse_file(example.as_toml().encode()) == example
    assert unpack(pack(example)) == example
    assert read_sheet(example.as_data()) == example


def test_the_examples_show_every_kind_of_row_in_every_language():
    examples = load_examples()
    assert sorted(examples) == sorted(EXAMPLE_NAMES) == sorted(file.stem for file in EXAMPLES.iterdir())
    rows = [row for example in examples.values() for row in example.rows]
    assert {row.kind for row in rows} == set(KINDS)
    texts = [text for each in (*rows, *examples.values()) for text in (each.title, getattr(each, "note", {})) if text]
    assert all(set(text) == set(LANGUAGES) for text in texts)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param([], [("", "no-sheet")], id="no table"),
        pytest.param(
            {},
            [
                ("kind", "key-missing"), ("name", "key-missing"), ("title", "key-missing"), ("players", "key-missing"),
                ("row", "not-rows"),
            ],
            id="empty",
        ),
        pytest.param(
            sheet(kind="pad", name="Castles!", title=5, players=[4, 2], best="most", colour="red"),
            [
                ("kind", "not-one-of"), ("name", "not-a-name"), ("title", "not-a-title"), ("players", "not-players"),
                ("best", "not-one-of"), ("colour", "key-unknown"),
            ],
            id="every key of the head",
        ),
        pytest.param(sheet(title={"en": "Castles", "xx1": "?", "ru": ""}),
                     [("title.xx1", "not-a-title"), ("title.ru", "not-a-title")], id="languages"),
        pytest.param(sheet(title="\u202e"), [("title", "not-a-title")], id="a title that cannot be seen"),
        pytest.param(sheet(players=[True, 3]), [("players", "not-players")], id="true is no number"),
        pytest.param(sheet(players=[2, 13]), [("players", "not-players")], id="too many players"),
        pytest.param(sheet(tiebreak=["coins", "gold", "coins"]),
                     [("tiebreak[1]", "no-such-row"), ("tiebreak[2]", "named-twice")], id="tie-breakers"),
        pytest.param({**HEAD, "row": []}, [("row", "not-rows")], id="no rows"),
        pytest.param({**HEAD, "row": [COINS] * 61}, [("row", "not-rows")], id="too many rows"),
        pytest.param({**HEAD, "row": [{"id": "f", "kind": "formula", "formula": "1"}]},
                     [("row", "nothing-to-enter")], id="nothing to fill in"),
        pytest.param(sheet(7, {"id": "x", "kind": "sum"}, {"kind": "number"}),
                     [("row[1]", "not-a-row"), ("row[2].kind", "not-one-of"), ("row[3].id", "key-missing")], id="rows"),
        pytest.param(sheet(COINS, {"id": "name", "kind": "number"}, {"id": "Gold", "kind": "number"}),
                     [("row[1].id", "id-taken"), ("row[2].id", "reserved-id"), ("row[3].id", "not-an-id")], id="ids"),
        pytest.param(
            sheet({"id": "a", "kind": "count"}, {"id": "b", "kind": "count", "each": 1.5},
                  {"id": "c", "kind": "table", "values": []}, {"id": "d", "kind": "majority", "places": [5, "2"], "tie": "x"},
                  {"id": "e", "kind": "yes", "points": True}, {"id": "f", "kind": "number", "counts": 1}),
            [
                ("row[1].each", "key-missing"), ("row[2].each", "not-a-number"), ("row[3].values", "not-numbers"),
                ("row[4].places[1]", "not-a-number"), ("row[4].tie", "not-one-of"), ("row[5].points", "not-a-number"),
                ("row[6].counts", "not-yes-or-no"),
            ],
            id="keys of rows",
        ),
        pytest.param(sheet({"id": "a", "kind": "count", "each": 1, "eahc": 2}), [("row[1].eahc", "key-unknown-like")],
                     id="a slip of the finger"),
        pytest.param(
            sheet({"id": "a", "kind": "formula", "formula": "b + a + gold"}, {"id": "b", "kind": "number"}),
            [("row[1].formula", "later-row"), ("row[1].formula", "later-row"), ("row[1].formula", "unknown-row")],
            id="a formula with later rows",
        ),
        pytest.param(sheet({"id": "a", "kind": "formula", "formula": "coins +"}, {"id": "b", "kind": "formula"}),
                     [("row[1].formula", "wrong-formula"), ("row[2].formula", "key-missing")], id="wrong formulas"),
    ],
)  # fmt: skip
def test_every_problem_is_found_at_once(data, expected):
    assert problems(data) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(b"", "kind", id="empty"),
        pytest.param(b"\xff", "file", id="no text"),
        pytest.param(b"kind = \nname = 1", "line 1", id="no TOML"),
        pytest.param(b"#" * 70_000, "file", id="too large"),
        pytest.param(b"#" * 3000, "line 1", id="a line without end"),
        pytest.param(b"x = " + b"[" * 1500 + b"]" * 400, "file", id="nested without end"),
        pytest.param(b"x = " + b"9" * 1900, "name", id="a number without end"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused(raw, expected):
    with pytest.raises(BadScoreSheet) as bad:
        parse_file(raw)
    assert expected in [problem.key for problem in bad.value.problems]


def test_a_sentence_names_file_key_and_row(tmp_path):
    file = tmp_path / "mine.toml"
    assert not is_score_sheet(file) and not is_score_sheet(tmp_path)
    file.write_text(
        'kind = "scores"\nname = "mine"\ntitle = "Mine"\nplayers = [2, 4]\n'
        '[[row]]\nid = "a"\nkind = "number"\n[[row]]\nid = "bonus"\nkind = "formula"\nformula = "a / 0"\n'
    )
    assert is_score_sheet(file)
    assert check(file) == [f"{file}: row[1].formula: Row “bonus”: The formula divides by zero."]
    with use_language("ru"):
        assert check(file) == [f"{file}: row[1].formula: Строка «bonus»: Формула делит на ноль."]


# Links


def broken(link: str) -> set[str]:
    with pytest.raises(BadScoreSheet) as bad:
        unpack(link)
    return {problem.code for problem in bad.value.problems}


def forge(data: object) -> str:
    """Make a link with a right checksum around any data."""
    raw = json.dumps(data).encode()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=VOCABULARY)
    squeezed = zlib.crc32(raw).to_bytes(4, "big") + squeezer.compress(raw) + squeezer.flush()
    return "1" + urlsafe_b64encode(squeezed).decode().rstrip("=")


def test_a_link_that_is_cut_or_changed_is_broken():
    link = pack(load_examples()["sums"])
    assert all(broken(link[:length]) == {"sheet-link-broken"} for length in range(0, len(link), 7))
    for place in range(1, len(link)):
        other = link[:place] + ("A" if link[place] != "A" else "B") + link[place + 1 :]
        try:
            assert urlsafe_b64decode(other[1:] + "==") == urlsafe_b64decode(link[1:] + "==")  # the bits of the padding
        except AssertionError:
            assert broken(other) == {"sheet-link-broken"}


def test_a_link_of_another_version_is_named():
    assert broken("2" + pack(load_examples()["sums"])[1:]) == {"sheet-link-newer"}


def test_a_link_that_somebody_made_up_is_checked_like_a_file():
    assert unpack(forge(sheet())).name == "castles"
    assert broken(forge(sheet(best="most"))) == {"not-one-of"}
    assert broken(forge("x" * 40_000)) == {"sheet-link-broken"}


# Whatever is thrown at it, reading raises nothing but BadScoreSheet.

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["number", "count", "formula", "majority", "coins", "coins / 2", "share", "lowest"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["id", "kind", "title", "each", "values", "places", "tie", "formula", "x"]), inner),
    max_leaves=12,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from([*HEAD, "tiebreak", "row", "note"]), VALUES), st.lists(VALUES, max_size=4))
def test_any_data_are_read_or_refused(changes, rows):
    for data in (changes, {**HEAD, "row": [COINS], **changes}, {**HEAD, "row": [COINS, *rows]}):
        try:
            found = read_sheet(data)
        except BadScoreSheet:
            continue
        assert read_sheet(found.as_data()) == found == unpack(pack(found))
        assert parse_file(found.as_toml().encode()) == found


@given(st.sampled_from(EXAMPLE_NAMES), st.integers(0), st.binary(max_size=6), st.integers(0, 12))
def test_any_file_is_read_or_refused(name, place, inserted, removed):
    raw = (EXAMPLES / f"{name}.toml").read_bytes()
    place %= len(raw)
    with suppress(BadScoreSheet):
        parse_file(raw[:place] + inserted + raw[place + removed :])


@given(st.text(max_size=60) | st.text("1Aab-_=", max_size=60))
def test_any_link_is_read_or_refused(link):
    assert broken(link) and broken("1" + link)
