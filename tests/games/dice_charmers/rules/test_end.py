"""Ruling 1.8: when the game ends, and who wins."""

import pytest

from companion.games.dice_charmers.rules import measure_gap, outcome, score_game, to_move
from companion.games.dice_charmers.rules.scoring import score_totals
from companion.rules.scoring import BadScoring

ROLL = "tea-silk spices-spices bend half-roads flag fish trader portuguese"
MET = {"fame": 20, "money": 38}


def take_turns(table, *seats):
    """Each takes the first die there is and does what comes first."""
    for seat in seats:
        if table.moves(seat) == ["roll"]:
            table.play(seat, "roll").rolled(ROLL)
        table.play(seat, next(move for move in table.moves(seat) if move.startswith("take"))).finish(seat)
    return table


@pytest.mark.parametrize(
    ("fame", "money", "points", "met"),
    [
        (39, 0, 0, True),
        (0, 78, 0, True),
        (20, 38, 0, True),
        (20, 37, -0.5, False),
        (16, 51, 2.5, True),
        (0, 0, -39, False),
    ],
)
def test_lines_meet_when_fame_and_half_the_money_reach_39(desk, fame, money, points, met):
    table = desk(fame=fame, money=money)
    assert measure_gap(table.state, "red") == points
    take_turns(table, "red", "blue", "green")
    assert (outcome(table.state) is not None) is met


def test_the_round_is_completed_after_a_meeting(desk):
    table = take_turns(desk(4, **MET), "red", "blue", "green")
    assert outcome(table.state) is None
    take_turns(table, "yellow")
    assert outcome(table.state).winners == ("red",)
    assert table.moves("blue") == []


def test_a_meeting_by_the_last_player_ends_the_game_at_once(desk):
    table = take_turns(desk(3), "red", "blue").change("green", **MET)
    assert outcome(take_turns(table, "green").state).winners == ("green",)


class TestTwoPlayers:
    def test_have_two_turns_each_alternating_then_the_other_begins(self, desk):
        table = take_turns(desk(2), "red", "blue", "red", "blue")
        assert table.moves("blue") == ["roll"]
        assert table.state.round == 2

    @pytest.mark.parametrize(
        ("met_in_turn", "ends_after"),
        [
            pytest.param(1, 2, id="on the first player's first die"),
            pytest.param(2, 2, id="on the second player's first die"),
            pytest.param(3, 4, id="on the first player's second die"),
            pytest.param(4, 4, id="on the second player's second die"),
        ],
    )
    def test_a_meeting_ends_the_game_when_both_have_used_as_many_dice(self, desk, met_in_turn, ends_after):
        table = desk(2)
        for turn, seat in enumerate(["red", "blue", "red", "blue"], 1):
            if turn == met_in_turn:
                table.change(seat, **MET)
            take_turns(table, seat)
            assert (outcome(table.state) is not None) == (turn >= ends_after), turn
            if turn == ends_after:
                return


def test_a_full_track_takes_no_more(desk):
    table = desk(fame=38, money=77, circled=("tent 1", "edge e3 E")).play("red", "take blue-1", "goods tea silk")
    table.play("red", "use tent 1", "use edge e3 E")
    assert (table.marks().fame, table.marks().money) == (39, 78)


@pytest.mark.parametrize(
    ("place", "full", "code"),
    [("tent 1", {"fame": 39}, "fame-full"), ("edge e3 E", {"money": 78}, "money-full")],
)
def test_a_bonus_for_a_full_track_is_of_no_use(desk, place, full, code):
    table = desk(**full, circled=(place,)).play("red", "take purple-1")
    assert table.refused("red", f"use {place}") == code
    assert table.allows("red", "end turn")


EVERYWHERE = {f"{column}{row}": "NESW" for column in "abcde" for row in range(1, 6) if (column, row) != ("c", 3)}
FULL = {"roads": EVERYWHERE, "goods": (6, 6, 6), "people": (3,) * 6, "river": 1 << 17, "karma_used": 1}
ALMOST_FULL = FULL | {"river": 1 << 15}  # lotus and wave are left


def test_the_game_ends_when_no_die_could_help_anybody_any_more(desk):
    table = desk(3, **FULL).change("blue", **FULL).change("green", **FULL)
    table.play("red", "pass").play("blue", "pass").play("green", "pass")
    assert outcome(table.state).ending == "nobody-can-go-on"


def test_a_round_of_bad_luck_does_not_end_the_game(desk):
    table = desk(3, **ALMOST_FULL).change("blue", **ALMOST_FULL).change("green", **ALMOST_FULL)
    table.play("red", "pass").play("blue", "pass").play("green", "pass")
    assert table.moves("blue") == ["roll"]


def twenty_nine_rounds_of_bad_luck(desk):
    table = desk(2, **ALMOST_FULL).change("blue", **ALMOST_FULL)
    for _ in range(29):
        pass_round(table)
        table.play(to_move(table.state), "roll").rolled(ROLL)
    return table


def pass_round(table):
    for _ in range(4):
        table.play(to_move(table.state), "pass")


def test_thirty_rounds_of_bad_luck_end_the_game(desk):
    table = twenty_nine_rounds_of_bad_luck(desk)
    pass_round(table)
    assert outcome(table.state).ending == "nobody-went-on"


def test_bad_luck_is_counted_from_zero_after_a_die_was_taken(desk):
    table = twenty_nine_rounds_of_bad_luck(desk)
    table.change("blue", people=(3, 3, 2, 3, 3, 3)).play("blue", "take orange-1").finish("blue")
    for seat in ("red", "blue", "red"):
        table.play(seat, "pass")
    assert table.moves("red") == ["roll"]


def test_a_round_in_which_a_die_was_taken_does_not_end_the_game(desk):
    table = desk(3, **FULL | {"people": (3, 3, 2, 3, 3, 3)}).change("blue", **FULL).change("green", **FULL)
    table.play("red", "take orange-1").finish("red").play("blue", "pass").play("green", "pass")
    assert table.moves("blue") == ["roll"]


def totals(name, fame=21, money=40, karma_circled=1, karma_used=0):
    return {
        "name": name,
        "fame": fame,
        "money": money,
        "karma_circled": karma_circled,
        "karma_used": karma_used,
    }


@pytest.mark.parametrize(
    ("ann", "bob", "winners", "tiebreak"),
    [
        pytest.param({"fame": 22}, {}, ["Ann"], None, id="most points"),
        pytest.param({}, {"money": 41}, ["Bob"], None, id="by half a point"),
        pytest.param({"karma_circled": 2}, {"karma_circled": 3}, ["Bob"], "karma circled", id="more karma circled"),
        pytest.param(
            {"karma_circled": 3, "karma_used": 2},
            {"karma_circled": 3, "karma_used": 1},
            ["Ann"],
            "karma crossed out",
            id="more karma crossed out",
        ),
        pytest.param(
            {"karma_circled": 2, "karma_used": 2},
            {"karma_circled": 3},
            ["Bob"],
            "karma circled",
            id="circled counts before crossed out",
        ),
        pytest.param({}, {}, ["Ann", "Bob"], "shared victory", id="shared"),
        pytest.param({"fame": 20, "money": 42}, {}, ["Ann", "Bob"], "shared victory", id="shared with other figures"),
    ],
)
def test_most_points_then_karma_circled_then_karma_crossed_out_then_shared(ann, bob, winners, tiebreak):
    found = score_totals({"players": [totals("Ann", **ann), totals("Bob", **bob)]})
    assert (found["winners"], found["tiebreak"]) == (winners, tiebreak)


def test_a_shared_place_is_a_shared_rank():
    found = score_totals({"players": [totals("Ann", 30), totals("Bob"), totals("Cem", 30), totals("Dee", 35)]})
    assert [(player["name"], player["rank"]) for player in found["players"]] == [("Ann", 2), ("Bob", 4), ("Cem", 2), ("Dee", 1)]  # fmt: skip


def test_the_result_shows_what_it_was_computed_from():
    found = score_totals({"players": [totals("Ann", 16, 51, 5, 3), totals("Bob")]})
    assert found["game"] == "dice-charmers"
    assert found["players"][0] == {
        "name": "Ann",
        "score": 2.5,
        "breakdown": {"fame": 16, "money": 25.5, "meeting_point": -39},
        "rank": 1,
        "tiebreaks": {"karma_circled": 5, "karma_used": 3},
    }


def without(key):
    return {k: v for k, v in totals("Bob").items() if k != key}


@pytest.mark.parametrize(
    ("players", "refusal"),
    [
        pytest.param(7, "players: not-a-list", id="no list"),
        pytest.param([totals("Ann")], "players: too-few-players low=2", id="alone"),
        pytest.param([totals(str(i)) for i in range(6)], "players: too-many-players high=5", id="six"),
        pytest.param([totals("Ann"), 7], "players[1]: not-an-object", id="a number for a player"),
        pytest.param([totals("Ann"), totals("Ann")], "players[1].name: name-taken", id="one name twice"),
        pytest.param([totals("Ann"), totals(" ")], "players[1].name: name-empty", id="no name"),
        pytest.param([totals("Ann"), without("money")], "players[1].money: missing", id="a figure missing"),
        pytest.param([totals("Ann"), {**totals("Bob"), "luck": 1}], "players[1].luck: unknown", id="unknown"),
        pytest.param([totals("Ann"), totals("Bob", 2.5)], "players[1].fame: not-a-whole-number", id="no whole number"),
        pytest.param([totals("Ann"), totals("Bob", True)], "players[1].fame: not-a-whole-number", id="a truth value"),
        pytest.param([totals("Ann"), totals("Bob", 40)], "players[1].fame: out-of-limits high=39 low=0", id="fame 40"),
        pytest.param(
            [totals("Ann"), totals("Bob", 1, 79)], "players[1].money: out-of-limits high=78 low=0", id="money 79"
        ),
        pytest.param([totals("Ann"), totals("Bob", -1)], "players[1].fame: out-of-limits high=39 low=0", id="negative"),
        pytest.param(
            [totals("Ann"), totals("Bob", karma_circled=6)],
            "players[1].karma_circled: out-of-limits high=5 low=0",
            id="six karma",
        ),
        pytest.param(
            [totals("Ann"), totals("Bob", karma_used=2)],
            "players[1].karma_used: more-used-than-circled circled=1 used=2",
            id="more used than circled",
        ),
    ],
)
def test_typed_in_totals_that_cannot_be_right_name_the_field(players, refusal):
    with pytest.raises(BadScoring) as caught:
        score_totals({"players": players})
    assert str(caught.value) == refusal


def test_a_played_game_gives_its_result_in_the_same_form(desk):
    table = take_turns(desk(3, **MET), "red")
    names = {"red": "Ann", "blue": "Bob", "green": "Cem"}
    assert score_game(table.state, names) is None
    found = score_game(take_turns(table, "blue", "green").state, names)
    assert found["winners"] == ["Ann"]
    assert found["players"][0]["name"] == "Ann"
    assert [player["rank"] for player in found["players"]] == [1, 2, 2]
