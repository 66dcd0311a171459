"""Seats that write on paper, dice that are rolled by hand, and players who leave."""

import pytest

from companion.games.dice_charmers.rules import Phase, Rolled, Skipped, TurnedToPaper, measure_gap, outcome
from companion.rules.messages import IllegalMove


def type_in(table, seat, faces):
    names = [f"{colour}-{n}" for colour in ("purple", "green", "blue", "orange") for n in (1, 2)]
    for die, face in zip(names, faces.split(), strict=True):
        table.play(seat, f"face {die} {face}")
    return table


ROLL = "tea-silk spices-spices bend half-roads flag fish trader portuguese"


class TestPaperSeat:
    def test_takes_any_die_of_the_middle_and_decides_itself_what_it_does(self, desk):
        table = desk(paper="red")
        assert [move for move in table.moves("red") if move.startswith("take")] == [
            f"take {die}"
            for die in (
                "purple-1",
                "purple-2",
                "green-1",
                "green-2",
                "blue-1",
                "blue-2",
                "orange-1",
                "orange-2",
            )
        ]
        assert table.play("red", "take green-1").moves("red") == ["end turn", "met"]
        assert table.refused("red", "road b3 NE") == "nothing-asked"

    def test_may_pass(self, desk):
        assert desk(paper="red").play("red", "pass").moves("blue")

    def test_uses_karma_as_announced(self, desk):
        table = desk(paper="blue").play("red", "take purple-1", "end turn")
        for used in range(1, 6):
            table.play("blue", "karma green-1").rolled("bend tea-tea")
            assert table.marks("blue").karma_used == used
        assert table.refused("blue", "karma green-1") == "no-karma"
        table.play("blue", "take purple-2")

    def test_declares_once_that_its_lines_have_met(self, desk):
        table = desk(paper="blue").play("red", "take purple-1", "end turn")
        assert table.refused("blue", "met") == "take-a-die-first"
        table.play("blue", "take green-1", "met")
        assert table.refused("blue", "met") == "met-already"

    def test_others_cannot_declare_it(self, desk):
        assert desk().play("red", "take purple-1").refused("red", "met") == "not-a-paper-seat"

    @pytest.fixture
    def last_turn(self, desk):
        table = desk(paper="blue").play("red", "take purple-1", "end turn")
        table.play("blue", "take green-1", "met", "end turn")
        return table.play("green", "take green-2", "road b3 NE", "end turn")

    def test_enters_its_totals_one_by_one_before_the_outcome_is_known(self, last_turn):
        assert last_turn.state.phase is Phase.TOTALS
        assert outcome(last_turn.state) is None
        assert measure_gap(last_turn.state, "blue") is None
        assert len(last_turn.moves("blue")) == 40
        last_turn.play("blue", "total fame 21", "total money 40", "total karma-circled 3", "total karma-used 1")
        assert outcome(last_turn.state).winners == ("blue",)
        assert measure_gap(last_turn.state, "blue") == 2

    @pytest.mark.parametrize(
        ("entered", "total", "code"),
        [
            ([], "total fame 40", "total-out-of-range"),
            ([], "total money 40", "other-total-asked"),
            (["total fame 1"], "total money 79", "total-out-of-range"),
            (["total fame 1", "total money 1"], "total karma-circled 0", "total-out-of-range"),
            (["total fame 1", "total money 1"], "total karma-circled 6", "total-out-of-range"),
            (
                ["total fame 1", "total money 1", "total karma-circled 2"],
                "total karma-used 3",
                "total-out-of-range",
            ),
        ],
        ids=[
            "more fame than places",
            "another figure",
            "more money than places",
            "the first karma is circled",
            "six karma",
            "more karma used than circled",
        ],
    )
    def test_impossible_totals_are_refused(self, last_turn, entered, total, code):
        assert last_turn.play("blue", *entered).refused("blue", total) == code

    def test_its_announced_karma_bounds_the_totals(self, desk):
        table = desk(paper="blue").play("red", "take purple-1", "end turn")
        table.play("blue", "karma green-1").rolled("bend tea-tea").play("blue", "karma green-1").rolled("bend tea-tea")
        table.play("blue", "take green-1", "met", "end turn").play("green", "take green-2", "road b3 NE", "end turn")
        table.play("blue", "total fame 21", "total money 40")
        assert table.moves("blue")[0] == "total karma-circled 2"
        assert table.play("blue", "total karma-circled 2").moves("blue") == ["total karma-used 2"]

    def test_all_seats_may_be_on_paper(self, desk):
        table = desk(2, paper="red blue")
        table.play("red", "take purple-1", "met", "end turn").play("blue", "take green-1", "end turn")
        for seat in ("red", "blue"):
            table.play(seat, "total fame 21", "total money 36", "total karma-circled 1", "total karma-used 0")
        assert outcome(table.state).tiebreak == "shared victory"

    def test_a_round_in_which_all_paper_seats_pass_ends_nothing(self, desk):
        table = desk(3, paper="red blue green")
        table.play("red", "pass").play("blue", "pass").play("green", "pass")
        assert table.state.phase is Phase.ROLL


class TestPlayerWhoLeaves:
    def test_a_skipped_turn_ends_where_it_stands(self, desk):
        table = desk(circled=("tent 1",)).play("red", "take green-1").happens(Skipped("red"))
        assert table.marks().wasted == ("tent 1",)
        assert table.moves("blue")[0] == "take purple-1"

    def test_skipping_the_player_who_should_roll_lets_the_next_one_roll(self, desk):
        table = desk(roll=None).happens(Skipped("red"))
        table.play("blue", "roll").rolled(ROLL).play("blue", "take purple-1")
        assert table.state.places[1] == "elephant"

    def test_a_seat_turned_to_paper_goes_on_untracked(self, desk):
        table = desk(fame=7).play("red", "take green-1").happens(TurnedToPaper("red"))
        assert table.moves("red") == ["end turn", "met"]
        table.play("red", "met", "end turn").play("blue", "take purple-1", "end turn")
        table.play("green", "take purple-2", "end turn")
        assert table.moves("red")[0] == "total fame 7"  # a track never falls

    def test_a_road_that_was_not_drawn_is_not_asked_of_the_next_player(self, desk):
        table = desk().play("red", "take green-1").happens(Skipped("red"))
        assert table.state.tasks == ()
        assert table.moves("blue")[0] == "take purple-1"

    def test_a_player_who_draws_a_road_continues_when_somebody_else_leaves(self, desk):
        table = desk().play("red", "take green-1")
        asked = table.moves("red")
        assert table.happens(TurnedToPaper("blue")).moves("red") == asked
        assert asked[0].startswith("road")

    def test_a_seat_whose_lines_had_met_keeps_that_on_paper(self, desk):
        table = desk(fame=39).happens(TurnedToPaper("red")).play("red", "take purple-1")
        assert table.refused("red", "met") == "met-already"

    @pytest.mark.parametrize(
        ("event", "refusal"),
        [
            (Skipped("blue"), "nothing-to-skip seat=blue"),
            (Skipped("pink"), "no-such-seat seat=pink"),
            (TurnedToPaper("pink"), "no-such-seat seat=pink"),
            (TurnedToPaper("green"), "already-paper seat=green"),
        ],
    )
    def test_what_the_host_cannot_do(self, desk, event, refusal):
        with pytest.raises(IllegalMove) as caught:
            desk(paper="green").happens(event)
        assert str(caught.value.refusal) == refusal

    def test_nobody_is_skipped_while_the_dice_roll(self, desk):
        with pytest.raises(IllegalMove) as caught:
            desk(roll=None).play("red", "roll").happens(Skipped("red"))
        assert caught.value.refusal.code == "waiting-for-dice"

    @pytest.mark.parametrize(
        ("end", "event", "code"),
        [
            (False, Skipped("red"), "nothing-to-skip"),
            (False, TurnedToPaper("blue"), "game-over"),
            (True, Skipped("red"), "game-over"),
            (True, TurnedToPaper("blue"), "game-over"),
        ],
    )
    def test_after_the_last_turn_nobody_leaves(self, desk, end, event, code):
        table = desk(2, paper="red").play("red", "take purple-1", "met", "end turn")
        table.play("blue", "take orange-1", "goods tea", "end turn")
        if end:
            table.play("red", "total fame 30", "total money 40", "total karma-circled 1", "total karma-used 0")
        with pytest.raises(IllegalMove) as caught:
            table.happens(event)
        assert caught.value.refusal.code == code


class TestRealDice:
    def test_are_typed_in_one_by_one_and_confirmed(self, desk):
        table = desk(dice="real")
        assert table.moves("red") == [
            f"face purple-1 {face}"
            for face in ("tea-tea", "silk-silk", "spices-spices", "tea-silk", "tea-spices", "silk-spices")
        ]
        type_in(table, "red", ROLL)
        assert table.moves("red") == ["confirm dice"]
        table.play("red", "confirm dice")
        assert table.state.faces == tuple(ROLL.split())
        assert table.moves("red")[0] == "take purple-1"

    def test_a_face_twice_on_a_die_is_offered_once(self, desk):
        table = desk(dice="real").play("red", "face purple-1 tea-tea", "face purple-2 tea-tea")
        assert table.moves("red") == ["face green-1 straight", "face green-1 bend", "face green-1 half-roads"]

    @pytest.mark.parametrize(
        ("entry", "code"),
        [
            ("face purple-1 bend", "face-not-on-die"),
            ("face purple-2 tea-tea", "other-die-asked"),
            ("confirm dice", "faces-missing"),
            ("roll", "real-dice"),
            ("take purple-1", "dice-not-rolled"),
        ],
    )
    def test_impossible_entries_are_refused(self, desk, entry, code):
        assert desk(dice="real").refused("red", entry) == code

    def test_after_karma_both_dice_are_typed_in_again(self, desk):
        table = type_in(desk(dice="real"), "red", ROLL).play("red", "confirm dice", "take purple-1", "end turn")
        table.play("blue", "karma green-1", "face green-1 straight")
        assert table.refused("blue", "face green-1 bend") == "other-die-asked"
        table.play("blue", "face purple-2 tea-tea", "confirm dice")
        assert table.moves("blue") == ["take green-1", "take purple-2"]

    def test_a_roll_left_half_typed_in_is_forgotten(self, desk):
        table = type_in(desk(dice="real"), "red", ROLL).play("red", "confirm dice", "take purple-1", "end turn")
        table.play("blue", "karma green-1", "face green-1 straight").happens(Skipped("blue"))
        assert table.state.faces == tuple(ROLL.split())
        assert table.allows("green", "take green-1")
        assert table.marks("blue").karma_used == 1


@pytest.mark.parametrize(
    ("rolling", "faces", "code"),
    [
        pytest.param(False, ROLL, "no-roll-expected", id="nobody has rolled"),
        pytest.param(True, "tea-tea", "wrong-number-of-faces", id="too few"),
        pytest.param(True, ROLL.replace("flag", "bend"), "face-not-on-die", id="a face of another colour"),
    ],
)
def test_faces_that_cannot_be_are_refused(desk, rolling, faces, code):
    table = desk(roll=None)
    if rolling:
        table.play("red", "roll")
    with pytest.raises(IllegalMove) as caught:
        table.happens(Rolled(tuple(faces.split())))
    assert caught.value.refusal.code == code
