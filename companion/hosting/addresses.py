"""Find the addresses under which phones in the local network can reach this machine."""

import ipaddress
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.settings import NO_NAME, Settings

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
# Bridges to containers and virtual machines on this machine: no phone is behind them.
INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "podman", "flannel")
# Tunnels: phones are behind them only if somebody has set that up.
TUNNELS = ("tun", "tap", "utun", "wg", "tailscale", "zt", "ppp", "ipsec")
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
    return sorted(found, key=lambda interface: (interface.name.startswith(TUNNELS), interface.address != usual))


def is_reachable(interface: Interface) -> bool:
    address = ipaddress.ip_address(interface.address)
    return not (address.is_loopback or address.is_link_local or interface.name.startswith(INSIDE))


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
