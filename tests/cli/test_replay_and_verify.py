"""`companion replay` and `companion verify`: valid logs pass, and the first wrong entry is named."""

import json
import subprocess
import sys
from copy import deepcopy
from random import Random

import pytest

from companion.games.dice_charmers.definition import find_sheet
from tests.cli.conftest import log_of

HEAD = "sheet: sun\nplayers: red blue\n\n"
ROLLED = "red: roll\nrolled tea-tea tea-silk bend straight flag fish trader maharani\n"


def test_a_transcript_is_played_to_its_end(run):
    answer = run("replay", "-", stdin=HEAD + ROLLED + "red: take purple-1\nred: end turn\n")
    assert answer == (0, "Round 1.\nblue is playing.\nred: -39\nblue: -39\n", "")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(
            HEAD + ROLLED + "red: take purple-1\nred: road c2 NS\n",
            "line 7 (red: road c2 NS): The action is done. Use your bonuses or end the turn.", id="not allowed",
        ),
        pytest.param(
            HEAD + ROLLED + "red: take green-2\nred: road c1 NS\n",
            "line 7 (red: road c1 NS): This road would not connect to your residence. Continue a road that leads there.",
            id="a road from nowhere",
        ),
        pytest.param(
            HEAD + "blue: roll\n", "line 4 (blue: roll): It is not your turn. Red is playing.", id="not blue's turn"
        ),
        pytest.param(
            HEAD + "red: take\n",
            "line 4: “red: take” is not a valid entry. Try, for example: take purple-1", id="half a move",
        ),
        pytest.param(HEAD + "hello", "line 4: “hello” is not a valid entry.", id="no event"),
        pytest.param("", "line 1: “” is not a valid entry. Try, for example: a line 'sheet: …'", id="empty"),
        pytest.param("sheet: mars\nplayers: red blue\n", "sheet: mars: name: no such sheet", id="unknown sheet"),
        pytest.param(
            "sheet: sun\nplayers: a b c d e f\n", "players: This game is for 1 to 5 players, not 6.", id="too many"
        ),
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


LESSON = {
    "en": "{} rolls were fixed, by a lesson or to repeat another game.",
    "ru": "{} бросков были заданы заранее: уроком или чтобы повторить другую игру.",
}


@pytest.mark.parametrize("lang", LESSON)
def test_the_fixed_rolls_of_a_lesson_are_counted_apart(run, games, lang):
    game = games["dice-charmers"]
    log = log_of(game, {"red": "Guest", "blue": "Tara"}, Random(3), **game.demo_settings)
    fixed = [roll for roll in rolls_of(log) if roll.get("fixed")]
    assert len(fixed) == 5 < len(rolls_of(log)), "two rounds and three rerolls"
    answer = run("verify", "-", stdin=json.dumps(log), lang=lang)
    assert (answer.code, answer.err) == (0, "")
    _seed, rolls, lesson = answer.out.splitlines()
    assert lesson == LESSON[lang].format(len(fixed))
    assert str(len(rolls_of(log)) - len(fixed)) in rolls


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
    assert line.startswith(f"events[{odd['seq'] - 1}]: this is not valid in a log")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("opening", "line"),
    [
        pytest.param({"game": "chess"}, "events[0].game: This companion does not know the game", id="another game"),
        pytest.param(
            {"settings": {"sheet": "venus", "dice": "virtual"}},
            "events[0].settings.sheet: this is not valid", id="not the sheet in the file",
        ),
        pytest.param({"settings": {"sheet": "sun"}}, "events[0].settings.dice: this is not valid", id="no dice chosen"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_here_is_named(refused, log, command, opening, line):
    log["events"][0] |= opening
    assert refused(command, "-", stdin=json.dumps(log)).startswith(line)


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("{}", "code: this is not valid in a log", id="nothing in it"),
        pytest.param('{"code": "C", "commitment": "", "seed": 5}', "seed: this is not valid", id="no seed"),
        pytest.param("{", "FILE: this is not JSON", id="no JSON"),
    ],
)
def test_a_file_that_is_not_a_log_is_refused_in_one_line_that_names_the_field(refused, command, text, line):
    assert refused(command, "-", stdin=text).startswith(line)


def test_these_commands_start_without_web_and_database(log):
    script = "\n".join(
        [
            "import atexit, sys",
            "heavy = ('flask', 'sqlalchemy', 'weasyprint', 'gevent')",
            "atexit.register(lambda: print([name for name in heavy if name in sys.modules]))",
            "from companion.cli import main",
            "sys.argv = ['companion', 'verify', '-']",
            "main()",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(log), capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_game_that_was_followed_by_another_is_still_its_own(run, exported, command):
    log = deepcopy(exported)
    log["events"].append({"seq": len(log["events"]) + 1, "at": 0, "kind": "rematch", "table": "CDFGHJ"})
    assert run(command, "-", stdin=json.dumps(log)) == run(command, "-", stdin=json.dumps(exported))


# The games with boards

ROLLED_FOR = {"rajas": ["setup"], "cards-karma": [], "agra": ["setup", "merchant", "builder"]}


@pytest.fixture(params=ROLLED_FOR)
def board_log(request, cardboard) -> dict:
    return deepcopy(cardboard[request.param])


def rolls_of(log: dict) -> list[dict]:
    return [event for event in log["events"] if event["kind"] == "rolled"]


def test_the_log_of_every_game_is_played_to_its_result(run, games, board_log):
    answer = run("replay", "-", stdin=json.dumps(board_log))
    assert (answer.code, answer.err) == (0, "")
    first, second, *_ = answer.out.splitlines()
    assert first.startswith("1. ") and {first[3:8], second[3:8]} <= {"Leila", "Rajes"}


def test_every_roll_of_every_game_is_verified(run, board_log):
    rolls = [roll["move"].split()[0] for roll in rolls_of(board_log)]
    expected = ROLLED_FOR[board_log["events"][0]["game"]]
    assert rolls[: len(expected)] == expected
    found = {0: "The companion rolled no dice in this game.", 1: "1 roll follows from it."}
    answer = run("verify", "-", stdin=json.dumps(board_log))
    assert answer.code == 0 and answer.err == ""
    assert answer.out.splitlines()[1] == found.get(len(rolls), f"All {len(rolls)} rolls follow from it.")


@pytest.mark.parametrize(
    ("game", "number", "forged"),
    [
        pytest.param("rajas", 0, {"move": "setup dice-1=1,1,1,1 dice-2=6,6,6,6"}, id="starting dice"),
        pytest.param("agra", 1, {"faces": [9]}, id="a die"),
        pytest.param("agra", 1, {"nonce": "another"}, id="another nonce"),
        pytest.param("agra", 2, {"counter": 1}, id="another counter"),
        pytest.param("agra", 1, {"move": 7}, id="no entry at all"),
        pytest.param("agra", 1, {"seat": "pink"}, id="nobody's die"),
        pytest.param("rajas", 0, {"faces": [3]}, id="other faces"),
    ],
)
def test_the_first_wrong_roll_of_every_game_is_named(refused, cardboard, game, number, forged):
    log = deepcopy(cardboard[game])
    roll = rolls_of(log)[number]
    roll |= forged
    assert refused("verify", "-", stdin=json.dumps(log)) == (
        f"entry {roll['seq']}: this roll does not follow from the seed."
    )


@pytest.mark.parametrize(
    ("game", "change", "line"),
    [
        pytest.param("rajas", {"move": "money -99"}, "(money -99): That is too much", id="Rajas"),
        pytest.param("cards-karma", {"move": "set karma 9"}, "(set karma 9): ", id="Cards & Karma"),
        pytest.param("agra", {"move": "finish"}, "(finish): ", id="Agra"),
        pytest.param("agra", {"seat": "pink"}, "): This entry is not allowed here.", id="nobody's entry"),
        pytest.param("agra", {"move": "jump"}, "(jump): “jump” cannot be read.", id="no entry at all"),
        pytest.param("rajas", {"kind": "joined", "name": "Late", "as": "phone"}, "is not allowed here.", id="too late"),
    ],
)
def test_the_first_illegal_entry_of_every_game_is_named(refused, cardboard, game, change, line):
    log = deepcopy(cardboard[game])
    entry = [event for event in log["events"] if event["kind"] == "move"][3]
    entry |= change
    said = refused("replay", "-", stdin=json.dumps(log))
    assert said.startswith(f"entry {entry['seq']} (") and line in said


def test_a_game_with_boards_that_goes_on_says_what_is_asked(run, cardboard):
    log = deepcopy(cardboard["agra"])
    log["events"] = log["events"][:5]
    assert run("replay", "-", stdin=json.dumps(log)).out.endswith(" begins. Tap to start.\n")
