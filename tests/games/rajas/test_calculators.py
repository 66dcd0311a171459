"""Calculations in Rajas of the Ganges: payments, markets, tiles and boats."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rajas.rules.board import COLOURS, Die, flip_side
from companion.games.rajas.rules.paying import list_ways_to_overbuild, list_ways_to_pay, list_ways_to_show
from companion.games.rajas.rules.province import (
    BROWN_YIELDS,
    Market,
    Progress,
    TileYield,
    Yield,
    count_tile_yield,
    sell_different_goods,
    sell_goods_of_one_kind,
)
from companion.games.rajas.rules.river import (
    find_free_spaces,
    find_harbour_moves,
    find_next_free,
    find_portuguese_move,
    place_river_tiles,
)


def dice(text):
    return [Die(colour, int(value)) for colour, value in (word.split("-") for word in text.split())]


def told(payment):
    return (
        " ".join(str(die.value) for die in payment.dice),
        " ".join(str(die.value) for die in payment.turned),
        payment.overpaid,
    )


@pytest.mark.parametrize(
    ("statue", "cost", "karma", "best"),
    [
        pytest.param("blue-3 blue-5", 7, 0, ("3 5", "", 1), id="blue 7 with 3 and 5"),
        pytest.param("blue-3 blue-5 blue-2 green-6", 7, 0, ("2 5", "", 0), id="exactly 7"),
        pytest.param("blue-1 green-6", 6, 1, ("", "1", 0), id="a karma turns 1 into 6"),
        pytest.param("blue-4 blue-5", 7, 1, ("4 5", "", 2), id="no karma to save pips that nobody gets back"),
        pytest.param("blue-2 blue-6", 5, 1, ("", "2", 0), id="keep the better die"),
        pytest.param("blue-6 blue-6 blue-1 blue-1 blue-1", 9, 0, ("1 1 1 6", "", 0), id="small dice"),
        pytest.param("blue-1 blue-1 blue-1", 18, 3, ("", "1 1 1", 0), id="three karma"),
    ],
)
def test_least_waste_for_a_tile(statue, cost, karma, best):
    assert told(list_ways_to_pay(dice(statue), "blue", cost, karma)[0]) == best


def test_the_way_without_karma_is_offered_too():
    assert [told(way) for way in list_ways_to_pay(dice("blue-2 blue-6"), "blue", 5, 1)] == [
        ("", "2", 0),
        ("6", "", 1),
    ]


def test_no_way_to_pay():
    assert list_ways_to_pay(dice("blue-2 green-6"), "blue", 5, 0) == ()


@given(
    st.lists(st.builds(Die, st.sampled_from(COLOURS[:2]), st.integers(1, 6)), max_size=10),
    st.integers(1, 20),
    st.integers(0, 3),
)
def test_every_way_pays_and_is_found_whenever_there_is_one(statue, cost, karma):
    colour = COLOURS[0]
    ways = list_ways_to_pay(statue, colour, cost, karma)
    gains = sorted((flip_side(die.value) - die.value for die in statue if die.colour == colour), reverse=True)
    most = sum(die.value for die in statue if die.colour == colour) + sum(max(0, gain) for gain in gains[:karma])
    assert bool(ways) == (most >= cost)
    for way in ways:
        worth = sum(die.value for die in way.dice) + sum(flip_side(die.value) for die in way.turned)
        assert worth == cost + way.overpaid
        assert len(way.turned) <= karma
        assert not way.given - type(way.given)(statue)
        assert all(worth - die.value < cost for die in way.dice)


@pytest.mark.parametrize(
    ("statue", "numbers", "karma", "ways"),
    [
        pytest.param("blue-3 green-4", (3,), 1, [("3", "", 0), ("", "4", 0)], id="yogi: a 3, or a turned 4"),
        pytest.param("blue-3 green-4", (3,), 0, [("3", "", 0)], id="without karma"),
        pytest.param("blue-6", (1, 2, 3), 1, [("", "6", 0)], id="harbour: a turned 6"),
        pytest.param("blue-6", (1, 2, 3), 0, [], id="harbour: no die"),
    ],
)
def test_one_die_with_the_right_number(statue, numbers, karma, ways):
    assert [told(way) for way in list_ways_to_show(dice(statue), numbers, karma)] == ways


def test_leila_gives_a_green_5_and_a_violet_die_of_at_least_2_to_overbuild():
    way = list_ways_to_overbuild(dice("green-5 purple-3 purple-1"), "purple", 4, 6, 0)[0]
    assert (told(way.five), told(way.difference)) == (("5", "", 0), ("3", "", 1))


@pytest.mark.parametrize(
    ("statue", "old", "new", "karma", "for_free", "possible"),
    [
        pytest.param("green-5 purple-3", 6, 6, 3, False, False, id="the new tile has to be more expensive"),
        pytest.param("green-4 purple-3", 4, 6, 0, False, False, id="no 5 for the master builder"),
        pytest.param("green-2 purple-3", 4, 6, 1, False, True, id="a turned 2 is a 5"),
        pytest.param("purple-5", 4, 6, 0, False, False, id="the 5 cannot pay twice"),
        pytest.param("purple-5", 4, 6, 0, True, True, id="from the river he asks no die"),
        pytest.param("green-2 purple-1", 4, 6, 1, False, False, id="one karma cannot turn both"),
        pytest.param("green-2 purple-1", 4, 6, 2, False, True, id="two karma can"),
    ],
)
def test_master_builder(statue, old, new, karma, for_free, possible):
    assert bool(list_ways_to_overbuild(dice(statue), "purple", old, new, karma, for_free)) == possible


LEVELS = {"temple": 2, "palace": 2, "fort": 2, "mill": 3}


def test_leila_scores_a_temple_and_an_upgraded_mill_then_the_special_yields():
    special = (Yield("dice"), Yield("upgrade"))
    assert count_tile_yield(["temple", "mill"], [], LEVELS, special) == TileYield(fame=5, money=0, then=special)


def test_markets_pay_when_the_tile_is_placed():
    assert count_tile_yield(["fort"], [Market("tea", 3)], LEVELS) == TileYield(fame=2, money=3)


RAJESH = [Market("tea", 3), Market("tea", 2), Market("tea", 2), Market("silk", 2)]


@pytest.mark.parametrize(
    ("action", "money", "count"),
    [
        pytest.param(sell_different_goods(RAJESH), 5, 2, id="assorted: the silk and the best tea market"),
        pytest.param(sell_goods_of_one_kind(RAJESH, 4), 7, 3, id="one kind with a 4: all three tea markets"),
        pytest.param(sell_goods_of_one_kind(RAJESH, 1), 3, 1, id="one kind with a 1"),
        pytest.param(sell_different_goods([]), 0, 0, id="no markets, assorted"),
        pytest.param(sell_goods_of_one_kind([], 6), 0, 0, id="no markets, one kind"),
    ],
)
def test_market_actions(action, money, count):
    assert (action.money, len(action.markets)) == (money, count)


PROGRESS = Progress(
    tiles_with_market=3, river_spaces=8, buildings=5, yield_tiles_connected=2, bends=4, upgrades=3, workers=4
)


@pytest.mark.parametrize(
    ("tile", "gives", "amount"),
    [
        ("markets", "fame", 3),
        ("river", "fame", 2),
        ("buildings", "money", 5),
        ("yield-tiles", "money", 4),
        ("bends", "fame", 8),
        ("upgrades", "money", 6),
        ("workers", "fame", 4),
    ],
    ids=str,
)
def test_brown_yield_tiles(tile, gives, amount):
    assert BROWN_YIELDS[tile](PROGRESS) == Yield(gives, amount)


@pytest.mark.parametrize(
    ("boat", "die", "others", "spaces"),
    [
        pytest.param(0, 1, [], (1,), id="exactly one"),
        pytest.param(4, 2, [5], (6, 7), id="Leila skips the yellow boat"),
        pytest.param(4, 3, [5, 7], (6, 8, 9), id="two boats skipped"),
        pytest.param(18, 3, [19, 20], (20,), id="the last space is never occupied"),
        pytest.param(20, 3, [], (), id="arrived"),
        pytest.param(4, 4, [], (), id="a 4 does not sail"),
    ],
)
def test_harbour(boat, die, others, spaces):
    assert find_harbour_moves(boat, die, others, last=20) == spaces


@pytest.mark.parametrize(
    ("boat", "others", "space"),
    [
        pytest.param(2, [], 8, id="six ahead"),
        pytest.param(2, [3, 8], 10, id="two boats skipped"),
        pytest.param(14, [], 20, id="onto the last space"),
        pytest.param(14, [17], None, id="too few free spaces"),
        pytest.param(15, [], None, id="within the last six"),
    ],
)
def test_portuguese(boat, others, space):
    assert find_portuguese_move(boat, others, last=20) == space


def test_a_track_bonus_takes_the_boat_to_the_next_free_space():
    assert find_next_free(3, [4, 5], last=20) == 6
    assert find_next_free(20, [], last=20) is None


@given(st.integers(0, 20), st.sets(st.integers(0, 20), max_size=3))
def test_no_two_boats_share_a_space_before_the_last(boat, others):
    for space in find_free_spaces(boat, others, last=20):
        assert space > boat
        assert space == 20 or space not in others


@pytest.mark.parametrize(
    ("rolls", "spaces"),
    [
        pytest.param([2, 3, 6], (2, 5, 11), id="counted on from the tile before"),
        pytest.param([6, 6, 6, 2, 1], (6, 12, 18), id="never on the last space"),
        pytest.param([1] * 10, tuple(range(1, 9)), id="eight tiles at most"),
    ],
)
def test_ganga_tiles_are_placed_by_die(rolls, spaces):
    assert place_river_tiles(rolls, last=20) == spaces
