"""Final scoring of Rajas of the Ganges."""

import pytest

from companion.games.rajas.rules import MARKERS_APART, NAMED_TWICE, NOT_A_PLAYER, score
from companion.rules.scoring import BadScoring


def table(*players, met_order=None):
    data = {"players": [{"name": name, "fame": fame, "money": money} for name, fame, money in players]}
    return data if met_order is None else data | {"met_order": met_order}


def scores(outcome):
    return {player["name"]: player["score"] for player in outcome["players"]}


def ranks(outcome):
    return {player["name"]: player["rank"] for player in outcome["players"]}


def test_rajesh_and_leila_both_pass_by_2_and_rajesh_met_first():
    outcome = score(table(("Leila", 37, 52), ("Rajesh", 30, 65), met_order=["Rajesh", "Leila"]))
    assert scores(outcome) == {"Rajesh": 2, "Leila": 2}
    assert outcome["winners"] == ["Rajesh"]
    assert outcome["tiebreak"] == "whose markers met first"
    assert ranks(outcome) == {"Rajesh": 1, "Leila": 2}


def test_without_knowing_who_met_first_the_victory_is_shared():
    outcome = score(table(("Leila", 37, 52), ("Rajesh", 30, 65)))
    assert outcome["winners"] == ["Leila", "Rajesh"]
    assert outcome["ties"] == [{"players": ["Leila", "Rajesh"], "decided_by": []}]


def test_the_breakdown_counts_two_money_spaces_as_one_of_fame():
    (rajesh, _) = score(table(("Rajesh", 30, 65), ("Leila", 0, 0)))["players"]
    assert rajesh["breakdown"] == {"fame": 30, "money": 33, "meeting_point": -61}


@pytest.mark.parametrize(
    ("fame", "money", "points"),
    [
        pytest.param(60, 1, 0, id="meet on the last fame space"),
        pytest.param(60, 2, 0, id="the second money space beside it"),
        pytest.param(60, 3, 1, id="one space further"),
        pytest.param(1, 120, 0, id="meet on the last money space"),
        pytest.param(0, 120, -1, id="all the money but no fame"),
        pytest.param(60, 0, -1, id="all the fame but no money"),
        pytest.param(0, 3, -59, id="at the start"),
        pytest.param(60, 120, 59, id="both tracks full"),
    ],
)
def test_points_beyond_the_meeting_point(fame, money, points):
    assert scores(score(table(("Anna", fame, money), ("Boris", 0, 0))))["Anna"] == points


def test_players_who_have_not_met_rank_by_the_distance_still_to_go():
    outcome = score(table(("Far", 10, 10), ("Near", 40, 30), ("Also near", 30, 50), ("First", 50, 50)))
    assert ranks(outcome) == {"First": 1, "Near": 2, "Also near": 2, "Far": 4}
    assert outcome["tiebreak"] is None
    assert outcome["ties"] == [{"players": ["Near", "Also near"], "decided_by": []}]


def test_players_missing_in_the_order_rank_after_those_in_it():
    outcome = score(table(("Anna", 37, 52), ("Boris", 30, 65), ("Chandra", 30, 66), met_order=["Boris"]))
    assert ranks(outcome) == {"Boris": 1, "Anna": 2, "Chandra": 2}


def test_meeting_first_does_not_help_against_more_points():
    outcome = score(table(("Anna", 37, 54), ("Boris", 30, 65), met_order=["Boris", "Anna"]))
    assert outcome["winners"] == ["Anna"]
    assert outcome["tiebreak"] is None


def test_missing_markers_are_reported_once_not_as_a_wrong_order():
    with pytest.raises(BadScoring) as caught:
        score({"players": [{"name": "Anna"}, {"name": "Boris", "fame": 1, "money": 1}], "met_order": ["Anna"]})
    assert [problem.field for problem in caught.value.problems] == ["players[0].fame", "players[0].money"]


@pytest.mark.parametrize(
    ("met_order", "code"),
    [
        pytest.param(["Zoe"], NOT_A_PLAYER, id="nobody of that name"),
        pytest.param([["Anna"]], NOT_A_PLAYER, id="no name at all"),
        pytest.param(["Boris"], MARKERS_APART, id="has not met"),
        pytest.param(["Anna", "Anna"], NAMED_TWICE, id="named twice"),
    ],
)
def test_only_players_whose_markers_met_are_in_the_order(met_order, code):
    with pytest.raises(BadScoring) as caught:
        score(table(("Anna", 37, 54), ("Boris", 30, 5), met_order=met_order))
    (problem,) = caught.value.problems
    assert (problem.field, problem.code) == (f"met_order[{len(met_order) - 1}]", code)
