"""A refusal carries what a sentence about it needs: which space, which good, how many."""

from dataclasses import replace

import pytest

from companion.games.dice_charmers.rules import Played, Rolled, apply, check, new_game, outcome, parse_move
from companion.games.dice_charmers.rules.market import CopyGoodsDie
from companion.games.dice_charmers.rules.scoring import to_points

SAIL = "tea-tea tea-tea straight half-roads flag fish maharani master-builder"

FULL_PROVINCE = {f"{column}{row}": "NESW" for column in "abcde" for row in range(1, 6) if (column, row) != ("c", 3)}

# the table before, what red has entered, what red enters now, the refusal
ROADS = {
    "beyond the province": ({}, "take green-1", "road k9 NE", "no-such-space space=k9"),
    "on the residence": ({}, "take green-1", "road c3 NE", "residence-has-its-roads space=c3"),
    "another shape": ({}, "take green-1", "road c2 NS", "wrong-shape asked=bend space=c2"),
    "occupied": ({"roads": {"c2": "NS"}}, "take green-1", "road c2 NE", "space-occupied space=c2"),
    "not connected": ({}, "take green-1", "road a1 NE", "not-connected space=a1"),
    "incomplete": ({}, "take green-1", "road c2 S", "road-incomplete space=c2"),
    "a half beyond the province": ({}, "take green-2", "half k9 N", "no-such-space space=k9"),
    "a half on the residence": ({}, "take green-2", "half c3 N", "residence-takes-no-half space=c3"),
    "a half on an empty space": ({}, "take green-2", "half b2 N", "half-on-empty space=b2"),
    "a half to an open side": ({"roads": {"c2": "NS"}}, "take green-2", "half c2 N", "side-open side=N space=c2"),
    "a road from one half": (
        {"roads": {"c2": "NS"}}, "take green-2, half c2 E", "road b3 EW", "one-half-left space=b3"),
    "a half without any road": (
        {"circled": ("edge d1 N",)}, "take purple-1", "use edge d1 N", "no-place-for-road asked=half-road"),
    "a fork without room": (
        {"circled": ("edge a4 W",), "roads": FULL_PROVINCE},
        "take purple-1", "use edge a4 W", "no-place-for-road asked=fork"),
}  # fmt: skip
GOODS = {
    "too few": (
        {"circled": ("edge a5 S",), "goods": (3, 0, 1)}, "take blue-2, use edge a5 S", "sell tea",
        "too-few-sold given=1 low=2"),
    "too many": (
        {"circled": ("edge a5 S",), "goods": (3, 1, 1)}, "take blue-2, use edge a5 S", "sell tea silk spices",
        "too-many-sold given=3 high=2"),
    "twice the same": (
        {"goods": (1, 2, 0)}, "take green-1, road d3 SW", "sell tea silk silk", "sale-not-different good=silk"),
    "not in stock": (
        {"circled": ("edge a5 S",), "goods": (3, 0, 1)}, "take blue-2, use edge a5 S", "sell tea silk",
        "not-in-stock good=silk stock=0"),
    "one good for two": (
        {"circled": ("edge e5 E",)}, "take blue-2, use edge e5 E", "goods tea",
        "wrong-number-of-goods expected=2 given=1"),
    "one good twice": (
        {"circled": ("edge e5 E",)}, "take blue-2, use edge e5 E", "goods tea tea", "goods-not-different good=tea"),
    "a kind that is all circled": (
        {"circled": ("edge e4 E",), "goods": (6, 0, 0)}, "take blue-2, use edge e4 E", "goods tea",
        "good-all-circled good=tea"),
    "a green goods die": (
        {"circled": ("edge e1 E",)}, "take blue-2, use edge e1 E", "goods-die green-1",
        "not-a-goods-die die=green-1"),
    "a goods die of no use": (
        {"circled": ("edge e1 E",), "goods": (6, 6, 0)}, "take blue-2, use edge e1 E", "goods-die purple-1",
        "purple-useless die=purple-1 face=tea-silk"),
    "two goods dice of no use": (
        {"circled": ("edge e1 E",), "goods": (6, 6, 6)}, "take blue-2", "use edge e1 E", "no-goods-on-dice"),
}  # fmt: skip
RIVER_AND_PALACE = {
    "ahead for back": (
        {"circled": ("edge c1 N",), "river": 0b100}, "take purple-1, use edge c1 N", "river +1", "wrong-way step=1"),
    "too far back": (
        {"circled": ("edge c1 N",), "river": 0b1000}, "take purple-1, use edge c1 N", "river -3",
        "not-that-far most=2 step=-3"),
    "back beyond the first": (
        {"circled": ("edge c1 N",), "river": 0b10}, "take purple-1, use edge c1 N", "river -2",
        "nothing-behind left=1 step=-2"),
    "back for ahead": ({"roll": SAIL}, "take orange-1", "river -1", "wrong-way step=-1"),
    "too far ahead": ({"roll": SAIL}, "take orange-1", "river +3", "not-that-far most=2 step=3"),
    "beyond the last": ({"roll": SAIL, "river": 1 << 16}, "take orange-1", "river +2", "river-ends left=1 step=2"),
    "a person used up": (
        {"circled": ("edge a1 W",), "people": (0, 0, 3, 0, 0, 0)}, "take purple-1, use edge a1 W", "person trader",
        "person-used-up person=trader"),
    "the die's half-roads given up": ({"roll": SAIL}, "take orange-2", "give up die", "die-must-be-used"),
}  # fmt: skip
CASES = {**ROADS, **GOODS, **RIVER_AND_PALACE}


@pytest.mark.parametrize(("before", "first", "entry", "refusal"), CASES.values(), ids=CASES.keys())
def test_a_refusal_tells_what_it_is_about(desk, before, first, entry, refusal):
    table = desk(**before).play("red", *first.split(", "))
    assert str(table.refusal("red", entry)) == refusal


def test_a_goods_die_that_does_not_exist(desk):
    table = desk(circled=("edge e1 E",)).play("red", "take blue-2", "use edge e1 E")
    assert str(check(table.state, "red", CopyGoodsDie("pink-1"))) == "no-such-die die=pink-1"


@pytest.mark.parametrize(
    ("goods", "moves"),
    [
        pytest.param((0, 0, 0), ["goods-die purple-1", "goods-die purple-2"], id="both dice"),
        pytest.param((6, 6, 0), ["goods-die purple-2"], id="only the second"),
        pytest.param((0, 0, 6), ["goods-die purple-1"], id="only the first"),
    ],
)
def test_the_goods_dice_of_use_are_offered(desk, goods, moves):
    table = desk(circled=("edge e1 E",), goods=goods).play("red", "take blue-2", "use edge e1 E")
    assert table.moves("red") == [*moves, "give up edge e1 E"]


def test_when_nobody_can_be_called_a_person_of_choice_is_of_no_use(desk):
    table = desk(circled=("edge a1 W",), people=(3,) * 6).play("red", "take purple-1")
    assert table.refused("red", "use edge a1 W") == "person-used-up"
    assert table.moves("red") == ["end turn", "give up edge a1 W"]


def test_a_residence_with_few_roads_takes_no_half_road_either(garden_sheet):
    """Its road could be extended, were it a road like others."""
    narrow = replace(garden_sheet, province=replace(garden_sheet.province, residence_roads="NS"))
    state = apply(new_game(narrow, ("red", "blue")), Played("red", parse_move("roll")))
    faces = "tea-silk spices-spices bend half-roads flag fish trader portuguese"
    state = apply(state, Rolled(tuple(faces.split())))
    state = apply(state, Played("red", parse_move("take purple-1")))
    marks = state.seats[0].marks._replace(circled=("edge d1 N",))
    state = state.with_seat(0, state.seats[0]._replace(marks=marks))
    assert str(check(state, "red", parse_move("use edge d1 N"))) == "no-place-for-road asked=half-road"


@pytest.mark.parametrize(("halves", "written"), [(4, "2"), (5, "2.5"), (-2, "-1"), (-3, "-1.5"), (6, "3"), (0, "0")])
def test_whole_points_are_written_without_a_fraction(halves, written):
    assert str(to_points(halves)) == written


def test_the_best_stands_first_whatever_the_names(desk):
    table = desk(3).change("red", fame=30).change("blue", fame=39, money=4).change("green", fame=39)
    for seat in ("red", "blue", "green"):
        table.play(seat, next(move for move in table.moves(seat) if move.startswith("take"))).finish(seat)
    standings = outcome(table.state).standings
    assert [(found["name"], found["rank"]) for found in standings] == [("blue", 1), ("green", 2), ("red", 3)]
