"""Which address links and QR codes lead to, and choosing another one on the start page."""

import re

import pytest

from companion.hosting import addresses
from companion.hosting.addresses import Interface
from companion.hosting.certificates import Store, set_up_locally

LAN, WIFI = "http://10.0.0.3:8000", "http://192.168.1.5:8000"
LAPTOP = "http://localhost:8000"


@pytest.fixture
def at_home(app, monkeypatch):
    """A laptop with two networks, served on ports 8000 and 8443."""
    found = [Interface("eth0", "10.0.0.3"), Interface("wlan0", "192.168.1.5")]
    monkeypatch.setattr(addresses, "find_addresses", lambda: found)
    monkeypatch.setattr(addresses, "is_container", lambda: False)
    app.config["PORTS"] = (8000, 8443)
    yield app.test_client()
    del app.config["PORTS"]


def link(client, base: str) -> str:
    made = client.post("/api/tables", json={"game": "race"}, base_url=base).json
    return made["url"].removesuffix(f"/t/{made['code']}")


def choose(client, address: str, base: str = LAPTOP):
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/", base_url=base).text)[1]
    return client.post("/address", data={"csrf_token": token, "address": address}, base_url=base)


def test_the_laptop_itself_shows_an_address_that_phones_reach(at_home):
    for base in (LAPTOP, "http://127.0.0.1:8000", "http://[::1]:8000"):
        assert link(at_home, base) == LAN
    assert link(at_home, WIFI) == WIFI, "a phone has proved that it reaches this one"


def test_another_address_can_be_chosen(at_home):
    page = at_home.get("/", base_url=LAPTOP).text
    assert [url for url in re.findall(r"<option[^>]*>([^<]+)", page) if url.startswith("http")] == [
        LAN,
        WIFI,
        "https://192.168.1.5:8443",
        "https://10.0.0.3:8443",
    ]
    assert choose(at_home, WIFI).status_code == 303
    assert link(at_home, LAPTOP) == WIFI
    assert f"<option selected>{WIFI}" in at_home.get("/", base_url=LAPTOP).text


@pytest.mark.parametrize("address", ["http://evil.example", "http://192.168.1.5:9", "javascript:x", ""])
def test_only_own_addresses_can_be_chosen(at_home, address):
    choose(at_home, address)
    assert link(at_home, LAPTOP) == LAN
    at_home.set_cookie("address", address or "x")
    assert link(at_home, LAPTOP) == LAN


def test_an_address_that_is_gone_is_forgotten(at_home, monkeypatch):
    choose(at_home, WIFI)
    monkeypatch.setattr(addresses, "find_addresses", lambda: [Interface("eth0", "10.0.0.3")])
    assert link(at_home, LAPTOP) == LAN
    assert link(at_home, WIFI) == WIFI


def test_behind_a_proxy_there_is_nothing_to_choose(client):
    assert 'action="/address"' not in client.get("/").text
    assert link(client, "http://play.example") == "http://play.example"


class TestCertificatePage:
    def test_without_one_it_says_how(self, client):
        assert "companion https local" in client.get("/https").text
        assert client.get("/https/root.crt").status_code == 404

    @pytest.mark.parametrize(("lang", "step"), [("en", "Certificate Trust Settings"), ("ru", "Доверие сертификатам")])
    def test_steps_for_both_kinds_of_phones(self, at_home, settings, lang, step):
        set_up_locally(Store.of(settings), settings)
        page = at_home.get("/https", base_url=WIFI, headers={"Accept-Language": lang}).text
        assert step in page and "Android" in page and 'href="/https/root.crt"' in page
        assert "https://192.168.1.5:8443" in page

    def test_a_phone_with_encryption_is_done(self, at_home, settings):
        set_up_locally(Store.of(settings), settings)
        assert "Nothing more to do" in at_home.get("/https", base_url="https://192.168.1.5:8443").text
