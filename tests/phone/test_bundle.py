"""The bundle for phones is complete, and a phone computes what the server computes."""

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from companion.games.game import list_games
from companion.phone.bundle import make_bundle
from companion.tables.exports import read_export, verify
from companion.web.pages.installing import PYODIDE, PYODIDE_FILES
from tests.conftest import ROOT
from tests.web.test_scoring import GAMES, RULEBOOK, typed

CALCULATORS = [(game.name, each.name) for game in list_games().values() for each in game.calculators]
LANGUAGES = ("en", "ru")


class BarePhone:
    """A process with the bundle and the standard library only."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-I", "-S", str(Path(__file__).parent / "answering.py"), str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, asked: dict) -> object:
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, method: str, url: str, lang: str = "en", **form: object) -> tuple[int, dict, str]:
        path, query = urlsplit(url).path, urlsplit(url).query
        headers = {"cookie": f"lang={lang}", "content-type": "application/x-www-form-urlencoded"}
        asked = {"method": method, "origin": "https://localhost", "prefix": "", "path": path, "query": query}
        status, answered, body = self.send({**asked, "headers": headers, "body": urlencode(form)})
        return status, dict(answered), body


@pytest.fixture(scope="module")
def phone(pages, tmp_path_factory):
    folder = tmp_path_factory.mktemp("phone")
    routes = [(rule.rule, rule.endpoint, sorted(rule.methods)) for rule in pages.url_map.iter_rules()]
    zipfile.ZipFile(io.BytesIO(make_bundle(routes, folder / "none"))).extractall(folder)
    phone = BarePhone(folder)
    yield phone
    phone.process.communicate()  # the end of its input ends it


@pytest.fixture
def same(app, client, phone):
    """Check that a page is the same on the phone and on the server, but for the token of its forms."""

    def check(url: str, lang: str) -> str:
        client.set_cookie("lang", lang)
        served = client.get(url, base_url="https://localhost", headers={"Authorization": "Bearer x"}).text
        status, _, page = phone.ask("GET", url, lang)
        assert status == 200
        assert page == re.sub(r'(csrf[-_]token" (?:content|value)=")[^"]*', r"\1", served)
        return page

    return check


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_it_scores_like_the_server(phone, same, game, lang):
    same(f"/score/{game}", lang)
    status, headers, _ = phone.ask("POST", f"/score/{game}", lang, **typed(game, RULEBOOK[game]))
    assert status == 303
    assert "data-result" in same(headers["Location"], lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "calculator"), CALCULATORS)
def test_it_calculates_like_the_server(same, game, calculator, lang):
    same(f"/calculate/{game}?calc={calculator}", lang)


@pytest.mark.parametrize("game", GAMES)
def test_it_looks_up_like_the_server(same, game):
    same(f"/rules/{game}", "ru")


@pytest.mark.parametrize("url", ["/alone", "/history", "/print", "/api/openapi.json", "/t/CCCCCC", "/nowhere"])
def test_it_says_what_it_does_not_have(phone, url):
    assert phone.ask("GET", url)[0] == 404


SOLO, SCORES = "solo", "scores"


@pytest.mark.parametrize("game", [SOLO, SCORES, *GAMES])
def test_a_game_played_on_the_phone_is_taken_by_the_server(app, client, phone, game):
    """The phone rolls what the server would roll: its entries, sent again in order, give the very same log."""
    app.config["WTF_CSRF_ENABLED"] = False
    begin = {SOLO: begin_alone, SCORES: begin_scoring}.get(game, begin_together)
    table = begin(client, game)
    token = re.search(r'csrf-token" content="([^"]+)"', client.get("/offline").text)[1]
    headers = {"X-CSRFToken": token, "X-Parts": "none"}
    copy = client.post(f"{table}/copy", headers=headers).json
    played = phone.send({**copy, "most": 1000 if game == SOLO else 40})
    for entry in played["sent"]:
        assert client.post(f"{table}/moves", data=entry, headers=headers).status_code == 204
    events = [event.hide_secrets() for event in app.extensions["companion"].tables.log.read(copy["code"])]
    assert [{**event, "at": 0} for event in events] == [{**event, "at": 0} for event in played["events"]]
    if game == SCORES:
        assert 'class="podium"' in client.get(table).text
        status, _, page = phone.ask("GET", table)
        assert status == 200 and 'class="podium"' in page
    if game == SOLO:
        log = client.get(f"{table}/log.json").json
        assert verify(read_export(log), app.extensions["companion"].tables.games) > 5


def begin_scoring(client, game: str) -> str:
    return client.post("/scores/city/start", data={"player": ["Anna", "Boris"]}).location


def begin_alone(client, game: str) -> str:
    return client.post("/alone", data={"game": "dice-charmers"}).location


def begin_together(client, game: str) -> str:
    table = client.post("/tables", data={"game": game}).location
    for name in ("Anna", "Boris"):
        client.post(f"{table}/join", data={"name": name})
    client.post(f"{table}/arrange", data={"do": "start"})
    return table


def test_the_files_of_pyodide_are_the_originals(client):
    listed = dict(re.findall(r"\| `([\w.]+)` \| (\w{64}) \|", (ROOT / "static" / PYODIDE / "README.md").read_text()))
    assert listed.keys() == PYODIDE_FILES.keys()
    for name, digest in listed.items():
        with client.get(f"/offline/{PYODIDE}/{name}") as answer:
            content = gzip.decompress(answer.data) if answer.headers.get("Content-Encoding") == "gzip" else answer.data
        assert hashlib.sha256(content).hexdigest() == digest
        assert "max-age=31536000" in answer.headers["Cache-Control"]
