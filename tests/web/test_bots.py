"""Bots on seats: the JSON API, the lobby, and the host's menu in a running game."""

import re

import pytest

from companion.i18n import use_language
from tests.conftest import play_bots_at_once, served


@pytest.fixture
def app(pages, settings):
    with served(pages, settings) as app:
        play_bots_at_once(app)
        yield app


@pytest.fixture
def client(app):
    return app.test_client()


class Lobby:
    """A table of the game with bots, driven by the JSON API."""

    def __init__(self, client, **options):
        made = client.post("/api/tables", json={"game": "dice-charmers", **options}).json
        self.client, self.code, self.host = client, made["code"], made["host_token"]
        self.tokens = {}
        self.join("Anna")

    def post(self, path, token=None, **body):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.post(f"/api/tables/{self.code}{path}", json=body, headers=headers)

    def join(self, name):
        joined = self.post("/seats", name=name).json
        self.tokens[joined["seat"]] = joined["token"]

    def show(self):
        return self.client.get(f"/api/tables/{self.code}").json

    def seats(self):
        return [(seat["name"], seat["kind"], seat.get("level")) for seat in self.show()["seats"]]


@pytest.fixture
def lobby(client):
    return lambda **options: Lobby(client, **options)


class TestTheApi:
    def test_the_host_seats_a_bot(self, lobby):
        table = lobby()
        answer = table.post("/seats", table.host, name="Tara", colour="teal", kind="bot", level="level-3")
        assert (answer.status_code, answer.json) == (201, {"seat": "teal", "token": ""})
        assert table.seats() == [("Anna", "phone", None), ("Tara", "bot", "level-3")]

    def test_without_a_level_it_is_the_second(self, lobby):
        table = lobby()
        table.post("/seats", table.host, name="Tara", kind="bot")
        assert table.seats()[-1] == ("Tara", "bot", "level-2")

    @pytest.mark.parametrize(
        ("who", "body", "status", "code", "field"),
        [
            pytest.param("red", {}, 403, "only-the-host", None, id="a player"),
            pytest.param(None, {}, 403, "only-the-host", None, id="a stranger"),
            pytest.param("host", {"level": "level-5"}, 422, "invalid-field", "level", id="a level there is not"),
            pytest.param("host", {"level": 3}, 422, "invalid-field", "level", id="a number"),
            pytest.param("host", {"name": "anna"}, 422, "name-taken", "name", id="a name that is taken"),
            pytest.param("host", {"colour": "red"}, 422, "colour-taken", "colour", id="a colour that is taken"),
            pytest.param("host", {"kind": "robot"}, 422, "invalid-field", "kind", id="another kind"),
        ],
    )
    def test_a_bot_that_cannot_sit_down(self, lobby, who, body, status, code, field):
        table = lobby()
        table.join("Boris")
        token = table.host if who == "host" else table.tokens["blue"] if who else None
        answer = table.post("/seats", token, **{"name": "Tara", "kind": "bot", "level": "level-1", **body})
        error = answer.json["error"]
        assert (answer.status_code, error["code"], error.get("field")) == (status, code, field)
        assert [seat[1] for seat in table.seats()] == ["phone", "phone"]

    def test_a_game_without_bots_says_so(self, client):
        made = client.post("/api/tables", json={"game": "agra"}).json
        headers = {"Authorization": f"Bearer {made['host_token']}"}
        body = {"name": "Tara", "kind": "bot", "level": "level-1"}
        answer = client.post(f"/api/tables/{made['code']}/seats", json=body, headers=headers)
        assert (answer.status_code, answer.json["error"]["code"]) == (422, "no-bots")

    def test_a_player_who_left_is_replaced(self, lobby):
        table = lobby()
        table.join("Boris")
        table.post("/start", table.host)
        manage = {"action": "bot", "seat": "blue"}
        assert table.post("/manage", table.tokens["blue"], **manage).status_code == 403
        assert table.post("/manage", table.host, **manage, level="best").json["error"]["field"] == "level"
        assert table.post("/manage", table.host, **manage, level="level-4").status_code == 200
        assert table.seats() == [("Anna", "phone", None), ("Boris", "bot", "level-4")]
        answer = table.post("/moves", table.tokens["blue"], move="roll", version=table.show()["version"])
        assert answer.status_code == 403

    def test_a_game_against_bots_is_played_with_offered_moves(self, lobby):
        table = lobby()
        for number in (1, 2):
            table.post("/seats", table.host, name=f"Bot {number}", kind="bot", level="level-1")
        started = table.post("/start", table.host)
        assert started.status_code == 200, started.json
        for _ in range(12):
            seen = table.show()
            assert seen["turn"] and seen["turn"]["seat"] == "red", seen["phase"]
            headers = {"Authorization": f"Bearer {table.tokens['red']}"}
            offers = table.client.get(f"/api/tables/{table.code}/moves", headers=headers).json["moves"]
            assert table.post("/moves", table.tokens["red"], move=offers[0]["move"], version=seen["version"]).json
        assert table.show()["round"] > 2


def press(client, address, page, **values):
    """Press a button of a page, with the page's CSRF token."""
    token = re.search(r'name="csrf-token" content="([^"]*)"', page)[1]
    return client.post(address, data={"csrf_token": token, **values})


@pytest.mark.parametrize(
    ("lang", "names"),
    [("en", ["Great Mogul", "Great Mogul 2", "Trader"]), ("ru", ["Великий Могол", "Великий Могол 2", "Торговец"])],
)
def test_the_lobby_seats_several_at_once_and_names_them_after_their_characters(client, lang, names):
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    form = {"game": "dice-charmers", "sheet": "sun", "dice": "real"}
    address = press(client, "/tables", client.get("/").text, **form).location
    press(client, f"{address}/join", client.get(address).text, name="Oma", kind="paper")
    page = client.get(address).text
    game = client.application.extensions["companion"].tables.games["dice-charmers"]
    with use_language(lang):
        assert all(bot.title in page and bot.hint in page for bot in game.bots)
    assert press(client, f"{address}/arrange", page, do="bots", level="level-4", count="2").status_code == 303
    press(client, f"{address}/arrange", page, do="bots", level="level-2")
    seats = client.get(f"/api{address.replace('/t/', '/tables/')}").json["seats"]
    assert [seat["name"] for seat in seats] == ["Oma", *names]
    begins = "The youngest player begins" if lang == "en" else "Начинает самый младший игрок"
    assert begins not in page, "there is nobody else yet"
    assert begins in client.get(address).text
    assert press(client, f"{address}/arrange", page, do="bots", level="level-2", count="2").status_code == 422
    assert press(client, f"{address}/arrange", page, do="bots", level="level-9").status_code == 422


def test_only_the_host_sees_the_bots_of_the_lobby(client, app):
    address = press(client, "/tables", client.get("/").text, game="dice-charmers").location
    assert 'id="add-bots"' in client.get(address).text
    assert 'id="add-bots"' not in app.test_client().get(address).text
    cardboard = press(client, "/tables", client.get("/").text, game="agra").location
    assert 'id="add-bots"' not in client.get(cardboard).text


@pytest.mark.parametrize(("lang", "words"), [("en", "Roll for Trader (bot):"), ("ru", "Бросок за бота Торговец:")])
def test_people_are_asked_for_the_real_dice_of_a_bot(client, lang, words):
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    form = {"game": "dice-charmers", "sheet": "sun", "dice": "real"}
    address = press(client, "/tables", client.get("/").text, **form).location
    page = client.get(address).text
    press(client, f"{address}/arrange", page, do="bots", level="level-2")
    press(client, f"{address}/join", page, name="Anna")
    press(client, f"{address}/arrange", page, do="start")
    page = client.get(address).text
    assert words in page and 'data-acting="red"' in page
    for _ in range(9):
        table = client.get(f"/api{address.replace('/t/', '/tables/')}").json
        move = re.search(r'name="move" value="((?:face|confirm)[^"]*)"', client.get(address).text)[1]
        entered = {"move": move, "version": table["version"], "seat": "red"}
        assert press(client, f"{address}/moves", page, **entered).status_code == 303
    table = client.get(f"/api{address.replace('/t/', '/tables/')}").json
    assert table["turn"]["seat"] == "blue", "the bot has taken a die by itself"


def test_who_plays_skips_the_pauses_of_bots_and_nobody_else(client, app):
    address = press(client, "/alone", client.get("/alone").text, game="dice-charmers", opponent="level-2").location
    page = client.get(address).text
    assert press(client, f"{address}/hurry", page).status_code == 303
    stranger = app.test_client()
    assert press(stranger, f"{address}/hurry", stranger.get(address).text).status_code == 403
