"""Impossible entries of a played sheet are found, and a sheet that was played by the rules has none."""

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.paper.marked import (
    BadCell,
    MarkedSheet,
    Rule,
    change_totals,
    complete_cells,
    count_totals,
    find_conflicts,
    score_by_rules,
    select_marked,
)
from companion.games.dice_charmers.rules.scoring import Figures
from companion.games.dice_charmers.rules.sheet import describe, describe_cells, make_blank_marks, make_plan
from companion.games.dice_charmers.texts.wording import describe_conflict, name_cell
from companion.i18n import LANGUAGES, use_language
from companion.lab.games import simulate

SUN = load_sheet("sun").sheet
EMPTY = {"karma 1": "circled"}  # as a sheet is printed


def mark(row: str, places: int, state: str = "marked") -> dict[str, str]:
    return {f"{row} {place}": state for place in range(1, places + 1)}


def play_games(sheet, games: int = 6) -> list[dict]:
    sheets: list[dict] = []
    simulate(sheet, ["greedy", "builder", "trader"], games, seed=11, final=sheets.append)
    return sheets


@pytest.mark.parametrize("name", ["sun", "moon"])
def test_finished_sheets_of_played_games_have_no_conflicts(name):
    sheet = load_sheet(name).sheet
    for played in play_games(sheet):
        assert find_conflicts(sheet, played["cells"]) == ()
        assert count_totals(sheet, played["cells"])._asdict() == played["totals"]
        assert score_by_rules(sheet, played["cells"])._asdict() == played["totals"]


IMPOSSIBLE = {  # what is marked; the rule, the cells and the details of the conflict; whether its fix is clear
    "two goods are sold for 1 and 3 coins, but 5 money are marked": (
        {**mark("good tea", 2, "crossed"), "good tea 3": "circled", "bonus tent 1": "crossed", **mark("money", 5)},
        Rule.MONEY,
        ("money 5",),
        {"marked": 5, "expected": 4},
        True,
    ),
    "the river pays 2 and Raja Man Singh 1": (
        {"river 2": "crossed", "person raja-man-singh 1": "crossed", "upgrade mill 1": "crossed"},
        Rule.MONEY,
        ("money 1", "money 2", "money 3"),
        {"marked": 0, "expected": 3},
        True,
    ),
    "one building without an upgrade gives exactly 1 fame": (
        {"road c2 N": "marked", "road c2 S": "marked", **mark("fame", 2)},
        Rule.FAME,
        ("fame 2",),
        {"marked": 2, "low": 1, "high": 1},
        True,
    ),
    "an upgraded building gives 1 or 2 fame": (
        {"road c2 N": "marked", "road c2 S": "marked", "upgrade fort 1": "crossed", "river 3": "crossed"},
        Rule.FAME,
        ("fame 1",),
        {"marked": 0, "low": 1, "high": 2},
        True,
    ),
    "a second karma out of nothing": (
        {"karma 2": "circled"},
        Rule.KARMA,
        ("karma 2",),
        {"marked": 2, "expected": 1},
        True,
    ),
    "a road that does not lead to the residence": (
        {"road b2 N": "marked", "road b2 S": "marked", "fame 1": "marked"},
        Rule.ROAD_NOT_CONNECTED,
        ("road b2 N", "road b2 S"),
        {"space": "b2"},
        False,
    ),
    "half a road": (
        {"road c2 S": "marked", "fame 1": "marked"},
        Rule.ROAD_INCOMPLETE,
        ("road c2 S",),
        {"space": "c2"},
        False,
    ),
    "the bonus of a tent that is not sold out": (
        {"bonus tent 1": "crossed"},
        Rule.BONUS_NOT_RELEASED,
        ("bonus tent 1",),
        {"bonus": "tent 1"},
        True,
    ),
    "a tent is sold out, but its bonus is not crossed out": (
        {**mark("good tea", 2, "crossed"), **mark("money", 3)},
        Rule.BONUS_NOT_USED,
        ("bonus tent 1",),
        {"bonus": "tent 1"},
        True,
    ),
    "a column is complete, but its bonus is only circled": (
        {**mark("person maharani", 1, "crossed"), **mark("person trader", 1, "crossed")}
        | {"person great-mogul 1": "crossed", "bonus palace upper 1": "circled"},
        Rule.BONUS_NOT_USED,
        ("bonus palace upper 1",),
        {"bonus": "palace upper 1"},
        True,
    ),
    "the second silk is sold before the first": (
        {"good silk 1": "circled", "good silk 2": "crossed", **mark("money", 2)},
        Rule.GOODS_ORDER,
        ("good silk 1",),
        {"good": "silk"},
        False,
    ),
    "a bonus called the trader, but no space is crossed out": (
        {"bonus tent 4": "crossed"},
        Rule.PERSON_NOT_CROSSED_OUT,
        ("person trader 1", "person trader 2", "person trader 3"),
        {"person": "trader", "calls": 1, "crossed": 0},
        False,
    ),
    "a fourth upgrade would need a fourth use of Raja Man Singh": (
        {**mark("person raja-man-singh", 3, "crossed"), **mark("money", 3)}
        | {**mark("upgrade fort", 2, "crossed"), **mark("upgrade mill", 2, "crossed")},
        Rule.PERSON_USED_TOO_OFTEN,
        ("upgrade fort 1", "upgrade fort 2", "upgrade mill 1", "upgrade mill 2"),
        {"person": "raja-man-singh", "upgrades": 4, "granted": 3},
        False,
    ),
    "a gap in a track": (
        {"river 2": "crossed", "money 1": "marked", "money 3": "marked"},
        Rule.GAP,
        ("money 2",),
        {"row": "money", "place": 3},
        True,
    ),
    "the second space of a person before the first": (
        {"person portuguese 2": "crossed"},
        Rule.GAP,
        ("person portuguese 1",),
        {"row": "person portuguese", "place": 2},
        True,
    ),
    "the second karma is crossed out before the first": (
        {"river 5": "crossed", "fame 1": "marked", "karma 2": "crossed"},
        Rule.GAP,
        ("karma 1",),
        {"row": "karma", "place": 1},
        True,
    ),
}


@pytest.mark.parametrize(("cells", "rule", "where", "details", "fixed"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_entry_is_found_with_its_rule_and_its_fix_settles_it(cells, rule, where, details, fixed):
    cells = complete_cells(SUN, {**EMPTY, **cells})
    found = [conflict for conflict in find_conflicts(SUN, cells) if conflict.code is rule]
    assert [(conflict.cells, conflict.details) for conflict in found] == [(where, details)]
    assert bool(found[0].fix) == fixed
    if fixed:
        assert rule not in [conflict.code for conflict in find_conflicts(SUN, {**cells, **found[0].fix})]


def test_an_empty_sheet_has_no_conflicts():
    assert find_conflicts(SUN, EMPTY) == ()


def test_totals_by_the_rules_ignore_a_wrong_line_and_a_bonus_that_was_not_released():
    wrong = {**EMPTY, **mark("good tea", 2, "crossed"), "bonus tent 1": "crossed", "bonus tent 6": "crossed"}
    wrong = {**wrong, **mark("money", 9), **mark("fame", 2)}
    assert count_totals(SUN, wrong) == Figures(fame=2, money=9, karma_circled=1, karma_used=0)
    by_rules = score_by_rules(SUN, wrong)
    assert by_rules == Figures(fame=0, money=4, karma_circled=1, karma_used=0)
    assert count_totals(SUN, {**wrong, **change_totals(SUN, by_rules)}) == by_rules


def test_marks_are_described_as_the_rules_describe_them():
    plan = make_plan(SUN)
    blank = make_blank_marks(plan)
    marks = blank._replace(fame=3, money=5, goods=(2, 1, 0), sold=(1, 0, 0), people=(0, 1, 2, 0, 0, 0), river=0b101)
    marks = marks._replace(upgrades=(1, 0, 0, 2), karma_circled=2, karma_used=1, circled=("tent 1",))
    marks = marks._replace(crossed=("edge b2 N", "fame 3"))
    assert MarkedSheet(plan, describe_cells(plan, marks)).describe() == describe(plan, marks)


@pytest.mark.parametrize("cells", [{"fame 40": "marked"}, {"fame 1": "circled"}, {"road c3 N": "marked"}, {"": ""}])
def test_only_cells_and_states_of_the_sheet_are_accepted(cells):
    with pytest.raises(BadCell):
        complete_cells(SUN, cells)


def test_only_marked_cells_need_to_be_kept():
    assert select_marked(complete_cells(SUN, EMPTY)) == EMPTY


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_conflict_and_every_cell_has_words(language):
    scribbled = {cell: "crossed" if "bonus" in cell else "none" for cell in complete_cells(SUN, {})}
    with use_language(language):
        sentences = [describe_conflict(conflict) for conflict in find_conflicts(SUN, scribbled)]
        names = [name_cell(cell) for cell in scribbled]
    assert all(sentence.endswith(".") and "%" not in sentence for sentence in sentences)
    assert len(set(names)) == len(names)
