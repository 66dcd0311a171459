"""Every cell of a sheet has an id and a state, like a photo of it would show."""

import random
import re

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Started
from companion.games.dice_charmers.rules.sheet import describe_cells, make_blank_marks, make_plan

SUN = load_sheet("sun").sheet
PLAN = make_plan(SUN)
FORMS = {
    r"(fame|money) \d+|road [a-e][1-5] [NESW]": {"none", "marked"},
    r"good (tea|silk|spices) \d": {"none", "circled", "crossed"},
    r"bonus (edge [a-e][1-5] [NESW]|(tent|fame|money|upgrade|karma) \d+|palace (upper|lower) \d)": {
        "none",
        "circled",
        "crossed",
    },
    r"person [a-z-]+ [1-3]|river \d+|upgrade (temple|palace|fort|mill) [12]": {"none", "crossed"},
    r"karma [1-5]": {"none", "circled", "crossed"},
}


def test_a_blank_sheet_has_nothing_but_the_first_karma():
    cells = describe_cells(PLAN, make_blank_marks(PLAN))
    assert {cell: state for cell, state in cells.items() if state != "none"} == {"karma 1": "circled"}
    assert "road c3 N" not in cells  # the residence is printed
    assert len(cells) == 39 + 78 + 12 * 4 + 16 + len(PLAN.bonuses) + 18 + 18 + 8 + 5


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"fame": 2}, {"fame 1": "marked", "fame 2": "marked"}, id="fame"),
        pytest.param({"money": 1}, {"money 1": "marked"}, id="money"),
        pytest.param(
            {"goods": (2, 0, 0), "sold": (1, 0, 0)}, {"good tea 1": "crossed", "good tea 2": "circled"}, id="goods"
        ),
        pytest.param({"people": (0, 0, 1, 0, 0, 0)}, {"person trader 1": "crossed"}, id="a person"),
        pytest.param({"river": 0b10010}, {"river 2": "crossed", "river 5": "crossed"}, id="the river"),
        pytest.param({"upgrades": (1, 0, 0, 0)}, {"upgrade temple 1": "crossed"}, id="an upgrade"),
        pytest.param({"circled": ("tent 4",)}, {"bonus tent 4": "circled"}, id="a released bonus"),
        pytest.param({"crossed": ("fame 8",)}, {"bonus fame 8": "crossed"}, id="a used bonus"),
        pytest.param({"wasted": ("edge b2 N",)}, {"bonus edge b2 N": "crossed"}, id="a wasted bonus"),
        pytest.param(
            {"karma_circled": 3, "karma_used": 2},
            {"karma 1": "crossed", "karma 2": "crossed", "karma 3": "circled"},
            id="karma",
        ),
    ],
)
def test_marks_are_states_of_cells(changes, expected):
    cells = describe_cells(PLAN, make_blank_marks(PLAN)._replace(**changes))
    assert {cell: state for cell, state in cells.items() if state != "none"} == {"karma 1": "circled"} | expected


def test_a_road_is_marked_by_its_sides():
    roads = list(PLAN.first_roads)
    roads[PLAN.space_index["c2"]] = 0b0101
    cells = describe_cells(PLAN, make_blank_marks(PLAN)._replace(roads=tuple(roads)))
    assert [cell for cell, state in cells.items() if state == "marked"] == ["road c2 N", "road c2 S"]


def test_every_cell_of_a_game_has_a_known_form(random_game):
    for history, _ in random_game(SUN, Started(("red", "blue")), random.Random(1)):
        state = history.state
    for seat in state.seats:
        for cell, found in describe_cells(PLAN, seat.marks).items():
            assert [found in states for form, states in FORMS.items() if re.fullmatch(form, cell)] == [True], cell
