"""Run gunicorn with gevent, because every phone at a table keeps a stream open."""

import gc
import resource
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from gunicorn.app.base import BaseApplication

from companion.app import create_app
from companion.history.rebuilding import catch_up
from companion.hosting.addresses import EVERYWHERE, LOOPBACK, find_addresses, is_found_by_name, make_url
from companion.hosting.announcer import Announcement, start_announcing
from companion.hosting.certificates import Store, check_pair, renew_if_due
from companion.i18n import gettext
from companion.phrase import Phrase
from companion.settings import BadSettings, Settings
from companion.storage import StorageError, open_log
from companion.storage.lock import hold_server_lock
from companion.web import logs, metrics
from companion.web.qr import draw_qr_for_terminal

# With gunicorn's default of 1000, every tap of the 1001st phone would wait for an open stream to end.
CONNECTIONS = 50_000
BACKLOG = 2048
# gunicorn's default of 2 seconds is about the time between two taps: Safari loses requests that are sent just as the
# connection closes.
KEPT_OPEN = 65  # seconds; longer than proxies keep a connection open
ADDRESS_FILE = "address"  # in the data folder: the URL shown at the last start
# Python's default is (700, 10, 10). With 1000 tables and 4000 streams the longest garbage collection took 84 ms; with
# the objects loaded at the start frozen, 39 ms; with these thresholds too, 8 ms (tests/bench/bench_tricks.py garbage).
COLLECT_AFTER = (2_000, 10, 250)

Factory = Callable[..., Flask]  # create_app, or a wrapper around it


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with our settings instead of its command line."""

    def __init__(
        self,
        settings: Settings,
        listeners: Sequence[socket.socket],
        factory: Factory,
        announcement: Announcement,
    ) -> None:
        self.settings = settings
        self.factory = factory
        self.listeners = listeners  # the second one, if any, is encrypted
        self.announcement = announcement
        self.store = Store.of(settings)
        self.secure_port = listeners[1].getsockname()[1] if len(listeners) > 1 else None
        super().__init__()

    def load_config(self) -> None:
        chosen: dict[str, Any] = {
            "bind": [f"fd://{listener.fileno()}" for listener in self.listeners],
            "sendfile": self.secure_port is None,  # the system's sendfile would bypass the encryption
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
            "on_exit": self.finish,
        }
        if self.settings.log == "json":
            chosen["logconfig_dict"] = logs.make_logging_config()
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        # A worker that replaces a dead one must start even while the database cannot be reached.
        app = self.factory(self.settings, log=open_log(self.settings.database_url, up_to_date=True))
        start_catching_up(app)
        app.config["PORTS"] = (self.settings.port, self.secure_port)
        tune_garbage_collector()
        return app

    def finish(self, arbiter: object) -> None:
        """Leave SQLite's main file complete. gunicorn calls this hook when no worker is left."""
        self.announcement.end()
        open_log(self.settings.database_url, up_to_date=True).finish()


def start_catching_up(app: Flask) -> None:
    """Index games that finished before there was a history, beside everything else."""
    here = app.extensions["companion"]

    def run() -> None:
        with suppress(StorageError):  # the next start tries again
            catch_up(here.history, here.tables.log, here.tables.games)

    Thread(target=run, name="companion-history", daemon=True).start()


def tune_garbage_collector() -> None:
    """Exclude objects loaded at the start from garbage collection, and collect less often: a full collection pauses
    all requests, and reference counting frees almost everything."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def serve(settings: Settings, factory: Factory = create_app) -> None:
    """Check the settings, listen, print the URL, and serve until stopped. Raises UserError."""
    settings.prepare_data_dir()
    with hold_server_lock(settings.database_url):
        check_settings(settings)
        start(settings, factory)


def start(settings: Settings, factory: Factory) -> None:
    raise_file_limit()
    listeners = [listen(settings, settings.port)]
    settings = replace(settings, port=listeners[0].getsockname()[1])
    store = Store.of(settings)
    if store.is_set_up:
        prepare_certificate(store, settings)
        listeners.append(listen(settings, settings.https_port))
    if settings.workers > 1:
        metrics.share_metrics(settings.data_dir / f"metrics-{settings.port}")
    link = find_address(settings, settings.port)
    (settings.data_dir / ADDRESS_FILE).write_text(link)
    announcement = start_announcing(settings)
    print(describe_start(settings, link, listeners), flush=True)
    Server(settings, listeners, factory, announcement).run()


def prepare_certificate(store: Store, settings: Settings) -> None:
    """Renew the local certificate if it is due, and check that it can be used. Raises BadCertificate."""
    renew_if_due(store, settings)
    check_pair(store.certificate, store.key)


def describe_start(settings: Settings, link: str, listeners: Sequence[socket.socket]) -> str:
    """Return what the terminal shows: a QR code, the address, other addresses."""
    lines = [draw_qr_for_terminal(link), "", f"  {link}"]
    if is_found_by_name(settings) and not settings.public_url:
        lines.append("  " + make_url(f"{settings.local_name}.local", settings.port) + settings.fixed_prefix)
    if len(listeners) > 1:
        host = urlsplit(link).hostname or settings.host
        lines.append("  " + make_url(host, listeners[1].getsockname()[1], secure=True) + settings.fixed_prefix)
    instructions = gettext("Scan it with a phone, or open it here. Ctrl+C stops.")
    return "\n".join([*lines, "", f"  {instructions}", ""])


def raise_file_limit() -> None:
    """Raise the soft limit of open files to the hard limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # a system that does not allow it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def check_settings(settings: Settings) -> None:
    """Find problems before anything is started. Raises BadSettings or Unusable."""
    settings.prepare_data_dir()
    settings.load_key()
    open_log(settings.database_url).close()


def listen(settings: Settings, port: int) -> socket.socket:
    """Open a listening socket. Raises BadSettings."""
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        listener = socket.create_server((settings.host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        unusable = Phrase(
            "Port %(port)d on %(host)s cannot be used (%(why)s); choose another with --port.",
            port=port,
            host=settings.host,
            why=reason,
        )
        raise BadSettings(unusable) from error
    listener.set_inheritable(True)
    # gunicorn sets this too, but too late for phones that are already waiting, which keep their connections.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def find_address(settings: Settings, port: int) -> str:
    """Return the URL of the companion for the phones."""
    if settings.public_url:
        return settings.base_url
    host = settings.host
    if host in EVERYWHERE:
        host = next((interface.address for interface in find_addresses()), LOOPBACK)
    return make_url(host, port) + settings.fixed_prefix


def find_running_address(settings: Settings) -> str:
    """Return the URL of a running server, which may have been started with another host or port."""
    file = settings.data_dir / ADDRESS_FILE
    if settings.public_url or not file.exists():
        return find_address(settings, settings.port)
    return file.read_text()
