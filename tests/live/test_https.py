"""A companion that encrypts by itself, and a phone that trusts its root certificate."""

import http.client
import json
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.hosting.certificates import Store, summarise
from tests.conftest import ROOT, RunningServer, free_port, new_server
from tests.live.client import call, wait_until

FONT = "/static/fonts/philosopher-bold-2.001.woff2"


def with_https(folder, **chosen: object) -> RunningServer:
    server = new_server(folder, https_port=free_port(), heartbeat_seconds=1, **chosen)
    command = [sys.executable, "-m", "companion", "https", "local"]
    subprocess.run(command, env=server.environ, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    server.start()
    return server


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[RunningServer]:
    server = with_https(tmp_path_factory.mktemp("https"))
    yield server
    server.kill()


def secure_port(server: RunningServer) -> int:
    return int(server.environ["COMPANION_HTTPS_PORT"])


def store(server: RunningServer) -> Store:
    from pathlib import Path

    return Store(Path(server.environ["COMPANION_DATA_DIR"]) / "https")


def connect(server: RunningServer, host: str = "127.0.0.1") -> http.client.HTTPSConnection:
    trusting = ssl.create_default_context(cafile=store(server).root)
    return http.client.HTTPSConnection(host, secure_port(server), context=trusting, timeout=20)


def ask(server: RunningServer, path: str, body: dict | None = None) -> tuple[http.client.HTTPResponse, bytes]:
    with closing(connect(server)) as connection:
        sent, headers = (json.dumps(body), {"Content-Type": "application/json"}) if body is not None else (None, {})
        connection.request("POST" if body is not None else "GET", path, sent, headers)
        answer = connection.getresponse()
        return answer, answer.read()


def test_a_phone_that_trusts_the_root_is_connected_with_encryption(server):
    made = json.loads(ask(server, "/api/tables", {"game": "race"})[1])
    assert made["url"] == f"https://127.0.0.1:{secure_port(server)}/t/{made['code']}"
    assert call(server.url, "GET", f"/api/tables/{made['code']}")["phase"] == "lobby", "others may use http"
    _, font = ask(server, FONT)
    assert font == (ROOT / FONT.lstrip("/")).read_bytes(), "not sent past the encryption"


def test_events_arrive_encrypted_and_a_closed_page_is_noticed(server):
    made = json.loads(ask(server, "/api/tables", {"game": "race"})[1])
    connection = connect(server, "localhost")
    connection.request("GET", f"/api/tables/{made['code']}/stream")
    answer = connection.getresponse()
    assert b"id: 1" in read_event(answer)
    call(server.url, "POST", f"/api/tables/{made['code']}/seats", body={"name": "Anna"})
    assert b"Anna" in read_event(answer)
    assert open_streams(server) == 1
    connection.close()
    answer.close()
    wait_until(lambda: open_streams(server) == 0)


def read_event(answer: http.client.HTTPResponse) -> bytes:
    lines = []
    while (line := answer.readline()).strip() or not any(b"data" in line for line in lines):
        lines.append(line)
    return b"".join(lines)


def open_streams(server: RunningServer) -> int:
    text = ask(server, "/metrics")[1].decode()
    return int(float(re.search(r"^companion_streams_open(?:{[^}]*})? (\S+)$", text, re.MULTILINE)[1]))


def test_a_phone_that_does_not_trust_it_disturbs_nobody(server):
    strangers = [socket.create_connection(("127.0.0.1", secure_port(server))) for _ in range(20)]
    strangers[0].sendall(b"GET / HTTP/1.1\r\n\r\n")
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection(
            "127.0.0.1", secure_port(server), timeout=20, context=ssl.create_default_context()
        ).connect()
    assert ask(server, "/healthz")[0].status == 200
    for stranger in strangers:
        stranger.close()


def test_phones_get_the_root_over_http(server):
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.request("GET", "/https")
        page = connection.getresponse().read().decode()
        connection.request("GET", re.search(r'href="([^"]*root\.crt)"', page)[1])
        answer = connection.getresponse()
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert answer.read() == store(server).root.read_bytes()
    assert summarise(store(server).root).fingerprint in page
    assert f"https://127.0.0.1:{secure_port(server)}" in page
    assert "PRIVATE KEY" not in page


def test_with_a_public_url_http_leads_there(tmp_path):
    server = with_https(tmp_path, public_url="https://companion.local:8443")
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        seen = {}
        for path in ("/score?x=1", "/https", "/healthz"):
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            seen[path] = (answer.status, answer.headers["Location"])
    server.kill()
    assert seen == {
        "/score?x=1": (308, "https://companion.local:8443/score?x=1"),
        "/https": (200, None),
        "/healthz": (200, None),
    }
