"""Calculations of single actions in Agra, by the examples of the rulebook."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.rules import trading
from companion.games.agra.rules.actions import (
    OrderReward,
    award_contract,
    count_building_value,
    count_delivery_pay,
    count_meditation_points,
    count_produced_goods,
    find_order_reward,
    list_ways_to_build,
)
from companion.games.agra.rules.goods import GOODS, value
from companion.games.agra.rules.river import (
    PIERS,
    count_favour_for_cotton,
    find_end_triggers,
    find_good_by_cotton,
    find_pier,
)
from companion.games.agra.rules.trading import (
    check_exchange,
    check_voyage,
    compute_trader_budget,
    count_deliveries,
    count_leftover_rupees,
)


@pytest.mark.parametrize(
    ("gaps", "covered", "extra", "goods"),
    [
        pytest.param((1, 1), 0, 0, 2, id="teal's quarry"),
        pytest.param((2, 2), 2, 0, 2, id="cover tiles produce nothing"),
        pytest.param((0, 0), 0, 0, 0, id="farmers beside the symbol"),
        pytest.param((4, 4), 0, 0, 8, id="at most 8"),
        pytest.param((1, 1), 0, 1, 3, id="one more by the Mahout"),
    ],
)
def test_production(gaps, covered, extra, goods):
    assert count_produced_goods(gaps, covered, extra) == goods


@pytest.mark.parametrize(
    ("printed", "workers", "extra", "points"),
    [
        pytest.param((0, 1, 2, 3), 0, 1, 0, id="nobody meditates, no Muezzin either"),
        pytest.param((0, 1, 2, 3), 1, 0, 3, id="the tracker's space"),
        pytest.param((0, 1, 2, 3), 3, 0, 6, id="each further worker one space back"),
        pytest.param((0, 1, 2, 3), 6, 0, 9, id="never less than 1 per worker"),
        pytest.param((0, 1, 2, 3), 2, 1, 6, id="one more by the Muezzin"),
    ],
)
def test_meditation(printed, workers, extra, points):
    assert count_meditation_points(printed, workers, extra) == points


@pytest.mark.parametrize(
    ("good", "tokens", "worth"),
    [("wood", {}, 1), ("oil", {}, 2), ("book", {}, 3), ("wood", {"wood": 1}, 2), ("wood", {"oil": 1}, 1),
     ("statue", {"statue": -1}, 2), ("cotton", {"cotton": -1}, 0)],
)  # fmt: skip
def test_goods_values(good, tokens, worth):
    assert value(good, tokens) == worth


def test_teal_raises_wood_and_trades_two_for_a_good_worth_3():
    assert compute_trader_budget(["wood", "wood"], {"wood": 1}) == 3
    assert check_exchange(["wood", "wood"], ["statue"], {"wood": 1}) is None


@pytest.mark.parametrize(
    ("given_up", "taken", "code"),
    [
        pytest.param(["oil", "oil"], ["book"], None, id="one for less"),
        pytest.param(["oil", "oil", "wood"], ["dye", "curry"], None, id="several new goods"),
        pytest.param(["oil", "oil"], ["dye", "dye"], trading.Code.WRONG_VALUE, id="the trader keeps one"),
        pytest.param(["oil", "oil"], ["dye"], trading.Code.WRONG_VALUE, id="too little"),
        pytest.param(["wood"] * 4, ["book"], trading.Code.GIVE_ONE_TO_THREE, id="four goods"),
        pytest.param([], [], trading.Code.GIVE_ONE_TO_THREE, id="nothing"),
    ],
)
def test_trader(given_up, taken, code):
    refusal = check_exchange(given_up, taken)
    assert (refusal and refusal.code) == code


def test_magenta_pays_a_painting_delivers_two_and_gets_2_rupees_back():
    assert count_deliveries(["painting"]) == 4
    assert count_leftover_rupees(["painting"], used=2) == 2


@pytest.mark.parametrize(
    ("paid", "used", "jagirdar", "rupees"),
    [
        pytest.param(["curry"], 2, False, 1, id="teal fulfils an order with a curry"),
        pytest.param(["cotton"], 2, False, 0, id="yellow uses both"),
        pytest.param([], 1, False, 0, id="the free delivery"),
        pytest.param([], 0, False, 0, id="a free delivery not used pays nothing"),
        pytest.param(["painting"], 0, False, 3, id="only paid deliveries are given back"),
        pytest.param(["curry"], 2, True, 2, id="the Jagirdar's extra delivery is free too"),
    ],
)
def test_leftover_rupees(paid, used, jagirdar, rupees):
    assert count_leftover_rupees(paid, used, jagirdar=jagirdar) == rupees


@pytest.mark.parametrize(
    ("paid", "used", "portuguese", "code"),
    [
        pytest.param(["painting"], 4, False, None, id="one good pays for its value"),
        pytest.param(["painting"], 5, False, trading.Code.TOO_FEW_DELIVERIES, id="too many deliveries"),
        pytest.param(["wood", "wood"], 3, False, trading.Code.PAYS_ONE_GOOD, id="one good only"),
        pytest.param(["wood", "wood", "turmeric", "turmeric"], 5, True, None, id="Portuguese Trader: up to 4"),
        pytest.param(["painting", "oil"], 5, True, trading.Code.PAYS_TOO_MUCH, id="Portuguese Trader: above 4"),
    ],
)
def test_voyages(paid, used, portuguese, code):
    refusal = check_voyage(paid, used, portuguese_trader=portuguese)
    assert (refusal and refusal.code) == code


def test_the_cook_pays_yellow_1_and_teal_2_or_one_of_them_3():
    assert [count_delivery_pay(0), count_delivery_pay(1)] == [1, 2]
    assert count_delivery_pay(0) + count_delivery_pay(1) == 3
    assert sum(count_delivery_pay(markers) for markers in range(3)) == 6


def test_yellow_gets_3_rupees_from_the_jagirdar_after_a_double_delivery():
    assert count_delivery_pay(markers_before=2) == 3


def test_teal_wins_the_mosaic_maker_by_a_double_delivery():
    assert count_delivery_pay(1) + count_delivery_pay(2, double=True) == 3
    assert award_contract(["magenta", "teal"], doubles=["teal"]).winner == "teal"


@pytest.mark.parametrize(
    ("ordered", "doubles", "winner", "favour"),
    [
        pytest.param(["a", "b"], [], "a", {"b": 1}, id="tie: the topmost good"),
        pytest.param(["b", "a", "a"], [], "a", {"b": 1}, id="most markers"),
        pytest.param(["b", "a"], ["a", "b"], "b", {"a": 2}, id="both doubled: the topmost again"),
        pytest.param(["c", "b", "a"], ["b", "a"], "b", {"c": 1, "a": 2}, id="tie below the topmost"),
        pytest.param(["a", "a"], [], "a", {}, id="alone"),
    ],
)
def test_who_gets_the_contract(ordered, doubles, winner, favour):
    result = award_contract(ordered, doubles)
    assert (result.winner, dict(result.favour)) == (winner, favour)


def test_yellow_builds_the_paper_factory_for_4_with_wood_and_cement():
    assert count_building_value(["wood", "cement"]) == 4
    assert list_ways_to_build({"wood": 1, "cement": 1}, cost=4) == (("wood", "cement"),)


@pytest.mark.parametrize(
    ("materials", "extra", "worth"),
    [([], 0, 0), (["cement", "cement"], 0, 4), (["wood", "sandstone"], 0, 3), (["wood"], 1, 2)],
    ids=["nothing", "one sort", "two sorts", "Takshaka"],
)
def test_building_values(materials, extra, worth):
    assert count_building_value(materials, extra) == worth


def test_the_cheapest_way_to_build_comes_first():
    ways = list_ways_to_build({"wood": 2, "sandstone": 1, "planks": 2}, cost=4)
    assert ways == (
        ("sandstone", "planks"),
        ("wood", "planks"),
        ("sandstone", "wood", "wood"),
        ("planks", "planks"),
    )


stocks = st.dictionaries(st.sampled_from(["sandstone", "wood", "cement", "planks", "oil"]), st.integers(0, 4))


@given(stocks, st.integers(1, 8))
def test_every_way_to_build_pays_from_the_stock_without_unnecessary_materials(stock, cost):
    for way in list_ways_to_build(stock, cost):
        assert count_building_value(way) >= cost
        assert not Counter(way) - Counter(stock)
        for position in range(len(way)):
            assert count_building_value(way[:position] + way[position + 1 :]) < cost


def test_orange_gets_one_rupee_less_for_an_order_and_a_step():
    assert find_order_reward(printed=3, mine=2, others=[4, 1]) == OrderReward(rupees=2, steps=1)


@pytest.mark.parametrize(
    ("mine", "others", "expected"),
    [
        pytest.param(4, [3, 1], OrderReward(3, 0), id="highest"),
        pytest.param(4, [4, 1], OrderReward(3, 0), id="tied for the highest"),
        pytest.param(0, [0, 0], None, id="no order without a step"),
    ],
)
def test_order_rewards(mine, others, expected):
    assert find_order_reward(3, mine, others) == expected


@pytest.mark.parametrize(
    ("contracts", "number", "limit", "level"),
    [
        pytest.param({}, 1, 3, 1, id="at the start"),
        pytest.param({1: 1}, 1, 3, 1, id="one contract is not enough"),
        pytest.param({1: 2}, 2, 3, 2, id="second pier"),
        pytest.param({1: 3, 2: 1}, 3, 4, 2, id="third pier"),
        pytest.param({1: 2, 2: 2}, 4, 5, 3, id="fourth pier"),
        pytest.param({1: 2, 2: 2, 3: 1}, 5, 6, 4, id="fifth pier"),
        pytest.param({1: 2, 2: 2, 3: 1, 4: 1}, 6, 6, 4, id="sixth pier"),
        pytest.param({1: 1, 2: 2}, 1, 3, 1, id="no pier is passed over"),
    ],
)
def test_the_boat(contracts, number, limit, level):
    here = find_pier(contracts)
    assert (here.number, here.order_limit, here.deliver_up_to) == (number, limit, level)


def test_every_event_happens_once():
    everything = [event for each in PIERS for event in each.events]
    assert len(set(everything)) == len(everything)


def test_cotton_at_the_piers():
    assert [count_favour_for_cotton(cotton) for cotton in (0, 2, 3, 5)] == [0, 2, 3, 3]
    assert [find_good_by_cotton(cotton) for cotton in (0, 1, 2, 5)] == [1, 2, 3, 3]


@pytest.mark.parametrize(
    ("contracts", "on_top", "orders", "triggers"),
    [
        pytest.param({3: 3}, False, {"artisans": 5}, (), id="not yet"),
        pytest.param({4: 1}, False, {}, ("level-four-contract",), id="a contract of level IV"),
        pytest.param({}, True, {}, ("top-of-influence",), id="top of an influence track"),
        pytest.param({}, False, {"artisans": 6}, ("order-column-full",), id="six orders in a column"),
    ],
)
def test_end_triggers(contracts, on_top, orders, triggers):
    assert find_end_triggers(contracts, on_top, orders) == triggers


def test_there_are_sixteen_goods():
    assert len(set(GOODS)) == 16
