"""`companion balance`: a table of targets and figures, or JSON."""

import json

import pytest

from tests.conftest import ROOT

TINY = str(ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml")


@pytest.mark.parametrize(("lang", "heading", "last"), [("en", "target", "held"), ("ru", "цель", "выполнено")])
def test_the_figures_are_a_table_with_a_column_for_each_number_of_players(run, lang, heading, last):
    done = run("balance", TINY, "--players", "2,4", "--games", "1", "--strategy", "random", lang=lang)
    first, _, header, *rows = done.out.splitlines()
    assert first.startswith("tiny")
    assert header.split()[-4:] == [heading, "2", "4", last]
    assert len(rows) == 12


def test_the_figures_are_json(run):
    done = run("balance", TINY, "--players", "3", "--games", "2", "--strategy", "random", "--format", "json")
    found = json.loads(done.out)
    assert (found["sheet"], found["strategy"], found["games"]) == ("tiny", "random", 2)
    assert set(found["details"]) == {"3"}


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        pytest.param(["venus"], "SHEET", id="unknown sheet"),
        pytest.param([TINY, "--players", "1"], "--players", id="alone"),
        pytest.param([TINY, "--players", "2,2"], "--players", id="a number twice"),
        pytest.param([TINY, "--players", ""], "--players", id="no players"),
        pytest.param([TINY, "--strategy", "clever"], "--strategy", id="unknown strategy"),
    ],
)
def test_what_cannot_be_measured_is_named(refused, arguments, names):
    assert names in refused("balance", *arguments)
