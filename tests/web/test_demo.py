"""The demo table: one tap on the start page, a bot as opponent, nothing to fill in."""

import random
import re
from dataclasses import replace

import pytest

from companion.app import create_app
from companion.tables import exports
from companion.web.identity import make_signer, name_cookie
from tests.conftest import play_bots_at_once


@pytest.fixture
def app(settings):
    app = create_app(replace(settings, tables_per_hour=2))
    play_bots_at_once(app)
    yield app
    app.extensions["companion"].tables.log.close()


def page_of(client) -> tuple[str, str]:
    """Return the demo's URL and its page."""
    answer = tap(client, "/demo", client.get("/").text)
    assert answer.status_code == 303
    return answer.location, client.get(answer.location).text


def tap(client, address: str, page: str, **values: str):
    """Press a button of a page, with the page's CSRF token."""
    token = re.search(r'name="csrf-token" content="([^"]*)"', page)[1]
    return client.post(address, data={"csrf_token": token, **values})


def enter(client, address: str, page: str, move: str) -> str:
    """Return the page after a move."""
    answer = tap(client, f"{address}/moves", page, move=move, version=attribute(page, "version"), seat="red")
    assert answer.status_code == 303, answer.text
    return client.get(address).text


def attribute(html: str, name: str) -> str:
    return re.search(rf'data-{name}="([^"]*)"', html)[1]


def plays_a_turn(client, address: str, page: str) -> str:
    """Roll if necessary, and play the first offered move until the bot has had its turn."""
    while True:
        version = int(attribute(page, "version"))
        move = re.search(r'name="move" value="([^"]*)"', page.partition('id="moves"')[2])[1]
        page = enter(client, address, page, move)
        if int(attribute(page, "version")) > version + 2:
            return page


def test_the_front_door_offers_it_and_one_tap_begins_a_game(client):
    assert 'action="/demo"' in client.get("/").text
    _, page = page_of(client)
    assert attribute(page, "acting") == "red"
    assert "Tara" in page and "Bot ·" in page
    assert "Roll the dice" in page


@pytest.mark.parametrize(("lang", "said"), [("en", "Tara: "), ("ru", "Тара: ")])
def test_what_the_bot_did_is_told_until_the_next_own_move(client, lang, said):
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    address, page = page_of(client)
    assert said not in page
    page = plays_a_turn(client, address, page)
    assert attribute(page, "turn") == "red"
    assert said in page
    told = page.partition('class="meanwhile"')[2].partition("</details>")[0]
    assert told.count("<li>") >= 1
    take = re.search(r'name="move" value="(take [^"]*)"', page)[1]
    assert said not in enter(client, address, page, take)


def test_a_player_alone_against_a_bot_is_not_asked_who_has_left(client):
    _, page = page_of(client)
    assert "data-manage=" not in page


def test_a_demo_counts_as_a_table(client):
    for _ in range(2):
        page_of(client)
    answer = tap(client, "/demo", client.get("/").text)
    assert answer.status_code == 429 and "Retry-After" in answer.headers


@pytest.mark.parametrize(("lang", "said"), [("en", "Purple gives goods."), ("ru", "Фиолетовый даёт товары.")])
def test_the_demo_is_guided_and_says_so(client, lang, said):
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    address, page = page_of(client)
    page = enter(client, address, page, "roll")
    assert said in page
    assert attribute(page, "spots") == "die purple-1"
    preview = client.get(f"{address}/preview?die=purple-1").text
    assert 'value="take purple-1"' in preview
    assert 'value="end turn"' not in preview, "the bot would play, and nothing could be undone"
    assert ("the dice of its first two rounds are fixed" if lang == "en" else "заданы заранее") in page


def test_only_the_demo_is_a_lesson(client):
    form = {"game": "dice-charmers", "sheet": "sun", "dice": "virtual", "lesson": "1"}
    address = tap(client, "/tables", client.get("/").text, **form).location
    code = address.rpartition("/")[2]
    settings = client.get(f"/api/tables/{code}").json["settings"]
    assert settings == {"sheet": "sun", "dice": "virtual", "hints": "off"}


def test_the_log_of_a_lesson_is_verified_and_a_forged_one_is_not(app):
    tables = app.extensions["companion"].tables
    game = tables.games["dice-charmers"]
    settings = {"dice": "virtual", "hints": "on", **game.demo_settings}
    table, token = tables.create_alone(game.name, settings, "Guest", {"Tara": "level-2"})
    chance = random.Random(1)
    while (table := tables.get(table.code)).phase == "playing":
        move = game.choose_bot_move(table.position, "red", chance)
        tables.submit(table.code, [token], move, table.version, "red")
    client = app.test_client()
    with app.test_request_context():
        client.set_cookie(name_cookie(table.code), make_signer("seats").dumps([token]))
    page = client.get(f"/t/{table.code}").text
    assert "log.json" in page and "/history" not in page and "same-dice" not in page, "a lesson is not in the history"
    log = exports.export_log(table, tables.log)
    export = exports.read_export(log)
    fair = exports.verify(export, tables.games)
    fixed = exports.count_fixed_rolls(export)
    assert fixed >= 2
    assert fair + fixed == sum(event["kind"] == "rolled" for event in log["events"])
    again = tables.rematch(table.code, [token])
    assert again.settings == {"sheet": "sun", "dice": "virtual", "hints": "on"}
    log["events"][0]["settings"]["lesson"] = ""
    with pytest.raises(exports.WrongRoll):
        exports.verify(exports.read_export(log), tables.games)
