"""Announce the companion in the local network with mDNS, as companion.local.

Runs as a process of its own, because python-zeroconf uses asyncio and the server gevent. It ends when its standard
input is closed, which happens when the server ends, even if it is killed.
"""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.files import open_atomically
from companion.hosting.addresses import EVERYWHERE, NAME_FILE, find_addresses, is_found_by_name
from companion.settings import Settings

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
    wanted = list(addresses) or [interface.address for interface in find_addresses()]
    while True:
        zeroconf = register(name, port, file, wanted) if wanted else None
        ended = wait_for_change(wanted, fixed=bool(addresses))
        file.unlink(missing_ok=True)
        if zeroconf is not None:
            zeroconf.close()  # says goodbye, so that phones forget the addresses
        if ended:
            return
        wanted = [interface.address for interface in find_addresses()]


def wait_for_change(known: Sequence[str], fixed: bool) -> bool:
    """Wait; return True when the server ends, False when the addresses change."""
    while True:
        readable, _, _ = select.select([sys.stdin], [], [], LOOK_SECONDS)
        if readable:
            return True
        if not fixed and {*known} != {interface.address for interface in find_addresses()}:
            return False


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
