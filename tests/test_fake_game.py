"""A game that is registered works everywhere, with no change to shared code."""

import json

import pytest
from click.testing import CliRunner

from companion.app import create_app
from companion.cli import companion
from companion.games import game
from companion.settings import Settings

TOTALS = {"players": [{"name": "Anna", "pairs": 12, "jokers": 1}, {"name": "Boris", "pairs": 12}]}


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(game, "REGISTERED", [*game.REGISTERED, "tests.fakegame"])


@pytest.fixture
def client(tmp_path):
    settings = Settings.load({"COMPANION_DATA_DIR": str(tmp_path)}, tmp_path)
    app = create_app(settings)
    app.config["WTF_CSRF_ENABLED"] = False
    yield app.test_client()
    app.extensions["companion"].tables.log.close()


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_DATA_DIR", str(tmp_path))
    return lambda *words: CliRunner().invoke(companion, words)


def test_the_start_page_offers_a_table_with_its_options(client):
    assert 'href="/start/snap"' in client.get("/").text
    page = client.get("/start/snap").text
    assert "Long deck" in page and 'value="snap"' in page


def test_a_table_is_opened_and_played(client):
    opened = client.post("/api/tables", json={"game": "snap", "deck": "long"}).json
    code, host = opened["code"], {"Authorization": f"Bearer {opened['host_token']}"}
    tokens = {}
    for name in ("Anna", "Boris"):
        seat = client.post(f"/api/tables/{code}/seats", json={"name": name}).json
        tokens[seat["seat"]] = {"Authorization": f"Bearer {seat['token']}"}
    assert "Long deck" in client.get(f"/t/{code}").text
    table = client.post(f"/api/tables/{code}/start", headers=host).json
    while table["phase"] == "playing":
        seat = tokens[table["turn"]["seat"]]
        offers = client.get(f"/api/tables/{code}/moves", headers=seat).json
        table = client.post(
            f"/api/tables/{code}/moves",
            json={"move": offers["moves"][0]["move"], "version": offers["version"]},
            headers=seat,
        ).json
    assert client.get(f"/api/tables/{code}").json["result"]["game"] == "snap"


def test_it_is_scored_by_page(client):
    assert "Snap" in client.get("/score").text
    assert "Jokers" in client.get("/score/snap").text
    filled = {"players-0-name": "Anna", "players-0-pairs": "12", "players-0-jokers": "1",
              "players-1-name": "Boris", "players-1-pairs": "12"}  # fmt: skip
    result = client.post("/score/snap", data=filled, follow_redirects=True).text
    assert "Anna wins" in result and "more jokers (1 : 0)" in result and "One point each." in result
    refused = client.post("/score/snap", data={**filled, "players-1-pairs": "27"})
    assert refused.status_code == 422 and "This must be a number from 0 to 26." in refused.text


def test_it_is_scored_by_json(client):
    assert client.post("/api/score/snap", json=TOTALS).json["winners"] == ["Anna"]


def test_it_is_scored_by_command(run, tmp_path):
    file = tmp_path / "snap.json"
    file.write_text(json.dumps(TOTALS))
    assert json.loads(run("score", "snap", str(file)).output)["tiebreak"] == "more jokers"


def test_its_score_pad_is_printed(client, run, tmp_path):
    assert "Score pad: Snap" in client.get("/print").text
    assert run("print", "snap", "-o", str(tmp_path / "pad.pdf")).exit_code == 0
    assert (tmp_path / "pad.pdf").read_bytes().startswith(b"%PDF")


def test_it_can_be_looked_up(client):
    assert "Counts as any card." in client.get("/rules/snap?q=joker").text


def test_it_has_a_set_up(client):
    assert "Deal 13 cards to each of 4 players." in client.get("/setup/snap?players=4&roll=1").text
    assert "/setup/snap" in client.get("/rules").text


def test_its_sheets_are_found_by_name(run, tmp_path):
    assert run("print", "deck", "-o", str(tmp_path / "deck.pdf")).exit_code == 0
    assert "no-such-sheet" in run("print", "no-such-sheet", "-o", str(tmp_path / "none.pdf")).output


def test_a_game_that_is_only_scored_needs_no_table(monkeypatch, tmp_path, run):
    monkeypatch.setattr(game, "REGISTERED", [*game.REGISTERED[:-1], "tests.scoredgame"])
    app = create_app(Settings.load({"COMPANION_DATA_DIR": str(tmp_path)}, tmp_path))
    client = app.test_client()
    assert 'href="/score/snap"' in client.get("/").text and 'href="/start/snap"' not in client.get("/").text
    assert client.post("/api/score/snap", json=TOTALS).json["winners"] == ["Anna"]
    assert "Jokers" in client.get("/score/snap").text and "Snap" in client.get("/score").text
    assert "Counts as any card." in client.get("/rules/snap").text
    assert run("print", "snap", "-o", str(tmp_path / "pad.pdf")).exit_code == 0
    assert client.get("/setup/snap").status_code == client.get("/start/snap").status_code == 404
    assert client.post("/api/tables", json={"game": "snap"}).status_code == 422
    app.extensions["companion"].tables.log.close()
