"""What a move will do, told before it is made; and what a player is asked."""

import pytest

from companion.games.dice_charmers.rules import Prompt, describe_marks, make_prompt, to_move

STRAIGHT = "tea-tea tea-tea straight half-roads flag fish raja-man-singh master-builder"


@pytest.mark.parametrize(
    ("before", "first", "move", "effects"),
    [
        pytest.param(
            {},
            [],
            "take purple-1",
            [
                "die-taken die=purple-1 face=tea-tea",
                "die-to-elephant die=purple-2 face=tea-tea",
                "goods count=2 good=tea",
            ],
            id="goods",
        ),
        pytest.param(
            {"upgrades": (0, 0, 1, 0)},
            ["take green-1"],
            "road b3 EW",
            ["road shape=straight sides=EW space=b3", "erects building=fort space=b3", "fame amount=2"],
            id="a building",
        ),
        pytest.param(
            {"goods": (1, 0, 0)},
            ["take green-1"],
            "road d3 EW",
            ["road shape=straight sides=EW space=d3", "opens-market market=market-different space=d3"],
            id="a market",
        ),
        pytest.param(
            {"goods": (1, 0, 0), "sold": (1, 0, 0)},
            ["take green-1"],
            "road d3 EW",
            ["road shape=straight sides=EW space=d3", "opens-market empty=stock market=market-different space=d3"],
            id="a market with nothing to sell",
        ),
        pytest.param(
            {"roads": {"d3": "EW", "e3": "NW"}},
            ["take green-2"],
            "half e3 E",
            ["road-extended shape=fork side=E space=e3", "releases bonus=money 4 place=edge e3 E"],
            id="a released bonus",
        ),
        pytest.param(
            {"goods": (2, 0, 1), "circled": ("edge d5 S",), "money": 4, "river": 1},
            ["take purple-1", "use edge d5 S"],
            "sell tea spices",
            [
                "sold count=1 good=tea price=1",
                "sold count=1 good=spices price=1",
                "money amount=2",
                "releases bonus=karma place=money 6",
            ],
            id="a sale",
        ),
        pytest.param(
            {"people": (0, 0, 0, 0, 1, 1)},
            [],
            "take orange-1",
            [
                "die-taken die=orange-1 face=raja-man-singh",
                "die-to-elephant die=orange-2 face=master-builder",
                "person-used left=2 person=raja-man-singh",
                "money amount=1",
                "releases bonus=goods-die place=palace lower 1",
            ],
            id="a person",
        ),
        pytest.param({}, ["take orange-1"], "upgrade mill", ["upgrade building=mill value=2"], id="an upgrade"),
        pytest.param(
            {"circled": ("edge e2 E",)},
            ["take purple-1"],
            "use edge e2 E",
            ["river space=1 symbol=flag", "bonus-used bonus=river-advance place=edge e2 E"],
            id="the river",
        ),
        pytest.param(
            {"circled": ("tent 2",), "karma_circled": 2},
            ["take purple-1"],
            "use tent 2",
            [
                "karma-circled count=1",
                "bonus-used bonus=karma place=tent 2",
                "releases bonus=money 3 place=karma 3",
            ],
            id="karma",
        ),
        pytest.param(
            {"circled": ("tent 1",), "fame": 38},
            ["take purple-1"],
            "use tent 1",
            ["fame amount=1", "bonus-used bonus=fame 2 place=tent 1", "lines-meet"],
            id="the meeting of the lines",
        ),
        pytest.param({}, ["take purple-1"], "end turn", ["turn-ends seat=blue"], id="the end of the turn"),
    ],
)
def test_effects_tell_what_a_move_will_do(desk, before, first, move, effects):
    table = desk(roll=STRAIGHT, **before).play("red", *first)
    assert table.effects("red", move) == effects


def test_karma_tells_that_it_rolls(desk):
    table = desk().play("red", "take purple-1", "end turn")
    assert table.effects("blue", "karma green-1") == ["dice-roll dice=2", "karma-used left=0"]


def test_the_end_of_the_game_is_told(desk):
    table = desk(2, fame=39).play("red", "take purple-1", "end turn").play("blue", "take orange-1", "goods tea")
    assert table.effects("blue", "end turn") == ["game-ends"]


@pytest.mark.parametrize(
    ("before", "moves", "asked"),
    [
        ({"roll": None}, [], "roll"),
        ({"roll": None, "dice": "real"}, [], "face die=purple-1"),
        ({}, [], "choose"),
        ({}, ["take green-1"], "road shape=bend source=die"),
        ({}, ["take green-2"], "half-roads count=2 source=die"),
        (
            {"roads": {"b3": "EW"}},
            ["take green-2", "half b3 N"],
            "half-roads count=1 source=half-road",
        ),
        ({}, ["take orange-1"], "trade source=die"),
        ({}, ["take orange-2"], "river-back-or-goods source=die"),
        ({}, ["take blue-1"], "goods count=2 source=river 1"),
        ({"circled": ("tent 1",)}, ["take purple-1"], "bonuses"),
        ({}, ["take purple-1"], "end-turn"),
        ({"circled": ("edge a1 W",)}, ["take purple-1", "use edge a1 W"], "person source=edge a1 W"),
        ({"circled": ("tent 3",)}, ["take purple-1", "use tent 3"], "upgrade source=tent 3"),
        (
            {"circled": ("edge e1 E",)},
            ["take purple-1", "use edge e1 E"],
            "goods-die source=edge e1 E",
        ),
        (
            {"circled": ("edge c5 S",), "goods": (1, 0, 0)},
            ["take purple-1", "use edge c5 S"],
            "sell high=2 low=1 mixture=any source=edge c5 S",
        ),
        (
            {"circled": ("edge c1 N",), "river": 4},
            ["take purple-1", "use edge c1 N"],
            "river-back most=2 source=edge c1 N",
        ),
        (
            {"circled": ("fame 20",)},
            ["take purple-1", "use fame 20"],
            "river-advance most=2 source=fame 20",
        ),
        ({"paper": "red"}, ["take purple-1"], "paper"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_the_prompt_says_what_is_asked(desk, before, moves, asked):
    table = desk(**before).play("red", *moves)
    assert (to_move(table.state), str(make_prompt(table.state))) == ("red", asked)


def test_prompts_of_a_whole_course(desk):
    table = desk(2, paper="blue", fame=39, roll=None)
    table.play("red", "roll")
    assert (to_move(table.state), make_prompt(table.state)) == (None, Prompt("rolling"))
    table.rolled("tea-silk spices-spices bend half-roads flag fish trader portuguese")
    table.play("red", "take purple-1", "end turn").play("blue", "karma green-1").rolled("bend tea-tea")
    assert (to_move(table.state), make_prompt(table.state)) == (
        "blue",
        Prompt("rerolled", one="green-1", two="purple-2"),
    )
    table.play("blue", "take green-1", "end turn")
    assert (to_move(table.state), make_prompt(table.state)) == ("blue", Prompt("total", figure="fame", low=0, high=39))
    table.play("blue", "total fame 1", "total money 1", "total karma-circled 1", "total karma-used 1")
    assert (to_move(table.state), make_prompt(table.state)) == (None, Prompt("over"))


def test_real_dice_ask_for_confirmation(desk):
    table = desk(dice="real")
    for _ in range(8):
        table.play("red", table.moves("red")[0])
    assert make_prompt(table.state).code == "confirm-dice"


def test_several_earnings_are_asked_together(desk):
    table = desk(river=1 << 8, roll="tea-tea tea-tea bend bend star fish trader trader").play("red", "take blue-1")
    assert (to_move(table.state), make_prompt(table.state)) == ("red", Prompt("any-of", source="river 10"))


def test_marks_are_described_in_the_words_of_the_sheet(desk):
    table = desk(roads={"d3": "EW"}, goods=(2, 0, 1), sold=(1, 0, 0), river=0b101, circled=("tent 1", "tent 2"))
    table.play("red", "take purple-1", "use tent 1", "give up tent 2")
    assert describe_marks(table.state, "red") == {
        "fame": 2,
        "money": 0,
        "roads": {"d3": "EW"},
        "circled_goods": {"tea": 3, "silk": 1, "spices": 1},
        "sold_goods": {"tea": 1, "silk": 0, "spices": 0},
        "palace": dict.fromkeys(
            ["great-mogul", "maharani", "trader", "raja-man-singh", "master-builder", "portuguese"], 0
        ),
        "river": [1, 3],
        "upgrades": {"temple": 0, "palace": 0, "fort": 0, "mill": 0},
        "karma_circled": 1,
        "karma_used": 0,
        "circled_bonuses": [],
        "used_bonuses": ["tent 1"],
        "wasted_bonuses": ["tent 2"],
    }
