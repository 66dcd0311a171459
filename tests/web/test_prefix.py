"""The path prefix: a fixed one or one from a trusted proxy, never one from a client."""

import re
from dataclasses import replace

import pytest

from companion.app import create_app
from tests.conftest import ROOT
from tests.testgame import games

INGRESS = "/api/hassio_ingress/t0k3n-_x"


@pytest.fixture
def client_for(settings, jobs):
    def make(**chosen):
        app = create_app(replace(settings, **chosen), games(), jobs=jobs)
        return app.test_client()

    return make


@pytest.mark.parametrize("path", ["/games/", "/"], ids=["left by the proxy", "removed by the proxy"])
def test_a_fixed_prefix(client_for, path):
    client = client_for(prefix="/games")
    page = client.get(path)
    assert page.status_code == 200
    assert 'href="/games/static/css/companion.css"' in page.text and 'href="/games/start/race"' in page.text
    assert "Path=/games" in page.headers["Set-Cookie"]


def test_what_only_begins_like_the_prefix_is_not_below_it(client_for):
    assert client_for(prefix="/games").get("/gamesx").status_code == 404


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        pytest.param({"prefix": "/games"}, "http://localhost/games/t/", id="the host of the request"),
        pytest.param(
            {"prefix": "/games", "public_url": "https://play.example/"}, "https://play.example/games/t/", id="added"
        ),
        pytest.param(
            {"prefix": "/x", "public_url": "https://play.example/games"}, "https://play.example/games/t/", id="as set"
        ),
    ],
)
def test_links_for_other_phones(client_for, chosen, expected):
    made = client_for(**chosen).post("/api/tables", json={"game": "race"}).json
    assert made["url"] == expected + made["code"]


class TestHeader:
    @pytest.mark.parametrize("header", ["X-Forwarded-Prefix", "X-Ingress-Path"])
    def test_a_trusted_proxy_tells_it(self, client_for, header):
        client = client_for(prefix=header, trusted_proxies=1)
        page = client.get("/", headers={header: INGRESS + "/"})
        assert f'href="{INGRESS}/static/css/companion.css"' in page.text
        assert f"Path={INGRESS}" in page.headers["Set-Cookie"]
        assert 'href="/static/css/companion.css"' in client.get("/").text, "without it there is none"

    @pytest.mark.parametrize(
        "sent", ["//evil.example", "https://evil.example", "/a/../b", "/a b", '/"x', "/.", "games"]
    )
    def test_what_is_not_a_plain_path_is_ignored(self, client_for, sent):
        client = client_for(prefix="X-Forwarded-Prefix", trusted_proxies=1)
        page = client.get("/", headers={"X-Forwarded-Prefix": sent})
        assert page.status_code == 200 and 'href="/static/css/companion.css"' in page.text

    def test_the_nearest_proxy_counts(self, client_for):
        client = client_for(prefix="X-Forwarded-Prefix", trusted_proxies=1)
        page = client.get("/", headers={"X-Forwarded-Prefix": "/evil, /games"})
        assert 'href="/games/static/css/companion.css"' in page.text

    def test_links_for_phones_without_an_account_there(self, client_for):
        client = client_for(prefix="X-Ingress-Path", trusted_proxies=1, public_url="http://192.168.1.5:8000")
        made = client.post("/api/tables", json={"game": "race"}, headers={"X-Ingress-Path": INGRESS}).json
        assert made["url"] == f"http://192.168.1.5:8000/t/{made['code']}"

    @pytest.mark.parametrize(("header", "frames"), [("X-Ingress-Path", "SAMEORIGIN"), ("X-Forwarded-Prefix", "DENY")])
    def test_only_home_assistant_may_frame_pages(self, client_for, header, frames):
        headers = client_for(prefix=header, trusted_proxies=1).get("/").headers
        assert headers["X-Frame-Options"] == frames
        policy = "frame-ancestors 'self'" if frames == "SAMEORIGIN" else "frame-ancestors 'none'"
        assert policy in headers["Content-Security-Policy"]


@pytest.mark.parametrize("header", ["X-Forwarded-Prefix", "X-Ingress-Path", "X-Script-Name"])
def test_a_client_chooses_none(client_for, header):
    for chosen in ({}, {"trusted_proxies": 1}, {"prefix": "/games"}):
        page = client_for(**chosen).get("/", headers={header: "/evil"})
        assert page.status_code == 200 and "/evil" not in page.text


def test_every_cookie_is_for_our_own_paths():
    calls = [
        (path.name, call)
        for path in (ROOT / "companion").rglob("*.py")
        for call in re.findall(
            r"response\.(?:set|delete)_cookie\((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*\)", path.read_text()
        )
    ]
    assert len(calls) >= 5
    assert [(name, call) for name, call in calls if "path=find_cookie_path()" not in call] == []
