"""Odd values in every field of every form give an answer or a message, never a server error."""

import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from companion.games.game import list_games
from tests.conftest import served

ODD = {
    "a space": " ",
    "other white space": "\t\n\x1c\u00a0\u2003\u3000",
    "empty": "",
    "a sign": "-",
    "two signs": "+-1",
    "minus one": "-1",
    "minus zero": "-0",
    "a fraction": "1.5",
    "exponent": "1e9",
    "not a number": "NaN",
    "infinite": "Infinity",
    "huge": "9" * 40,
    "thousands of digits": "9" * 5000,
    "underscore": "1_0",
    "other digits": "\u0663\u00b2\u2460\uff11",
    "zero byte": "\x00",
    "escape": "\x1b[31m",
    "half a letter": "\ud800",
    "no Unicode": b"\xff\xfe\xc0\x80",
    "right to left": "\u202e1 \u200fabc",
    "invisible": "\u200b\u3164\ufeff",
    "emoji": "👩\u200d👩\u200d👧🏽",
    "stacked marks": "e" + "\u0301" * 50,
    "array": "[1]",
    "object": '{"a":1}',
    "markup": "'\"><script>",
    "format": "%(num)d %s {0} {{ 7*7 }}",
}
PASSING = ("a space", "empty", "minus zero", "underscore", "other digits", "huge", "minus one")
FEW = 3  # fields, each of which is tried with all of them
NAMED = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"')
GAMES = list(list_games())
WITH_SETUP = [game.name for game in list_games().values() if game.setup]
CALCULATORS = [(game.name, each.name) for game in list_games().values() for each in game.calculators]


@pytest.fixture(scope="module")
def client(pages, worker_processes, tmp_path_factory):
    from companion.settings import Settings

    folder = tmp_path_factory.mktemp("odd")
    chosen = Settings(
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'c.db'}",
        secret_key="for tests only",
        tables_per_hour=100_000,
        wrong_codes_per_minute=100_000,
    )
    with served(pages, chosen, jobs=worker_processes) as app:
        app.config["WTF_CSRF_ENABLED"] = False
        yield app.test_client()


def encode(fields: dict[str, object]) -> str:
    return urlencode(fields, errors="surrogatepass")


def fields_of(page: str) -> list[str]:
    found = [name for name in dict.fromkeys(NAMED.findall(page)) if name != "csrf_token"]
    assert found
    return found


def try_get(client: FlaskClient, path: str, fields: dict[str, object]) -> None:
    answer = client.get(f"{path}?{encode(fields)}")
    assert answer.status_code < 500, (path, fields)


def try_post(client: FlaskClient, path: str, fields: dict[str, object]) -> int:
    answer = client.post(path, data=encode(fields), content_type="application/x-www-form-urlencoded")
    assert answer.status_code < 500, (path, fields)
    return answer.status_code


def try_every_field(attempt, names: list[str], fixed: dict[str, object]) -> None:
    """Try every odd value in every field; then those that may pass as a number or as nothing alone among good ones."""
    values, passing = list(ODD.values()), [ODD[each] for each in PASSING]
    for turn in range(len(values)):
        attempt({name: values[(turn + place) % len(values)] for place, name in enumerate(names)} | fixed)
    for place, name in enumerate(names):
        for odd in passing if len(names) <= FEW else [passing[place % len(passing)]]:
            attempt({**fixed, name: odd})
    for odd in passing:
        attempt(dict.fromkeys(names, odd) | fixed)
    attempt(fixed | {f"{name}{brackets}": "1" for name in names for brackets in ("[]", "[0]")})


@pytest.mark.parametrize(("game", "calculator"), CALCULATORS)
def test_calculators(client, game, calculator):
    form = next(each.form for each in list_games()[game].calculators if each.name == calculator)
    names = [field.name for field in form()]
    fixed = {"calc": calculator}
    try_every_field(lambda given: try_get(client, f"/calculate/{game}", given), names, fixed)
    for name in names:
        path = f"/calculate/{game}?calc={calculator}&{name}=&{name}=5"
        assert client.get(path).status_code == 200, path


def test_a_blank_field_counts_as_left_out(client):
    for blank in ("%20", "%E3%80%80", ""):
        page = client.get(f"/calculate/agra?calc=build&cost=3&wood={blank}&cement=3").text
        assert answers(page) == answers(client.get("/calculate/agra?calc=build&cost=3&cement=3").text)


def answers(page: str) -> str:
    return re.search(r'<div class="answers".*?</div>', page, re.DOTALL)[0]


@pytest.mark.parametrize("game", WITH_SETUP)
def test_set_up(client, game):
    path = f"/setup/{game}"
    page = client.get(f"{path}?roll=abc").text
    names = ["roll", *(name for name in fields_of(page) if name != "roll")]
    try_every_field(lambda given: try_get(client, path, given), names, {})
    try_every_field(lambda given: try_get(client, path, given), names[1:], {"roll": "abc"})


@pytest.mark.parametrize("game", GAMES)
def test_search(client, game):
    try_every_field(lambda given: try_get(client, f"/rules/{game}", given), ["q"], {})


@pytest.mark.parametrize("game", GAMES)
def test_scoring(client, game):
    path = f"/score/{game}"
    names = fields_of(client.get(path).text)
    of_one_player = [name for name in names if not re.search(r"players-[1-9]", name)]
    try_every_field(lambda given: try_post(client, path, given), of_one_player, {"players-1-name": "Boris"})


def test_a_form_to_fill_in(client):
    try_every_field(lambda given: try_get(client, "/score/rajas", given), ["fill"], {})


def test_printing(client):
    names = fields_of(client.get("/print").text)
    for path in ("/print", "/print/preview"):
        try_every_field(lambda given, path=path: try_get(client, path, given), names, {})


@pytest.mark.parametrize("game", GAMES)
def test_opening_and_joining(client, game):
    options = list(client.application.extensions["companion"].tables.games[game].options)
    try_every_field(lambda given: try_post(client, "/tables", given), ["game", *options], {"game": game})
    code = client.post("/api/tables", json={"game": game}).json["code"]
    fixed = {"name": "Anna", "kind": "phone"}
    try_every_field(lambda given: try_post(client, f"/t/{code}/join", given), ["name", "colour", "kind"], fixed)
    try_every_field(lambda given: try_post(client, f"/t/{code}/arrange", given), ["do", "seat"], {"do": "up"})
    try_every_field(lambda given: try_get(client, "/join", given), ["code"], {})
