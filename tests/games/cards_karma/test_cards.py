"""Sets of three in the display, by the examples and the text of the rulebook."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards_karma.rules.cards import (
    BUILDINGS,
    COINS,
    GOODS,
    SHIPS,
    add_card,
    count_goods,
    find_resolutions,
    parse_card,
)
from companion.rules.messages import IllegalMove, Unreadable

goods = st.builds("{}{}".format, st.sampled_from(GOODS), st.sampled_from(COINS))
buildings = st.lists(st.sampled_from(BUILDINGS), min_size=1, max_size=2)
ships = st.builds("ship{}".format, st.sampled_from(SHIPS)).map(lambda ship: [ship])
two_goods = st.lists(goods, min_size=1, max_size=2, unique_by=lambda good: good[:-1])
symbols = st.builds(list.__add__, buildings | ships, st.lists(goods, max_size=1)) | two_goods
cards = symbols.map("+".join).map(parse_card)


def display(text):
    return tuple(parse_card(card) for card in text.split())


def ways(shown, new):
    """Describe each way as text: what it gives and what it discards."""
    found = find_resolutions(add_card(display(shown), parse_card(new)))
    return [(" ".join(way.kinds), way.administrators, way.coins, " ".join(map(str, way.discarded))) for way in found]


def test_julian_completes_two_sets_with_one_card():
    assert ways("red+yellow red+yellow", "red+yellow") == [
        ("same-buildings same-buildings", 2, 0, "red+yellow red+yellow red+yellow")
    ]


def test_anna_completes_red_buildings_together_with_tea():
    assert ways("red red tea2 tea1", "red+tea3") == [("same-buildings same-goods", 1, 6, "red red red+tea3 tea1 tea2")]


def test_simon_chooses_between_three_yellow_and_three_different_buildings():
    found = ways("yellow yellow red red", "yellow+white")
    assert found == [
        ("different-buildings", 1, 0, "red yellow+white"),
        ("same-buildings", 1, 0, "yellow yellow yellow+white"),
    ]


def test_simon_keeps_two_yellow_and_one_red():
    way = find_resolutions(display("yellow yellow red red yellow+white"))[0]
    assert [str(card) for card in way.kept] == ["yellow", "yellow", "red"]


def test_saras_ship_out_of_order_discards_the_row():
    assert add_card(display("ship3 ship17 tea2"), parse_card("ship12")) == display("tea2 ship12")


@pytest.mark.parametrize(
    ("shown", "new", "expected"),
    [
        pytest.param("red red", "yellow", [], id="nothing complete"),
        pytest.param("tea1 silk2", "spices3", [("different-goods", 0, 6, "silk2 spices3 tea1")], id="one of each good"),
        pytest.param(
            "silk1 silk2 tea1 spices1",
            "red",
            [
                ("different-goods", 0, 4, "silk2 spices1 tea1"),
                ("different-goods", 0, 3, "silk1 spices1 tea1"),
            ],
            id="the more valuable of two silks first",
        ),
        pytest.param(
            "silk1 silk2 tea1",
            "silk3+spices1",
            [
                ("same-goods", 0, 6, "silk1 silk2 silk3+spices1"),
                ("different-goods", 0, 5, "silk3+spices1 tea1"),
                ("different-goods", 0, 4, "silk2 silk3+spices1 tea1"),
                ("different-goods", 0, 3, "silk1 silk3+spices1 tea1"),
            ],
            id="three silks or one of each, the silk counts once",
        ),
        pytest.param(
            "ship3 ship12+tea2",
            "ship20",
            [("ships", 1, 0, "ship12+tea2 ship20 ship3")],
            id="three ships ascending",
        ),
        pytest.param(
            "ship3+tea1 ship12+tea2",
            "ship20+tea3",
            [("same-goods ships", 1, 6, "ship12+tea2 ship20+tea3 ship3+tea1")],
            id="ships and their goods are different symbols",
        ),
        pytest.param(
            "yellow red yellow red",
            "white+white",
            [("different-buildings different-buildings", 2, 0, "red red white+white yellow yellow")],
            id="one of each twice",
        ),
        pytest.param(
            "red red+tea3",
            "red+red",
            [
                ("same-buildings", 1, 0, "red red+red"),
                ("same-buildings", 1, 0, "red+red red+tea3"),
            ],
            id="four of a kind: any three, the fourth stays",
        ),
    ],
)
def test_sets(shown, new, expected):
    assert ways(shown, new) == expected


def test_palace_4_counts_goods_on_every_kind_of_card():
    assert count_goods(display("red+tea3 tea1+silk2 ship4+spices1 ship5 yellow")) == 4


def settled(taken):
    shown = ()
    for card in taken:
        shown = add_card(shown, card)
        found = find_resolutions(shown)
        shown = found[0].kept if found else shown
    return shown


@given(st.lists(cards, max_size=12))
def test_no_set_is_left_after_one_was_taken(taken):
    assert find_resolutions(settled(taken)) == ()


@given(st.lists(cards, max_size=8), cards)
def test_a_resolution_takes_cards_and_loses_none(taken, card):
    shown = add_card(settled(taken), card)
    for way in find_resolutions(shown):
        assert sorted(map(str, way.kept + way.discarded)) == sorted(map(str, shown))
        assert len(way.kinds) * 3 >= len(way.discarded)


@given(cards)
def test_the_text_of_a_card_reads_back(card):
    assert parse_card(str(card)) == card


@pytest.mark.parametrize(
    ("text", "error"),
    [
        *((text, Unreadable) for text in ("", "blue", "red3", "+", "red+", "Red")),
        *((text, IllegalMove) for text in ("ship1+ship2", "ship1+red", "red+red+red", "tea1+tea2")),
        *((text, IllegalMove) for text in ("tea1+silk1+spices1", "red+tea1+silk1", "ship1+tea1+silk1")),
    ],
)
def test_symbols_that_no_card_shows_are_refused(text, error):
    with pytest.raises(error):
        parse_card(text)
