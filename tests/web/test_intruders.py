"""Intruders: other players' tokens, other tables, other sites, guessed codes."""

import re
from dataclasses import replace

import pytest

from companion.app import create_app
from companion.web.openapi import PATHS, WITH_TOKEN
from tests.testgame import games
from tests.web.conftest import ApiTable

# Every operation that needs a token, now and later, with a body that its owner could send.
GUARDED = [
    (method.upper(), path.removeprefix("/api/tables/{code}").replace("{seat}", "red"))
    for path, item in PATHS.items()
    for method, operation in item.items()
    if method != "parameters" and operation["security"] == WITH_TOKEN
]
BODY = {"seat": "red", "move": "roll", "action": "skip", "order": ["red", "blue"]}
FIELDS = {"/moves": ("move", "version", "seat"), "/undo": ("version", "seat")}


def send(table: ApiTable, method: str, path: str, token: str | None, **headers: str):
    wanted = FIELDS.get(path, tuple(BODY))
    body = {name: value for name, value in {**BODY, "version": table.show()["version"]}.items() if name in wanted}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    query = "?seat=red" if method == "GET" else ""
    return table.client.open(
        f"/api/tables/{table.code}{path}{query}",
        method=method,
        headers=headers,
        json=body if method == "POST" else None,
    )


@pytest.fixture
def other(client) -> ApiTable:
    """Another table with the same seats, held by other players."""
    made = client.post("/api/tables", json={"game": "race"}).json
    table = ApiTable(client, made["code"], made["host_token"])
    table.join("Mira", colour="red"), table.join("Ravi", colour="blue")
    table.start()
    return table


def forged(game: ApiTable, other: ApiTable, app) -> dict[str, str | None]:
    """Return the tokens that an intruder may hold."""
    kept = app.extensions["companion"].tables.get(game.code)
    return {
        "nothing": None,
        "an empty token": " ",
        "a token of another table's seat": other.tokens["red"],
        "the host's token of another table": other.host,
        "the neighbour's token": game.tokens["blue"],
        "what the log keeps of a token": kept.find_seat("red").key,
        "what the log keeps of the host's token": kept.host_key,
        "the code": game.code,
        "a token in another case": game.tokens["red"].swapcase(),
        "two tokens in one": f"{game.tokens['blue']},{game.tokens['red']}",
    }


@pytest.mark.parametrize(("method", "path"), GUARDED, ids=[f"{method} {path}" for method, path in GUARDED])
def test_nobody_else_acts_for_a_seat_or_as_host(game, other, app, method, path):
    before = game.show()
    for what, token in forged(game, other, app).items():
        assert send(game, method, path, token).status_code == 403, what
    assert game.show() == before


def test_a_token_ends_when_its_seat_is_moved_to_another_device(game, app):
    """A token stolen with the old device is no longer valid."""
    live = app.extensions["companion"].tables
    stolen = game.tokens["red"]
    _, fresh = live.move_seat(game.code, "red", live.get(game.code).find_seat("red").key)
    assert send(game, "POST", "/moves", stolen).status_code == 403
    assert send(game, "POST", "/moves", fresh).status_code == 200


def test_a_token_ends_when_its_seat_is_removed(table):
    table.join("Leila", colour="red")
    gone = table.tokens["red"]
    table.call("DELETE", "/seats/red", table.host)
    table.join("Mira", colour="red"), table.join("Ravi", colour="blue")
    table.start()
    assert send(table, "POST", "/moves", gone).status_code == 403


def test_the_host_of_before_is_nobody_after_handing_over(table):
    table.join("Leila", colour="red"), table.join("Ravi", colour="blue")
    table.call("POST", "/host", table.host, seat="blue")
    for path in ("/start", "/order", "/host"):
        assert send(table, "POST", path, table.host).status_code == 403


def test_the_dice_seed_does_not_follow_from_anything_that_is_shown(client, app):
    made = client.post("/api/tables", json={"game": "dice-charmers"}).json
    game = ApiTable(client, made["code"], made["host_token"])
    game.join("Leila"), game.join("Ravi")
    game.start()
    seed, page = app.extensions["companion"].tables.get(game.code).seed, client.get(f"/t/{game.code}")
    assert page.status_code == 200
    assert seed not in game.call("GET", "", game.host).text + page.text


class TestOtherSites:
    """Another site can make a browser send its cookies, but cannot read our page or send JSON or our header."""

    @pytest.fixture
    def victim(self, app):
        """Return a host's browser with the code of the table and the page's CSRF token."""
        client = app.test_client()
        token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)[1]
        code = client.post("/tables", data={"game": "race", "csrf_token": token}).location[-6:]
        for name, colour in (("Leila", "red"), ("Ravi", "blue")):
            client.post(f"/t/{code}/join", data={"name": name, "colour": colour, "csrf_token": token})
        return ApiTable(client, code, ""), token

    @pytest.mark.parametrize("path", [path for method, path in GUARDED if method == "POST"])
    @pytest.mark.parametrize("token", [None, "", "forged", "of somebody else"])
    def test_a_cookie_without_the_pages_token_writes_nothing(self, victim, app, path, token):
        table, _ = victim
        before = table.show()
        if token == "of somebody else":
            token = re.search(r'name="csrf-token" content="([^"]+)"', app.test_client().get("/").text)[1]
        headers = {} if token is None else {"X-CSRFToken": token}
        assert send(table, "POST", path, None, **headers).status_code == 403
        assert table.show() == before

    def test_the_page_itself_writes(self, victim):
        table, token = victim
        assert send(table, "POST", "/start", None, **{"X-CSRFToken": token}).status_code == 200

    @pytest.mark.parametrize(
        "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
    )
    def test_a_form_elsewhere_cannot_send_json(self, client, kind):
        answer = client.post("/api/tables", data=b'{"game": "race"}', content_type=kind)
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "not-json")

    def test_no_other_site_is_told_it_may_read(self, client):
        answer = client.get("/api/openapi.json", headers={"Origin": "https://evil.example"})
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


class TestGuessing:
    WAYS = (
        "/api/tables/{}",
        "/api/tables/{}/stream",
        "/api/tables/{}/log",
        "/t/{}",
        "/t/{}/tv",
        "/t/{}/sheets.pdf",
        "/print/t/{}.pdf",
        "/join?code={}",
    )

    @pytest.fixture
    def guarded(self, settings):
        app = create_app(replace(settings, wrong_codes_per_minute=len(self.WAYS)), games())
        yield app
        app.extensions["companion"].tables.log.close()

    def test_every_way_to_try_a_code_counts_together(self, guarded):
        code = guarded.test_client().post("/api/tables", json={"game": "race"}).json["code"]
        tried = [guarded.test_client().get(way.format("CCCCCC")).status_code for way in self.WAYS]
        assert tried == [404] * len(self.WAYS)
        for way in self.WAYS:
            wrong, right = (guarded.test_client().get(way.format(each)) for each in ("DDDDDD", code))
            assert wrong.status_code == right.status_code == 429, way
            assert shown(wrong, "DDDDDD") == shown(right, code), way
            assert int(right.headers["Retry-After"]) > 0

    def test_nothing_is_loaded_for_who_has_tried_too_often(self, guarded, monkeypatch):
        """Loading a table takes longer than finding none."""
        client = guarded.test_client()
        made = client.post("/api/tables", json={"game": "race"}).json
        for _ in self.WAYS:
            client.get("/api/tables/CCCCCC")
        tables, loaded = guarded.extensions["companion"].tables, []
        monkeypatch.setattr(tables, "get", lambda code: loaded.append(code))
        monkeypatch.setattr(tables, "get_cached", lambda code: loaded.append(code))
        for way in self.WAYS:
            assert guarded.test_client().get(way.format(made["code"])).status_code == 429
        guarded.test_client().post(f"/api/tables/{made['code']}/moves", json={"move": "roll", "version": 1})
        client.set_cookie(f"companion_{made['code']}", "forged")
        assert client.get(f"/t/{made['code']}").status_code == 429
        assert loaded == []

    def test_made_up_tokens_do_not_help_either(self, guarded, monkeypatch):
        client = guarded.test_client()
        made = client.post("/api/tables", json={"game": "race"}).json
        right = {"Authorization": f"Bearer {made['host_token']}"}
        assert client.get(f"/api/tables/{made['code']}", headers=right).status_code == 200
        for _ in self.WAYS:
            client.get("/api/tables/CCCCCC")
        tables, loaded = guarded.extensions["companion"].tables, []
        get = tables.get
        monkeypatch.setattr(tables, "get", lambda code: loaded.append(code) or get(code))
        for number in range(30):
            headers = {"Authorization": f"Bearer made-up-{number}"}
            client.get(f"/api/tables/{made['code']}", headers=headers)
        assert len(loaded) <= 5
        assert client.get(f"/api/tables/{made['code']}", headers=right).status_code == 200, "who belongs there plays on"

    def test_another_address_is_not_held_up(self, guarded):
        for _ in range(30):
            guarded.test_client().get("/api/tables/CCCCCC")
        elsewhere = guarded.test_client().get("/api/tables/CCCCCC", environ_base={"REMOTE_ADDR": "198.51.100.7"})
        assert elsewhere.status_code == 404

    def test_nor_is_who_sits_at_the_table_whichever_process_they_talk_to(self, table, guarded):
        """The other process has cached the table as it was before they joined."""
        there = guarded.test_client()
        assert there.get(f"/api/tables/{table.code}").status_code == 200
        table.join("Leila", colour="red")
        table.join("Rajesh", colour="blue")
        version = table.start().json["version"]
        for _ in self.WAYS:
            there.get("/api/tables/CCCCCC")
        headers = {"Authorization": f"Bearer {table.tokens['red']}"}
        rolling = there.post(
            f"/api/tables/{table.code}/moves", json={"move": "roll", "version": version}, headers=headers
        )
        assert rolling.status_code == 200

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            pytest.param("2001:db8:1:2::1", "2001:db8:1:2:ffff:a:b:c", True, id="of one /64"),
            pytest.param("2001:db8:1:2::1", "2001:db8:1:3::1", False, id="of two lines"),
            pytest.param("::ffff:192.0.2.7", "192.0.2.7", True, id="IPv4 in IPv6"),
            pytest.param("::ffff:192.0.2.7", "::ffff:192.0.2.8", False, id="two of IPv4 in IPv6"),
            pytest.param("fe80::1%eth0", "fe80::2%eth0", True, id="in the same room"),
            pytest.param("192.0.2.7", "192.0.2.8", False, id="IPv4"),
        ],
    )
    def test_an_address_is_a_line_not_one_of_the_many_it_may_choose_from(self, guarded, one, other, same):
        for _ in self.WAYS:
            guarded.test_client().get("/api/tables/CCCCCC", environ_base={"REMOTE_ADDR": one})
        answer = guarded.test_client().get("/api/tables/CCCCCC", environ_base={"REMOTE_ADDR": other})
        assert answer.status_code == (429 if same else 404)


def shown(answer, code: str) -> str:
    """Return a response without what always differs: the requested code and the page's CSRF token."""
    return re.sub(r'"(csrf-token" content|csrf_token" value)="[^"]+"', "", answer.text.replace(code, ""))
