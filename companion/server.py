"""Run the companion: listen, say where, and serve until stopped. On Linux processes are watched over and replaced."""

import gc
import logging
import logging.config
import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from urllib.parse import urlsplit

import gevent.monkey
import gevent.os
from flask import Flask
from gevent.event import Event

from companion.app import create_app
from companion.hosting.addresses import (
    EVERYWHERE,
    LOOPBACK,
    find_addresses,
    is_at_home,
    is_found_by_name,
    make_url,
    start_announcing,
)
from companion.hosting.certificates import Encryption, Store, check_pair, renew_if_due
from companion.i18n import gettext
from companion.phrase import Phrase
from companion.settings import BadSettings, Settings
from companion.storage import open_log
from companion.storage.sqlite_file import hold_server_lock
from companion.web import logs, metrics
from companion.web.sharing import draw_qr_for_terminal
from companion.wsgi import Connections, HttpServer

if sys.platform != "win32":
    import resource

    SUPERVISED = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD}

CONNECTIONS = 50_000  # of a process
RESERVED_FILES = 128  # for the database, printing, static files and logs
MOST_FILES_MACOS = 10_240  # its soft limit is 256, its hard limit infinite, which it does not accept for the soft one
BACKLOG = 2048
GRACE_SECONDS = 2  # for the requests that are being answered when the server is stopped
FROZEN_SECONDS = 60  # a process that does not even switch between requests is replaced
PAUSE_SECONDS = 1.0
UNUSABLE = 3  # how a process exits that cannot start: replacing it would not help
ADDRESS_FILE = "address"  # in the data folder: the URL shown at the last start
# Python's default is (700, 10, 10). With 1000 tables and 4000 streams the longest garbage collection took 84 ms; with
# the objects loaded at the start frozen, 39 ms; with these thresholds too, 8 ms (tests/bench/bench_tricks.py garbage).
COLLECT_AFTER = (2_000, 10, 250)

logger = logging.getLogger("companion.server")

Factory = Callable[..., Flask]  # create_app, or a wrapper around it


def serve(settings: Settings, factory: Factory = create_app, open_browser: bool = False) -> None:
    """Check the settings, listen, print the URL, and serve until stopped. Raises UserError."""
    settings.prepare_data_dir()
    with hold_server_lock(settings.database_url):
        settings.load_key()
        open_log(settings.database_url).close()
        raise_file_limit()
        listeners = [listen(settings, settings.port)]
        settings = replace(settings, port=listeners[0].getsockname()[1])
        store = Store.of(settings)
        if store.is_set_up:
            renew_if_due(store, settings)
            check_pair(store.certificate, store.key)
            listeners.append(listen(settings, settings.https_port))
        if settings.workers > 1:
            metrics.share_metrics(settings.data_dir / f"metrics-{settings.port}")
        link = find_address(settings, settings.port)
        (settings.data_dir / ADDRESS_FILE).write_text(link, encoding="utf-8")
        if settings.log == "json":
            logging.config.dictConfig(logs.make_logging_config())
        else:
            logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
        announcement = start_announcing(settings)
        if open_browser:
            here = make_url(LOOPBACK, settings.port) + settings.fixed_prefix
            show_in_browser(here if settings.host in EVERYWHERE else link)
        stop_signals: list[int] = []
        if sys.platform == "linux":
            # For `supervise`, before anybody can know that the server runs; the programs started above must not inherit
            # it. The handlers are for other threads, which do not block anything.
            for number in SUPERVISED - {signal.SIGCHLD}:
                signal.signal(number, lambda number, _: stop_signals.append(number))
            signal.pthread_sigmask(signal.SIG_BLOCK, SUPERVISED)
        print(describe_start(settings, link, listeners), flush=True)
        try:
            if sys.platform == "linux":
                supervise(settings.workers, lambda pulse: run(settings, listeners, factory, pulse), stop_signals)
            else:
                run(settings, listeners, factory)
        finally:
            announcement.end()
            # Leave SQLite's main file complete.
            open_log(settings.database_url, up_to_date=True).finish()


def run(
    settings: Settings, listeners: Sequence[socket.socket], factory: Factory, pulse: "mmap.mmap | None" = None
) -> None:
    """Serve in this process until it is told to stop."""
    stop = Event()
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            gevent.signal_handler(getattr(signal, name), stop.set)
    # A process that replaces a dead one must start even while the database cannot be reached.
    app = factory(settings, log=open_log(settings.database_url, up_to_date=True))
    encrypted = len(listeners) > 1
    app.config["PORTS"] = (settings.port, listeners[1].getsockname()[1] if encrypted else None)
    tune_garbage_collector()
    most = max(1, min(CONNECTIONS, count_files() - RESERVED_FILES))
    # Behind a proxy all connections come from its address. Without one, no address may use all of them.
    per_address = most if settings.trusted_proxies else min(settings.connections_per_address, max(1, most * 3 // 4))
    server = HttpServer(
        app,
        listeners,
        Encryption(Store.of(settings)) if encrypted else None,
        Connections(most, per_address),
        app.extensions["admission"].refuse_early,
        settings.trusted_proxies,
    )
    server.start()
    if pulse is None:
        stop.wait()
    else:
        parent = os.getppid()
        while not stop.wait(PAUSE_SECONDS):
            pulse[:] = struct.pack("d", time.monotonic())
            if os.getppid() != parent:  # nobody watches over this process any more, and a new server may be starting
                break
    server.stop(GRACE_SECONDS)
    app.extensions["companion"].jobs.close()


def supervise(count: int, run_process: Callable[[mmap.mmap], None], stop_signals: list[int]) -> None:
    """Keep processes running that share the listening sockets, until this one is told to stop. One that dies or freezes
    is replaced: phones reconnect, and what was confirmed is on disk."""
    assert sys.platform == "linux"
    pulses: dict[int, mmap.mmap] = {}
    began = 0.0
    while not stop_signals:
        if len(pulses) < count and time.monotonic() > began + (PAUSE_SECONDS if began and not pulses else 0):
            began = time.monotonic()
            pulse = mmap.mmap(-1, 8)  # shared: when the process was last seen alive
            pulse[:] = struct.pack("d", began)
            pid = gevent.os.fork_gevent()
            if not pid:
                code = UNUSABLE
                try:
                    signal.pthread_sigmask(signal.SIG_UNBLOCK, SUPERVISED)
                    run_process(pulse)
                    code = 0
                except BaseException:
                    logger.exception("The server cannot start")
                finally:
                    os._exit(code)  # without the cleaning up of the process that was forked
            pulses[pid] = pulse
            continue
        received = signal.sigtimedwait(SUPERVISED, PAUSE_SECONDS)
        if received is not None and received.si_signo != signal.SIGCHLD:
            stop_signals.append(received.si_signo)
        for pid, pulse in [*pulses.items()]:
            if time.monotonic() - struct.unpack("d", pulse[:])[0] > FROZEN_SECONDS:
                logger.critical("A process has not responded for %d seconds and is replaced", FROZEN_SECONDS)
                os.kill(pid, signal.SIGKILL)
            if (ended := exit_code(pid)) is not None:
                del pulses[pid]
                metrics.forget_process(pid)
                if ended == UNUSABLE:
                    stop_signals.append(signal.SIGCHLD)
                elif not stop_signals:
                    logger.error("A process has ended (%d) and is replaced", ended)
    for pid in pulses:
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS + 3
    while pulses and time.monotonic() < deadline:
        pulses = {pid: pulse for pid, pulse in pulses.items() if exit_code(pid) is None}
        signal.sigtimedwait({signal.SIGCHLD}, 0.1)
    for pid in pulses:
        os.kill(pid, signal.SIGKILL)


def exit_code(pid: int) -> int | None:
    """Return how a child of this process has ended; None while it runs."""
    ended, status = gevent.monkey.get_original("os", "waitpid")(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def tune_garbage_collector() -> None:
    """Exclude objects loaded at the start from garbage collection, and collect less often: a full collection pauses
    all requests, and reference counting frees almost everything."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def raise_file_limit() -> None:
    """Raise the soft limit of open files as far as the system allows it."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (hard, MOST_FILES_MACOS):
        if soft < most or most == resource.RLIM_INFINITY:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return


def count_files() -> int:
    """Return how many files this process may open."""
    if sys.platform == "win32":
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


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
    # Accepted connections inherit it. Without it, small answers may wait for the acknowledgement of earlier ones.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def describe_start(settings: Settings, link: str, listeners: Sequence[socket.socket]) -> str:
    """Return what the terminal shows: a QR code, the address, other addresses."""
    lines = [draw_qr_for_terminal(link, sys.stdout.encoding), "", f"  {link}"]
    if is_found_by_name(settings) and not settings.public_url:
        lines.append("  " + make_url(f"{settings.local_name}.local", settings.port) + settings.fixed_prefix)
    if len(listeners) > 1:
        host = urlsplit(link).hostname or settings.host
        lines.append("  " + make_url(host, listeners[1].getsockname()[1], secure=True) + settings.fixed_prefix)
    lines += ["", "  " + gettext("Scan it with a phone, or open it here. Ctrl+C stops.")]
    if is_at_home(settings):
        lines.append("  " + gettext("The phones must be in the same Wi-Fi, not in the guest network."))
        if sys.platform == "win32":
            lines.append("  " + gettext("If Windows asks about the network, allow private networks."))
        elif sys.platform == "darwin":
            lines.append("  " + gettext("If macOS asks whether Python may accept incoming connections, allow it."))
    return "\n".join([*lines, ""])


def is_started_by_person() -> bool:
    """Return whether somebody at this computer has started the companion: not a service, and not from afar."""
    from_systemd = "INVOCATION_ID" in os.environ
    if not sys.stdout.isatty() or from_systemd or "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show_in_browser(url: str) -> None:
    """Open a page in the browser of this computer; in a process of its own, because some browsers do not return."""
    silent = subprocess.DEVNULL
    with suppress(OSError):
        subprocess.Popen([sys.executable, "-m", "webbrowser", url], stdin=silent, stdout=silent, stderr=silent)  # noqa: S603


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
    return file.read_text(encoding="utf-8")
