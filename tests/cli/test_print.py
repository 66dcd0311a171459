"""`companion print`: a whole pad or nothing, and one line that names what is wrong."""

import os
import stat
from queue import SimpleQueue
from threading import Thread

import pikepdf
import pytest

from companion.games.scores.files import EXAMPLES


def test_a_pad_is_printed(companion, tmp_path):
    done = companion(
        "print", "sun", "--back", "moon", "--pages", "3", "--paper", "letter", "--lang", "ru", "-o", "pad.pdf"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with pikepdf.open(tmp_path / "pad.pdf") as pdf:
        assert len(pdf.pages) == 6


def test_a_sheet_of_ones_own_is_printed_from_its_file(run, tmp_path):
    from tests.conftest import ROOT

    tiny = ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml"
    assert run("print", str(tiny), "-o", "pad.pdf").code == 0
    (tmp_path / "data" / "sheets").mkdir(parents=True)
    (tmp_path / "data" / "sheets" / "tiny.toml").write_bytes(tiny.read_bytes())
    assert run("print", "tiny", "-o", "pad2.pdf").code == 0


def test_score_pads_of_games_are_printed(run, tmp_path):
    done = run("print", "rajas", "--back", "cards-karma", "--pages", "2", "--lang", "ru", "-o", "pad.pdf")
    assert done.code == 0
    with pikepdf.open(tmp_path / "pad.pdf") as pdf:
        assert len(pdf.pages) == 4
        assert all(game in str(pdf.docinfo["/Title"]) for game in ("Раджи Ганга", "Cards & Karma"))


def test_a_score_sheet_is_printed_from_its_file(run, refused, tmp_path):
    assert run("print", str(EXAMPLES / "tiles.toml"), "--pages", "2", "--lang", "ru", "-o", "pad.pdf").code == 0
    with pikepdf.open(tmp_path / "pad.pdf") as pdf:
        assert len(pdf.pages) == 2 and "Дороги, города и луга" in str(pdf.docinfo["/Title"])
    (tmp_path / "wrong.toml").write_text('kind = "scores"')
    assert "wrong.toml: name: This is missing." in refused("print", str(tmp_path / "wrong.toml"), "-o", "pad.pdf")


def test_the_quick_reference_is_printed_on_one_page(run, tmp_path):
    assert run("print", "reference", "--lang", "ru", "-o", "reference.pdf").code == 0
    with pikepdf.open(tmp_path / "reference.pdf") as pdf:
        assert len(pdf.pages) == 1
        assert "Памятка" in str(pdf.docinfo["/Title"])


def test_a_link_stays_one_and_what_it_leads_to_is_written(run, tmp_path):
    (tmp_path / "pads").mkdir()
    (tmp_path / "pad.pdf").symlink_to("pads/sun.pdf")
    assert run("print", "sun", "-o", "pad.pdf").code == 0
    assert (tmp_path / "pad.pdf").is_symlink()
    assert (tmp_path / "pads" / "sun.pdf").read_bytes().startswith(b"%PDF")


def test_a_pipe_takes_the_pad_and_stays_a_pipe(run, tmp_path):
    pipe = tmp_path / "printer"
    os.mkfifo(pipe)
    received: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=lambda: received.put(pipe.read_bytes()), daemon=True).start()
    assert run("print", "sun", "-o", "printer").code == 0
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert received.get().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        pytest.param(["venus", "-o", "p.pdf"], "SHEET", id="unknown sheet"),
        pytest.param(["../../etc/passwd", "-o", "p.pdf"], "SHEET", id="a path for a name"),
        pytest.param(["nowhere.toml", "-o", "p.pdf"], "SHEET", id="a file that is not there"),
        pytest.param(["sun", "--pages", "0", "-o", "p.pdf"], "pages", id="no page"),
        pytest.param(["sun", "--pages", "201", "-o", "p.pdf"], "pages", id="too many pages"),
        pytest.param(["sun", "--pages", "two", "-o", "p.pdf"], "--pages", id="a word for a number"),
        pytest.param(["sun", "--paper", "a5", "-o", "p.pdf"], "--paper", id="another paper"),
        pytest.param(["sun", "--up", "4", "-o", "p.pdf"], "--up", id="four on a page"),
        pytest.param(["sun", "--lang", "de", "-o", "p.pdf"], "--lang", id="another language"),
        pytest.param(["sun", "--ink", "gold", "-o", "p.pdf"], "--ink", id="another ink"),
        pytest.param(["sun"], "-o", id="no file to write to"),
        pytest.param(["sun", "-o", "missing/p.pdf"], "--output", id="a folder that is not there"),
        pytest.param(["sun", "-o", ""], "--output", id="no name"),
    ],
)
def test_an_order_that_cannot_be_is_named_and_leaves_no_file(run, tmp_path, arguments, names):
    done = run("print", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1 and names in done.err
    assert not list(tmp_path.glob("*.pdf*")) and not list(tmp_path.glob(".*part"))


def test_a_sheet_with_wrong_geometry_is_explained_and_leaves_no_file(run, tmp_path):
    from tests.conftest import ROOT

    right = (ROOT / "tests" / "games" / "dice_charmers" / "definition" / "tiny.toml").read_text(encoding="utf-8")
    wrong = right.replace("[geometry.boxes]", "[geometry.boxes]\nmoat = [0, 0, 10, 10]")
    assert wrong != right
    (tmp_path / "wrong.toml").write_text(wrong, encoding="utf-8")
    done = run("print", str(tmp_path / "wrong.toml"), "-o", "p.pdf")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1 and "geometry.boxes.moat" in done.err
    assert not list(tmp_path.glob("*.pdf*"))
