"""The companion announces its name in the local network; here the network is the loopback interface."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf

from companion.hosting.addresses import NAME_FILE
from companion.hosting.announcer import SERVICE, TITLE, Announcement, start_announcing
from companion.settings import Settings
from tests.live.client import wait_until

HERE, NEIGHBOUR = "127.0.0.1", "127.0.0.2"


@pytest.fixture
def network() -> Iterator[Zeroconf]:
    zeroconf = Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only)
    yield zeroconf
    zeroconf.close()


@pytest.fixture
def announce(settings, tmp_path) -> Iterator[object]:
    started: list[Announcement] = []

    def start(address: str, name: str) -> tuple[Settings, Announcement]:
        folder = tmp_path / address
        folder.mkdir()
        of_its_own = replace(settings, data_dir=folder, local_name=name, port=8123)
        started.append(start_announcing(of_its_own, [address]))
        wait_until((folder / NAME_FILE).exists, 30)
        return of_its_own, started[-1]

    yield start
    for announcement in started:
        announcement.end()
        announcement.process.wait(timeout=20)


def find(network: Zeroconf, name: str, ms: int = 5000) -> list[str]:
    asked = AddressResolverIPv4(f"{name}.local.")
    asked.request(network, ms)
    return asked.parsed_addresses()


def test_a_phone_finds_it_by_name_until_it_ends(announce, network):
    settings, announcement = announce(HERE, "companion-test")
    assert find(network, "companion-test") == [HERE]
    service = ServiceInfo(SERVICE, f"{TITLE} (companion-test).{SERVICE}")
    assert service.request(network, 5000)
    assert (service.port, service.server) == (8123, "companion-test.local.")
    assert (settings.data_dir / NAME_FILE).read_text() == "companion-test.local"
    announcement.end()
    announcement.process.wait(timeout=20)
    wait_until(lambda: not find(network, "companion-test", 300))
    assert not (settings.data_dir / NAME_FILE).exists()


def test_a_second_companion_takes_another_name(announce, network):
    announce(NEIGHBOUR, "companion-twin")
    assert find(network, "companion-twin") == [NEIGHBOUR]
    settings, _ = announce(HERE, "companion-twin")
    assert (settings.data_dir / NAME_FILE).read_text() == "companion-twin-2.local"
    assert find(network, "companion-twin-2") == [HERE]
