"""Every page is visited, and none shows the inside of a template: `<Macro 'problem'>`, `<function …>`, `Undefined`."""

import re
from html import unescape
from itertools import product
from random import Random

import pytest

from companion.games.game import list_games
from companion.games.scoring import set_value
from companion.rules.scoring import BadScoring
from companion.web.identity import make_signer, name_cookie
from companion.web.sharing import pack
from tests.web.conftest import ApiTable

GAMES = list(list_games())
OBJECT = re.compile(
    r"<(?:Macro|function|bound method|built-in|class|module|generator|\w+(?:\.\w+)* object)\b[^>]*>|\bat 0x[0-9a-f]{6,}"
    r"|\bUndefined\b|\bPhrase\(|>\s*None\s*<|_l\("
)

FILES = {"history.send_json", "history.send_csv", "history.send_bgsplay"}  # no pages, and slow


def look_at(client, address: str, lang: str) -> None:
    client.set_cookie("lang", lang)
    answer = client.get(address)
    if answer.mimetype != "text/html":
        return
    found = OBJECT.search(unescape(answer.text))
    assert not found, f"{address} shows {found[0]!r}"
    assert answer.status_code < 500, address


def fill_in_zeros(game: str, totals: dict) -> dict:
    """Fill in what the game misses in these totals."""
    try:
        list_games()[game].scoring.score(totals)
    except BadScoring as error:
        for problem in error.problems:
            set_value(totals, problem.field, 0)
    return totals


def list_addresses(app, start: str, **values: list[str]) -> set[str]:
    """List the addresses of all pages whose variables have these values."""
    found: set[str] = set()
    for rule in app.url_map.iter_rules():
        wanted = "GET" in rule.methods and rule.rule.startswith(start) and rule.endpoint not in FILES | {"static"}
        if wanted and rule.arguments <= set(values) and not rule.rule.endswith("/stream"):
            listed = [rule.rule]
            for name, given in values.items():
                listed = [address.replace(f"<{name}>", value) for address in listed for value in given]
            found.update(listed)
    return found


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_without_a_table(app, client, lang):
    app.config["WTF_CSRF_ENABLED"] = False
    addresses = {each for each in list_addresses(app, "/", game=GAMES) if not each.startswith("/api")}
    assert {"/", "/start/agra", "/score/dice-charmers", "/rules/rajas", "/calculate/agra", "/history"} <= addresses
    for address in sorted(addresses):
        look_at(client, address, lang)
    for game in GAMES:
        totals = fill_in_zeros(game, {"players": [{"name": "Anna"}, {"name": "Boris"}]})
        look_at(client, f"/score/{game}/r/{pack(totals)}", lang)
        look_at(client, f"/score/{game}/r/{pack(totals)}/edit", lang)
        look_at(client, client.post("/history/scored", data={"game": game, "link": pack(totals)}).location, lang)
        wrong = client.post(f"/score/{game}", data={"players-0-name": "x" * 50, "players-1-rupees": "x"})
        assert wrong.status_code == 422 and not OBJECT.search(unescape(wrong.text))
    look_at(client, "/join?code=abc123", lang)
    look_at(client, "/history/people/anna", lang)


@pytest.mark.parametrize("game", GAMES)
def test_at_a_table(app, client, game):
    """Before the start, at several moments of a game in which everybody plays what is offered, and after many moves."""
    answer = client.post("/api/tables", json={"game": game})
    table = ApiTable(client, answer.json["code"], answer.json["host_token"])
    table.join("Leila", colour="red")
    table.join("Rajesh", colour="blue")
    luck, browsers = Random(7), [client]
    for seat in ("red", "blue"):
        browsers.append(app.test_client())
        with app.test_request_context():
            browsers[-1].set_cookie(name_cookie(table.code), make_signer("seats").dumps([table.tokens[seat]]))
    addresses = sorted(list_addresses(app, "/t/", code=[table.code]))
    assert f"/t/{table.code}" in addresses and f"/t/{table.code}/tv" in addresses

    def look_around() -> None:
        for number, (browser, address) in enumerate(product(browsers, addresses)):
            look_at(browser, address, ("en", "ru")[number % 2])

    look_around()
    assert table.start().status_code == 200
    for _ in range(4):
        look_around()
        for _ in range(12):
            seat = luck.choice([*table.tokens])
            if moves := table.moves(seat):
                assert table.play(seat, luck.choice(moves)).status_code == 200
    look_around()
