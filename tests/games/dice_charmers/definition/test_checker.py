"""What the checker says of a broken sheet: the key, what is wrong, and what would be right."""

import re
import tomllib

import pytest

from companion.games.dice_charmers.definition import SheetProblems, check_sheet, load_sheet
from companion.games.dice_charmers.library import describe_problem as problem_line
from companion.i18n import use_language

GRID = ["temple market-different mill", "fort residence palace", "mill market-same temple"]

BROKEN = {  # the key, its value, what the problem says, and its key if it is another one
    # what stands at the top
    "no name": ("name", ..., "missing; expected a plain name"),
    "a name with a path": ("name", "../sun", "plain name"),
    "version as text": ("version", "1", "a whole number from 1"),
    "version as truth": ("version", True, "true does not fit"),
    "title without English": ("title", {"ru": "Солнце"}, "a text in English"),
    "title in a language nobody speaks here": (
        "title",
        {"en": "Sun", "rus": "x"},
        'languages: en, ru, did you mean "ru"?',
    ),
    "title without a language": ("title", "Sun", "a text in English"),
    "title empty": ("title", {"en": " ", "ru": "x"}, "1 to 60 characters"),
    "title of two lines": ("title", {"en": "a\nb", "ru": "x"}, "one line"),
    "unknown key": ("verison", 1, "unknown key"),
    "missing area": ("river", ..., "missing; expected a table [river]"),
    "area of the wrong type": ("karma", 3, "3 is not a table"),
    # character and labels
    "unknown theme": ("character.theme", "mon", 'did you mean "moon"?'),
    "no colour": ("character.accent", "red", "a colour such as"),
    "ink hard to read": ("character.ink", "#dddddd", "contrast of at least 4.5"),
    "missing label": ("labels.river", ..., "missing; expected a text in English"),
    # dice
    "five faces": ("dice.blue", ["flag", "fish"] + ["flag"] * 3, "has 5 entries; expected a list of 6"),
    "no such road": ("dice.green", ["bend"] * 5 + ["curve"], "straight, bend, half-roads", "dice.green[5]"),
    "nobody by this name": ("dice.orange", ["tradr"] + ["trader"] * 5, 'did you mean "trader"?', "dice.orange[0]"),
    "symbol without name": ("symbols.flag", ..., "missing; expected its name"),
    "name without symbol": ("symbols.owl", {"en": "Owl", "ru": "Сова"}, "is not on the blue dice"),
    # tracks
    "too few places": ("tracks.places", 4, "from 5 to 100"),
    "bonus beyond the fame track": ("tracks.fame.10", "karma", "from 1 to 9"),
    "bonus beyond the money track": ("tracks.money.19", "karma", "from 1 to 18"),
    "one place written in two ways": ("tracks.fame.03", "karma", "a whole number"),
    "lines that never meet": ("tracks.places", 32, "at most the 31.5 points"),
    # bonuses
    "unknown bonus": ("tracks.fame.3", "karmas", 'did you mean "karma"?'),
    "bonus without number": ("tracks.fame.3", "fame", '"fame N" with N from 1 to 20'),
    "bonus with too much": ("tracks.fame.3", "karma 2", '"karma" and nothing after it'),
    "bonus out of range": ("tracks.fame.3", "goods 4", "one of 1, 2, 3"),
    "bonus for nobody": ("tracks.fame.3", "person queen", "great-mogul"),
    "bonus of the wrong type": ("tracks.fame.3", 4, "a bonus such as"),
    # province
    "row too short": ("province.rows", [*GRID[:2], "mill mill"], "has 2 spaces; expected 3", "province.rows[2]"),
    "misspelt space": ("province.rows", ["tempel mill mill", *GRID[1:]], 'did you mean "temple"?', "province.rows[0]"),
    "one row": ("province.rows", GRID[1:2], "has 1 entries; expected a list of 2 to 12"),
    "no residence": ("province.rows", [GRID[0]] * 3, "0 residences; expected exactly one"),
    "two residences": ("province.rows", [GRID[1]] * 2, "2 residences"),
    "no road from the residence": ("province.residence_roads", "", "the sides by which"),
    "a road off the grid": ("province.rows", [GRID[1], GRID[0]], "N leaves the grid", "province.residence_roads"),
    "edge bonus inside": ('province.edges."a2 E"', "karma", "which a2 has at W"),
    "edge bonus outside": ('province.edges."d1 N"', "karma", "no space d1"),
    "edge bonus at the residence": ('province.edges."b2 N"', "karma", "is the residence"),
    "edge without side": ("province.edges.a1", "karma", 'such as "c1 N"'),
    "a province of missing spaces": ("province.rows", [". . .", ". . ."], "0 residences"),
    "a road to a missing space": (
        "province.rows",
        ["temple . mill", *GRID[1:]],
        "N leaves the grid",
        "province.residence_roads",
    ),
    "edge bonus at a missing space": (
        "province.rows",
        [*GRID[:2], "mill temple ."],
        "no space c3",
        'province.edges."c3 S"',
    ),
    "two bonuses at one missing space": (
        "province",
        {
            "rows": ["temple fort .", *GRID[1:]],
            "residence_roads": "NS",
            "edges": {"b1 E": "karma", "c2 N": "karma"},
        },
        'the same missing space as "b1 E"',
        'province.edges."c2 N"',
    ),
    # market
    "prices from 2": ("market.coins", [2, 2, 3], "starts at 2"),
    "prices that fall": ("market.coins", [1, 3, 2], "never fall"),
    "a kind of good missing": ("market.goods.silk", ..., "missing"),
    "an unknown good": ("market.goods.gold", "A A A", "unknown key"),
    "a good beyond the coins": ("market.goods.tea", "A A B B", "3 entries, one for each column"),
    "a kind without goods": ("market.goods.tea", ". . .", "at least one good"),
    "a column without goods": (
        "market.goods",
        {"tea": "A . B", "silk": "C . B", "spices": "D . B"},
        "there is no good in column 2",
    ),
    "a tent without bonus": ("market.tents.A", ..., "missing; expected the bonus"),
    "a tent without goods": ("market.tents.E", "karma", "there is no good in this tent"),
    "none is a bonus of tents only": ("tracks.fame.3", "none", "a bonus: person, upgrade"),
    "a sale of an unknown mixture": ("tracks.fame.3", "sell-1-3 mixed", "alone, or a space and one of same, different"),
    # palace, upgrades, karma
    "four people in a palace area": (
        "palace.upper",
        ["trader", "maharani", "portuguese", "great-mogul"],
        "the three different people",
    ),
    "a person twice in a palace area": ("palace.lower", ["trader"] * 3, "the three different people"),
    "a misspelt person in a palace area": (
        "palace.lower",
        ["portugese", "master-builder", "raja-man-singh"],
        'did you mean "portuguese"?',
    ),
    "a person in both palace areas": (
        "palace.lower",
        ["trader", "master-builder", "raja-man-singh"],
        "expected raja-man-singh, master-builder, portuguese",
    ),
    "a palace column without bonus": ("palace.upper_columns", ["karma"], "a list of 2"),
    "values that do not rise": ("upgrades.values", [2, 2], "does not rise"),
    "no building with a second upgrade": (
        "upgrades.once",
        ["temple", "palace", "fort", "mill"],
        "at most three different buildings",
    ),
    "an unknown building upgraded once": ("upgrades.once", ["mil"], 'did you mean "mill"?'),
    "a building named twice": ("upgrades.once", ["mill", "mill"], "at most three different buildings"),
    "an upgrade column without bonus": ("upgrades.columns", [], "a list of 1"),
    "more karma than places": ("karma.start", 4, "from 0 to 3"),
    "a bonus for karma held from the start": ("karma.bonuses.1", "fame 1", "from 2 to 3"),
    # river
    "a symbol on no die": ("river.spaces", [["flg", "karma"]], 'did you mean "flag"?', "river.spaces[0]"),
    "a symbol on no space": ("river.spaces", [["flag", "karma"]], 'no space shows "fish"'),
    "a space without earnings": ("river.spaces", [["flag"]], "1 to 4 earnings", "river.spaces[0]"),
    "a wrong earning": ("river.spaces", [["flag", "fame 0"]], 'in place of "fame 0"', "river.spaces[0]"),
    # geometry
    "a page on its side": ("geometry.page", [277, 190], "an upright page"),
    "a page of no size": ("geometry.page", [float("nan"), 277], "an upright page"),
    "a box off the page": ("geometry.boxes.river", [1, 185, 190, 46], "inside the page"),
    "boxes over each other": ("geometry.boxes.palace", [107, 135, 83, 43], "overlaps boxes.market"),
    "a box too small": ("geometry.boxes.title", [20, 0, 114, 7], "and 12 mm high"),
    "a box of three numbers": ("geometry.boxes.title", [20, 0, 114], "[x, y, width, height]"),
    "a QR code too small": ("geometry.boxes.qr", [136, 0, 20, 20], "at least 34 mm"),
    "a QR code not square": ("geometry.boxes.qr", [136, 0, 36, 34], "square"),
    "markers too small": ("geometry.markers.size", 8, "from 12 up"),
    "two markers alike": ("geometry.markers.top_right.id", 8, "four different ids"),
    "no ArUco number": ("geometry.markers.top_left.id", 50, "from 0 to 49"),
    "a marker in the wrong corner": ("geometry.markers.top_left.at", [0, 240], "top left"),
    "a marker over a box": (
        "geometry.markers.top_left.at",
        [10, 0],
        "overlaps boxes.title",
        "geometry.markers.top_left",
    ),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_checker_reports(changed, broken):
    path, value, fragment, *elsewhere = broken
    problems, key = changed(path, value), (elsewhere or [path])[0]
    assert [problem for problem in problems if problem.key == key and fragment in problem.message], problems
    with use_language("ru"):
        told = [problem_line(problem) for problem in problems]
    assert not [line for line in told if re.search("expected|missing|[%]", line) or not re.search("[а-я]", line)]


def test_an_unchanged_sheet_has_no_problem(tiny_file):
    assert check_sheet(tiny_file) == []


def test_a_mistake_is_reported_once_and_causes_no_other_report(changed):
    for path, value in [
        ("tracks.fame.3", "karmas"),
        ("market.coins", "cheap"),
        ("geometry.page", 1),
        ("dice.blue", 1),
    ]:
        assert [problem.key for problem in changed(path, value)] == [path]


def test_a_space_that_no_road_reaches_is_named(read, tiny_text):
    content = tomllib.loads(tiny_text)
    content["province"] = {"rows": ["mill mill", "residence mill"], "residence_roads": "N", "edges": {}}
    assert read(content)[1] == []
    content["province"]["residence_roads"] = "W"
    assert [(p.key, p.message.split(";")[0]) for p in read(content)[1]] == [
        ("province.residence_roads", "W leaves the grid"),
        ("province.rows", "no road can reach a1, b1, b2"),
    ]


def test_all_problems_come_at_once_each_with_the_file(tmp_path, tiny_text):
    file = tmp_path / "broken.toml"
    broken = tiny_text.replace('"karma", "goods 1"', '"carma"').replace("start = 1", "start = 9")
    file.write_text(broken.replace("uses = 2", "usage = 2").replace("coins = [1, 2, 3]", "coins = [3, 2, 1]"))
    with pytest.raises(SheetProblems) as caught:
        load_sheet(file)
    keys = [problem.key for problem in caught.value.problems]
    assert keys == [
        "market.coins",
        "market.coins",
        "palace.uses",
        "palace.usage",
        "river.spaces[2]",
        "karma.start",
    ]
    assert {problem.file for problem in caught.value.problems} == {str(file)}
    assert caught.value.problems == tuple(check_sheet(file))
    assert str(caught.value).count("\n") == len(keys) - 1


def test_an_unknown_key_suggests_the_missing_one(read, tiny_text):
    content = tomllib.loads(tiny_text.replace("residence_roads", "residence_road"))
    assert [(p.key, p.message.split(";")[0]) for p in read(content)[1]] == [
        ("province.residence_roads", "missing"),
        ("province.residence_road", 'unknown key, did you mean "residence_roads"?'),
    ]
