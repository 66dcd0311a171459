"""The rulebook's own examples, each named after what it shows."""

from companion.games.dice_charmers.rules import measure_gap
from companion.games.dice_charmers.rules.scoring import score_totals


def river(*spaces):
    return sum(1 << space - 1 for space in spaces)


def test_the_bend_that_erects_an_upgraded_building_gives_2_fame(desk):
    table = desk(upgrades=(0, 0, 1, 0))
    table.play("red", "take green-1")
    assert "fame amount=2" in table.effects("red", "road b3 NE")
    table.play("red", "road b3 NE")
    assert table.marks().fame == 2


def test_the_market_with_three_different_goods_gives_5_money(desk):
    table = desk(roll="tea-silk tea-tea straight bend flag fish trader portuguese", goods=(1, 1, 4), sold=(0, 0, 3))
    table.play("red", "take green-1", "road d3 EW", "sell tea silk spices")
    assert table.marks().money == 5
    assert table.marks().sold == (1, 1, 4)


def test_the_portuguese_going_back_skips_the_marked_space(desk):
    table = desk(river=river(3, 5), goods=(2, 0, 0))
    table.play("red", "take orange-2")
    assert [move for move in table.moves("red") if move.startswith("river")] == ["river -1", "river -2"]
    assert "sell tea tea" in table.play("red", "river -1").moves("red")  # "sell any 2"
    table = desk(river=river(3, 5), goods=(2, 0, 0)).play("red", "take orange-2", "river -2")
    assert table.marks().money == 4
    assert table.marks().river == river(2, 3, 5)


def test_after_going_back_the_position_is_still_the_rightmost_mark(desk):
    table = desk(river=river(3, 5)).play("red", "take orange-2", "river -2", "end turn")
    table.play("blue", "take purple-1", "end turn").play("green", "take purple-2", "end turn")
    table.play("blue", "roll").rolled("tea-tea tea-tea bend bend wave fish maharani trader")
    table.play("blue", "take purple-1", "end turn").play("green", "take green-1", "road b3 NE", "end turn")
    table.play("red", "take orange-1", "river +1")
    assert table.marks().river == river(2, 3, 5, 6)


def test_an_edge_bonus_is_circled_then_the_building_scores_then_the_river_gives_3_goods(desk):
    table = desk(roads={"d3": "EW", "e3": "NW"}, upgrades=(0, 0, 1, 0), river=river(4))
    table.play("red", "take green-1", "road e2 ES")
    assert table.marks().circled == ("edge e2 E",)
    assert table.marks().fame == 2
    table.play("red", "use edge e2 E")
    assert table.marks().crossed == ("edge e2 E",)
    assert table.marks().river == river(4, 5)
    assert table.marks().goods == (1, 1, 1)


def test_the_long_chain_of_bonuses(desk):
    """A flag, a fork in the corner, two bonuses, a palace column, split half-roads, the river, the end."""
    table = desk().play("red", "take purple-1", "end turn")  # the spices lie on the elephant now
    table.change(
        "blue",
        roads={"d3": "EW", "e3": "NW", "e2": "NS"},
        upgrades=(1, 0, 0, 0),
        people=(0, 0, 0, 1, 0, 1),
        river=river(6),
        fame=23,
        money=26,
    )
    table.play("blue", "take blue-1", "road e1 NES")
    assert table.marks("blue").circled == ("edge e1 N", "edge e1 E")
    assert table.marks("blue").fame == 25
    table.play("blue", "use edge e1 E", "goods-die purple-2")
    assert table.marks("blue").goods == (0, 0, 2)
    table.play("blue", "use edge e1 N")
    assert table.marks("blue").circled == ("palace lower 1",)
    table.play("blue", "half e2 W", "half e2 E")
    assert table.marks("blue").circled == ("palace lower 1", "edge e2 E")
    assert "lines-meet" in table.effects("blue", "use edge e2 E")
    table.play("blue", "use edge e2 E")
    assert table.marks("blue").money == 30
    table.play("blue", "use palace lower 1", "goods-die purple-2")
    assert table.marks("blue").goods == (0, 0, 4)
    assert measure_gap(table.state, "blue") == 1
    table.play("blue", "end turn").play("green", "take green-1", "road b3 NE", "end turn")
    assert table.state.ending == "lines-met"


def totals(name, fame, money, circled=1, used=0):
    return {"name": name, "fame": fame, "money": money, "karma_circled": circled, "karma_used": used}


def test_21_fame_and_40_money_exceed_the_meeting_point_by_2_and_lose_to_2_and_a_half():
    result = score_totals({"players": [totals("Rajesh", 21, 40), totals("Leila", 16, 51)]})
    assert [player["score"] for player in result["players"]] == [2, 2.5]
    assert result["winners"] == ["Leila"]
    assert result["tiebreak"] is None


def test_the_karma_tie_goes_to_who_has_crossed_out_more():
    result = score_totals({"players": [totals("Rajesh", 21, 40, 5, 1), totals("Leila", 20, 42, 5, 3)]})
    assert result["winners"] == ["Leila"]
    assert result["tiebreak"] == "karma crossed out"
