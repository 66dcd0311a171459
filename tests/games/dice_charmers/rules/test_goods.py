"""Ruling 1.5: circling and selling goods, tents; and the bonuses of ruling 1.9 that deal in them."""

import pytest


def test_a_good_sells_for_the_coin_of_its_column(desk):
    table = desk(circled=("edge c5 S",), goods=(4, 0, 0), sold=(2, 0, 0)).play("red", "take blue-2", "use edge c5 S")
    table.play("red", "sell tea tea")  # columns of 2 and 3
    assert table.marks().money == 4 + 5
    assert table.marks().sold == (4, 0, 0)


SALES = [
    # bonus, stock, allowed, refused with code
    pytest.param("sell-any 1", (1, 1, 0), ["sell tea"], {"sell tea silk": "too-many-sold"}, id="any 1"),
    pytest.param(
        "sell-any 2",
        (2, 1, 0),
        ["sell tea silk", "sell tea tea", "sell tea"],
        {"sell silk silk": "not-in-stock", "sell tea tea silk": "too-many-sold"},
        id="any 2 means up to two",
    ),
    pytest.param(
        "sell-any 1-2", (3, 0, 0), ["sell tea", "sell tea tea"], {"sell tea tea tea": "too-many-sold"}, id="any 1-2"
    ),
    pytest.param("sell-any 3", (2, 1, 0), ["sell tea tea silk", "sell silk"], {}, id="any 3 means up to three"),
    pytest.param("sell-any 3", (1, 0, 0), ["sell tea"], {}, id="any 3 with one good in stock"),
    pytest.param(
        "sell-any 1-3",
        (3, 1, 0),
        ["sell silk", "sell tea tea", "sell tea tea silk"],
        {"sell tea tea tea silk": "too-many-sold"},
        id="any 1-3",
    ),
    pytest.param(
        "sell-1-3",
        (4, 1, 1),
        ["sell tea", "sell tea tea tea", "sell tea silk spices", "sell silk spices"],
        {"sell tea tea silk": "sale-mixed", "sell tea tea tea tea": "too-many-sold"},
        id="1-3 of one kind or different",
    ),
    pytest.param(
        "sell-1-3 same",
        (4, 1, 1),
        ["sell tea", "sell tea tea tea", "sell silk"],
        {
            "sell tea silk": "sale-not-same",
            "sell tea silk spices": "sale-not-same",
            "sell tea tea tea tea": "too-many-sold",
        },
        id="1-3 of one kind",
    ),
    pytest.param(
        "sell-1-3 different",
        (2, 2, 1),
        ["sell tea", "sell tea silk", "sell tea silk spices"],
        {"sell tea tea": "sale-not-different", "sell tea tea silk": "sale-not-different"},
        id="1-3 different",
    ),
    pytest.param(
        "sell-2-different",
        (2, 1, 0),
        ["sell tea silk"],
        {"sell tea tea": "sale-not-different", "sell tea": "too-few-sold"},
        id="2 different",
    ),
]


@pytest.mark.parametrize(("bonus", "stock", "allowed", "refused"), SALES)
def test_a_bonus_sells_as_it_says(desk, bonus, stock, allowed, refused):
    table = desk(earnings={1: bonus}, goods=stock).play("red", "take blue-1")
    sales = [move for move in table.moves("red") if move.startswith("sell")]
    assert set(allowed) <= set(sales)
    assert {move: table.refused("red", move) for move in refused} == refused


@pytest.mark.parametrize(
    ("space", "road", "allowed", "refused"),
    [
        pytest.param("c2", "NS", ["sell tea", "sell tea tea tea"], {"sell tea silk": "sale-not-same"}, id="one kind"),
        pytest.param(
            "d3",
            "EW",
            ["sell silk", "sell tea silk"],
            {"sell tea tea": "sale-not-different"},
            id="different kinds",
        ),
    ],
)
def test_a_market_buys_up_to_three_at_once(desk, space, road, allowed, refused):
    table = desk(roll="tea-tea tea-tea straight bend flag fish trader trader", goods=(4, 1, 0))
    table.play("red", "take green-1", f"road {space} {road}")
    assert all(table.allows("red", move) for move in allowed)
    assert {move: table.refused("red", move) for move in refused} == refused
    assert table.refused("red", "sell tea tea tea tea") == "too-many-sold"


def test_a_market_opened_without_stock_asks_for_no_sale(desk):
    table = desk(roll="tea-tea tea-tea straight bend flag fish trader trader").play("red", "take green-1", "road d3 EW")
    assert table.moves("red") == ["end turn"]


@pytest.mark.parametrize(
    ("sold", "goods", "sale", "released"),
    [
        pytest.param((0, 0, 0), (2, 0, 0), "sell tea tea", ("tent 1",), id="a tent of one kind"),
        pytest.param((2, 2, 0), (3, 3, 0), "sell tea silk", ("tent 4",), id="a tent of two kinds"),
        pytest.param((2, 2, 0), (4, 3, 0), "sell tea tea", (), id="half a tent"),
        pytest.param((1, 1, 0), (2, 2, 0), "sell tea silk", ("tent 1", "tent 2"), id="two tents at once"),
    ],
)
def test_selling_out_a_tent_releases_its_bonus(desk, sold, goods, sale, released):
    table = desk(circled=("edge c5 S",), goods=goods, sold=sold).play("red", "take blue-2", "use edge c5 S", sale)
    assert tuple(place for place in table.marks().circled if place.startswith("tent")) == released


@pytest.mark.parametrize(
    ("place", "goods", "moves"),
    [
        pytest.param("edge e4 E", (0, 0, 0), ["goods tea", "goods silk", "goods spices"], id="one"),
        pytest.param(
            "edge e5 E",
            (0, 0, 0),
            ["goods tea silk", "goods tea spices", "goods silk spices"],
            id="two different",
        ),
        pytest.param("edge e4 E", (6, 0, 0), ["goods silk", "goods spices"], id="one, tea all circled"),
    ],
)
def test_a_goods_bonus_lets_choose_different_kinds(desk, place, goods, moves):
    table = desk(circled=(place,), goods=goods).play("red", "take blue-2", f"use {place}")
    assert [move for move in table.moves("red") if not move.startswith("give")] == moves


@pytest.mark.parametrize(
    ("place", "goods", "after"),
    [
        pytest.param("edge e5 S", (0, 0, 0), (1, 1, 1), id="three different"),
        pytest.param("edge e5 S", (6, 0, 0), (6, 1, 1), id="three, tea all circled"),
        pytest.param("edge e5 E", (6, 6, 0), (6, 6, 1), id="two, one kind left"),
    ],
)
def test_a_goods_bonus_without_a_choice_is_entered_at_once(desk, place, goods, after):
    table = desk(circled=(place,), goods=goods).play("red", "take blue-2", f"use {place}")
    assert table.marks().goods == after
    assert table.moves("red") == ["end turn"]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("goods tea tea", "goods-not-different"),
        ("goods silk", "wrong-number-of-goods"),
        ("goods tea silk", "good-all-circled"),
    ],
)
def test_goods_not_allowed(desk, move, code):
    goods = (6, 0, 0) if code == "good-all-circled" else (0, 0, 0)
    # with tea gone two kinds are left, so two of them would be entered at once: ask for one
    place = "edge e4 E" if code == "good-all-circled" else "edge e5 E"
    table = desk(circled=(place,), goods=goods).play("red", "take blue-2", f"use {place}")
    assert table.refused("red", move) == code


def test_the_goods_die_counts_wherever_it_lies(desk):
    table = desk().play("red", "take purple-1", "end turn").change("blue", circled=("edge e1 E",))
    table.play("blue", "take blue-2", "use edge e1 E")
    assert table.refused("blue", "goods-die green-1") == "not-a-goods-die"
    table.play("blue", "goods-die purple-1")  # in red's depot
    assert table.marks("blue").goods == (1, 1, 0)
    assert table.state.places[0] == "red"


def test_a_goods_die_whose_goods_are_all_circled_gives_nothing(desk):
    table = desk(circled=("edge e1 E",), goods=(0, 0, 6)).play("red", "take blue-2", "use edge e1 E")
    assert table.refused("red", "goods-die purple-2") == "purple-useless"
