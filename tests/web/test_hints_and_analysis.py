"""Hints while a game is running, and its analysis afterwards: over the API, on the pages and in the PDF."""

import re
import time
from random import Random

import pytest

from companion.history.index import Scope
from companion.web.openapi import DESCRIPTION
from tests.games.dice_charmers.definition.conftest import TINY
from tests.tables.conftest import Party, meet, opened


@pytest.fixture(scope="module")
def evening(tmp_path_factory, worker_processes):
    """An app with one finished game of two, on a small sheet that is soon analysed."""
    from companion.settings import Settings

    folder = tmp_path_factory.mktemp("evening")
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'c.db'}", secret_key="for tests only")
    settings.own_sheets.mkdir()
    (settings.own_sheets / "tiny.toml").write_text(TINY.read_text(encoding="utf-8"), encoding="utf-8")
    with opened(settings, worker_processes) as app:
        table = meet(app, 2, sheet="tiny")
        table.play_on(Random(3))
        yield app, table


def open_table(app, **options: str) -> Party:
    """Two players at a table that was opened with these options; it is red's turn."""
    client = app.test_client()
    opened = client.post("/api/tables", json={"game": "dice-charmers", **options}).json
    table = Party(client, opened["code"], opened["host_token"])
    for colour in ("red", "blue"):
        table.tokens[colour] = table.call("POST", "/seats", name=colour, colour=colour).json["token"]
    table.call("POST", "/start", table.host)
    return table


# Hints


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_hint_names_a_legal_move_and_why(evening, language):
    table = open_table(evening[0], hints="on")
    table.language = language
    table.play("roll", nonce="n")
    first = table.call("GET", "/hint", table.tokens["red"]).json
    better = table.call("GET", "/hint?refined=1", table.tokens["red"]).json
    legal = [offer["move"] for offer in table.offers("red")]
    for hint in (first, better):
        assert hint["move"] in legal and hint["label"] and hint["why"] and hint["targets"]
        assert set(hint) == set(DESCRIPTION["components"]["schemas"]["Hint"]["properties"])
        assert bool(re.search("[а-я]", hint["why"])) == (language == "ru")
    assert (first["refined"], better["refined"]) == (False, True)


@pytest.mark.parametrize(
    ("options", "seat", "status", "code"),
    [
        pytest.param({"hints": "on"}, None, 403, "not-your-seat", id="a stranger"),
        pytest.param({"hints": "on"}, "blue", 422, "not-your-turn", id="not the turn"),
        pytest.param({}, "red", 422, "hints-off", id="off by default when people play each other"),
        pytest.param({"hints": "on", "dice": "real"}, "red", 422, "no-hint", id="dice to type in"),
    ],
)
def test_a_hint_is_refused_with_a_sentence(evening, options, seat, status, code):
    table = open_table(evening[0], **options)
    answer = table.call("GET", "/hint", table.tokens[seat] if seat else None)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert answer.json["error"]["message"].endswith(".")


def test_alone_and_in_the_demo_there_are_hints(evening):
    app = evening[0]
    for path, form in (("/demo", {}), ("/alone", {"game": "dice-charmers", "opponent": "solo"})):
        client = app.test_client()
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/alone").text)[1]
        there = client.post(path, data={"csrf_token": token, **form}).headers["Location"]
        code = there.rpartition("/")[2]
        assert client.get(f"/api/tables/{code}").json["settings"]["hints"] == "on"
        assert "data-hint-url" in client.get(there).text


def test_the_button_is_there_only_when_it_helps(evening):
    app = evening[0]
    for options, expected in (({"hints": "on"}, True), ({}, False)):
        table = open_table(app, **options)
        table.play("roll", nonce="n")
        page = app.test_client().get(f"/t/{table.code}", headers={"Authorization": f"Bearer {table.tokens['red']}"})
        assert ('id="ask-hint"' in page.text) == expected


# The analysis


def wait_for_analysis(table: Party) -> dict:
    """Ask until it is ready; the answers before that say when to ask again."""
    for _ in range(600):
        answer = table.call("GET", "/analysis")
        if answer.status_code == 200:
            return answer.json
        assert (answer.status_code, answer.json) == (202, {"ready": False})
        assert int(answer.headers["Retry-After"]) > 0
        time.sleep(0.2)
    raise AssertionError("never ready")


def test_the_analysis_adds_up_for_every_player(evening):
    _, table = evening
    found = wait_for_analysis(table)
    assert [player["seat"] for player in found["players"]] == ["red", "blue"]
    for player in found["players"]:
        parts = sum(player[part] for part in ("start", "luck", "decisions", "others", "rest"))
        assert parts == pytest.approx(player["result"], abs=0.001)
        assert player["lesson"] and len(player["decisive"]) == 3
        assert all(turn["cost"] >= 0 and (turn["best"] is None) == (turn["cost"] == 0) for turn in player["turns"])
    assert found["chances"][-1] == {player["seat"]: player["result"] for player in found["players"]}


def test_luck_and_accuracy_are_kept_in_the_history(evening):
    app, table = evening
    found = {player["seat"]: player for player in wait_for_analysis(table)["players"]}
    history = app.extensions["companion"].history
    (record,) = (kept for kept in history.find_games(Scope("", is_shared=True)) if kept.table == table.code)
    for player in record.players:
        turns = found[player.colour]["turns"]
        assert player.luck == pytest.approx(found[player.colour]["luck"], abs=0.001)
        assert (player.accuracy == 1) == all(turn["best"] is None for turn in turns) and 0 <= player.accuracy <= 1


def test_before_the_end_there_is_no_analysis(evening):
    table = open_table(evening[0])
    answer = table.call("GET", "/analysis")
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "not-over")


@pytest.mark.parametrize(("language", "words"), [("en", "Luck with the dice"), ("ru", "Удача с кубиками")])
def test_the_page_tells_everything_in_words(evening, language, words):
    app, table = evening
    text = app.test_client().get(f"/t/{table.code}/analysis", headers={"Accept-Language": language}).text
    assert text.count(words) == 2  # one for each player
    assert 'role="img"' in text and "<caption" in text, "the curve has a text alternative"
    assert app.test_client().get(f"/t/{table.code}").text.count(f"/t/{table.code}/analysis") == 1
