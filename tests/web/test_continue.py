"""The start page leads back to the games of this device."""

from random import Random

import pytest

from companion.web.identity import make_signer, name_cookie
from companion.web.pages.home import MOST_CONTINUED
from tests.tables.conftest import meet


@pytest.fixture
def device(app):
    """Return a browser that holds these tokens, by the code of the table."""

    def hold(**tokens: list[str]):
        client = app.test_client()
        with app.test_request_context():
            for code, held in tokens.items():
                client.set_cookie(name_cookie(code), make_signer("seats").dumps(held))
        return client

    return hold


def test_a_running_game_is_continued_by_its_players(app, device):
    table = meet(app, 2)
    red, blue = (device(**{table.code: [table.tokens[seat]]}).get("/").text for seat in ("red", "blue"))
    assert f'href="/t/{table.code}"' in red and f"Continue: table {table.code}" in red
    assert "Player red, Player blue" in red
    assert "Your turn" in red and "Your turn" not in blue


def test_a_lobby_waits_to_start(app, device):
    opened = app.test_client().post("/api/tables", json={"game": "agra"}).json
    shown = device(**{opened["code"]: [opened["host_token"]]}).get("/").text
    assert f"Continue: table {opened['code']}" in shown and "Waiting to start" in shown
    shown = device(**{opened["code"]: [opened["host_token"]]}).get("/", headers={"Accept-Language": "ru"}).text
    assert f"Продолжить: стол {opened['code']}" in shown and "Ждём начала" in shown


def test_a_finished_game_is_not_continued_but_its_rematch_is(app, device):
    table = meet(app, 2)
    table.play_on(Random(3))
    browser = device(**{table.code: [table.tokens["red"]]})
    assert "Continue:" not in browser.get("/").text
    fresh = app.extensions["companion"].tables.rematch(table.code, [table.tokens["blue"]]).code
    shown = browser.get("/").text
    assert f"Continue: table {fresh}" in shown and f'href="/t/{table.code}/rematch/{fresh}"' in shown
    browser.get(f"/t/{table.code}/rematch/{fresh}")
    assert browser.get("/").text.count("Continue: table") == 1, "it is found by two cookies now"


def test_strangers_learn_nothing(app, device):
    table = meet(app, 2)
    forged = app.test_client()
    forged.set_cookie(name_cookie(table.code), "forged")
    moved_away = device(**{table.code: ["another token"]})
    for browser in (app.test_client(), forged, moved_away):
        assert "Continue:" not in browser.get("/").text and table.code not in browser.get("/").text


def test_a_table_that_is_gone_is_left_out(app, device):
    table = meet(app, 2)
    app.extensions["companion"].tables.log.delete([table.code])
    assert "Continue:" not in device(**{table.code: [table.tokens["red"]], "NOCODE": ["x"]}).get("/").text


def test_only_a_handful_of_tables_is_looked_up(app, device, monkeypatch):
    tables = app.extensions["companion"].tables
    opened = [app.test_client().post("/api/tables", json={"game": "agra"}).json for _ in range(MOST_CONTINUED + 3)]
    browser, looked = device(**{each["code"]: [each["host_token"]] for each in opened}), []
    look = tables.get
    monkeypatch.setattr(tables, "get", lambda code: looked.append(code) or look(code))
    assert browser.get("/").text.count("Continue: table") == len(looked) == MOST_CONTINUED
