"""A server that is overloaded refuses before Flask sees the request, in words for who asks, and keeps the connection."""

import http.client
import json
from collections.abc import Iterator

import pytest

from tests.conftest import RunningServer, new_server

MOVE = json.dumps({"move": "roll", "version": 3})


@pytest.fixture(scope="module")
def crowded(tmp_path_factory) -> Iterator[RunningServer]:
    server = new_server(tmp_path_factory.mktemp("crowded"), prefix="/games")
    server.environ["CROWDED"] = "yes"
    server.start()
    yield server
    server.kill()


@pytest.fixture
def line(crowded) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", crowded.port, timeout=20)
    yield connection
    connection.close()


def ask(line: http.client.HTTPConnection, method: str, path: str, body: str | None = None, **headers: str):
    line.request(method, path, body, headers)
    answer = line.getresponse()
    return answer, answer.read().decode()


def test_refusals_use_one_connection_and_speak_the_language_of_the_asker(line):
    answer, text = ask(line, "POST", "/games/api/tables/CCCCCC/moves", MOVE)
    assert (answer.status, answer.getheader("Retry-After")) == (503, "4")
    assert json.loads(text)["error"]["code"] == "busy"
    kept = line.sock
    _, text = ask(line, "POST", "/games/api/tables/CCCCCC/moves", MOVE, **{"Accept-Language": "ru"})
    assert "перегружен" in json.loads(text)["error"]["message"]
    answer, text = ask(line, "GET", "/games/", **{"Cookie": "a=b; lang=ru"})
    assert answer.status == 503 and "перегружен" in text
    assert answer.getheader("Cache-Control") == "no-store" and answer.getheader("Content-Security-Policy")
    answer, text = ask(line, "HEAD", "/games/")
    assert (answer.status, text) == (503, "")
    assert line.sock is kept


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/static/css/games/dice_charmers/play.css"])
def test_those_who_watch_over_the_server_are_answered(line, path):
    ask(line, "GET", "/games/")
    answer, text = ask(line, "GET", f"/games{path}")
    assert answer.status == 200
    if path == "/metrics":
        assert 'companion_answers_total{status="503"}' in text


def test_a_large_body_is_not_read(line):
    line.putrequest("POST", "/games/photo/read")
    line.putheader("Content-Length", str(20_000_000))
    line.endheaders()
    answer = line.getresponse()
    assert (answer.status, answer.read()[:9]) == (503, b"<!doctype")
    assert line.sock is None or line.sock.recv(1) == b"", "closed by the server"
