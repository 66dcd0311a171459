"""The addresses under which phones in the local network reach this machine, and its name there (companion.local).

The name is announced with mDNS by a process of its own, because python-zeroconf uses asyncio and the server gevent. It
ends when its standard input is closed, which happens when the server ends, even if it is killed.
"""

import ipaddress
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.files import open_atomically
from companion.settings import NO_NAME, Settings

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
# Bridges to containers and virtual machines on this machine: no phone is behind them.
INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "podman", "flannel")
INSIDE_WINDOWS = ("hyper-v", "virtualbox", "vmware", "wsl")  # anywhere in the name, which is a description there
# Tunnels: phones are behind them only if somebody has set that up.
TUNNELS = ("tun", "tap", "utun", "wg", "wireguard", "tailscale", "zt", "zerotier", "ppp", "ipsec")
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
NAME_FILE = "local-name"  # in the data folder: the name that is announced at the moment
HTTP, HTTPS = 80, 443


@dataclass(frozen=True)
class Interface:
    name: str
    address: str  # IPv4


def list_interfaces() -> Iterator[Interface]:
    """Yield every IPv4 address of this machine with the name of its interface."""
    import ifaddr

    try:
        adapters = [*ifaddr.get_adapters()]
    except OSError:  # a sandbox that does not allow to ask
        return
    for adapter in adapters:
        for ip in adapter.ips:
            if ip.is_IPv4:
                yield Interface(str(adapter.nice_name), str(ip.ip))


def find_addresses() -> list[Interface]:
    """Return the addresses that phones may reach, the most likely first; none without a network."""
    usual = find_usual_address()
    found = [interface for interface in list_interfaces() if is_reachable(interface)]
    return sorted(found, key=lambda interface: (interface.name.lower().startswith(TUNNELS), interface.address != usual))


def is_reachable(interface: Interface) -> bool:
    address = ipaddress.ip_address(interface.address)
    name = interface.name.lower()
    is_inside = name.startswith(INSIDE) or any(word in name for word in INSIDE_WINDOWS)
    return not (address.is_loopback or address.is_link_local or is_inside)


def find_usual_address() -> str:
    """Return the address that this machine uses towards the internet; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route to it is looked up
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def is_container() -> bool:
    return any(mark.exists() for mark in CONTAINER_MARKS)


def is_loopback(host: str) -> bool:
    """Return whether a host name or address means this machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def make_url(host: str, port: int, secure: bool = False) -> str:
    """Return the URL of a host; usual ports are left out."""
    host = f"[{host}]" if ":" in host else host
    shown = "" if port == (HTTPS if secure else HTTP) else f":{port}"
    return f"http{'s' if secure else ''}://{host}{shown}"


def is_found_by_name(settings: Settings) -> bool:
    """Return whether the companion announces a name: on a home network, not behind a proxy or in a container."""
    return is_at_home(settings) and settings.local_name != NO_NAME


def is_at_home(settings: Settings) -> bool:
    """Return whether this machine's own addresses are those of the companion."""
    if settings.trusted_proxies or is_loopback(settings.host):
        return False
    return settings.host not in EVERYWHERE or not is_container()


def find_local_name(settings: Settings) -> str:
    """Return the host name that is announced at the moment, like companion.local; none if there is none."""
    file = settings.data_dir / NAME_FILE
    return file.read_text(encoding="utf-8") if is_found_by_name(settings) and file.exists() else ""


def find_hosts(settings: Settings) -> list[str]:
    """Return the hosts that phones may use: addresses, the most likely first, then the announced name."""
    if not is_at_home(settings):
        return []
    everywhere = settings.host in EVERYWHERE
    found = [interface.address for interface in find_addresses()] if everywhere else [settings.host]
    name = find_local_name(settings)
    return [*found, name] if name else found


def find_urls(settings: Settings, port: int, secure_port: int | None = None) -> list[str]:
    """Return the URLs that phones may use, the most likely first; none if only the host of a request can tell."""
    hosts = find_hosts(settings)
    urls = [make_url(host, port) for host in hosts]
    if secure_port is not None:
        urls += [make_url(host, secure_port, secure=True) for host in reversed(hosts)]
    return [url + settings.fixed_prefix for url in urls]


SERVICE = "_http._tcp.local."
TITLE = "Roll & Write Companion"
MOST_NAMES = 9  # companion.local, companion-2.local …
ANSWER_MS = 2000  # a busy neighbour may be slow; nothing waits for the name
LOOK_SECONDS = 10  # how often to look for a changed address, such as another Wi-Fi


class Announcement:
    """The running announcement of a server."""

    def __init__(self, process: "subprocess.Popen[bytes] | None", file: Path) -> None:
        self.process = process
        self.file = file

    def end(self) -> None:
        """Take the announcement back."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        self.file.unlink(missing_ok=True)


def start_announcing(settings: Settings, addresses: Sequence[str] = ()) -> Announcement:
    """Announce the server in the background, on all addresses unless some are given."""
    file = settings.data_dir / NAME_FILE
    file.unlink(missing_ok=True)
    if not is_found_by_name(settings) and not addresses:
        return Announcement(None, file)
    if settings.host not in EVERYWHERE and not addresses:
        addresses = [settings.host]
    told = {"name": settings.local_name, "port": settings.port, "file": str(file), "addresses": list(addresses)}
    process = subprocess.Popen(  # noqa: S603 - our own module
        [sys.executable, "-m", __name__, json.dumps(told)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    return Announcement(process, file)


def announce(name: str, port: int, file: Path, addresses: Sequence[str]) -> None:
    """Announce until standard input is closed; again whenever the addresses change."""
    ended = threading.Event()

    def wait_for_server() -> None:
        sys.stdin.buffer.read()  # select() would need a socket on Windows
        ended.set()

    threading.Thread(target=wait_for_server, daemon=True).start()
    wanted = list(addresses) or [interface.address for interface in find_addresses()]
    while True:
        zeroconf = register(name, port, file, wanted) if wanted else None
        while not ended.wait(LOOK_SECONDS):
            if not addresses and {*wanted} != {interface.address for interface in find_addresses()}:
                break
        file.unlink(missing_ok=True)
        if zeroconf is not None:
            zeroconf.close()  # says goodbye, so that phones forget the addresses
        if ended.is_set():
            return
        wanted = [interface.address for interface in find_addresses()]


def register(name: str, port: int, file: Path, addresses: Sequence[str]) -> Any:
    """Announce a free name and write it to the file. Return what ends the announcement."""
    from zeroconf import IPVersion, ServiceInfo, Zeroconf

    zeroconf = Zeroconf(interfaces=[*addresses], ip_version=IPVersion.V4Only)
    host = find_free_name(zeroconf, name, addresses)
    info = ServiceInfo(
        SERVICE,
        f"{TITLE} ({host}).{SERVICE}",
        port=port,
        parsed_addresses=[*addresses],
        properties={"path": "/"},
        server=f"{host}.local.",
    )
    zeroconf.register_service(info, allow_name_change=True)
    with open_atomically(file) as part:
        part.write_text(f"{host}.local", encoding="utf-8")
    return zeroconf


def find_free_name(zeroconf: Any, name: str, own: Sequence[str]) -> str:
    """Return the name, or with a number if another machine has it already."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

    for number in range(1, MOST_NAMES):
        numbered = name if number == 1 else f"{name}-{number}"
        asked = AddressResolverIPv4(f"{numbered}.local.")
        if not asked.request(zeroconf, ANSWER_MS) or {*asked.parsed_addresses()} <= {*own}:
            return numbered
    return f"{name}-{os.getpid()}"


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the server, and that ends this process
    told = json.loads(sys.argv[1])
    try:
        announce(told["name"], told["port"], Path(told["file"]), told["addresses"])
    except OSError:
        sys.exit(0)  # no multicast here: the address and the QR code still work


if __name__ == "__main__":
    main()
