"""`companion layout`: where the cells of a printed sheet are."""

import json

import pytest


def test_the_layout_is_printed_as_json(run):
    done = run("layout", "moon", "--paper", "letter", "--up", "2", "--lang", "ru", "--ink", "saver")
    found = json.loads(done.out)
    assert (done.code, found["sheet"], found["page"], len(found["copies"])) == (0, "moon", [279.4, 215.9], 2)
    assert set(found["copies"][1]) == {"markers", "qr", "cells"}
    assert {"id": "karma 3", "kind": "karma", "states": ["none", "circled", "crossed"]}.items() <= next(
        cell for cell in found["copies"][0]["cells"] if cell["id"] == "karma 3"
    ).items()


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (["nosuch"], "SHEET"),
        (["sun", "--paper", "a5"], "--paper"),
        (["sun", "--up", "3"], "--up"),
        (["rajas"], "SHEET"),
    ],
    ids=str,
)
def test_bad_input_is_named_in_one_line(run, given, named):
    done = run("layout", *given)
    assert (done.code, done.out) == (2, "")
    assert named in done.err and done.err.count("\n") == 1
