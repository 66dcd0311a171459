"""Scoring with a sheet: the points of every kind of row, majorities with ties, ranks and tie-breakers."""

import pytest

from companion.games.scores.files import load_examples
from companion.games.scores.rules.scoring import add_up, score
from companion.games.scores.rules.sheet import read_sheet
from companion.rules.scoring import BadScoring

CASTLES = {
    "kind": "scores",
    "name": "castles",
    "title": "Castles",
    "players": [2, 6],
    "tiebreak": ["coins"],
    "row": [
        {"id": "coins", "kind": "number"},
        {"id": "castles", "kind": "count", "each": 3},
        {"id": "sets", "kind": "table", "values": [1, 3, 6, 10]},
        {"id": "fields", "kind": "majority", "places": [5, 2], "tie": "share"},
        {"id": "longest", "kind": "yes", "points": 4},
        {"id": "rounds", "kind": "rounds"},
        {"id": "bonus", "kind": "formula", "formula": "if(coins >= 10, 5, 0) + min(castles, 3)"},
    ],
}


def play(data, *players):
    named = [{"name": name, **player} for name, player in zip("ABCDEF", players, strict=False)]
    return score(read_sheet(data), {"players": named})


def points(data, row, *entries):
    result = play(data, *({row: entry} for entry in entries))
    return [player["breakdown"][row] for player in result["players"]]


@pytest.mark.parametrize(
    ("row", "entry", "expected"),
    [
        ("coins", -7, -7), ("coins", None, 0), ("castles", 2, 6), ("castles", 0, 0),
        ("sets", 0, 0), ("sets", 1, 1), ("sets", 4, 10), ("sets", 9, 10),
        ("fields", 1, 5), ("fields", 0, 0), ("longest", True, 4), ("longest", False, 0),
        ("rounds", [], 0), ("rounds", [5, -8, 1], -2),
    ],
)  # fmt: skip
def test_a_row_is_worth(row, entry, expected):
    assert points(CASTLES, row, entry, None)[0] == expected


def test_the_score_is_the_sum_and_what_is_missing_counts_nothing():
    result = play(CASTLES, {"coins": 11, "castles": 2, "sets": 6, "longest": True, "rounds": [1, 2]}, {})
    assert result["game"] == "castles"
    assert result["players"][0] == {
        "name": "A",
        "score": 42,
        "breakdown": {"coins": 11, "castles": 6, "sets": 10, "fields": 0, "longest": 4, "rounds": 3, "bonus": 8},
        "rank": 1,
        "tiebreaks": {"coins": 11},
    }
    assert (result["players"][1]["score"], result["winners"], result["tiebreak"]) == (0, ["A"], None)


@pytest.mark.parametrize(
    ("places", "tie", "entries", "expected"),
    [
        pytest.param([5, 2], "share", [3, 2, 1], [5, 2, 0], id="no tie"),
        pytest.param([5, 2], "share", [3, 3, 1], [3, 3, 0], id="share first and second: 7 / 2"),
        pytest.param([5, 2], "share", [3, 3, 3], [2, 2, 2], id="share among three: 7 / 3"),
        pytest.param([5, 2], "share", [3, 1, 1], [5, 1, 1], id="share second"),
        pytest.param([5, -2], "share", [3, 1, 1], [5, -1, -1], id="share a loss"),
        pytest.param([5, -3], "share", [3, 1, 1], [5, -2, -2], id="rounded down below zero"),
        pytest.param([5, 2, 1], "full", [3, 3, 1], [5, 5, 1], id="full: each the higher, the second place is taken"),
        pytest.param([5, 2, 1], "full", [3, 2, 2], [5, 2, 2], id="full for second"),
        pytest.param([5, 2, 1], "lower", [3, 3, 1], [2, 2, 1], id="lower: each the next place"),
        pytest.param([5, 2], "lower", [3, 2, 2], [5, 0, 0], id="lower after the last place"),
        pytest.param([5, 2, 1], "lower", [3, 3, 3], [2, 2, 2], id="lower among three"),
        pytest.param([5, 2], "share", [0, 0, 0], [0, 0, 0], id="nobody"),
        pytest.param([5, 2], "share", [4, 0, 0], [5, 0, 0], id="no second place for nothing"),
    ],
)
def test_a_majority_is_worth(places, tie, entries, expected):
    row = {"id": "fields", "kind": "majority", "places": places, "tie": tie}
    assert points({**CASTLES, "tiebreak": [], "row": [row]}, "fields", *entries) == expected


RANKED = {**CASTLES, "tiebreak": ["a", "b"], "row": [{"id": id, "kind": "number"} for id in "abc"]}


@pytest.mark.parametrize(
    ("best", "players", "ranks", "tiebreak"),
    [
        pytest.param("highest", [(1, 0, 0), (2, 0, 0)], [2, 1], None, id="most points"),
        pytest.param("lowest", [(1, 0, 0), (2, 0, 0)], [1, 2], None, id="fewest points"),
        pytest.param("highest", [(1, 2, 3), (2, 2, 2)], [2, 1], "A", id="more in the first row"),
        pytest.param("lowest", [(1, 2, 3), (2, 2, 2)], [1, 2], "A", id="fewer in the first row"),
        pytest.param("highest", [(1, 2, 3), (1, 3, 2)], [2, 1], "B", id="more in the second row"),
        pytest.param("highest", [(1, 2, 3), (1, 2, 3), (0, 0, 1)], [1, 1, 3], "the victory is shared", id="shared"),
        pytest.param("lowest", [(1, 2, 3), (1, 2, 3), (9, 0, 1)], [1, 1, 3], "the victory is shared", id="shared low"),
    ],
)
def test_players_are_ranked(best, players, ranks, tiebreak):
    result = play({**RANKED, "best": best}, *(dict(zip("abc", entries, strict=True)) for entries in players))
    assert [player["rank"] for player in result["players"]] == ranks
    assert result["tiebreak"] == tiebreak
    assert result["winners"] == [player["name"] for player in result["players"] if player["rank"] == 1]


def test_a_row_that_does_not_count_breaks_ties_and_serves_formulas():
    data = {
        **CASTLES,
        "row": [
            {"id": "coins", "kind": "number", "counts": False},
            {"id": "money", "kind": "formula", "formula": "coins / 5"},
        ],
    }
    result = play(data, {"coins": 12}, {"coins": 13})
    assert [player["breakdown"] for player in result["players"]] == [{"money": 2}, {"money": 2}]
    assert (result["winners"], result["tiebreak"]) == (["B"], "Coins")


def test_a_section_has_the_sum_of_its_rows_so_far():
    numbers = {"ones": 3, "twos": 3, "threes": 3, "fours": 3, "fives": 3, "sixes": 3}
    sheet = load_examples()["dice-63"]
    rows = {row.id: None for row in sheet.rows}
    (tally, less), problems = add_up(
        sheet, [{**rows, "again": 0, "three": 0, "four": 0, "any": 9, **numbers},
                {**rows, "again": 0, "three": 0, "four": 0, "any": 0, **numbers, "ones": 2}],
    )  # fmt: skip
    assert problems == []
    assert (tally["bonus"], tally["numbers"], tally["combinations"]) == (35, 98, 9)
    assert (less["bonus"], less["numbers"]) == (0, 62)
    result = score(sheet, {"players": [{"name": "A", **numbers, "any": 9}]})
    assert (result["players"][0]["score"], "numbers" in result["players"][0]["breakdown"]) == (107, False)


@pytest.mark.parametrize(
    ("player", "field", "code"),
    [
        ({"coins": 1.5}, "coins", "not-a-whole-number"),
        ({"coins": True}, "coins", "not-a-whole-number"),
        ({"coins": 10**10}, "coins", "out-of-limits"),
        ({"castles": -1}, "castles", "out-of-limits"),
        ({"fields": "many"}, "fields", "not-a-whole-number"),
        ({"longest": 1}, "longest", "not-yes-or-no"),
        ({"rounds": 5}, "rounds", "not-a-list"),
        ({"rounds": [1, None]}, "rounds", "not-a-whole-number"),
        ({"rounds": [10**10]}, "rounds", "out-of-limits"),
        ({"rounds": [0] * 51}, "rounds", "too-many-rounds"),
        ({"bonus": 3}, "bonus", "unknown"),
        ({"gold": 3}, "gold", "unknown"),
        ({"name": ""}, "name", "name-empty"),
    ],
)
def test_a_wrong_entry_is_named(player, field, code):
    with pytest.raises(BadScoring) as bad:
        play(CASTLES, {}, player)
    assert [(problem.field, problem.code) for problem in bad.value.problems] == [(f"players[1].{field}", code)]


def test_a_formula_without_a_value_names_player_and_row():
    ratio = {"id": "ratio", "kind": "formula", "formula": "castles / coins"}
    with pytest.raises(BadScoring) as bad:
        play({**CASTLES, "row": [*CASTLES["row"], ratio]}, {"coins": 1}, {"coins": 0})
    assert [str(problem) for problem in bad.value.problems] == ["players[1].ratio: formula-division"]


@pytest.mark.parametrize(("players", "code"), [(1, "too-few-players"), (7, "too-many-players")])
def test_the_sheet_says_how_many_players_there_are(players, code):
    with pytest.raises(BadScoring) as bad:
        score(read_sheet(CASTLES), {"players": [{"name": str(number)} for number in range(players)]})
    assert [problem.code for problem in bad.value.problems] == [code]
