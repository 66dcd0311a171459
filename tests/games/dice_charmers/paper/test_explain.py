"""The rules explain unsure marks, but never overrule a clear mark without asking."""

from functools import cache
from math import exp
from random import Random

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.paper.explain import explain
from companion.games.dice_charmers.paper.marked import complete_cells
from companion.games.dice_charmers.paper.reading import count_questions
from companion.games.dice_charmers.rules.sheet import STATES
from companion.lab.games import simulate

NAMES = ["sun", "moon"]


@cache
def play(name: str) -> list[dict[str, str]]:
    finals: list[dict] = []
    simulate(load_sheet(name).sheet, ["greedy", "builder", "trader"], 2, seed=4, final=finals.append)
    return [final["cells"] for final in finals]


def see(cells: dict[str, str], noise: float = 0.0, seed: int = 1) -> dict[str, dict[str, float]]:
    """Return what a network would say about cells, the less sure the more noise there is."""
    hand = Random(seed)
    read = {}
    for cell, state in cells.items():
        scores = {each: 5.0 * (each == state) + hand.gauss(0, noise) for each in STATES[cell.partition(" ")[0]]}
        total = sum(map(exp, scores.values()))
        read[cell] = {each: exp(score) / total for each, score in scores.items()}
    return read


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_that_is_seen_clearly_is_taken_as_it_is(name):
    for cells in play(name):
        found = explain(load_sheet(name).sheet, see(cells))
        assert (found.cells, found.doubtful) == (cells, ())


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_correct_most_of_what_is_read_wrong_and_ask_about_the_rest(name):
    misread = wrong = silent = 0
    for seed, cells in enumerate(play(name)):
        read = see(cells, noise=1.8, seed=seed)
        found = explain(load_sheet(name).sheet, read)
        missed = {cell for cell, state in cells.items() if found.cells[cell] != state}
        misread += sum(max(states, key=states.__getitem__) != cells[cell] for cell, states in read.items())
        wrong += len(missed)
        silent += len(missed - set(found.doubtful))
    assert misread > 30
    assert wrong < misread / 3
    assert silent <= 2


BLANK = complete_cells(load_sheet("sun").sheet, {"karma 1": "circled"})  # as the sheet is printed


@pytest.mark.parametrize(
    ("marked", "asked"),
    [
        ({f"fame {place}": "marked" for place in (1, 2, 4)}, "fame 3"),
        ({"money 1": "marked"}, "money 1"),
        ({"good tea 1": "circled", "good tea 2": "crossed"}, "good tea 1"),
        ({"bonus tent 2": "crossed"}, "bonus tent 2"),
        ({"road c1 N": "marked", "road c1 S": "marked"}, "road c1 N"),
        ({"person trader 2": "crossed"}, "person trader 1"),
    ],
    ids=["gap", "money from nowhere", "sold out of order", "never released", "not connected", "second use only"],
)
def test_clear_marks_that_break_a_rule_are_asked_about(marked, asked):
    found = explain(load_sheet("sun").sheet, see(BLANK | marked))
    related = {cell.rpartition(" ")[0] for cell in found.doubtful}
    assert asked.rpartition(" ")[0] in related


def test_people_marked_far_from_any_order_are_taken_as_read():
    marked = {f"good silk {place}": "crossed" for place in (3, 4, 5, 6)}
    found = explain(load_sheet("sun").sheet, see(BLANK | marked))
    assert {cell for cell, state in found.cells.items() if state == "crossed"} >= set(marked)


@pytest.mark.parametrize(
    ("line", "note"),
    [(30, range(60, 65)), (30, range(34, 39)), (0, range(70, 74))],
    ids=["far from the line", "near the line", "on an empty track"],
)
def test_a_note_in_free_places_of_a_track_is_the_first_question(line, note):
    marked = {f"money {place}": "marked" for place in (*range(1, line + 1), *note)}
    found = explain(load_sheet("sun").sheet, see(BLANK | marked))
    assert found.doubtful[0].startswith("money")
    ends = [found.cells[f"money {place}"] for place in range(1, 79)]
    assert ends == sorted(ends), "one line without gaps"
    asked = {cell for cell in found.doubtful if cell.startswith("money")}
    assert asked >= {f"money {place}" for place in note}
    assert count_questions(asked) == 1


def test_a_last_place_with_far_more_ink_than_the_others_is_asked_about():
    cells = BLANK | {f"fame {place}": "marked" for place in range(1, 7)}
    fills = {cell: 0.2 if state == "marked" else 0.0 for cell, state in cells.items()}
    assert "fame 6" in explain(load_sheet("sun").sheet, see(cells), fills | {"fame 6": 0.5}).doubtful


def test_money_that_follows_from_the_other_marks_settles_an_unclear_end_of_the_line():
    cells = next(each for each in play("sun") if 5 < sum(each[f"money {n}"] == "marked" for n in range(1, 79)) < 70)
    end = sum(cells[f"money {n}"] == "marked" for n in range(1, 79))
    read = see(cells)
    for place in (end, end + 1):
        read[f"money {place}"] = {"none": 0.5, "marked": 0.5}
    found = explain(load_sheet("sun").sheet, read)
    assert found.cells == cells
    assert not [cell for cell in found.doubtful if cell.startswith("money")]


def test_places_that_are_certain_only_by_a_doubtful_end_of_the_line_are_asked_too():
    read = see(BLANK)
    for place, chance in ((1, 0.99), (2, 0.8), (3, 0.8), (4, 0.75)):  # no bonus so far
        read[f"money {place}"] = {"none": 1 - chance, "marked": chance}
    found = explain(load_sheet("sun").sheet, read)
    asked = set(found.doubtful)
    assert {"money 2", "money 3", "money 4"} <= asked and "money 1" not in asked
