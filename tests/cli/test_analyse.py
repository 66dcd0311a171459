"""`companion analyse`: luck and decisions of an exported log, as text or JSON."""

import json

import pytest


@pytest.fixture
def short(exported, monkeypatch):
    """The log of a finished game; averages over a few rolls are enough here."""
    from companion.games.dice_charmers.analysis import forecast

    monkeypatch.setattr(forecast, "ROLLS", 2)
    return json.dumps(exported)


def test_a_log_is_analysed_as_json_and_as_text(run, short):
    code, out, _ = run("analyse", "-", "--format", "json", stdin=short)
    found = json.loads(out)
    assert code == 0
    assert [player["name"] for player in found["players"]] == ["Leila", "Rajesh", "Akbar"]
    code, out, _ = run("analyse", "-", stdin=short, lang="ru")
    assert code == 0
    assert out.startswith("Leila\n  Шансы в начале: 33 %\n") and out.count("Урок:") == 3


def cut(log: str) -> str:
    """The same log, without its end."""
    content = json.loads(log)
    return json.dumps(content | {"events": content["events"][:20]})


@pytest.mark.parametrize(
    ("change", "line"),
    [
        pytest.param(lambda log: "{}", "code: this is not valid in a log exported by the companion.", id="no log"),
        pytest.param(lambda log: "hello", "FILE: this is not JSON", id="no JSON"),
        pytest.param(cut, "events: the game is not over yet.", id="not over"),
        pytest.param(lambda log: log.replace('"take ', '"take x', 1), "entry ", id="a forged entry"),
    ],
)
def test_bad_input_is_one_line(refused, short, change, line):
    assert refused("analyse", "-", stdin=change(short)).startswith(line)


def test_cardboard_games_have_no_analysis(refused, cardboard):
    line = refused("analyse", "-", stdin=json.dumps(cardboard["rajas"]))
    assert line == "events: this game cannot be analysed."


def test_a_wrong_format_is_refused(refused, short):
    assert "--format" in refused("analyse", "-", "--format", "xml", stdin=short)
