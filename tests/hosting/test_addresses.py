"""Which address the phones are told."""

from dataclasses import replace

import pytest

from companion.hosting import addresses
from companion.hosting.addresses import Interface, find_hosts, find_urls, make_url
from companion.server import find_address

LAPTOP = [("lo", "127.0.0.1"), ("eth0", "10.0.0.3"), ("wlan0", "192.168.1.5")]


@pytest.fixture
def machine(monkeypatch):
    """A machine with these interfaces; `usual` is its address towards the internet."""

    def set_up(*interfaces: tuple[str, str], usual: str = "", container: bool = False) -> None:
        monkeypatch.setattr(addresses, "list_interfaces", lambda: iter([Interface(*each) for each in interfaces]))
        monkeypatch.setattr(addresses, "find_usual_address", lambda: usual)
        monkeypatch.setattr(addresses, "is_container", lambda: container)

    return set_up


@pytest.mark.parametrize(
    ("interfaces", "usual", "expected"),
    [
        pytest.param(LAPTOP, "192.168.1.5", ["192.168.1.5", "10.0.0.3"], id="the one towards the internet first"),
        pytest.param(LAPTOP, "", ["10.0.0.3", "192.168.1.5"], id="no internet: as the system lists them"),
        pytest.param(
            [("docker0", "172.17.0.1"), ("br-1f", "172.18.0.1"), ("virbr0", "192.168.122.1"), ("eth0", "10.0.0.3")],
            "10.0.0.3",
            ["10.0.0.3"],
            id="no bridge to containers",
        ),
        pytest.param(
            [("tun0", "10.8.0.2"), ("wlan0", "192.168.1.5")], "10.8.0.2", ["192.168.1.5", "10.8.0.2"], id="VPN last"
        ),
        pytest.param([("lo", "127.0.0.1"), ("eth0", "169.254.7.7")], "", [], id="no address from the router"),
    ],
)
def test_the_reachable_address_comes_first(machine, settings, interfaces, usual, expected):
    machine(*interfaces, usual=usual)
    assert find_hosts(settings) == expected
    assert find_address(settings, 8000) == f"http://{expected[0] if expected else '127.0.0.1'}:8000"


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        pytest.param({"host": "10.0.0.3"}, ["http://10.0.0.3:8000"], id="told which"),
        pytest.param({"host": "127.0.0.1"}, [], id="only this computer"),
        pytest.param({"trusted_proxies": 1}, [], id="behind a proxy"),
        pytest.param({"prefix": "/games", "host": "10.0.0.3"}, ["http://10.0.0.3:8000/games"], id="under a prefix"),
    ],
)
def test_settings_decide(machine, settings, changed, expected):
    machine(*LAPTOP)
    assert find_urls(replace(settings, **changed), 8000) == expected


def test_the_announced_name_and_https_can_be_chosen_too(machine, settings):
    machine(("wlan0", "192.168.1.5"))
    (settings.data_dir / addresses.NAME_FILE).write_text("companion.local")
    assert find_urls(settings, 80, 443) == [
        "http://192.168.1.5",
        "http://companion.local",
        "https://companion.local",
        "https://192.168.1.5",
    ]
    assert find_urls(replace(settings, local_name="off"), 80) == ["http://192.168.1.5"]


def test_inside_a_container_no_address_is_known(machine, settings):
    machine(("eth0", "172.17.0.2"), container=True)
    assert find_hosts(settings) == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (("companion.local", 80, False), "http://companion.local"),
        (("companion.local", 443, True), "https://companion.local"),
        (("fd00::5", 8000, False), "http://[fd00::5]:8000"),
    ],
    ids=str,
)
def test_a_url_is_as_short_as_can_be(url, expected):
    assert make_url(*url) == expected
