"""The figures of `companion balance` are computed from games that can be checked by hand."""

import shutil
from collections import Counter

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Ending
from companion.games.dice_charmers.rules.sheet import make_blank_marks, make_plan
from companion.lab.balance import AREAS, TARGETS, Balance, find_details, measure_balance, measure_games
from companion.lab.games import GameRecord, SheetRecord
from tests.conftest import ROOT

needs_rustc = pytest.mark.skipif(
    not shutil.which("rustc"), reason="the engine is compiled with rustc, which is missing"
)
TINY = make_plan(load_sheet(ROOT / "tests/games/dice_charmers/definition/tiny.toml").sheet)
BLANK = make_blank_marks(TINY)
FIRST_SPACE, FIRST_BONUS = TINY.spaces[0], next(iter(TINY.bonuses))


def played(points: int, turns: list[int], chains: list[int], dice: str, used: bool = False) -> SheetRecord:
    """A sheet; points in half points beyond the meeting point, dice as initials of their colours."""
    colours = {"p": "purple", "g": "green", "b": "blue", "o": "orange"}
    marks = BLANK
    if used:
        marks = BLANK._replace(crossed=(FIRST_BONUS,), roads=(5, *BLANK.roads[1:]))
    taken = Counter(colours[die] for die in dice)
    return SheetRecord("greedy", marks, chains, turns, taken, Counter(), points, float(points > 0))


CLOSE = GameRecord(
    Ending.LINES_MET,
    [played(4, [2, 4, 6], [0, 1, 3], "ppg", used=True), played(-10, [2, 2, 4], [0, 0, 2], "gbo")],
)
CLEAR = GameRecord(
    Ending.LINES_MET,
    [played(20, [2, 4, 31], [0, 1, 4], "ooo"), played(-11, [2, 2, 5], [0, 0, 3], "ooo")],
)
EXPECTED = {
    "turns": 3,
    "lead": (7 + 15.5) / 2,
    "lead_p90": 15.5,
    "close_others": 0.5,  # five points are missing, or five and a half
    "no_large_turn": 0.5,  # 3 points at most, or 15.5
    "late_points": (6 + 4 + 31 + 5) / 66,
    "late_chains": 3 / 4,
    "rarest_colour": 1 / 12,
    "commonest_colour": 7 / 12,
    "rarest_space": 0,
    "rarest_bonus": 0,
    "best_seat": 0.5,
}


@pytest.mark.parametrize("figure", EXPECTED)
def test_the_figures_of_two_games(figure):
    games = [CLOSE, CLEAR]
    assert measure_games(games, find_details(TINY, games))[figure] == pytest.approx(EXPECTED[figure], abs=0.0001)


def test_every_space_bonus_and_seat_is_counted_on_sheets():
    found = find_details(TINY, [CLOSE, CLEAR])
    assert found.spaces[FIRST_SPACE] == found.bonuses[FIRST_BONUS] == 0.25
    assert sum(found.spaces.values()) == sum(found.bonuses.values()) == 0.25
    assert len(found.spaces) == len(TINY.spaces) - 1, "the residence is not counted"
    assert found.seats == [1, 0]


@pytest.mark.parametrize(
    ("target", "figure", "strategy", "holds"),
    [
        ("lead", 5, "level-4", True),
        ("lead", 5.5, "level-4", False),
        ("lead", 8, "greedy", True),
        ("lead", 8.5, "greedy", False),
        ("late_points", 0.39, "greedy", False),
        ("late_points", 0.4, "greedy", True),
        ("late_points", 0.56, "greedy", False),
        ("rarest_bonus", 0.05, "level-4", True),
    ],
)
def test_a_target_holds_within_its_limits(target, figure, strategy, holds):
    assert TARGETS[target].holds(figure, strategy) is holds


@needs_rustc
def test_games_are_measured_for_every_number_of_players_and_every_single_area():
    *steps, last = measure_balance(TINY.sheet, [2, 3], ["random", "greedy"], games=2, seed=1)
    assert [step.done for step in steps] == list(range(1, 2 * (4 + len(AREAS)) + 1))
    assert all(step.total == len(steps) for step in steps)
    found = last.balance.as_json()
    assert set(found["single_areas"]) == set(AREAS)
    assert [(row["strategy"], row["players"]) for row in found["players"]] == [
        ("random", 2),
        ("random", 3),
        ("greedy", 2),
        ("greedy", 3),
    ]
    for row in found["players"]:
        areas = {"best_area"} if (row["strategy"], row["players"]) == ("greedy", 2) else set()
        assert set(row["figures"]) == set(row["errors"]) == TARGETS.keys() - {"best_area"} | areas
    assert set(found["missed"]) == {"random", "greedy"}


@needs_rustc
def test_single_areas_are_not_measured_for_other_strategies():
    *_, last = measure_balance(TINY.sheet, [2], ["random"], games=1, seed=1)
    assert last.balance.areas == {}


def test_figures_outside_their_limits_are_bold_and_have_an_error():
    figures = {"late_points": 0.62, "turns": 12}
    balance = Balance(TINY.sheet, 100, {("level-3", 2): figures, ("level-3", 4): {**figures, "late_points": 0.5}})
    balance.errors = {who: {"late_points": 0.011, "turns": 0} for who in balance.figures}
    late = next(line for line in balance.as_table().splitlines() if "last third" in line)
    assert late == "| points made in the last third of the turns | 40–55 % | **62.0**, 50.0 % ± 1.1 |"
    assert balance.list_missed("level-3") == ["points made in the last third of the turns"]
