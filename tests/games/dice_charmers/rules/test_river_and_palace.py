"""Rulings 1.6 and 1.7: sailing in both directions, the six people, upgrades."""

import pytest

from companion.games.dice_charmers.rules.sheet import BUILDINGS


def river(*spaces):
    return sum(1 << space - 1 for space in spaces)


def roll_with(blue="flag", orange="trader"):
    return f"tea-tea tea-silk bend bend {blue} fish {orange} trader"


@pytest.mark.parametrize(
    ("marked", "symbol", "target"),
    [
        pytest.param((), "flag", 1, id="the first of the symbol"),
        pytest.param((1,), "flag", 7, id="the next of the symbol"),
        pytest.param((6,), "fish", 8, id="spaces passed are not marked"),
        pytest.param((2, 6), "boat", 9, id="ahead of the rightmost mark, not behind it"),
    ],
)
def test_a_blue_die_marks_only_the_next_space_with_its_symbol(desk, marked, symbol, target):
    table = desk(roll=roll_with(symbol), river=river(*marked)).play("red", "take blue-1")
    assert table.marks().river == river(*marked, target)


@pytest.mark.parametrize(
    ("marked", "moves"),
    [
        pytest.param((), ["river +1", "river +2"], id="before the first space"),
        pytest.param((9,), ["river +1", "river +2"], id="in the middle"),
        pytest.param((17,), ["river +1"], id="one space before the end"),
        pytest.param((18,), ["end turn"], id="at the end: only the crossing out"),
    ],
)
def test_the_maharani_advances_one_or_two_spaces(desk, marked, moves):
    table = desk(roll=roll_with(orange="maharani"), river=river(*marked)).play("red", "take orange-1")
    assert table.moves("red") == moves
    assert table.marks().people == (0, 1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("place", "marked", "targets"),
    [
        pytest.param("edge c1 N", (2, 5, 9), ["river -1", "river -2"], id="back 1-2"),
        pytest.param("edge b1 N", (2, 5), ["river -1", "river -2", "river -3"], id="back to any unmarked space"),
    ],
)
def test_going_back_counts_unmarked_spaces(desk, place, marked, targets):
    table = desk(circled=(place,), river=river(*marked)).play("red", "take purple-1", f"use {place}")
    sailing = [move for move in table.moves("red") if move.startswith("river")]
    assert sailing == targets


def test_back_one_marks_the_nearest_unmarked_space_at_once(desk):
    table = desk(circled=("edge a2 W",), river=river(8, 9)).play("red", "take purple-1", "use edge a2 W")
    assert table.marks().river == river(7, 8, 9)


@pytest.mark.parametrize(
    ("move", "code"),
    [("river +1", "wrong-way"), ("river -3", "not-that-far"), ("river -2", "nothing-behind")],
)
def test_sailing_back_not_allowed(desk, move, code):
    table = desk(circled=("edge c1 N",), river=river(2)).play("red", "take purple-1", "use edge c1 N")
    assert table.refused("red", move) == code


@pytest.mark.parametrize(
    ("move", "code"), [("river -1", "wrong-way"), ("river +3", "not-that-far"), ("river +2", "river-ends")]
)
def test_sailing_ahead_not_allowed(desk, move, code):
    table = desk(roll=roll_with(orange="maharani"), river=river(17)).play("red", "take orange-1")
    assert table.refused("red", move) == code


def test_the_earnings_of_one_space_are_used_in_any_order(desk):
    """A good in hand may be sold by the other earning, whether it was there before or not."""
    table = desk(roll=roll_with("star"), river=river(9), goods=(1, 0, 0)).play("red", "take blue-1")
    assert {"goods silk", "sell tea"} <= set(table.moves("red"))
    first_sold = table.play("red", "sell tea", "goods silk").marks()
    table = desk(roll=roll_with("star"), river=river(9)).play("red", "take blue-1", "goods silk", "sell silk")
    assert first_sold.money == table.marks().money == 1


ORDERS = [
    # earnings, goods in stock, moves in two orders
    pytest.param(
        "person raja-man-singh, fork",
        (0, 0, 0),
        ["person raja-man-singh", "upgrade fort", "road b3 NES"],
        ["road b3 NES", "person raja-man-singh", "upgrade fort"],
        id="a person and a road",
    ),
    pytest.param(
        "upgrade, river-advance",
        (0, 0, 0),
        ["upgrade fort", "river +1"],
        ["river +1", "upgrade fort"],
        id="an advance",
    ),
    pytest.param(
        "goods 1, river-back 1",
        (0, 0, 0),
        ["goods tea", "river -1", "goods tea silk"],
        ["river -1", "goods tea silk", "goods tea"],
        id="a move back",
    ),
    pytest.param(
        "person trader, person maharani",
        (2, 0, 0),
        ["person trader", "sell tea", "person maharani", "river +1"],
        ["person maharani", "river +1", "person trader", "sell tea"],
        id="two people",
    ),
]


@pytest.mark.parametrize(("earnings", "goods", "one", "other"), ORDERS)
def test_people_and_moves_on_the_river_have_no_fixed_place_in_the_order(desk, earnings, goods, one, other):
    """The die leads to space 7. Behind it only space 1 is free, which gives two goods; space 8 gives money."""
    for moves in (one, other):
        table = desk(roll=roll_with("flag"), earnings={7: earnings}, goods=goods, river=river(2, 3, 4, 5, 6))
        table.play("red", "take blue-1", *moves)
        assert not table.state.tasks


def test_a_person_or_advance_that_is_all_a_space_asks_for_is_entered_at_once(desk):
    table = desk(roll=roll_with("flag"), earnings={1: "fame 1, person raja-man-singh"}).play("red", "take blue-1")
    assert table.moves("red")[0] == "upgrade temple"
    table = desk(roll=roll_with("flag"), earnings={1: "river-advance, fame 1"}).play("red", "take blue-1")
    assert table.marks().river == river(1, 2)


@pytest.mark.parametrize(
    ("earnings", "moves"),
    [
        pytest.param(
            "person any, person trader", ["person trader", "sell tea", "person maharani"], id="the named person first"
        ),
        pytest.param("sell-any 3, sell-any 1", ["sell tea", "sell tea tea tea"], id="the smaller sale first"),
    ],
)
def test_a_move_that_fits_two_earnings_uses_the_narrower_one(desk, earnings, moves):
    table = desk(roll=roll_with("flag"), earnings={1: earnings}, goods=(4, 0, 0)).play("red", "take blue-1")
    for move in moves:
        assert table.allows("red", move)
        table.play("red", move)


def test_only_the_person_that_the_space_names_can_be_called(desk):
    table = desk(roll=roll_with("flag"), earnings={1: "person trader, upgrade"}).play("red", "take blue-1")
    assert table.refused("red", "person maharani") == "other-person-asked"


def test_an_earning_that_stays_impossible_is_dropped(desk):
    table = desk(roll=roll_with("star"), river=river(9), goods=(6, 6, 6), sold=(6, 6, 6)).play("red", "take blue-1")
    assert table.moves("red") == ["end turn"]


def test_a_chain_of_river_spaces_is_part_of_the_action(desk):
    table = desk(roll=roll_with("lotus"), river=river(10)).play("red", "take blue-1")
    assert table.marks().river == river(10, 11, 12)
    assert table.marks().fame == 2


class TestPeople:
    def test_the_great_mogul_calls_one_of_the_other_five(self, desk):
        table = desk(roll=roll_with(orange="great-mogul")).play("red", "take orange-1")
        assert table.refused("red", "person great-mogul") == "not-the-mogul-again"
        table.play("red", "person raja-man-singh")
        assert table.marks().people == (1, 0, 0, 1, 0, 0)
        assert table.marks().money == 1
        assert table.moves("red") == ["upgrade temple", "upgrade palace", "upgrade fort", "upgrade mill"]

    def test_the_trader_sells_up_to_two_goods_of_any_kinds(self, desk):
        table = desk(goods=(2, 1, 0)).play("red", "take orange-1")
        sales = [move for move in table.moves("red") if move.startswith("sell")]
        assert sales == ["sell tea tea", "sell tea silk", "sell tea", "sell silk"]

    def test_who_sells_none_to_the_trader_gets_one_good(self, desk):
        table = desk().play("red", "take orange-1")
        assert table.moves("red") == ["goods tea", "goods silk", "goods spices"]
        assert desk(goods=(1, 0, 0)).play("red", "take orange-1", "goods silk").marks().goods == (1, 1, 0)

    def test_raja_man_singh_gives_1_money_and_an_upgrade(self, desk):
        table = desk(roll=roll_with(orange="raja-man-singh")).play("red", "take orange-1", "upgrade fort")
        assert (table.marks().money, table.marks().upgrades) == (1, (0, 0, 1, 0))

    def test_raja_man_singh_with_everything_upgraded_gives_1_money(self, desk):
        table = desk(roll=roll_with(orange="raja-man-singh"), upgrades=(2, 2, 2, 2)).play("red", "take orange-1")
        assert table.marks().money == 1
        assert table.moves("red") == ["end turn"]

    def test_the_portuguese_with_nothing_to_mark_gives_one_good(self, desk):
        table = desk().play("red", "take orange-2")
        assert table.moves("red") == ["goods tea", "goods silk", "goods spices"]

    def test_the_portuguese_by_choice_gives_one_good(self, desk):
        table = desk(river=river(3)).play("red", "take orange-2")
        assert table.moves("red") == ["river -1", "river -2", "goods tea", "goods silk", "goods spices"]

    def test_with_all_goods_circled_the_portuguese_only_sails(self, desk):
        table = desk(river=river(3), goods=(6, 6, 6)).play("red", "take orange-2")
        assert table.moves("red") == ["river -1", "river -2", "give up die"]
        assert table.refused("red", "goods tea") == "no-goods-left"

    def test_with_all_goods_circled_the_trader_forces_nobody_to_sell(self, desk):
        table = desk(goods=(6, 6, 6), sold=(5, 6, 6)).play("red", "take orange-1")
        assert table.moves("red") == ["sell tea", "give up die"]

    def test_a_person_called_by_a_bonus_is_crossed_out_too(self, desk):
        table = desk(circled=("edge e1 N",), people=(0, 0, 0, 0, 2, 0), roads={"b3": "EW"})
        table.play("red", "take purple-1", "use edge e1 N")
        assert table.marks().people == (0, 0, 0, 0, 3, 0)

    def test_nobody_is_called_a_fourth_time(self, desk):
        table = desk(circled=("edge e1 N", "edge a1 W"), people=(0, 0, 0, 0, 3, 0)).play("red", "take purple-1")
        assert table.refused("red", "use edge e1 N") == "person-used-up"
        assert table.play("red", "use edge a1 W").refused("red", "person master-builder") == "person-used-up"

    def test_a_person_of_choice_may_be_the_great_mogul(self, desk):
        table = desk(circled=("edge a1 W",)).play("red", "take purple-1", "use edge a1 W", "person great-mogul")
        assert "person maharani" in table.moves("red")
        assert "person great-mogul" not in table.moves("red")

    @pytest.mark.parametrize(
        ("people", "orange", "released"),
        [
            pytest.param((0, 0, 0, 1, 0, 1), "master-builder", "palace lower 1", id="lower area"),
            pytest.param((1, 1, 0, 0, 0, 0), "trader", "palace upper 1", id="upper area"),
            pytest.param((2, 2, 1, 0, 0, 0), "trader", "palace upper 2", id="second column"),
            pytest.param((3, 3, 2, 0, 0, 0), "trader", "palace upper 3", id="third column"),
            pytest.param((1, 1, 1, 0, 0, 0), "trader", None, id="an incomplete column"),
        ],
    )
    def test_completing_a_column_releases_its_bonus(self, desk, people, orange, released):
        table = desk(roll=roll_with(orange=orange), people=people).play("red", "take orange-1")
        assert table.marks().circled == ((released,) if released else ())


@pytest.mark.parametrize(
    ("upgrades", "once", "released"),
    [
        pytest.param((1, 1, 0, 1), (), ("upgrade 1",), id="first column"),
        pytest.param((2, 2, 1, 2), (), ("upgrade 2",), id="second column"),
        pytest.param((1, 0, 0, 1), (), (), id="incomplete"),
        pytest.param((1, 1, 1, 1), (), (), id="already complete"),
        pytest.param((1, 1, 0, 1), ("palace", "fort"), ("upgrade 1",), id="first column needs every building"),
        pytest.param((2, 0, 1, 0), ("palace", "mill"), ("upgrade 2",), id="second column before the first"),
        pytest.param((1, 1, 1, 1), ("palace", "mill"), (), id="second column without another building"),
    ],
)
def test_completing_an_upgrade_column_releases_its_bonus(desk, upgrades, once, released):
    table = desk(roll=roll_with(orange="raja-man-singh"), once=once, upgrades=upgrades)
    assert table.play("red", "take orange-1", "upgrade fort").marks().circled == released


def test_a_building_that_is_upgraded_once_has_its_highest_value(desk):
    table = desk(roll=roll_with(orange="raja-man-singh"), once=("palace", "mill"), upgrades=(1, 1, 1, 0))
    table.play("red", "take orange-1")
    assert table.moves("red") == ["upgrade temple", "upgrade fort", "upgrade mill"]
    assert table.refused("red", "upgrade palace") == "upgraded-fully"


def test_raja_man_singh_knows_when_all_shorter_rows_are_full(desk):
    table = desk(roll=roll_with(orange="raja-man-singh"), once=("palace", "mill"), upgrades=(2, 1, 2, 1))
    assert table.play("red", "take orange-1").marks().money == 1


@pytest.mark.parametrize(("karma", "released"), [(1, ()), (2, ("karma 3",)), (3, ("karma 4",)), (4, ("karma 5",))])
def test_the_third_fourth_and_fifth_karma_release_a_bonus(desk, karma, released):
    table = desk(circled=("tent 2",), karma_circled=karma).play("red", "take purple-1", "use tent 2")
    assert table.marks().circled == released


def test_a_sixth_karma_does_not_exist(desk):
    table = desk(circled=("tent 2",), karma_circled=5).play("red", "take purple-1")
    assert table.refused("red", "use tent 2") == "karma-full"


@pytest.mark.parametrize(
    ("fame", "released"),
    [
        pytest.param(2, (), id="not reached"),
        pytest.param(3, ("fame 5",), id="landed on"),
        pytest.param(4, ("fame 5",), id="passed"),
        pytest.param(5, (), id="left behind"),
    ],
)
def test_landing_on_or_passing_a_track_bonus_releases_it(desk, fame, released):
    table = desk(fame=fame, upgrades=(0, 0, 1, 0)).play("red", "take green-1", "road b3 NE")
    assert table.marks().circled == released


@pytest.mark.parametrize(
    ("given_up", "left"),
    [
        pytest.param("give up river 1 upgrade", {"goods tea", "goods silk", "goods spices"}, id="the first"),
        pytest.param("give up river 1 goods 1", {f"upgrade {each}" for each in BUILDINGS}, id="the second"),
    ],
)
def test_of_two_earnings_of_a_river_space_the_player_chooses_which_to_give_up(desk, given_up, left):
    flag = "tea-tea tea-tea bend bend flag fish trader trader"
    table = desk(roll=flag, earnings={1: "upgrade, goods 1"}).play("red", "take blue-1")
    assert str(table.refusal("red", "give up river 1")) == "several-earnings what=river 1"
    assert set(table.play("red", given_up).moves("red")) == {*left, "give up river 1"}
