"""Properties of the final scoring of all three cardboard games."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.rules import scoring as agra
from companion.games.agra.rules.scoring import GOODS, GUILDS, KNOWN_GUILDS, NOTABLES
from companion.games.cards_karma.rules import cards as cards_karma
from companion.games.rajas import rules as rajas
from companion.rules import scoring as ranking
from companion.rules.scoring import BadScoring

SCORE = {"rajas": rajas.score, "cards-karma": cards_karma.score, "agra": agra.score}
PLAYER = {
    "rajas": {"fame": 30, "money": 65},
    "cards-karma": {"turned": 5, "fame": 1, "coins": 2, "karma": 1},
    "agra": {"rupees": 36},
}


def table(game, *players):
    return {"players": [PLAYER[game] | player for player in players]}


def problems(game, data):
    with pytest.raises(BadScoring) as caught:
        SCORE[game](data)
    return [(problem.field, problem.code.value) for problem in caught.value.problems]


def refusals(game, data):
    """Return the problems, or None when the game was scored."""
    try:
        SCORE[game](data)
    except BadScoring as refused:
        return refused.problems
    return None


names = st.sampled_from(["Anna", "Boris", "Chandra", "Юля"])
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def per_guild(highest):
    return st.fixed_dictionaries({}, optional={guild: st.integers(0, highest) for guild in GUILDS})


@st.composite
def rajas_tables(draw):
    people = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    players = [{"name": name, "fame": draw(st.integers(0, 60)), "money": draw(st.integers(0, 120))} for name in people]
    met = [p["name"] for p in players if p["fame"] + (p["money"] + 1) // 2 >= 61]
    return {"players": players, "met_order": draw(st.permutations(met))[: draw(st.integers(0, 4))]}


@st.composite
def cards_karma_tables(draw):
    people = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    small = st.integers(0, 2)
    return {
        "players": [
            {
                "name": name,
                "turned": draw(st.integers(4, 6)),
                "fame": draw(small),
                "coins": draw(small),
                "karma": draw(small),
            }
            for name in people
        ]
    }


@st.composite
def agra_tables(draw):
    people = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    notables = draw(st.permutations(NOTABLES))
    players = []
    for number, name in enumerate(people):
        mine = notables[number * 6 : number * 6 + draw(st.integers(0, 6))]
        seen = {notable: draw(st.none() | st.sampled_from(GUILDS)) for notable in mine}
        players.append(
            {
                "name": name,
                "rupees": draw(st.integers(30, 33)),
                "notables": [
                    {"name": notable} | ({"guild": KNOWN_GUILDS.get(notable, guild)} if guild else {})
                    for notable, guild in seen.items()
                ],
                "influence": draw(per_guild(12)),
                "orders": draw(per_guild(1)),
                "meditation_complete": draw(st.booleans()),
                "cover_tiles": draw(st.integers(0, 8)),
                "akbar": draw(st.integers(0, 3)),
                "goods": draw(st.dictionaries(st.sampled_from(GOODS), st.integers(0, 3), max_size=4)),
                "favour": draw(st.integers(0, 3)),
            }
        )
    tokens = draw(st.dictionaries(st.sampled_from(GOODS), st.sampled_from([-1, 1]), max_size=3))
    return {"players": players, "price_tokens": tokens}


finished_games = st.one_of(
    rajas_tables().map(lambda data: ("rajas", data)),
    cards_karma_tables().map(lambda data: ("cards-karma", data)),
    agra_tables().map(lambda data: ("agra", data)),
)


@given(finished_games)
def test_the_score_is_the_sum_of_the_breakdown(finished):
    game, data = finished
    outcome = SCORE[game](data)
    assert outcome["game"] == game
    assert [p["name"] for p in outcome["players"]] == [p["name"] for p in data["players"]]
    for player in outcome["players"]:
        assert player["score"] == sum(player["breakdown"].values())
    json.dumps(outcome, allow_nan=False)


@given(finished_games, st.randoms(use_true_random=False))
def test_the_order_of_players_does_not_change_ranks(finished, shuffler: random.Random):
    game, data = finished
    players = data["players"][:]
    shuffler.shuffle(players)
    before, after = SCORE[game](data), SCORE[game](data | {"players": players})

    def by_name(outcome):
        return {player["name"]: player for player in outcome["players"]}

    assert by_name(before) == by_name(after)
    assert sorted(before["winners"]) == sorted(after["winners"])
    assert before["tiebreak"] == after["tiebreak"]


@given(finished_games)
def test_a_shared_place_is_a_shared_rank(finished):
    game, data = finished
    outcome = SCORE[game](data)
    ranks = Counter(player["rank"] for player in outcome["players"])
    taken = 0
    for rank in sorted(ranks):
        assert rank == taken + 1
        taken += ranks[rank]
    assert outcome["winners"] == [p["name"] for p in outcome["players"] if p["rank"] == 1]
    best = max(player["score"] for player in outcome["players"])
    assert all(p["score"] == best for p in outcome["players"] if p["rank"] == 1)


@given(finished_games)
def test_a_tiebreak_is_reported_exactly_when_the_best_score_was_reached_twice(finished):
    game, data = finished
    outcome = SCORE[game](data)
    best = max(player["score"] for player in outcome["players"])
    tied = sum(player["score"] == best for player in outcome["players"])
    assert (outcome["tiebreak"] is not None) == (tied > 1)
    if len(outcome["winners"]) > 1:
        assert ranking.SHARED in outcome["tiebreak"]


@pytest.mark.parametrize("game", SCORE)
@given(st.data())
def test_any_json_is_scored_or_refused_with_problems(game, data):
    fields = sorted({"name", "notables", "influence", "orders", "goods", "nonsense", *PLAYER[game]})
    player = any_json | st.dictionaries(st.sampled_from(fields), any_json)
    whole = any_json | st.fixed_dictionaries(
        {"players": any_json | st.lists(player, max_size=6)},
        optional={"met_order": any_json, "price_tokens": any_json, "extra": any_json},
    )
    refused = refusals(game, data.draw(whole))
    assert refused is None or refused
    for problem in refused or ():
        str(problem).encode()


@pytest.mark.parametrize("game", SCORE)
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({"players": None}, [("players", ranking.MISSING)], id="no players"),
        pytest.param({"players": "Anna"}, [("players", ranking.NOT_A_LIST)], id="players are not a list"),
        pytest.param({"rounds": 3}, [("rounds", ranking.UNKNOWN)], id="a field nobody knows"),
        pytest.param({"r\n\ud800": 3}, [("r??", ranking.UNKNOWN)], id="an unknown field that cannot be printed"),
    ],
)
def test_invalid_forms_are_refused(game, change, expected):
    data = table(game, {"name": "Anna"}, {"name": "Boris"}) | change
    assert problems(game, data) == expected


@pytest.mark.parametrize("game", SCORE)
@pytest.mark.parametrize(
    ("people", "expected"),
    [
        pytest.param(["Anna"], [("players", ranking.TOO_FEW_PLAYERS)], id="one player"),
        pytest.param([], [("players", ranking.TOO_FEW_PLAYERS)], id="nobody"),
        pytest.param([*"ABCDE"], [("players", ranking.TOO_MANY_PLAYERS)], id="five players"),
        pytest.param(["Anna", " Anna"], [("players[1].name", ranking.NAME_TAKEN)], id="two of one name"),
        pytest.param(["Anna", "  "], [("players[1].name", ranking.NAME_EMPTY)], id="empty name"),
        pytest.param(["Anna", None], [("players[1].name", ranking.MISSING)], id="no name"),
        pytest.param(["Anna", 7], [("players[1].name", ranking.NOT_A_TEXT)], id="a number for a name"),
        pytest.param(["Anna", "x" * 41], [("players[1].name", ranking.NAME_TOO_LONG)], id="endless name"),
        pytest.param(["A\nb", "B"], [("players[0].name", ranking.NAME_UNPRINTABLE)], id="line break"),
        pytest.param(["\ud800", "B"], [("players[0].name", ranking.NAME_UNPRINTABLE)], id="half a letter"),
    ],
)
def test_there_are_two_to_four_players_with_different_names(game, people, expected):
    assert problems(game, table(game, *({"name": name} for name in people))) == expected


def test_names_lose_the_spaces_around_them():
    outcome = rajas.score(table("rajas", {"name": " Anna "}, {"name": "Юля 👩‍🌾"}))
    assert [player["name"] for player in outcome["players"]] == ["Anna", "Юля 👩‍🌾"]


LIMITS = {
    "rajas": {"fame": (0, 60), "money": (0, 120)},
    "cards-karma": {"turned": (0, 6), "fame": (0, 10), "coins": (0, 20), "karma": (0, 2)},
    "agra": {"rupees": (0, 999), "cover_tiles": (0, 8), "akbar": (0, 12), "favour": (0, 22)},
}
NUMBERS = [(game, field, *limits) for game, fields in LIMITS.items() for field, limits in fields.items()]


@pytest.mark.parametrize(("game", "field", "low", "high"), NUMBERS, ids=[f"{n[0]} {n[1]}" for n in NUMBERS])
def test_every_number_keeps_to_its_limits(game, field, low, high):
    def with_value(value):
        return table(game, {"name": "Anna"}, {"name": "Boris", field: value})

    for value in (low, high):
        SCORE[game](with_value(value))
    for value in (low - 1, high + 1, 10**5000):
        with pytest.raises(BadScoring) as caught:
            SCORE[game](with_value(value))
        (problem,) = caught.value.problems
        assert (problem.field, problem.code) == (f"players[1].{field}", ranking.OUT_OF_LIMITS)
        assert problem.details == {"low": low, "high": high}
    for value in (True, 1.0, float("nan"), "3", [], {}):
        assert problems(game, with_value(value)) == [(f"players[1].{field}", ranking.NOT_A_WHOLE_NUMBER)]


@pytest.mark.parametrize("game", SCORE)
def test_required_numbers_have_to_be_there(game):
    for field in PLAYER[game]:
        data = table(game, {"name": "Anna"}, {"name": "Boris", field: None})
        assert problems(game, data) == [(f"players[1].{field}", ranking.MISSING)]


def test_all_problems_are_told_together():
    data = {"players": [{"name": "Anna", "fame": -1, "money": 121, "colour": "red"}, []]}
    assert problems("rajas", data) == [
        ("players[1]", ranking.NOT_AN_OBJECT),
        ("players[0].fame", ranking.OUT_OF_LIMITS),
        ("players[0].money", ranking.OUT_OF_LIMITS),
        ("players[0].colour", ranking.UNKNOWN),
    ]


@pytest.mark.parametrize("value", [None, 3, "x", [1], float("nan")], ids=repr)
def test_a_value_that_is_not_an_object_is_refused_as_a_whole(value):
    assert problems("agra", value)[0] == ("", ranking.NOT_AN_OBJECT)
