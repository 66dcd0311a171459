"""`companion simulate`: statistics as JSON, or one line that names what is wrong."""

import json

import pytest

from tests.conftest import ROOT


def test_statistics_are_printed_as_json_and_two_processors_give_the_same(companion):
    arguments = ["simulate", "moon", "--players", "3", "--games", "3", "--seed", "7", "--strategy", "random"]
    done, other = companion(*arguments), companion(*arguments, "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == other.stdout
    found = json.loads(done.stdout)
    assert (found["sheet"], found["games"], found["players"]) == ("moon", 3, 3)


def test_a_sheet_of_ones_own_and_a_strategy_for_each_player(run):
    tiny = str(ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml")
    done = run("simulate", tiny, "--players", "2", "--games", "2", "--seed", "1", "--strategy", "greedy,random")
    assert set(json.loads(done.out)["wins_by_strategy"]) == {"greedy", "random"}


def test_every_sheet_is_written_as_it_is_at_the_end(run, tmp_path):
    file = tmp_path / "final.jsonl"
    done = run("simulate", "sun", "--players", "3", "--games", "2", "--strategy", "random", "--final", file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(line["game"], line["seat"]) for line in lines] == [
        (n, s) for n in (1, 2) for s in ("red", "blue", "green")
    ]
    points = [line["totals"]["fame"] + line["totals"]["money"] / 2 - 39 for line in lines]
    assert max(points) == json.loads(done.out)["winning_points"]["max"]
    for line in lines:
        cells, totals = line["cells"], line["totals"]
        assert set(totals) == {"fame", "money", "karma_circled", "karma_used"}
        for track in ("fame", "money"):
            marked = [cell for cell, state in cells.items() if cell.split()[0] == track and state == "marked"]
            assert len(marked) == totals[track]


def test_levels_play_against_greedy(run):
    done = run("simulate", "moon", "--players", "2", "--games", "1", "--strategy", "level-2,greedy")
    assert set(json.loads(done.out)["wins_by_strategy"]) == {"level-2", "greedy"}


def test_one_player_alone_has_results_instead_of_wins(run):
    tiny = str(ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml")
    found = json.loads(run("simulate", tiny, "--players", "1", "--games", "5", "--strategy", "level-4").out)
    assert found["players"] == 1 and "winning_gap" not in found
    best, worst = found["results_alone"]["0 %"], found["results_alone"]["100 %"]
    assert best[0] == found["turns_per_player"]["min"] <= worst[0] == found["turns_per_player"]["max"]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        pytest.param(["venus"], "SHEET", id="unknown sheet"),
        pytest.param(["nowhere.toml"], "SHEET", id="a file that is not there"),
        pytest.param([], "SHEET", id="no sheet"),
        pytest.param(["sun", "--players", "6"], "--players", id="six players"),
        pytest.param(["sun", "--players", "0"], "--players", id="nobody"),
        pytest.param(["sun", "--games", "0"], "--games", id="no games"),
        pytest.param(["sun", "--seed", "x"], "--seed", id="a word for a seed"),
        pytest.param(["sun", "--jobs", "0"], "--jobs", id="no processor"),
        pytest.param(["sun", "--strategy", "clever"], "--strategy", id="unknown strategy"),
        pytest.param(["sun", "--players", "3", "--strategy", "greedy,random"], "--strategy", id="one too few"),
        pytest.param(
            ["sun", "--games", "1", "--final", "no/such/file.jsonl"], "--final", id="a folder that is not there"
        ),
    ],
)
def test_what_cannot_be_simulated_is_named(refused, arguments, names):
    assert names in refused("simulate", *arguments)
