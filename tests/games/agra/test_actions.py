"""What the calculators of Agra answer, by the examples of the rulebook."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.agra.game import (
    award_contract,
    count_building_value,
    count_meditation_points,
    list_ways_to_build,
)
from companion.games.agra.rules.scoring import GOODS, value


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


def test_teal_wins_the_mosaic_maker_by_a_double_delivery():
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


def test_there_are_sixteen_goods():
    assert len(set(GOODS)) == 16
