"""How to play: cards that a game offers, linked from the start page, the lobby and the play page."""

import pytest

from companion.app import create_app
from companion.games.game import list_games

PAGE = "/learn/dice-charmers"


@pytest.fixture
def app(settings):
    app = create_app(settings)
    app.config["WTF_CSRF_ENABLED"] = False
    yield app
    app.extensions["companion"].tables.log.close()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_cards_are_shown_with_pictures_and_one_line_of_strategy(client, lang):
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    page = client.get(PAGE).text
    assert page.count('class="scene"') == page.count('learn-card"') == 5
    assert page.count("learn-advice") == 1
    assert ("Four colours" if lang == "en" else "Четыре цвета") in page
    assert 'action="/demo"' in page


def test_who_plays_alone_is_told_what_is_different(client):
    page = client.get("/alone").text
    assert page.count('class="scene"') == page.count('learn-card"') == 1
    assert "an automa removes a random die" in page


def test_the_start_page_the_lobby_and_the_menu_lead_there(client):
    assert f'href="{PAGE}"' in client.get("/").text
    lobby = client.post("/tables", data={"game": "dice-charmers", "sheet": "sun", "dice": "virtual"}).location
    assert f'href="{PAGE}"' in client.get(lobby).text
    assert f'href="{PAGE}"' in client.get(client.post("/demo").location).text


def test_a_game_without_cards_has_no_such_page(client):
    without = [game.name for game in list_games().values() if not game.learn]
    assert without
    for name in (*without, "nothing"):
        assert client.get(f"/learn/{name}").status_code == 404
