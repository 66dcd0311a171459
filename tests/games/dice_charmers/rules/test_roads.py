"""Ruling 1.4: roads."""

import pytest

STRAIGHT = "tea-tea tea-tea straight half-roads flag fish trader master-builder"
BEND = "tea-tea tea-tea bend half-roads flag fish trader master-builder"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        pytest.param("road d3 EW", None, id="a straight from the residence"),
        pytest.param("road c2 NS", None, id="the orientation does not matter"),
        pytest.param("road b3 NS", "not-connected", id="a straight that does not meet the residence's road"),
        pytest.param("road a1 EW", "not-connected", id="a straight far away"),
        pytest.param("road d3 NE", "wrong-shape", id="a bend with a straight die"),
        pytest.param("road d3 W", "road-incomplete", id="half a road on an empty space"),
        pytest.param("road c3 NS", "residence-has-its-roads", id="a road on the residence"),
        pytest.param("road z9 NS", "no-such-space", id="a space that does not exist"),
        pytest.param("half d3 W", "other-action-asked", id="a half-road with a straight die"),
    ],
)
def test_a_straight_goes_on_an_empty_connected_space(desk, move, code):
    table = desk(roll=STRAIGHT).play("red", "take green-1")
    assert table.allows("red", move) if code is None else table.refused("red", move) == code


def test_a_new_road_may_continue_a_drawn_one(desk):
    table = desk(roll=STRAIGHT, roads={"d3": "EW"}).play("red", "take green-1")
    assert table.allows("red", "road e3 EW")
    assert table.refused("red", "road d3 NS") == "space-occupied"
    assert table.refused("red", "road d2 NS") == "not-connected"


def test_a_neighbour_whose_road_does_not_open_to_the_space_does_not_connect(desk):
    table = desk(roll=BEND, roads={"b3": "NE"}).play("red", "take green-1")
    assert table.refused("red", "road a3 NE") == "not-connected"
    assert table.allows("red", "road b2 ES")


@pytest.mark.parametrize(
    ("halves", "after"),
    [
        pytest.param(["road d3 EW"], {"d3": "EW"}, id="both on one empty space as a straight"),
        pytest.param(["road d3 NW"], {"d3": "NW"}, id="both on one empty space as a bend"),
        pytest.param(["half b3 N", "half b3 S"], {"b3": "NESW"}, id="both on one drawn space"),
        pytest.param(["half b3 N", "half c2 E"], {"b3": "NEW", "c2": "NES"}, id="on two drawn spaces"),
        pytest.param(["half b3 N", "give up half-road"], {"b3": "NEW"}, id="only one, when no more are wanted"),
    ],
)
@pytest.mark.parametrize("take", ["take green-2", "take orange-2"], ids=["die", "master-builder"])
def test_two_half_roads(desk, take, halves, after):
    drawn = {"b3": "EW", "c2": "NS"}
    table = desk(roll=STRAIGHT, roads=drawn).play("red", take, *halves)
    if any(move.startswith("road") for move in halves):
        table.finish("red")
    sides = {"N": 1, "E": 2, "S": 4, "W": 8}
    expected = {**drawn, **after}
    roads = {
        space: road
        for space, road in zip(table.state.plan.spaces, table.marks().roads, strict=True)
        if road and space != "c3"
    }
    assert roads == {space: sum(sides[side] for side in road) for space, road in expected.items()}


@pytest.mark.parametrize(
    ("moves", "refused", "code"),
    [
        pytest.param([], "half d3 W", "half-on-empty", id="never one half on an empty space"),
        pytest.param(["half b3 N"], "road d3 EW", "one-half-left", id="nor when one half is used already"),
        pytest.param([], "half c3 N", "residence-takes-no-half", id="the residence takes no half-roads"),
        pytest.param([], "half b3 E", "side-open", id="a side that is open already"),
        pytest.param([], "half q7 E", "no-such-space", id="a space that does not exist"),
        pytest.param([], "road d3 NEW", "wrong-shape", id="two halves are not a fork on an empty space"),
        pytest.param([], "give up die", "die-must-be-used", id="the first half-road must be drawn"),
    ],
)
def test_half_roads_not_allowed(desk, moves, refused, code):
    table = desk(roll=STRAIGHT, roads={"b3": "EW"}).play("red", "take green-2", *moves)
    assert table.refused("red", refused) == code


def test_a_half_road_needs_a_drawn_road_but_two_may_begin_one(desk):
    table = desk(roll=STRAIGHT).play("red", "take green-2")
    assert all(move.startswith("road") for move in table.moves("red"))


def test_a_bonus_at_an_edge_is_released_when_the_road_opens_to_that_side(desk):
    table = desk(roll=STRAIGHT, roads={"d3": "EW"})
    assert table.play("red", "take green-1", "road e3 EW").marks().circled == ("edge e3 E",)


def test_a_half_road_releases_a_bonus_but_neither_fame_nor_sale(desk):
    table = desk(roll=STRAIGHT, roads={"d3": "EW", "e3": "NW"}, goods=(1, 0, 0))
    table.play("red", "take green-2", "half e3 E", "half d3 N")
    assert table.marks().circled == ("edge e3 E",)
    assert table.marks().fame == 0
    assert "sell tea" not in table.moves("red")


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_building_gives_the_fame_of_its_upgrade(desk, level):
    table = desk(roll=BEND, upgrades=(0, 0, level, 0)).play("red", "take green-1", "road b3 NE")
    assert table.marks().fame == level + 1


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("straight", "road d3 EW", "road d3 NEW"),
        ("fork", "road d3 NEW", "road d3 EW"),
        ("intersection", "road d3 NESW", "road d3 NEW"),
    ],
)
def test_a_bonus_road_goes_on_an_empty_connected_space(desk, kind, good, bad):
    place = {"straight": "edge a5 W", "fork": "edge a4 W", "intersection": "edge a3 W"}[kind]
    table = desk(circled=(place,)).play("red", "take blue-2", f"use {place}")
    assert table.refused("red", bad) == "wrong-shape"
    assert table.refused("red", "road a1 NESW" if kind == "intersection" else "road a1 NES") != ""
    assert table.allows("red", good)


class TestTwoHalfRoadBonuses:
    def test_released_in_one_turn_may_be_combined_on_an_empty_space(self, desk):
        table = desk(circled=("palace lower 2", "money 12")).play("red", "take blue-2", "use palace lower 2")
        table.play("red", "road b3 NE")
        assert table.marks().crossed == ("palace lower 2", "money 12")
        assert table.marks().fame == 1
        assert table.moves("red") == ["end turn"]

    def test_may_also_be_used_one_by_one(self, desk):
        table = desk(circled=("palace lower 2", "money 12"), roads={"b3": "EW"})
        table.play("red", "take blue-2", "use palace lower 2", "half b3 N", "use money 12", "half b3 S", "end turn")
        assert table.marks().crossed == ("palace lower 2", "money 12")

    def test_one_alone_begins_no_road(self, desk):
        table = desk(circled=("money 12",)).play("red", "take blue-2")
        assert table.refused("red", "use money 12") == "no-place-for-road"
        table = desk(circled=("money 12",), roads={"b3": "EW"}).play("red", "take blue-2", "use money 12")
        assert table.refused("red", "road d3 EW") == "one-half-left"


BOAT = {"roll": "tea-tea tea-tea bend bend boat fish trader trader", "river": 1 << 13}  # to space 15: a half-road


class TestHalfRoadOfTheRiver:
    @pytest.mark.parametrize(
        ("earnings", "red", "moves"),
        [
            pytest.param("half-road", {"circled": ("money 12",)}, ["road d3 EW"], id="with a circled bonus"),
            pytest.param(
                "half-road",
                {"circled": ("money 12",)},
                ["use money 12", "road d3 EW"],
                id="with a bonus that is used first",
            ),
            pytest.param(
                "half-road",
                {"circled": ("edge e3 E",), "money": 8},
                ["use edge e3 E", "use money 12", "road d3 EW"],
                id="with a bonus that is released later in the turn",
            ),
            pytest.param("half-road, half-road", {}, ["road d3 EW"], id="with another one of the same space"),
            pytest.param(
                "half-road, river-back 1",
                {"river": 1 << 12},
                ["river -1", "road d3 EW"],
                id="with one of another space",
            ),
            pytest.param(
                "half-road, person master-builder",
                {"roads": {"b3": "EW"}},
                ["person master-builder", "half b3 N", "road d3 EW"],
                id="with the second one of the Master Builder",
            ),
        ],
    )
    def test_can_be_combined(self, desk, earnings, red, moves):
        table = desk(**{**BOAT, **red}, earnings={15: earnings, 14: "half-road"}).play("red", "take blue-1")
        table.play("red", *moves)
        d3 = table.state.plan.space_index["d3"]
        assert table.marks().roads[d3] == 0b1010
        assert not table.state.tasks
        assert table.marks().circled == ()

    def test_can_be_drawn_alone_while_a_bonus_waits(self, desk):
        table = desk(**BOAT, circled=("money 12",), roads={"b3": "EW"}).play("red", "take blue-1", "half b3 N")
        assert table.marks().circled == ("money 12",)

    def test_is_drawn_or_given_up_before_the_turn_ends(self, desk):
        table = desk(**BOAT, roads={"b3": "EW"}).play("red", "take blue-1")
        assert table.refused("red", "end turn") == "action-unfinished"
        table.play("red", "give up river 15", "end turn")

    def test_is_lost_without_a_road_and_without_another_one(self, desk):
        assert desk(**BOAT).play("red", "take blue-1").moves("red") == ["end turn"]
        table = desk(**BOAT, circled=("edge e3 E",)).play("red", "take blue-1", "use edge e3 E")
        assert table.moves("red") == ["end turn"]

    def test_is_lost_when_the_last_bonus_it_waited_for_is_given_up(self, desk):
        table = desk(**BOAT, circled=("money 12", "edge e3 E")).play("red", "take blue-1", "give up money 12")
        assert table.state.tasks, "the other bonus could still release a half-road"
        table.play("red", "give up edge e3 E")
        assert table.moves("red") == ["end turn"] and not table.state.tasks

    def test_can_wait_for_the_other_earnings(self, desk):
        """It can be drawn before or after the other earnings."""
        for moves in (["half b3 N", "upgrade fort"], ["upgrade fort", "half b3 N"]):
            table = desk(**BOAT, roads={"b3": "EW"}, earnings={15: "upgrade, half-road"}).play("red", "take blue-1")
            assert table.play("red", *moves).moves("red") == ["end turn"]


def test_roads_are_offered_on_every_empty_space_that_a_road_leads_to(desk):
    table = desk(roads={"c2": "NS"}).play("red", "take green-1")
    assert {move.split()[1] for move in table.moves("red")} == {"c1", "b3", "d3", "c4"}
