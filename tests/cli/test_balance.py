"""`companion balance`: a table of targets and figures, or JSON."""

import json
import shutil

import pytest

from companion.lab import fast, figures
from tests.conftest import ROOT

needs_rustc = pytest.mark.skipif(
    not shutil.which("rustc"), reason="the engine is compiled with rustc, which is missing"
)
TINY = str(ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml")


@needs_rustc
def test_the_figures_are_a_table_with_a_column_for_each_kind_of_player(run):
    done = run("balance", TINY, "--players", "2,4", "--games", "2", "--strategy", "random,level-4")
    first, _, header, _, *rows = done.out.splitlines()
    assert first.startswith("2, 4 players, 2 games each")
    assert header == "| figure | target | random | level-4 |"
    assert len(rows) == 12


def test_without_a_compiler_it_says_what_to_install(refused, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(fast.shutil, "which", lambda program: None)
    assert "rustc" in refused("balance", TINY, "--games", "1")


@needs_rustc
def test_the_blocks_of_the_documents_are_measured_again(run, tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "SOLO", tmp_path / "solo.json")
    monkeypatch.setattr(figures, "LUCKY_GAMES", 2)
    (tmp_path / "solo.json").write_text("{}")
    marked = "before\n<!-- figures: {} -->\nold\n<!-- end of figures -->\nafter\n"
    for document, name in (("bots.md", "strength sun"), ("balance.md", "luck sun"), ("solo.md", "solo moon")):
        (tmp_path / document).write_text(marked.format(name))
    assert run("figures", "--games", "10", "--docs", tmp_path, "--only", "s").code == 0
    bots, balance, solo = ((tmp_path / name).read_text() for name in ("bots.md", "balance.md", "solo.md"))
    assert "level-4 against 3 greedy" in bots and bots.startswith("before") and bots.endswith("after\n")
    assert "old" not in bots + balance + solo
    assert json.loads((tmp_path / "solo.json").read_text()).keys() == {"moon 2"}


@needs_rustc
def test_the_figures_are_json(run):
    done = run("balance", TINY, "--players", "3", "--games", "2", "--strategy", "random", "--format", "json")
    found = json.loads(done.out)
    assert (found["sheet"], found["games"]) == ("tiny", 2)
    assert [(row["strategy"], row["players"]) for row in found["players"]] == [("random", 3)]


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
