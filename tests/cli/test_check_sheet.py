"""`companion check-sheet FILE.toml`: "ok", or one line for each problem."""

import pytest

from companion.games.dice_charmers.definition import find_sheet
from companion.games.scores.files import EXAMPLES


@pytest.mark.parametrize("sheet", ["sun", "moon"])
def test_our_own_sheets_are_ok(run, sheet):
    assert run("check-sheet", find_sheet(sheet)) == (0, "ok\n", "")


def test_all_problems_are_said_one_line_each(run, tmp_path):
    sheet = find_sheet("sun").read_text().replace("places = 39", 'places = "far"').replace('"karma"', '"charm"')
    (tmp_path / "mine.toml").write_text(sheet)
    answer = run("check-sheet", tmp_path / "mine.toml")
    assert (answer.code, answer.out) == (2, "")
    lines = answer.err.splitlines()
    assert len(lines) > 2 and all(line.startswith(f"{tmp_path / 'mine.toml'}: ") for line in lines)
    assert any("tracks.places" in line for line in lines)


def test_score_sheets_are_checked_by_their_own_rules(run, tmp_path):
    example = EXAMPLES / "regions.toml"
    assert run("check-sheet", example) == (0, "ok\n", "")
    file = tmp_path / "mine.toml"
    file.write_text(example.read_text().replace("coins / 5", "gold / 5").replace("places = [8, 4]", "places = 8"))
    answer = run("check-sheet", file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.splitlines() == [
        f"{file}: row[0].places: This must be a list of 1 to 12 whole numbers.",
        f"{file}: row[5].formula: Row “treasury”: there is no row “gold”.",
    ]


def test_a_file_that_is_not_there_is_named(refused, tmp_path):
    assert refused("check-sheet", tmp_path / "no.toml").startswith(f"{tmp_path / 'no.toml'}: file: cannot be read")


def test_a_sheet_must_be_named(refused):
    assert "FILE.toml" in refused("check-sheet")
