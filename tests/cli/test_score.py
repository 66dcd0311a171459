"""`companion score GAME FILE.json`: the rulebooks' examples, and invalid input."""

import json
import os
import subprocess
import sys

import pytest

from companion.games.scores.files import EXAMPLES as EXAMPLES_OF_SHEETS


def dice_charmers(**changes) -> dict:
    rajesh = {"name": "Rajesh", "fame": 21, "money": 40, "karma_circled": 5, "karma_used": 2}
    leila = {"name": "Leila", "fame": 16, "money": 51, "karma_circled": 5, "karma_used": 3}
    return {"players": [{**rajesh, **changes}, leila]}


EXAMPLES = {
    "dice-charmers": (dice_charmers(), ["Leila"], [2, 2.5]),
    "rajas": (
        {
            "players": [{"name": "Rajesh", "fame": 30, "money": 65}, {"name": "Leila", "fame": 37, "money": 52}],
            "met_order": ["Rajesh", "Leila"],
        },
        ["Rajesh"],
        [2, 2],
    ),
    "cards-karma": (
        {
            "players": [
                {"name": "Rajesh", "turned": 6, "fame": 1, "coins": 2, "karma": 0},
                {"name": "Leila", "turned": 5, "fame": 2, "coins": 5, "karma": 2},
            ]
        },
        ["Rajesh"],
        [6, 5],
    ),
    "agra": ({"players": [{"name": "Rajesh", "rupees": 36}, {"name": "Leila", "rupees": 12}]}, ["Rajesh"], [36, 12]),
}


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_result_is_json_on_stdout(run, game):
    data, winners, scores = EXAMPLES[game]
    answer = run("score", game, "-", stdin=json.dumps(data))
    assert (answer.code, answer.err) == (0, "")
    result = json.loads(answer.out)
    assert (result["game"], result["winners"]) == (game, winners)
    assert [player["score"] for player in result["players"]] == scores
    assert {"players", "winners", "tiebreak"} <= set(result)


def test_a_score_sheet_scores_any_game(run, refused, tmp_path):
    players = [{"name": "Rajesh", "north": 3, "coins": 12}, {"name": "Leila", "north": 3, "longest": True}]
    answer = run("score", EXAMPLES_OF_SHEETS / "regions.toml", "-", stdin=json.dumps({"players": players}))
    assert (answer.code, answer.err) == (0, "")
    result = json.loads(answer.out)
    assert (result["game"], result["winners"], result["tiebreak"]) == ("regions", ["Leila"], None)
    assert [player["score"] for player in result["players"]] == [8, 10]

    players[1]["hills"] = -1
    wrong = refused("score", EXAMPLES_OF_SHEETS / "regions.toml", "-", stdin=json.dumps({"players": players}))
    assert wrong == "players[1].hills: This must be a number from 0 to 100000."
    (tmp_path / "mine.toml").write_text('kind = "scores"')
    assert refused("score", tmp_path / "mine.toml", "-", stdin="{}") == f"{tmp_path}/mine.toml: name: This is missing."
    assert refused("score", tmp_path / "no.toml", "-", stdin="{}").startswith(f"{tmp_path}/no.toml: file: ")


def test_a_file_does_as_well_as_standard_input(run, tmp_path):
    (tmp_path / "game.json").write_text(json.dumps(dice_charmers()))
    from_file = run("score", "dice-charmers", tmp_path / "game.json")
    assert from_file == run("score", "dice-charmers", "-", stdin=json.dumps(dice_charmers()))


def test_a_full_disk_is_said_in_one_line(tmp_path):
    (tmp_path / "game.json").write_text(json.dumps(dice_charmers()))
    command = [sys.executable, "-m", "companion", "score", "dice-charmers", str(tmp_path / "game.json")]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env={**os.environ, "COMPANION_LANG": "en"}
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("companion: The output cannot be written")


def test_names_are_written_as_they_are(run):
    assert '"Лейла"' in run("score", "dice-charmers", "-", stdin=json.dumps(dice_charmers(name="Лейла"))).out


def test_even_half_a_character_does_not_break_the_output(run):
    answer = run("score", "dice-charmers", "-", stdin=json.dumps(dice_charmers(name="\ud800")))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "text", "line"),
    [
        pytest.param("dice-charmers", "", "FILE: this is not JSON", id="empty"),
        pytest.param("dice-charmers", "{", "FILE: this is not JSON", id="no JSON"),
        pytest.param("dice-charmers", "[" * 100_000, "FILE: this is not JSON", id="nested without end"),
        pytest.param("dice-charmers", "9" * 5000, "FILE: this is not JSON", id="an endless number"),
        pytest.param("dice-charmers", b"\xff\xfe", "FILE: - is not UTF-8 text.", id="no text"),
        pytest.param("dice-charmers", "[]", "FILE: This must be an object with named fields.", id="a list"),
        pytest.param("dice-charmers", "{}", "players: This is missing.", id="nothing in it"),
        pytest.param("dice-charmers", '{"players": 5}', "players: ", id="players are a number"),
        pytest.param(
            "dice-charmers", json.dumps(dice_charmers(fame=40)),
            "players[0].fame: This must be a number from 0 to 39.", id="too much fame",
        ),
        pytest.param(
            "dice-charmers", json.dumps({**dice_charmers(), "luck": 1}), "luck: There is no such field.", id="luck"
        ),
        pytest.param(
            "dice-charmers", json.dumps({**dice_charmers(), "\x1b[2J\n": 1}), "?[2J?: There is no such field.",
            id="a field that would clear the terminal",
        ),
        pytest.param("rajas", "[]", "FILE: This must be an object with named fields.", id="Rajas: a list"),
        pytest.param("rajas", "{}", "players: This is missing.", id="Rajas: nothing in it"),
        pytest.param(
            "cards-karma", '{"players": [{}, {}]}', "players[0].name: This is missing. (and 9 more problems)",
            id="Cards & Karma: everything is missing",
        ),
        pytest.param("agra", '{"players": [{"name": "A", "rupees": 1}]}', "players: There must be at least 2 players.",
                     id="Agra: alone"),
        pytest.param("chess", "{}", "GAME: “chess” is not one of dice-charmers, rajas, cards-karma, agra.", id="chess"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_that_names_the_field(refused, game, text, line):
    assert refused("score", game, "-", stdin=text).startswith(line)


def test_a_file_that_is_not_there_is_named(refused, tmp_path):
    assert refused("score", "rajas", tmp_path / "no.json").startswith("FILE: ")
    assert refused("score", "rajas", tmp_path).startswith("FILE: ")
    assert "FILE" in refused("score", "rajas")


def test_the_line_is_in_the_chosen_language(refused):
    line = refused("score", "dice-charmers", "-", stdin=json.dumps(dice_charmers(money="x")), lang="ru")
    assert line == "players[0].money: Здесь нужно целое число."
