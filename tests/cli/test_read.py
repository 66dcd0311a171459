"""`companion read`: a photo of a played sheet as JSON."""

import json
import sys

import numpy as np
import pytest

from companion import lab
from companion.games.dice_charmers import paper
from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.paper.scan import Print
from companion.lab.games import simulate
from tests.photo_samples import make_sample


@pytest.fixture(scope="module")
def photo() -> bytes:
    """A scanned sheet at the end of a game."""
    definition, rng = load_sheet("moon"), np.random.default_rng(2)
    finals: list[dict] = []
    simulate(definition.sheet, ["greedy", "greedy"], 1, seed=2, final=finals.append)
    which = Print(definition, "en", "full")
    return make_sample(which, finals[0]["cells"], "scan", rng, up=1, megapixels=2.5).encode(rng)


def test_a_photo_is_read_as_json(run, photo):
    found = json.loads(run("read", "-", stdin=photo).out)
    assert set(found) == {"sheet", "version", "serial", "cells", "doubtful", "totals", "score", "conflicts", "seconds"}
    assert (found["sheet"], found["version"]) == ("moon", load_sheet("moon").sheet.version)
    assert set(found["totals"]) == {"fame", "money", "karma_circled", "karma_used"}
    assert found["score"] == found["totals"]["fame"] + found["totals"]["money"] / 2 - 39
    for doubt in found["doubtful"]:
        assert set(doubt) == {"cell", "read", "alternatives"}
        assert found["cells"][doubt["cell"]] == doubt["read"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "line"),
    [
        (["nowhere.jpg"], b"", "FILE: nowhere.jpg cannot be read"),
        (["-"], b"not a picture", "PHOTO: This file is not a picture"),
        (["-", "--sheet", "comet"], b"", "SHEET: comet"),
    ],
    ids=["no file", "no picture", "no such sheet"],
)
def test_what_cannot_be_read_is_told_in_one_line(refused, arguments, stdin, line):
    assert refused("read", *arguments, stdin=stdin).startswith(line)


@pytest.mark.parametrize("command", [["read", "-"], ["train-reader"]], ids=" ".join)
def test_without_the_extra_it_says_how_to_add_it(refused, monkeypatch, command):
    for package, module in ((paper, "scan"), (lab, "reader")):
        monkeypatch.delattr(package, module, raising=False)
        monkeypatch.setitem(sys.modules, f"{package.__name__}.{module}", None)
    assert "roll-and-write-companion[photo]" in refused(*command, stdin=b"")
