"""Serving many phones: gunicorn with gevent, because every phone at a table keeps a stream open."""

import fcntl
import gc
import ipaddress
import socket
import struct
from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from companion.app import create_app
from companion.i18n import gettext
from companion.phrase import Phrase
from companion.settings import BadSettings, Settings
from companion.storage import open_log
from companion.web import logs, metrics
from companion.web.qr import qr_terminal

# gunicorn's default of 1000 would make the 1001st phone's every tap hang behind the open streams.
CONNECTIONS = 50_000
BACKLOG = 2048
# gunicorn's default of 2 seconds is the time between two taps: Safari then loses those that meet the closing door.
KEPT_OPEN = 65  # seconds, and longer than proxies keep a connection
ADDRESS_FILE = "address"  # in the data folder: what was shown at the last start
SIOCGIFADDR = 0x8915
# Python's own is (700, 10, 10). With 1000 tables and 4000 streams the longest garbage collection took 84 ms; with
# what is loaded at the start frozen, 39 ms; with these thresholds too, 8 ms (tests/bench/bench_tricks.py garbage).
COLLECT_AFTER = (2_000, 10, 250)

Factory = Callable[..., Flask]  # create_app, or something that goes on to it


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with our settings instead of its command line."""

    def __init__(self, settings: Settings, listener: socket.socket, factory: Factory) -> None:
        self.settings = settings
        self.factory = factory
        self.listener = listener
        super().__init__()

    def load_config(self) -> None:
        chosen: dict[str, Any] = {
            "bind": f"fd://{self.listener.fileno()}",
            "workers": self.settings.workers,
            "worker_class": "gevent",
            "worker_connections": CONNECTIONS,
            "backlog": BACKLOG,
            "keepalive": KEPT_OPEN,
            "graceful_timeout": 2,  # open streams never end by themselves; phones come back with Last-Event-ID
            "timeout": 60,
            "loglevel": "warning",
            "proc_name": "companion",
            "child_exit": metrics.forget_process,
            "control_socket_disable": True,  # no second way in, and no folder of gunicorn's in anybody's home
        }
        if self.settings.log == "json":
            chosen["logconfig_dict"] = logs.configuration()
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        # A process that replaces one which died must come up, also while the database cannot be reached.
        app = self.factory(self.settings, log=open_log(self.settings.database_url, up_to_date=True))
        spare_the_collector()
        return app


def spare_the_collector() -> None:
    """Leave out of garbage collection what was loaded at the start, and collect less often: a full collection stops
    all phones, and almost everything is freed without one."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def serve(settings: Settings, factory: Factory = create_app) -> None:
    """Check, listen, show the address, and serve until stopped. Raises BadSettings or Unusable before that."""
    check_settings(settings)
    listener = listen(settings)
    port = listener.getsockname()[1]
    if settings.workers > 1:
        metrics.share_numbers(settings.data_dir / f"metrics-{port}")
    link = address(settings, port)
    (settings.data_dir / ADDRESS_FILE).write_text(link)
    what_to_do = gettext("Scan it with a phone, or open it here. Ctrl+C stops.")
    print(f"{qr_terminal(link)}\n\n  {link}\n\n  {what_to_do}\n", flush=True)
    Server(settings, listener, factory).run()


def check_settings(settings: Settings) -> None:
    """Say what is wrong before anything is started. Raises BadSettings or Unusable."""
    settings.prepare_data_dir()
    settings.key()
    open_log(settings.database_url).close()


def listen(settings: Settings) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        unusable = Phrase(
            "Port %(port)d on %(host)s cannot be used (%(why)s); choose another with --port.",
            port=settings.port,
            host=settings.host,
            why=reason,
        )
        raise BadSettings(unusable) from error
    listener.set_inheritable(True)
    return listener


def address(settings: Settings, port: int) -> str:
    """Where the phones find the companion."""
    if settings.public_url:
        return settings.public_url
    host = settings.host
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        host = local_network_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def known_address(settings: Settings) -> str:
    """The same for a command beside a server, which may have been started with another host or port."""
    file = settings.data_dir / ADDRESS_FILE
    if settings.public_url or not file.exists():
        return address(settings, settings.port)
    return file.read_text()


def local_network_address() -> str:
    """This machine's address in the local network, asked from its interfaces; loopback when there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # an interface without an IPv4 address
            found = socket.inet_ntoa(answer[20:24])
            if not ipaddress.ip_address(found).is_loopback and not name.startswith(("docker", "br-", "veth", "virbr")):
                return found
    return "127.0.0.1"
