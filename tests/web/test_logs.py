"""COMPANION_LOG=json: one line for every request, without names, tokens, keys or codes."""

import json
import logging
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from companion.app import create_app
from companion.web.logs import JsonLines
from tests.conftest import ROOT, new_server
from tests.live.client import LiveTable, Refused, wait_until
from tests.testgame import games
from tests.web.conftest import ApiTable


@pytest.fixture
def lines(caplog):
    """Return the formatted log lines."""
    caplog.set_level(logging.INFO, "companion.requests")

    def lines() -> list[dict]:
        return [json.loads(JsonLines().format(record)) for record in caplog.records]

    return lines


@pytest.fixture
def app(settings):
    app = create_app(replace(settings, log="json"), games())
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["companion"].tables.log.close()


def test_a_request_is_one_line(game, lines):
    before = len(lines())
    game.play("red", "add", version=4)
    (line,) = lines()[before:]
    assert set(line) == {"time", "level", "logger", "method", "route", "status", "ms", "table", "refusal"}
    assert (line["method"], line["route"]) == ("POST", "/api/tables/<code>/moves")
    assert (line["status"], line["refusal"]) == (422, "roll-first")


def test_a_form_without_its_token_is_refused_and_logged_like_anything_else(client, lines):
    assert client.post("/tables", data={"game": "race"}).status_code == 400
    (line,) = lines()
    assert (line["status"], line["refusal"]) == (400, "form-expired")


def test_lines_about_one_table_belong_together(game, client, lines):
    other = client.post("/api/tables", json={"game": "race"}).json["code"]
    for path in (f"/api/tables/{game.code}", f"/api/tables/{other}", f"/t/{game.code.lower()}"):
        client.get(path)
    first, second, third = (line["table"] for line in lines() if "table" in line)
    assert first == third != second


def test_nothing_in_them_tells_who_played(game, app, lines, monkeypatch):
    key = re.search(r"continue/([^\"]+)", continue_link(app, game))[1]
    app.test_client().get(f"/t/{game.code}/continue/{key}")
    app.test_client().get("/join", query_string={"code": game.code})
    game.play("red", "roll")
    monkeypatch.setattr(app.extensions["companion"].tables, "get", broken)
    assert game.call("GET", "").status_code == 500
    text = json.dumps(lines(), ensure_ascii=False)
    table = app.extensions["companion"].tables.cache[game.code]
    secrets = [
        game.code,
        "Leila",
        "Rajesh",
        "127.0.0.1",
        key,
        game.host,
        *game.tokens.values(),
        table.seed,
        table.host_key,
    ]
    assert not [secret for secret in secrets if secret in text]
    assert '"error": "RuntimeError"' in text and "test_logs.py" in text, "what went wrong, and where"


def continue_link(app, game: ApiTable) -> str:
    from companion.web.pages.lobby import make_move_link

    with app.test_request_context():
        return make_move_link(game.code, app.extensions["companion"].tables.get(game.code).find_seat("red")) + '"'


def broken(code):
    raise RuntimeError(f"Leila at {code}")


def test_plain_logs_say_nothing_of_requests(settings, lines):
    app = create_app(settings, games())
    app.test_client().get("/")
    assert lines() == []
    app.extensions["companion"].tables.log.close()


def test_a_server_writes_nothing_but_such_lines(tmp_path):
    server = new_server(tmp_path, log="json")
    command = [sys.executable, str(ROOT / "tests" / "testgame.py")]
    with (tmp_path / "stderr").open("w") as stderr:
        server.process = subprocess.Popen(
            command, env=server.environ, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=stderr
        )
        try:
            wait_until(lambda: answers(server.url), seconds=60)
            table = LiveTable.open(server.url)
            table.play_on()
        finally:
            server.kill()
    written = [json.loads(line) for line in (tmp_path / "stderr").read_text().splitlines()]
    assert {"POST", "GET"} == {line["method"] for line in written if "method" in line}
    assert [line["status"] for line in written if line.get("route") == "/api/tables/<code>/moves"] == [200]
    assert table.code not in (tmp_path / "stderr").read_text()


def answers(url: str) -> bool:
    from tests.live.client import call

    try:
        return bool(call(url, "GET", "/healthz"))
    except (OSError, Refused):
        return False
