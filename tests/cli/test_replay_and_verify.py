"""`companion replay` and `companion verify`: right ones pass, and the first wrong entry is named."""

import json
import subprocess
import sys
from copy import deepcopy

import pytest

from companion.definitions import find_sheet

HEAD = "sheet: sun\nplayers: red blue\n\n"
ROLLED = "red: roll\nrolled tea-tea tea-silk bend straight flag fish trader maharani\n"


def test_a_transcript_is_played_to_its_end(run):
    answer = run("replay", "-", stdin=HEAD + ROLLED + "red: take purple-1\nred: end turn\n")
    assert answer == (0, "Round 1.\nNow plays: blue.\nred: -39\nblue: -39\n", "")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(
            HEAD + ROLLED + "red: take purple-1\nred: road c2 NS\n",
            "line 7 (red: road c2 NS): The action is done. Use your bonuses or end the turn.", id="not allowed",
        ),
        pytest.param(
            HEAD + ROLLED + "red: take green-2\nred: road a1 NS\n",
            "line 7 (red: road a1 NS): This road would not reach your residence. Continue a road that leads there.",
            id="a road from nowhere",
        ),
        pytest.param(
            HEAD + "blue: roll\n", "line 4 (blue: roll): It is not your turn. Now plays: Red.", id="not blue's turn"
        ),
        pytest.param(
            HEAD + "red: take\n",
            "line 4: “red: take” cannot be read. Write, for example: take purple-1", id="half a move",
        ),
        pytest.param(HEAD + "hello", "line 4: “hello” cannot be read.", id="no event"),
        pytest.param("", "line 1: “” cannot be read. Write, for example: a line 'sheet: …'", id="empty"),
        pytest.param("sheet: mars\nplayers: red blue\n", "sheet: mars: name: no such sheet", id="unknown sheet"),
        pytest.param("sheet: sun\nplayers: red\n", "players: This game is for 2 to 5 players, not for 1.", id="alone"),
        pytest.param("\x00\x01", "line 1: ", id="no transcript at all"),
    ],
)  # fmt: skip
def test_the_first_wrong_line_of_a_transcript_is_named(refused, text, line):
    assert refused("replay", "-", stdin=text).startswith(line)


def test_the_first_wrong_line_is_named_in_russian(refused):
    line = refused("replay", "-", stdin=HEAD + "red: take blue-1\n", lang="ru")
    assert line == "строка 4 (red: take blue-1): Кубики ещё не брошены. Сначала бросьте их."


def test_a_transcript_may_be_played_on_a_sheet_of_ones_own(run, monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_DATA_DIR", str(tmp_path))
    (tmp_path / "sheets").mkdir()
    mine = find_sheet("sun").read_text().replace('name = "sun"', 'name = "mine"')
    (tmp_path / "sheets" / "mine.toml").write_text(mine)
    assert run("replay", "-", stdin=(HEAD + ROLLED).replace("sheet: sun", "sheet: mine")).code == 0


@pytest.fixture
def log(exported) -> dict:
    return deepcopy(exported)


def test_an_exported_log_is_played_to_its_result(run, log, tmp_path):
    (tmp_path / "log.json").write_text(json.dumps(log))
    answer = run("replay", tmp_path / "log.json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("The game ended in round ")
    assert all(name in answer.out for name in ("Leila", "Rajesh", "Akbar"))


def test_the_first_illegal_entry_of_a_log_is_named(refused, log):
    first = next(event for event in log["events"] if event["kind"] == "move")
    first["move"] = "end turn"
    line = refused("replay", "-", stdin=json.dumps(log))
    assert line == f"entry {first['seq']} (end turn): The dice have not been rolled yet. Roll them first."


def test_an_untouched_log_is_verified(run, log):
    rolls = sum(event["kind"] == "rolled" for event in log["events"])
    answer = run("verify", "-", stdin=json.dumps(log))
    assert answer.code == 0 and answer.err == ""
    assert answer.out == f"The seed is the one this table had committed to.\nAll {rolls} rolls follow from it.\n"


def test_the_first_wrong_roll_is_named(refused, log):
    roll = [event for event in log["events"] if event["kind"] == "rolled"][1]
    roll["indexes"][0] = (roll["indexes"][0] + 1) % 6
    assert refused("verify", "-", stdin=json.dumps(log)) == (
        f"entry {roll['seq']}: this roll does not follow from the seed."
    )


def test_an_exchanged_seed_is_named(refused, log):
    log["seed"] = "0" * 64
    line = refused("verify", "-", stdin=json.dumps(log))
    assert line == "commitment: the seed is not the one this table had committed to."


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(("kind", "field"), [("joined", "name"), ("rolled", "nonce")])
def test_half_a_letter_in_a_log_is_one_line(refused, log, command, kind, field):
    odd = next(event for event in log["events"] if event["kind"] == kind)
    odd[field] = "\ud800"
    line = refused(command, "-", stdin=json.dumps(log))
    assert line.startswith(f"events[{odd['seq'] - 1}]: this does not fit into a log")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_the_log_of_a_cardboard_game_is_said_to_be_one(refused, log, command):
    log["events"][0] |= {"game": "agra", "settings": {}}
    line = refused(command, "-", stdin=json.dumps(log))
    assert line == "events[0].game: only a game of The Dice Charmers can be played again from its log."


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("{}", "code: this does not fit into a log", id="nothing in it"),
        pytest.param('{"code": "C", "commitment": "", "seed": 5}', "seed: this does not fit", id="no seed"),
        pytest.param("{", "FILE: this is not JSON", id="no JSON"),
    ],
)
def test_what_is_no_log_is_one_line_that_names_the_field(refused, command, text, line):
    assert refused(command, "-", stdin=text).startswith(line)


def test_these_commands_start_without_web_and_database():
    script = "\n".join(
        [
            "import atexit, sys",
            "heavy = ('flask', 'sqlalchemy', 'weasyprint', 'gevent')",
            "atexit.register(lambda: print([name for name in heavy if name in sys.modules]))",
            "from companion.cli import main",
            "sys.argv = ['companion', 'replay', '-']",
            "main()",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=HEAD + ROLLED, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_game_that_was_followed_by_another_is_still_its_own(run, exported, command):
    log = deepcopy(exported)
    log["events"].append({"seq": len(log["events"]) + 1, "at": 0, "kind": "rematch", "table": "CDFGHJ"})
    assert run(command, "-", stdin=json.dumps(log)) == run(command, "-", stdin=json.dumps(exported))
