"""`companion train` writes weights, shows its progress and continues after an interruption."""

import json

import pytest

from tests.conftest import ROOT

TINY = ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml"


def test_a_sheet_is_trained_with_progress_on_stderr(run, tmp_path):
    weights = tmp_path / "weights.json"
    done = run("train", TINY, "--generations", "1", "--games", "10", "--folder", tmp_path, "-o", weights)
    assert "Generation 1 against itself" in done.err and "Generation 1 against the best" in done.err
    games = (tmp_path / "tiny-1" / "games.jsonl").read_text().splitlines()
    assert len(games) == 10 and all("red: roll" in json.loads(game) for game in games)
    if weights.exists():  # a generation was better than the hand-written evaluation
        assert (done.code, done.out.strip()) == (0, str(weights))
        assert json.loads(weights.read_text())["sheet"] == "tiny"


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        pytest.param(["venus"], "SHEET", id="unknown sheet"),
        pytest.param(["sun", "--games", "0"], "--games", id="no games"),
        pytest.param(["sun", "--generations", "0"], "--generations", id="no generations"),
    ],
)
def test_what_cannot_be_trained_is_named(refused, arguments, names):
    assert names in refused("train", *arguments)
