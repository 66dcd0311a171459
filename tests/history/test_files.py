"""The history as CSV and JSON: nothing is computed by a spreadsheet, and everything comes back."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.history.files import BadHistory, read_json, write_csv, write_json
from companion.history.index import Spellings
from companion.history.record import make_person
from companion.rules.player_names import LONGEST, is_readable
from tests.history.records import played

NAMES = st.text(min_size=1, max_size=LONGEST).filter(is_readable)
EVENING = played(1, ("=1+1", 3, 1), ("Борис", -2.5, 2), settings={"sheet": "sun"})
MERGED = Spellings({make_person("Ann"): (make_person("Anna"), "Anna")})


def rows(*records) -> list[dict]:
    return list(csv.DictReader(io.StringIO(b"".join(write_csv(records)).decode("utf-8-sig"))))


def test_a_row_for_every_player():
    first, second = rows(EVENING)
    assert (first["name"], first["winner"], first["ended"]) == ("'=1+1", "1", "2027-01-16T08:00:00Z")
    assert (second["name"], second["score"], second["place"], second["sheet"]) == ("Борис", "-2.5", "2", "sun")


@given(NAMES)
def test_no_name_is_a_formula(name):
    (row,) = rows(played(1, (name, 1, 1)))
    assert row["name"].lstrip()[:1] not in set("=+-@＝＋－＠\t\r")
    assert row["name"].removeprefix("'") == name.removeprefix("'") or row["name"] == name


@given(st.lists(st.lists(NAMES, min_size=1, max_size=4), max_size=3))
def test_json_brings_the_same_history_back(evenings):
    records = [played(i, *((name, i / 2, 1) for name in names)) for i, names in enumerate(evenings)]
    written = b"".join(write_json(records, MERGED))
    assert read_json(json.loads(written)) == (records, MERGED)


def changed(**fields: object) -> dict:
    return {**EVENING.as_json(), **fields}


def with_player(**fields: object) -> dict:
    first, *others = EVENING.as_json()["players"]
    return changed(players=[{**first, **fields}, *others])


@pytest.mark.parametrize(
    ("game", "field"),
    [
        pytest.param("text", "games[0]", id="no object"),
        pytest.param(changed(more=1), "games[0]", id="unknown field"),
        pytest.param(changed(id="../../etc"), "games[0].id", id="id"),
        pytest.param(changed(game="chess"), "games[0].game", id="game"),
        pytest.param(changed(ended=True), "games[0].ended", id="ended"),
        pytest.param(changed(ended=10**17), "games[0].ended", id="too late"),
        pytest.param(changed(minutes=-1), "games[0].minutes", id="minutes"),
        pytest.param(changed(table="a/b"), "games[0].table", id="table"),
        pytest.param(changed(link="<script>"), "games[0].link", id="link"),
        pytest.param(changed(settings=[]), "games[0].settings", id="settings"),
        pytest.param(changed(players=[]), "games[0].players", id="nobody"),
        pytest.param(with_player(name="\u202eevil"), "games[0].players[0].name", id="invisible name"),
        pytest.param(with_player(person="x"), "games[0].players[0].person", id="person"),
        pytest.param(with_player(kind="ghost"), "games[0].players[0].kind", id="kind"),
        pytest.param(with_player(colour="plaid"), "games[0].players[0].colour", id="colour"),
        pytest.param(with_player(score=float("inf")), "games[0].players[0].score", id="score"),
        pytest.param(with_player(rank=0), "games[0].players[0].rank", id="rank"),
        pytest.param(with_player(first=1), "games[0].players[0].first", id="first"),
        pytest.param(with_player(luck="much"), "games[0].players[0].luck", id="luck"),
    ],
)
def test_a_wrong_field_is_named(game, field):
    with pytest.raises(BadHistory) as wrong:
        read_json({"format": "companion-history-1", "spellings": [], "games": [game]})
    assert wrong.value.field == field


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ([], "format"),
        ({"format": "companion-table-1"}, "format"),
        ({"format": "companion-history-1"}, "games"),
        ({"format": "companion-history-1", "games": []}, "spellings"),
        ({"format": "companion-history-1", "games": [], "spellings": [{"person": ""}]}, "spellings[0]"),
    ],
)
def test_another_file_is_refused(data, field):
    with pytest.raises(BadHistory) as wrong:
        read_json(data)
    assert wrong.value.field == field
