"""Ways to pay for a card, least waste first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards_karma.rules.paying import Die, Payment, list_ways_to_pay_building, list_ways_to_pay_exactly


def hand(text):
    return [Die(colour, int(value)) for colour, value in (word.split("-") for word in text.split())]


def best(payments):
    first = payments[0]
    return " ".join(str(die.value) for die in first.dice), first.karma, first.administrators, first.overpaid


def test_karas_administrator_is_a_blue_6_with_her_blue_5():
    assert best(list_ways_to_pay_building(hand("blue-5 green-6"), "blue", 11, 0, 1)) == ("5", 0, 1, 0)


@pytest.mark.parametrize(
    ("cards", "cost", "karma", "administrators", "expected"),
    [
        pytest.param("blue-3 blue-5 blue-6", 8, 0, 0, ("3 5", 0, 0, 0), id="exactly"),
        pytest.param("blue-3 blue-6", 8, 0, 0, ("3 6", 0, 0, 1), id="overpaid by one"),
        pytest.param("blue-3 blue-5", 10, 2, 0, ("3 5", 2, 0, 0), id="karma lifts dice"),
        pytest.param("blue-4 blue-3", 5, 1, 1, ("4", 1, 0, 0), id="karma instead of a second card"),
        pytest.param("blue-5 blue-5", 10, 2, 2, ("5 5", 0, 0, 0), id="no joker without need"),
        pytest.param("green-6", 12, 2, 2, ("", 0, 2, 0), id="jokers alone"),
    ],
)
def test_least_waste_for_a_building(cards, cost, karma, administrators, expected):
    assert best(list_ways_to_pay_building(hand(cards), "blue", cost, karma, administrators)) == expected


def test_karma_never_raises_a_die_above_6():
    assert list_ways_to_pay_building(hand("blue-5"), "blue", 7, 2, 0) == ()


def test_too_little_does_not_pay():
    assert list_ways_to_pay_building(hand("blue-5 green-6"), "blue", 6, 0, 0) == ()


@pytest.mark.parametrize(
    ("cards", "number", "karma", "administrators", "expected"),
    [
        pytest.param("blue-3 green-2", 3, 0, 0, ("3", 0, 0, 0), id="the number itself"),
        pytest.param("blue-3", 2, 1, 0, ("3", 1, 0, 0), id="karma lowers"),
        pytest.param("blue-3", 4, 1, 0, ("3", 1, 0, 0), id="karma raises"),
        pytest.param("blue-1", 3, 2, 1, ("1", 2, 0, 0), id="two karma on one die"),
        pytest.param("blue-6", 3, 2, 1, ("", 0, 1, 0), id="too far: the joker"),
    ],
)
def test_ships_and_palace_actions_are_paid_exactly(cards, number, karma, administrators, expected):
    assert best(list_ways_to_pay_exactly(hand(cards), number, karma, administrators)) == expected


def test_a_ship_is_never_paid_with_several_dice():
    assert list_ways_to_pay_exactly(hand("blue-1 blue-2"), 3, 0, 0) == ()


@given(
    st.lists(st.builds(Die, st.sampled_from(["blue", "green"]), st.integers(1, 6)), max_size=8),
    st.integers(1, 15),
    st.integers(0, 2),
    st.integers(0, 2),
)
def test_every_way_pays_and_one_is_found_whenever_possible(dice, cost, karma, administrators):
    ways = list_ways_to_pay_building(dice, "blue", cost, karma, administrators)
    blue = [die.value for die in dice if die.colour == "blue"]
    most = sum(blue) + min(karma, sum(6 - value for value in blue)) + 6 * administrators
    assert bool(ways) == (most >= cost)
    for way in ways:
        assert isinstance(way, Payment)
        assert sum(die.value for die in way.dice) + way.karma + 6 * way.administrators >= cost
        assert way.karma <= karma
        assert way.administrators <= administrators
