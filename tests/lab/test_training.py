"""Training is reproducible and resumable, and learned weights rate sheets as the features say."""

import os
import random
import subprocess
import sys

import pytest

from companion.games.dice_charmers.bots.learned import (
    FINAL_POINTS,
    LAST_TURN,
    OTHERS,
    Learned,
    Weights,
    dump_weights,
    find_weights,
    find_weights_file,
    list_features,
    parse_weights,
)
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import write_event
from companion.games.dice_charmers.rules.sheet import make_plan
from companion.lab import training
from companion.lab.fitting import Comparison, GameSamples, Side, fit, read_game
from companion.lab.games import STRATEGIES, run_game
from tests.conftest import ROOT

TINY = load_sheet(ROOT / "tests/games/dice_charmers/definition/tiny.toml").sheet
LARGEST = 50_000  # bytes


class Interrupted(Exception):
    pass


def train(folder, stop_after=None):
    order = training.TrainingOrder(TINY, folder, generations=2, games=4, seed=1)
    for number, _ in enumerate(training.train(order), start=1):
        if number == stop_after:
            raise Interrupted
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_an_interrupted_training_ends_like_one_in_one_go(tmp_path):
    whole = train(tmp_path / "whole")
    folder = tmp_path / "stopped"
    for stop_after in (2, 3, 6):
        with pytest.raises(Interrupted):
            train(folder, stop_after)
        with (folder / "games.jsonl").open("a") as file:
            file.write('["red: roll", "rolled te')  # the machine lost its power while writing
    assert train(folder) == whole
    assert {"games.jsonl", "generation-1.json", "generation-2.json"} <= set(whole)


PLAY = """
import sys
from pathlib import Path
from companion.lab.training import _play_alone
from companion.games.dice_charmers.definition import load_sheet
print(_play_alone(load_sheet(Path(sys.argv[1])).sheet, "", 1, 2))
"""


def test_a_game_is_the_same_in_every_process():
    """Python's order of sets differs from process to process; the mistakes of bots must not follow it."""
    sheet = str(ROOT / "tests/games/dice_charmers/definition/pad.toml")
    played = {
        subprocess.run(
            [sys.executable, "-c", PLAY, sheet],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2", "3")
    }
    assert len(played) == 1


def marks_of_a_game(sheet):
    steps = run_game(sheet, [STRATEGIES["random"]] * 2, random.Random(1))
    return [step.after.seats[step.before.mover].marks for step in steps]


def test_a_rating_is_the_sum_of_weights_times_features():
    plan, rng = make_plan(TINY), random.Random(2)
    every = marks_of_a_game(TINY)
    names = {name for marks in every for name in list_features(plan, marks)}
    stages = [{name: rng.uniform(-1, 1) for name in sorted(names)} for _ in range(3)]
    weights = Weights(*stages, {name: rng.uniform(-1, 1) for name in OTHERS})
    learned = Learned(plan, parse_weights(dump_weights(TINY, weights)))
    for marks in every[::5]:
        found = list_features(plan, marks)
        early, late, last = (sum(stage[name] * amount for name, amount in found.items()) for stage in stages)
        points = marks.fame + marks.money / 2
        expected = (early, late, last + weights.others[LAST_TURN], weights.others[FINAL_POINTS] * points / 10)
        assert learned.rate_sheet(marks) == pytest.approx(expected, abs=0.02)  # weights are rounded in files


def test_what_decides_the_games_is_learned():
    """The sheet with "good" is always ahead in the end, the one with "bad" behind."""
    sheets = [{"good": 1.0, "same": 1.0}, {"bad": 1.0, "same": 1.0}]
    won = Comparison(Side(0, False), Side(1, False), stage=0.5, target=0.9, won=1.0)
    weights = fit([GameSamples(sheets, [10, 10], [won] * 20, pairs=1)] * 30, seed=1).weights
    for stage in (weights.early, weights.late):
        assert stage["good"] > 0.1 > abs(stage["same"]) and stage["bad"] < -0.1


def test_a_recorded_game_gives_samples_of_every_turn():
    steps = list(run_game(TINY, [STRATEGIES["random"]] * 3, random.Random(1)))
    game = read_game(TINY, ("red", "blue", "green"), [write_event(step.event) for step in steps])
    turns = sum(step.before.turn != step.after.turn or step.before.round != step.after.round for step in steps)
    assert len(game.comparisons) == 3 * turns  # three pairs of players; the last turn ends the game
    assert all(0 < comparison.target < 1 for comparison in game.comparisons)
    assert all(comparison.stage is None or 0 <= comparison.stage < 1 for comparison in game.comparisons)


@pytest.mark.parametrize("name", ["sun", "moon"])
def test_the_bundled_sheets_have_small_weights_of_their_own_features(name):
    sheet = load_sheet(name).sheet
    weights, plan = find_weights(sheet), make_plan(sheet)
    assert weights is not None and find_weights_file(sheet).stat().st_size <= LARGEST
    known = {feature for marks in marks_of_a_game(sheet) for feature in list_features(plan, marks)}
    assert len(known - set(weights.early)) <= len(known) / 10  # random players mark what good ones never do


def test_a_sheet_without_weights_has_none():
    assert find_weights(TINY) is None
