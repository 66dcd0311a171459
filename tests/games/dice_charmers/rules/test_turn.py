"""Ruling 1.3: the roll, taking a die, elephant and depot, karma, passing, the order of action and bonuses."""

import pytest

from companion.games.dice_charmers.rules import Phase

FULL = {"goods": (6, 6, 6), "people": (3, 3, 3, 3, 3, 3), "river": 1 << 17}
NO_ROOM = {f"{column}{row}": "NESW" for column in "abcde" for row in range(1, 6) if (column, row) != ("c", 3)}
USELESS = {**FULL, "roads": NO_ROOM}  # no die is suitable


def place(table, die):
    names = ("purple-1", "purple-2", "green-1", "green-2", "blue-1", "blue-2", "orange-1", "orange-2")
    return table.state.places[names.index(die)]


def test_the_rounds_first_player_puts_the_other_die_of_the_colour_on_the_elephant(desk):
    table = desk().play("red", "take purple-1")
    assert place(table, "purple-1") == "red"
    assert place(table, "purple-2") == "elephant"


def test_later_players_put_nothing_on_the_elephant(desk):
    table = desk().play("red", "take purple-1", "end turn").play("blue", "take orange-1")
    assert place(table, "orange-1") == "blue"
    assert place(table, "orange-2") == "middle"


def test_when_the_first_player_passes_the_elephant_waits_for_the_rounds_first_die(desk):
    table = desk(**USELESS).play("red", "pass")
    assert "elephant" not in table.state.places
    table.play("blue", "take green-1")
    assert place(table, "green-2") == "elephant"


def test_the_elephant_goes_to_the_next_player_who_rolls_all_dice_again(desk):
    table = desk().play("red", "take purple-1", "end turn").play("blue", "take green-1", "road b3 NE", "end turn")
    table.play("green", "take green-2", "road b3 NE", "end turn")
    assert table.moves("blue") == ["roll"]
    assert set(table.state.places) == {"middle"}
    assert set(table.state.faces) == {""}


@pytest.mark.parametrize(
    ("die", "red", "refusal"),
    [
        pytest.param("purple-1", {"goods": (6, 5, 6)}, None, id="purple with one of two goods still free"),
        pytest.param(
            "purple-1",
            {"goods": (6, 6, 5)},
            "purple-useless die=purple-1 face=tea-silk",
            id="purple without a free good",
        ),
        pytest.param("orange-1", {"people": (0, 0, 2, 0, 0, 0)}, None, id="orange with a free space"),
        pytest.param(
            "orange-1",
            {"people": (0, 0, 2, 0, 0, 0), "goods": (6, 6, 6), "sold": (6, 6, 6)},
            None,
            id="orange whose action has no effect: crossing out is one",
        ),
        pytest.param(
            "orange-1",
            {"people": (0, 0, 3, 0, 0, 0)},
            "orange-useless die=orange-1 face=trader",
            id="orange without a free space",
        ),
        pytest.param("green-1", {}, None, id="green with a legal drawing"),
        pytest.param(
            "green-1", {"roads": NO_ROOM}, "green-useless die=green-1 face=bend", id="green without a legal drawing"
        ),
        pytest.param("blue-1", {"river": 1 << 11}, None, id="blue with a free space ahead"),
        pytest.param(
            "blue-1", {"river": 1 << 12}, "blue-useless die=blue-1 face=flag", id="blue without a free space ahead"
        ),
    ],
)
def test_a_die_is_suitable_when_one_part_of_it_has_an_effect(desk, die, red, refusal):
    table = desk(**red)
    if refusal:
        assert str(table.refusal("red", f"take {die}")) == refusal
    else:
        table.play("red", f"take {die}")


@pytest.mark.parametrize(
    ("people", "allowed"),
    [((0, 3, 3, 3, 3, 2), True), ((0, 3, 3, 3, 3, 3), False)],
    ids=["one left", "none left"],
)
def test_the_great_mogul_is_suitable_while_another_person_has_a_free_space(desk, people, allowed):
    table = desk(roll="tea-silk tea-tea bend bend flag fish great-mogul trader", people=people)
    assert table.allows("red", "take orange-1") is allowed


def test_purple_gives_what_is_still_free(desk):
    assert desk(goods=(6, 2, 0)).play("red", "take purple-1").marks().goods == (6, 3, 0)


def test_without_suitable_die_and_karma_the_turn_passes(desk):
    table = desk(**USELESS)
    assert table.moves("red") == ["pass"]
    table.play("red", "pass")
    assert table.moves("blue")[0] == "take purple-1"


def test_who_has_a_suitable_die_cannot_pass(desk):
    refusal = desk(**{**USELESS, "goods": (6, 6, 5)}).refusal("red", "pass")
    assert (refusal.code.value, refusal.details) == ("suitable-die-left", {"die": "purple-2"})


def test_who_can_use_karma_cannot_pass(desk):
    table = desk().play("red", "take purple-1", "end turn").change("blue", **USELESS)
    assert table.refused("blue", "pass") == "karma-left"
    assert table.change("blue", karma_used=1).allows("blue", "pass")


class TestKarma:
    @pytest.fixture
    def table(self, desk):
        return desk().play("red", "take purple-1", "end turn")  # spices lie on the elephant

    def test_the_first_player_of_a_round_finds_the_elephant_empty(self, desk):
        assert desk().refused("red", "karma green-1") == "elephant-empty"

    def test_it_rolls_the_elephants_die_and_an_unused_one(self, table):
        table.play("blue", "karma green-1")
        assert table.marks("blue").karma_used == 1
        assert table.state.phase is Phase.ROLLING
        table.rolled("straight tea-tea")
        assert table.moves("blue") == ["take green-1", "take purple-2"]

    def test_the_chosen_die_goes_to_the_depot_the_other_on_the_elephant(self, table):
        table.play("blue", "karma green-1").rolled("straight tea-tea").play("blue", "take purple-2")
        assert (place(table, "purple-2"), place(table, "green-1")) == ("blue", "elephant")
        assert table.marks("blue").goods == (2, 0, 0)

    def test_it_may_be_repeated_with_the_same_two_dice_while_karma_is_left(self, table):
        table.change("blue", karma_circled=2)
        table.play("blue", "karma green-1").rolled("straight tea-tea")
        assert table.refused("blue", "karma green-2") == "same-die-again"
        table.play("blue", "karma green-1").rolled("bend silk-silk")
        assert table.refused("blue", "karma green-1") == "no-karma"
        assert table.marks("blue").karma_used == 2

    def test_a_die_taken_by_another_player_is_not_rerolled(self, table):
        assert table.refused("blue", "karma purple-1") == "die-taken"

    def test_it_is_used_only_at_the_start_of_a_turn(self, table):
        assert table.play("blue", "take blue-1").refused("blue", "karma green-1") == "karma-only-at-start"

    def test_after_it_another_die_cannot_be_taken(self, table):
        table.play("blue", "karma green-1").rolled("straight tea-tea")
        assert str(table.refusal("blue", "take blue-1")) == "not-a-rerolled-die die=blue-1 one=green-1 two=purple-2"

    def test_the_suitable_one_of_the_two_must_be_used(self, table):
        table.change("blue", goods=(6, 6, 6))
        table.play("blue", "karma green-1").rolled("straight tea-tea")
        assert table.refused("blue", "take purple-2") == "purple-useless"
        assert table.moves("blue") == ["take green-1"]

    def test_if_neither_is_suitable_one_goes_to_the_depot_all_the_same(self, table):
        table.change("blue", **USELESS)
        table.play("blue", "karma green-1").rolled("straight tea-tea")
        assert table.moves("blue") == ["take green-1", "take purple-2"]
        before = table.marks("blue")
        table.play("blue", "take purple-2")
        assert (place(table, "purple-2"), place(table, "green-1")) == ("blue", "elephant")
        assert table.moves("blue") == ["end turn"]
        assert table.play("blue", "end turn").marks("blue") == before

    def test_if_neither_is_suitable_the_player_may_also_roll_again(self, table):
        table.change("blue", **USELESS, karma_circled=2)
        table.play("blue", "karma green-1").rolled("straight tea-tea")
        assert table.allows("blue", "karma green-1")

    def test_with_two_players_the_rounds_first_player_may_use_it_on_the_second_die(self, desk):
        table = desk(2).play("red", "take purple-1", "end turn").play("blue", "take green-1", "road b3 NE", "end turn")
        table.play("red", "karma green-2").rolled("bend silk-silk").play("red", "take purple-2")
        assert table.marks("red").goods == (1, 3, 0)


def test_what_is_released_during_the_action_waits_until_it_is_over(desk):
    table = desk(
        roads={"d3": "EW", "e3": "NW", "e2": "NS"},
        roll="tea-tea tea-tea bend half-roads flag fish trader trader",
    )
    table.play("red", "take green-2", "half e2 E")
    assert table.marks().circled == ("edge e2 E",)
    assert table.refused("red", "use edge e2 E") == "action-unfinished"
    assert table.play("red", "half e3 E").allows("red", "use edge e2 E")


def test_bonuses_are_used_in_any_order_and_using_one_may_circle_more(desk):
    table = desk(circled=("tent 1", "tent 2"), fame=4, karma_circled=2).play("red", "take purple-1")
    assert table.moves("red")[:2] == ["use tent 1", "use tent 2"]
    table.play("red", "use tent 2")  # the third karma
    assert table.marks().circled == ("tent 1", "karma 3")
    table.play("red", "use tent 1")  # fame 5 and 6
    assert table.marks().circled == ("karma 3", "fame 5")


def test_the_turn_ends_only_when_no_usable_bonus_is_left(desk):
    table = desk(circled=("tent 1",)).play("red", "take purple-1")
    assert table.refused("red", "end turn") == "bonuses-left"
    assert table.play("red", "use tent 1").allows("red", "end turn")


def test_a_bonus_that_cannot_be_used_is_wasted_at_the_end_of_the_turn(desk):
    table = desk(circled=("edge d5 S",), goods=(0, 0, 0)).play("red", "take blue-2")
    assert table.refused("red", "use edge d5 S") == "nothing-to-sell"
    assert "bonus-wasted bonus=sell-any 2 place=edge d5 S" in table.effects("red", "end turn")
    marks = table.play("red", "end turn").marks()
    assert (marks.circled, marks.wasted) == ((), ("edge d5 S",))


def test_a_bonus_may_be_given_up_on_purpose(desk):
    table = desk(circled=("tent 1",)).play("red", "take purple-1", "give up tent 1", "end turn")
    assert table.marks().wasted == ("tent 1",)
    assert table.marks().fame == 0


def test_a_bonus_gone_does_not_come_back(desk):
    table = desk(circled=("tent 1", "tent 2")).play("red", "take purple-1", "give up tent 1", "use tent 2")
    assert table.refused("red", "use tent 1") == "bonus-gone"
    assert table.refused("red", "use tent 2") == "bonus-gone"


def test_the_dies_own_action_cannot_be_given_up(desk):
    table = desk().play("red", "take green-1")
    assert table.refused("red", "give up die") == "die-must-be-used"
    assert table.refused("red", "end turn") == "action-unfinished"


def test_a_sale_at_a_new_market_may_be_given_up(desk):
    table = desk(roll="tea-tea tea-tea straight bend flag fish trader trader", goods=(1, 0, 0))
    table.play("red", "take green-1", "road d3 EW", "give up market d3")
    assert table.marks().sold == (0, 0, 0)
    assert table.moves("red") == ["end turn"]
