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


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        pytest.param(["venus"], "SHEET", id="unknown sheet"),
        pytest.param(["nowhere.toml"], "SHEET", id="a file that is not there"),
        pytest.param([], "SHEET", id="no sheet"),
        pytest.param(["sun", "--players", "6"], "--players", id="six players"),
        pytest.param(["sun", "--players", "1"], "--players", id="one player"),
        pytest.param(["sun", "--games", "0"], "--games", id="no games"),
        pytest.param(["sun", "--seed", "x"], "--seed", id="a word for a seed"),
        pytest.param(["sun", "--jobs", "0"], "--jobs", id="no processor"),
        pytest.param(["sun", "--strategy", "clever"], "--strategy", id="unknown strategy"),
        pytest.param(["sun", "--players", "3", "--strategy", "greedy,random"], "--strategy", id="one too few"),
    ],
)
def test_what_cannot_be_simulated_is_named(refused, arguments, names):
    assert names in refused("simulate", *arguments)
