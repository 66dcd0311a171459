"""What a player reads in special positions, in both languages."""

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.rules import parse_move
from companion.games.dice_charmers.table.view import find_prompt
from companion.games.dice_charmers.texts.wording import describe_move, describe_prompt
from companion.i18n import use_language

NAMER = Namer(load_sheet("sun"))
ROADS = "tea-tea tea-tea straight bend flag fish trader portuguese"
BOAT = {"roll": "tea-tea tea-tea bend bend boat fish trader trader", "river": 1 << 13}  # to a half-road
FLAG = {"roll": "tea-tea tea-tea bend bend flag fish trader trader"}
NOTHING_FITS = {
    "roll": "tea-tea tea-tea bend bend flag fish trader trader",
    "goods": (6, 6, 6),
    "people": (3,) * 6,
    "river": 1 << 17,
    "roads": {f"{column}{row}": "NESW" for column in "abcde" for row in range(1, 6) if (column, row) != ("c", 3)},
}

ASKED = [
    # marks of red, moves, prompt in English and Russian
    pytest.param(
        {"circled": ("palace lower 2", "money 12")},
        ["take blue-2", "use palace lower 2"],
        "Draw a straight or bend with both half-roads: tap an empty space",
        "Прямая или поворот из двух половин: на пустой ячейке",
        id="two half-roads and no road to extend",
    ),
    pytest.param(
        {"circled": ("palace lower 2", "money 12"), "roads": {"b3": "EW"}},
        ["take blue-2", "use palace lower 2"],
        "Draw one half-road, or a straight or bend with both: tap a space",
        "Половина дороги или целая дорога из двух",
        id="two half-roads and a road",
    ),
    pytest.param(
        {"circled": ("money 12",), "roads": {"b3": "EW"}},
        ["take blue-2", "use money 12"],
        "Draw a half-road: tap a space with a road",
        "Добавьте 1 половину к дороге",
        id="one half-road",
    ),
    pytest.param(
        {**BOAT, "circled": ("edge e3 E",), "roads": {"b3": "EW"}},
        ["take blue-1"],
        "Draw the half-road of the river, or use a bonus first",
        "Нарисуйте половину дороги или сначала используйте бонус",
        id="a half-road that can wait",
    ),
    pytest.param(
        {**BOAT, "circled": ("money 12",)},
        ["take blue-1"],
        "Draw a straight or bend with both half-roads, or use a bonus first",
        "Нарисуйте прямую или поворот из двух половин или сначала используйте бонус",
        id="a half-road that can wait, a bonus to combine it with, and no road to extend",
    ),
    pytest.param(
        NOTHING_FITS,
        [],
        "No die helps you: pass",
        "Ни один кубик вам не подходит: пропустите ход",
        id="only passing",
    ),
    pytest.param(
        {"roll": ROADS, "goods": (2, 1, 0)},
        ["take green-1", "road c2 NS"],
        "Sell 1 to 3 goods of one kind",
        "Продайте 1–3 одинаковых товара",
        id="a market for one kind",
    ),
    pytest.param(
        {"roll": ROADS, "goods": (2, 1, 0)},
        ["take green-1", "road d3 EW"],
        "Sell 1 to 3 different goods",
        "Продайте 1–3 разных товара",
        id="a market for different goods",
    ),
    pytest.param(
        {"circled": ("edge a5 S",), "goods": (1, 1, 0)},
        ["take blue-2", "use edge a5 S"],
        "Sell 2 different goods",
        "Продайте 2 разных товара",
        id="two different goods",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "person trader, upgrade"}},
        ["take blue-1", "upgrade fort"],
        "Call: Trader",
        "Позвать: Торговец",
        id="the person of a river space",
    ),
    pytest.param(
        {"circled": ("edge a1 W",)},
        ["take purple-1", "use edge a1 W", "person great-mogul"],
        "The Great Mogul calls: choose another person",
        "Великий Могол зовёт: выберите другого персонажа",
        id="another person, called by the Great Mogul",
    ),
]


@pytest.mark.parametrize(("red", "moves", "english", "russian"), ASKED)
def test_the_prompt_says_what_is_possible(desk, red, moves, english, russian):
    table = desk(**red).play("red", *moves)
    for language, words in (("en", english), ("ru", russian)):
        with use_language(language):
            assert describe_prompt(find_prompt(table.state), bonuses=1) == words


def test_who_can_only_use_karma_is_not_asked_to_take_a_die(desk):
    full = {mark: value for mark, value in NOTHING_FITS.items() if mark != "roll"}
    table = desk().play("red", "take purple-1", "end turn").change("blue", **full)
    for language, words in (
        ("en", "No die helps you: use karma"),
        ("ru", "Ни один кубик вам не подходит: используйте карму"),
    ):
        with use_language(language):
            assert describe_prompt(find_prompt(table.state), bonuses=0) == words


GIVEN_UP = [
    pytest.param(
        {"goods": (6, 6, 6)},
        ["take orange-1"],
        "give up die",
        "Give up the Trader’s action",
        "Отказаться от действия Торговца",
        id="the Trader of the die",
    ),
    pytest.param(
        {"goods": (6, 6, 6), "river": 0b10},
        ["take orange-2"],
        "give up die",
        "Give up the Portuguese’s action",
        "Отказаться от действия Португальца",
        id="the Portuguese of the die",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "person trader"}, "goods": (1, 0, 0)},
        ["take blue-1"],
        "give up river 1",
        "Give up the Trader’s action",
        "Отказаться от действия Торговца",
        id="the Trader of the river",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "upgrade, goods 1"}},
        ["take blue-1"],
        "give up river 1 upgrade",
        "Give up: upgrade",
        "Отказаться: улучшение",
        id="the first of two earnings",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "upgrade, goods 1"}},
        ["take blue-1"],
        "give up river 1 goods 1",
        "Give up: 1 good",
        "Отказаться: 1 товар",
        id="the second of two earnings",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "upgrade"}},
        ["take blue-1"],
        "give up river 1",
        "Give up: upgrade",
        "Отказаться: улучшение",
        id="the only earning",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "upgrade, goods 1"}},
        ["take blue-1", "upgrade fort"],
        "give up river 1",
        "Give up: 1 good",
        "Отказаться: 1 товар",
        id="the second of two earnings, after the first",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "person raja-man-singh, fork"}},
        ["take blue-1"],
        "give up river 1 person raja-man-singh",
        "Give up: Raja Man Singh",
        "Отказаться: Раджа Ман Сингх",
        id="the person of a river space",
    ),
    pytest.param(
        {"circled": ("edge a1 W",)},
        ["take blue-2", "use edge a1 W", "person raja-man-singh"],
        "give up edge a1 W",
        "Give up Raja Man Singh’s upgrade",
        "Отказаться от улучшения Раджи Ман Сингха",
        id="the action of a person of choice",
    ),
    pytest.param(
        {"circled": ("edge a1 W",)},
        ["take blue-2", "use edge a1 W", "person great-mogul"],
        "give up edge a1 W",
        "Give up the Great Mogul’s action",
        "Отказаться от действия Великого Могола",
        id="the person whom the Great Mogul calls",
    ),
    pytest.param(
        {"circled": ("edge a1 W",)},
        ["take blue-2", "use edge a1 W", "person great-mogul", "person maharani"],
        "give up edge a1 W",
        "Give up the Maharani’s action",
        "Отказаться от действия Махарани",
        id="the Maharani whom the Great Mogul called",
    ),
    pytest.param(
        {"circled": ("edge a1 W",)},
        ["take blue-2", "use edge a1 W"],
        "give up edge a1 W",
        "Give up: a person of your choice",
        "Отказаться: персонаж на выбор",
        id="a person of choice who is not called yet",
    ),
    pytest.param(
        {**FLAG, "earnings": {1: "half-road, person master-builder"}, "roads": {"b3": "EW"}},
        ["take blue-1", "person master-builder"],
        "give up river 1",
        "Give up the Master Builder’s half-roads",
        "Отказаться от половин дорог Главного строителя",
        id="the Master Builder while a half-road of the river waits",
    ),
]


@pytest.mark.parametrize(("red", "moves", "move", "english", "russian"), GIVEN_UP)
def test_giving_up_is_called_by_what_is_given_up(desk, red, moves, move, english, russian):
    table = desk(**red).play("red", *moves)
    assert table.allows("red", move)
    for language, words in (("en", english), ("ru", russian)):
        with use_language(language):
            assert describe_move(NAMER, table.state, parse_move(move)) == words
