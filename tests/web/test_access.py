"""Which address links and QR codes lead to, and choosing another one on the start page."""

import re
import stat

import pytest
from markupsafe import Markup

from companion.hosting import addresses
from companion.hosting.addresses import Interface
from companion.hosting.certificates import Store, set_up_locally
from companion.web.pages import access

LAN, WIFI = "http://10.0.0.3:8000", "http://192.168.1.5:8000"
LAPTOP = "http://localhost:8000"

FROM_PHONE = {"environ_base": {"REMOTE_ADDR": "192.168.1.77"}}


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


class TestWifi:
    """The owner of the Wi-Fi types it in once; guests scan it from the owner's device or the TV."""

    LAN = "http://192.168.1.5:8000"

    @pytest.fixture
    def owner(self, at_home):
        return at_home

    @pytest.fixture
    def guest(self, app, at_home):
        return app.test_client()

    def enter(self, client, base: str = LAN, **fields: str):
        token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/", base_url=base, **FROM_PHONE).text)[1]
        return client.post("/wifi", data={"csrf_token": token, **fields}, base_url=base, **FROM_PHONE)

    def open_table(self, client) -> str:
        made = client.post("/api/tables", json={"game": "race"}, base_url=self.LAN, **FROM_PHONE)
        return made.json["code"]

    @pytest.mark.parametrize(
        ("name", "password", "scanned"),
        [
            ("Home", "12345678", "WIFI:T:WPA;S:Home;P:12345678;;"),
            ('a;b:c\\"', "pass,wo;rd", r"WIFI:T:WPA;S:a\;b\:c\\\";P:pass\,wo\;rd;;"),
            ("Дом", "", "WIFI:T:nopass;S:Дом;;"),
        ],
    )
    def test_the_code_is_what_phones_read(self, owner, monkeypatch, name, password, scanned):
        drawn = []
        monkeypatch.setattr(access, "draw_qr", lambda text, label: drawn.append(text) or Markup())
        assert self.enter(owner, name=name, password=password).status_code == 303
        owner.get("/wifi", base_url=self.LAN, **FROM_PHONE)
        assert scanned in drawn

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"name": "", "password": "12345678"}, "name"),
            ({"name": "я" * 17, "password": "12345678"}, "name"),
            ({"name": "a\x07b"}, "name"),
            ({"name": "Home", "password": "short"}, "password"),
            ({"name": "Home", "password": "пароль-пароль"}, "password"),
        ],
        ids=["no name", "long", "bell", "short", "not Latin"],
    )
    def test_what_cannot_be_a_wifi_is_refused_at_its_field(self, owner, settings, fields, field):
        refused = self.enter(owner, **fields)
        assert refused.status_code == 422 and f'id="{field}-problem"' in refused.text
        assert not (settings.data_dir / "wifi.json").exists()

    def test_only_its_owner_and_the_tv_show_it(self, owner, guest, settings):
        self.enter(owner, name="Secret Lair", password="12345678")
        code = self.open_table(owner)
        assert stat.S_IMODE((settings.data_dir / "wifi.json").stat().st_mode) == 0o600
        for path in ("/", f"/t/{code}", f"/t/{code}/invite", "/wifi"):
            assert "Secret Lair" in owner.get(path, base_url=self.LAN, **FROM_PHONE).text, path
            assert "Secret Lair" not in guest.get(path, base_url=self.LAN, **FROM_PHONE).text, path
        assert "Secret Lair" in guest.get(f"/t/{code}/tv", base_url=self.LAN, **FROM_PHONE).text
        assert "Secret Lair" in guest.get("/wifi", base_url=LAPTOP).text, "the companion's own computer"
        through_a_proxy = {"X-Forwarded-For": "203.0.113.7"}
        assert "Secret Lair" not in guest.get("/wifi", base_url=LAPTOP, headers=through_a_proxy).text

    def test_a_guest_neither_changes_nor_forgets_it(self, owner, guest, settings):
        self.enter(owner, name="Home", password="12345678")
        for fields in ({"name": "Mine", "password": "87654321"}, {"forget": "yes"}):
            assert self.enter(guest, **fields).status_code == 403
        assert "Home" in (settings.data_dir / "wifi.json").read_text(encoding="utf-8")
        assert self.enter(owner, forget="yes").status_code == 303
        assert not (settings.data_dir / "wifi.json").exists()

    def test_on_the_internet_there_is_none(self, app, client):
        assert client.get("/wifi").status_code == 404
        code = client.post("/api/tables", json={"game": "race"}).json["code"]
        assert "same-wifi" not in client.get(f"/t/{code}").text


def test_every_code_to_join_says_which_wifi(at_home):
    code = at_home.post("/api/tables", json={"game": "race"}, base_url=LAPTOP).json["code"]
    for path in ("/", f"/t/{code}", f"/t/{code}/tv", f"/t/{code}/invite"):
        assert 'class="same-wifi"' in at_home.get(path, base_url=LAPTOP).text, path


def test_who_was_sent_to_a_name_that_a_phone_does_not_find_is_offered_the_address(at_home, settings):
    (settings.data_dir / "local-name").write_text("companion.local")
    code = at_home.post("/api/tables", json={"game": "race"}, base_url="http://companion.local:8000").json["code"]
    for path in (f"/t/{code}", f"/t/{code}/invite"):
        page = at_home.get(path, base_url="http://companion.local:8000").text
        assert f'href="http://10.0.0.3:8000/t/{code}"' in page
    assert 'id="numeric"' not in at_home.get(f"/t/{code}", base_url="http://10.0.0.3:8000").text
