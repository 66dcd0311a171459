"""The companion announces its name in the local network; here the network is the loopback interface."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf

from companion.hosting.addresses import NAME_FILE, SERVICE, TITLE, Announcement, start_announcing
from companion.settings import Settings
from tests.live.client import wait_until

HERE, NEIGHBOUR = "127.0.0.1", "127.0.0.2"


@pytest.fixture
def ask() -> Iterator[Callable[..., bool]]:
    """Ask the network. In a thread of its own, because browser tests leave an event loop in this one."""
    with ThreadPoolExecutor(1) as aside:
        zeroconf = aside.submit(Zeroconf, interfaces=[HERE], ip_version=IPVersion.V4Only).result()
        yield lambda question, ms=5000: aside.submit(question.request, zeroconf, ms).result()
        aside.submit(zeroconf.close).result()


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


def find(ask: Callable[..., bool], name: str, ms: int = 5000) -> list[str]:
    asked = AddressResolverIPv4(f"{name}.local.")
    ask(asked, ms)
    return asked.parsed_addresses()


def test_a_phone_finds_it_by_name_until_it_ends(announce, ask):
    settings, announcement = announce(HERE, "companion-test")
    assert find(ask, "companion-test") == [HERE]
    service = ServiceInfo(SERVICE, f"{TITLE} (companion-test).{SERVICE}")
    assert ask(service)
    assert (service.port, service.server) == (8123, "companion-test.local.")
    assert (settings.data_dir / NAME_FILE).read_text() == "companion-test.local"
    announcement.end()
    announcement.process.wait(timeout=20)
    wait_until(lambda: not find(ask, "companion-test", 300))
    assert not (settings.data_dir / NAME_FILE).exists()


def test_a_second_companion_takes_another_name(announce, ask):
    announce(NEIGHBOUR, "companion-twin")
    assert find(ask, "companion-twin") == [NEIGHBOUR]
    settings, _ = announce(HERE, "companion-twin")
    assert (settings.data_dir / NAME_FILE).read_text() == "companion-twin-2.local"
    assert find(ask, "companion-twin-2") == [HERE]
