"""Playing alone: the automa removes a die of every roll, and the game is over as soon as the lines meet."""

import pytest

from companion.games.dice_charmers.rules import Ending, Phase, Removed, Skipped, outcome, replay, to_move
from companion.games.dice_charmers.rules.game import parse_event, parse_transcript, play_transcript, write_event
from companion.games.dice_charmers.rules.sheet import DICE
from companion.rules.messages import IllegalMove

ROLL = "tea-silk spices-spices bend half-roads flag fish trader portuguese"


@pytest.fixture
def alone(desk):
    """The first roll, before the automa has chosen."""
    return lambda **red: desk(1, **red)


def refused(table, event) -> str:
    with pytest.raises(IllegalMove) as caught:
        table.happens(event)
    return caught.value.refusal.code.value


def test_after_a_roll_nobody_acts_before_the_automa(alone):
    table = alone()
    assert table.state.phase is Phase.AUTOMA and to_move(table.state) is None
    assert table.refused("red", "take purple-1") == "waiting-for-dice"
    assert table.moves("red") == []


@pytest.mark.parametrize(
    ("die", "twin"), [("purple-1", "purple-2"), ("green-2", "green-1"), ("blue-1", "blue-2"), ("orange-2", "orange-1")]
)
def test_the_automa_removes_a_die_and_its_twin_goes_onto_the_elephant(alone, die, twin):
    table = alone().removed(die)
    places = dict(zip(DICE, table.state.places, strict=True))
    assert (places.pop(die), places.pop(twin)) == ("automa", "elephant")
    assert set(places.values()) == {"middle"} and len(places) == 6
    assert table.refused("red", f"take {die}") == "die-with-automa"
    assert table.refused("red", f"take {twin}") == "die-on-elephant"
    assert table.refused("red", f"karma {die}") == "die-with-automa"


def test_karma_reaches_the_automas_colour_from_the_first_turn_on(alone):
    table = alone().removed("blue-1")
    table.play("red", "karma purple-1").rolled("tea-tea star")
    assert table.moves("red")[:2] == ["take purple-1", "take blue-2"]
    table.play("red", "take blue-2")
    assert table.marks().river.bit_count() == 1
    assert dict(zip(DICE, table.state.places, strict=True))["purple-1"] == "elephant"


def test_the_first_die_sends_no_second_one_onto_the_elephant(alone):
    table = alone().removed("blue-1").play("red", "take purple-1")
    assert [place for place in table.state.places if place == "elephant"] == ["elephant"]


def test_a_round_is_one_turn(alone):
    table = alone().removed("blue-1").play("red", "take purple-1", "end turn")
    assert (table.state.round, table.moves("red")) == (2, ["roll"])
    assert table.state.places == ("middle",) * 8


@pytest.mark.parametrize(
    ("money", "ends"), [pytest.param(38, True, id="they meet"), pytest.param(37, False, id="half a point is missing")]
)
def test_the_game_ends_with_the_turn_in_which_the_lines_meet(alone, money, ends):
    table = alone(fame=20, money=money).removed("blue-1").play("red", "take purple-1", "end turn")
    found = outcome(table.state)
    assert (found is not None) is ends
    if found:
        assert (found.ending, found.winners, found.standings[0]["score"]) == (Ending.LINES_MET, ("red",), 0)
        assert found.tiebreak is None


def test_a_round_in_which_no_die_is_taken_counts_as_idle(alone):
    only_roads = {"goods": (6, 6, 6), "river": 2**18 - 1, "people": (3,) * 6}
    table = alone(**only_roads, karma_circled=1).removed("green-1")
    assert "pass" not in table.moves("red"), "karma reaches the green die on the elephant"
    table = alone(**only_roads, karma_circled=0).removed("green-1")
    assert table.moves("red") == ["pass"]
    table.play("red", "pass")
    assert (table.state.round, table.state.idle_rounds) == (2, 1)


@pytest.mark.parametrize(
    ("before", "die", "code"),
    [
        pytest.param("nothing", "blue-1", "automa-waits", id="before the roll"),
        pytest.param("roll", "pink-1", "no-such-die", id="no such die"),
        pytest.param("removed", "blue-1", "automa-waits", id="a second die"),
    ],
)
def test_the_automa_removes_one_die_of_a_roll(desk, before, die, code):
    table = desk(1, roll=None if before == "nothing" else ROLL)
    if before == "removed":
        table.removed("green-1")
    assert refused(table, Removed(die)) == code


def test_two_players_have_no_automa(desk):
    assert refused(desk(2), Removed("blue-1")) == "automa-waits"


def test_with_real_dice_the_automa_follows_the_confirmed_roll(desk):
    table = desk(1, dice="real")
    for _ in range(9):  # eight faces, then their confirmation
        table.play("red", table.moves("red")[0])
    assert table.state.phase is Phase.AUTOMA
    assert table.removed("orange-1").state.phase is Phase.CHOOSE


def test_the_automas_choice_cannot_be_undone(alone):
    table = alone().removed("blue-1")
    assert not table.history.can_undo("red")


def test_a_game_alone_is_written_and_read_back(alone, garden_sheet):
    table = alone().removed("blue-1").play("red", "take purple-1", "end turn")
    assert replay(garden_sheet, table.events) == table.state
    assert [parse_event(write_event(event)) for event in table.events[1:]] == table.events[1:]
    text = "sheet: garden\nplayers: red\n\n" + "\n".join(map(write_event, table.events[1:]))
    assert "automa removes blue-1" in text
    assert play_transcript(garden_sheet, parse_transcript(text)).state == table.state


def test_who_is_alone_is_not_skipped_while_the_automa_chooses(alone):
    assert refused(alone(), Skipped("red")) == "waiting-for-dice"
