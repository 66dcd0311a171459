"""Proxy headers sent by a local client, and what the log contains of bad requests."""

import http.client
import json
import re
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from tests.conftest import ROOT, new_server
from tests.live.client import call, wait_until
from tests.live.test_hostile import raw


def ask(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Host": "table.example", **headers})
    with closing(connection):
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "script_name", "Script-Name", "PATH_INFO", "X-Forwarded-Prefix"])
def test_a_client_does_not_choose_the_path(shared_server, name):
    assert ask(shared_server.port, "/x/metrics", **{name: "/x"})[0] == 404
    assert ask(shared_server.port, "/", **{name: "/x"})[0] == 200
    assert "/x/" not in ask(shared_server.port, "/", **{name: "/x"})[1]


@pytest.mark.parametrize(
    "claimed",
    [
        {"X-Forwarded-Proto": "https"},
        {"X-Forwarded-Protocol": "ssl"},
        {"X-Forwarded-Ssl": "on"},
        {"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "off"},
        {"X-Forwarded-Host": "evil.example"},
        {"Forwarded": "for=192.0.2.1;proto=https;host=evil.example"},
    ],
    ids=lambda claimed: "+".join(claimed),
)
def test_without_a_trusted_proxy_no_client_claims_another_address(shared_server, claimed):
    code = call(shared_server.url, "POST", "/api/tables", body={"game": "race"})["code"]
    status, page = ask(shared_server.port, f"/api/tables/{code}", **claimed)
    assert (status, json.loads(page)["code"]) == (200, code)
    status, page = ask(shared_server.port, f"/t/{code}", **claimed)
    assert status == 200
    assert "http://table.example/t/" in page
    assert "https://table.example" not in page and "evil.example" not in page


@pytest.mark.parametrize("log", ["plain", "json"])
def test_a_malformed_request_leaves_neither_address_nor_code_in_the_log(tmp_path, log):
    server = new_server(tmp_path, log=log)
    with (tmp_path / "stderr").open("wb") as written:
        server.process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "testgame.py")],
            env=server.environ,
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=written,
        )
    wait_until(lambda: listens(server.port), 60)
    for line in (b"GET/t/BCDFGH HTTP/1.1", b"BCDFGH", b"GET /t/BCDFGH HTTP/9.9", b"GE(T /t/BCDFGH HTTP/1.1"):
        assert b" 400 " in raw(server.port, line + b"\r\n\r\n")
    assert b" 400 " in raw(server.port, b"GET /t/BCDFGH HTTP/1.1\r\nBCDFGH\r\n\r\n")
    server.stop()
    text = (tmp_path / "stderr").read_text()
    assert len(re.findall("Invalid request: Invalid", text)) == 5
    assert "BCDFGH" not in text and "127.0.0.1" not in text


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True
