"""Run gunicorn with gevent, because every phone at a table keeps a stream open."""

import fcntl
import gc
import ipaddress
import resource
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from companion.app import create_app
from companion.i18n import gettext
from companion.phrase import Phrase
from companion.settings import BadSettings, Settings
from companion.storage import open_log
from companion.storage.lock import hold_server_lock
from companion.web import logs, metrics
from companion.web.qr import qr_terminal

# With gunicorn's default of 1000, every tap of the 1001st phone would wait for an open stream to end.
CONNECTIONS = 50_000
BACKLOG = 2048
# gunicorn's default of 2 seconds is about the time between two taps: Safari loses requests that are sent just as the
# connection closes.
KEPT_OPEN = 65  # seconds; longer than proxies keep a connection open
ADDRESS_FILE = "address"  # in the data folder: the URL shown at the last start
SIOCGIFADDR = 0x8915
# Python's default is (700, 10, 10). With 1000 tables and 4000 streams the longest garbage collection took 84 ms; with
# the objects loaded at the start frozen, 39 ms; with these thresholds too, 8 ms (tests/bench/bench_tricks.py garbage).
COLLECT_AFTER = (2_000, 10, 250)

Factory = Callable[..., Flask]  # create_app, or a wrapper around it


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
            "worker_class": "companion.worker.Worker",
            "worker_connections": CONNECTIONS,
            "backlog": BACKLOG,
            "keepalive": KEPT_OPEN,
            "graceful_timeout": 2,  # open streams never end by themselves; phones reconnect with Last-Event-ID
            "timeout": 60,
            "loglevel": "warning",
            "proc_name": "companion",
            "child_exit": metrics.forget_process,
            "control_socket_disable": True,  # no second way in, and no folder of gunicorn in the user's home
            # Clients do not choose SCRIPT_NAME or the scheme, not even from this machine: only ProxyFix reads
            # X-Forwarded-*, and only with COMPANION_TRUSTED_PROXIES.
            "forwarder_headers": "",
            "forwarded_allow_ips": "",
            "secure_scheme_headers": {},
            "on_exit": self.finish_database,
        }
        if self.settings.log == "json":
            chosen["logconfig_dict"] = logs.make_logging_config()
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        # A worker that replaces a dead one must start even while the database cannot be reached.
        app = self.factory(self.settings, log=open_log(self.settings.database_url, up_to_date=True))
        tune_garbage_collector()
        return app

    def finish_database(self, arbiter: object) -> None:
        """Leave SQLite's main file complete. gunicorn calls this hook when no worker is left."""
        open_log(self.settings.database_url, up_to_date=True).finish()


def tune_garbage_collector() -> None:
    """Exclude objects loaded at the start from garbage collection, and collect less often: a full collection pauses
    all requests, and reference counting frees almost everything."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def serve(settings: Settings, factory: Factory = create_app) -> None:
    """Check the settings, listen, print the URL, and serve until stopped. Raises BadSettings or Unusable."""
    settings.prepare_data_dir()
    with hold_server_lock(settings.database_url):
        check_settings(settings)
        start(settings, factory)


def start(settings: Settings, factory: Factory) -> None:
    raise_file_limit()
    listener = listen(settings)
    port = listener.getsockname()[1]
    if settings.workers > 1:
        metrics.share_metrics(settings.data_dir / f"metrics-{port}")
    link = find_address(settings, port)
    (settings.data_dir / ADDRESS_FILE).write_text(link)
    instructions = gettext("Scan it with a phone, or open it here. Ctrl+C stops.")
    print(f"{qr_terminal(link)}\n\n  {link}\n\n  {instructions}\n", flush=True)
    Server(settings, listener, factory).run()


def raise_file_limit() -> None:
    """Raise the soft limit of open files to the hard limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # a system that does not allow it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def check_settings(settings: Settings) -> None:
    """Find problems before anything is started. Raises BadSettings or Unusable."""
    settings.prepare_data_dir()
    settings.key()
    open_log(settings.database_url).close()


def listen(settings: Settings) -> socket.socket:
    """Open the listening socket. Raises BadSettings."""
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


def find_address(settings: Settings, port: int) -> str:
    """Return the URL of the companion for the phones."""
    if settings.public_url:
        return settings.public_url
    host = settings.host
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        host = find_local_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def find_running_address(settings: Settings) -> str:
    """Return the URL of a running server, which may have been started with another host or port."""
    file = settings.data_dir / ADDRESS_FILE
    if settings.public_url or not file.exists():
        return find_address(settings, settings.port)
    return file.read_text()


def find_local_address() -> str:
    """Return this machine's address in the local network, or loopback if no interface has one."""
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
