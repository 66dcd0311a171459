"""Final scoring of Cards & Karma."""

import pytest

from companion.games.cards_karma.rules.cards import score

FIELDS = ("name", "turned", "fame", "coins", "karma")


def scored(*players):
    return score({"players": [dict(zip(FIELDS, player, strict=True)) for player in players]})


@pytest.mark.parametrize(
    ("players", "ranks", "tiebreak"),
    [
        pytest.param([("A", 6, 0, 0, 0), ("B", 5, 2, 5, 2)], [1, 2], None, id="six cards beat all tokens"),
        pytest.param([("A", 6, 1, 1, 0), ("B", 6, 2, 0, 0)], [2, 1], "fame and coins left over", id="fame counts two"),
        pytest.param(
            [("A", 6, 1, 0, 1), ("B", 6, 0, 2, 2)], [2, 1], "karma left over", id="karma after fame and coins"
        ),
        pytest.param([("A", 6, 1, 0, 1), ("B", 6, 0, 2, 1)], [1, 1], "the victory is shared", id="all equal is shared"),
        pytest.param(
            [("A", 6, 1, 0, 1), ("B", 6, 0, 2, 1), ("C", 6, 0, 2, 0), ("D", 6, 0, 0, 2)],
            [1, 1, 3, 4],
            "fame and coins left over; karma left over; the victory is shared",
            id="a shared place leaves the next one free",
        ),
        pytest.param(
            [("A", 6, 0, 0, 0), ("B", 4, 2, 1, 0), ("C", 5, 0, 1, 0), ("D", 5, 0, 0, 2)],
            [1, 4, 2, 3],
            None,
            id="the others by turned cards and the same tie-breaks",
        ),
    ],
)
def test_ranking(players, ranks, tiebreak):
    outcome = scored(*players)
    assert [player["rank"] for player in outcome["players"]] == ranks
    assert outcome["tiebreak"] == tiebreak


def test_the_result_shows_what_was_compared():
    outcome = scored(("A", 6, 2, 3, 1), ("B", 5, 0, 0, 0))
    assert outcome["players"][0] == {
        "name": "A",
        "score": 6,
        "breakdown": {"turned": 6},
        "rank": 1,
        "tiebreaks": {"fame_and_coins": 7, "karma": 1},
    }
