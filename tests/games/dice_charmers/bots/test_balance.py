"""The figures of `companion balance` are computed from games that can be checked by hand."""

from collections import Counter
from pathlib import Path

import pytest

from companion.games.dice_charmers.bots.balance import AREAS, TARGETS, find_details, measure_balance, measure_games
from companion.games.dice_charmers.bots.game import GameRecord, SheetRecord
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import Ending
from companion.games.dice_charmers.rules.page import make_blank_marks
from companion.games.dice_charmers.rules.plan import make_plan

TINY = make_plan(load_sheet(Path(__file__).parents[1] / "definition" / "tiny.toml").sheet)
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


def test_games_are_measured_for_every_number_of_players_and_every_single_area():
    *steps, last = measure_balance(TINY.sheet, [2, 3], "greedy", games=2, seed=1)
    assert [step.done for step in steps] == list(range(1, 2 * (2 + len(AREAS)) + 1))
    assert all(step.total == len(steps) for step in steps)
    found = last.balance.as_json()
    assert set(found["single_areas"]) == set(AREAS)
    measured = {row["target"]: set(row["measured"]) for row in found["targets"]}
    assert measured == {target.text: {2} if name == "best_area" else {2, 3} for name, target in TARGETS.items()}


def test_single_areas_are_not_measured_for_other_strategies():
    *_, last = measure_balance(TINY.sheet, [2], "random", games=1, seed=1)
    assert last.balance.areas == {}
