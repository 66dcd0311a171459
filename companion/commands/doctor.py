"""`companion doctor` checks everything that a game night needs and says how to fix what is wrong. `companion https`
sets up encryption: with a certificate for one's own domain, or from a certificate authority for the home network.
"""

import importlib.util
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.commands.console import shorten_to_line
from companion.hosting import addresses
from companion.hosting.addresses import find_hosts, make_url
from companion.hosting.certificates import (
    RENEW_DAYS,
    BadCertificate,
    Store,
    Summary,
    check_pair,
    set_up_locally,
    summarise,
    use_files,
)
from companion.i18n import gettext, translate_phrase
from companion.settings import BadSettings, Settings

OLDEST_PYTHON = (3, 11)
LEAST_FREE = 200 * 1024 * 1024  # bytes; a table takes some 100 kB
RELEASED = Path(__file__)  # the clock is wrong if it shows a time before this file was installed
PHOTO_MODULES = ("numpy", "cv2")


class State(StrEnum):
    OK = "ok"
    NOTE = "note"  # works, but something optional is missing
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    state: State
    text: str
    fix: str = ""


def make_finding(text: str, *, note: bool = False, fix: str = "") -> Finding:
    return Finding(State.NOTE if note else State.PROBLEM if fix else State.OK, text, fix)


def examine() -> Iterator[tuple[str, Finding]]:
    """Yield the title and the finding of every check, each as soon as it is done."""
    try:
        settings = Settings.load()
    except BadSettings as error:
        fix = gettext("Correct it in the environment or in companion.toml.")
        yield gettext("Settings"), Finding(State.PROBLEM, translate_phrase(error.args[0]), fix)
        return
    checks: dict[str, Callable[[Settings], Finding]] = {
        gettext("Python"): check_python,
        gettext("Printing"): check_printing,
        gettext("Helper processes"): check_workers,
        gettext("Reports"): check_pango,
        gettext("Data folder"): check_data_folder,
        gettext("Database"): check_database,
        gettext("Port"): check_port,
        gettext("Address for phones"): check_address,
        gettext("Clock"): check_clock,
        gettext("Disk space"): check_disk,
        gettext("HTTPS"): check_https,
        gettext("Photos of sheets"): check_photo_extra,
    }
    for title, check in checks.items():
        yield title, check(settings)


def check_python(_: Settings) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        return make_finding(version, fix=gettext("Install Python 3.11 or newer."))
    return make_finding(version)


# What a check tests is imported by the check, for a faster start of the others.


def check_printing(_: Settings) -> Finding:
    """Write a letter in every font: a PDF of ours must not contain a letter without a shape."""
    from companion.render import fonts, pdf
    from companion.render.svg import write_svg, write_text_element

    families = dict.fromkeys(family for family, _ in fonts.FILES)
    for family in families:
        drawing = write_svg(write_text_element("text", "a", font_family=family), 1, 1)
        try:
            printed = pdf.render_pdf([pdf.Page(9, 9, (pdf.Placed(drawing, 0, 0, 9, 9, "a"),))], "a", "en")
        except (ImportError, OSError, pdf.DrawingFailed) as error:
            printed, why = b"", type(error).__name__
        else:
            why = ""
        if family.replace(" ", "").encode() not in printed:
            missing = gettext("%(font)s cannot be read (%(why)s).", font=family, why=why or gettext("missing"))
            return make_finding(missing, fix=gettext("Install the companion again."))
    return make_finding(", ".join(families))


def check_pango(_: Settings) -> Finding:
    from companion.render.pdf import PdfUnavailable, print_document

    try:
        print_document('<html lang="en"><title>.</title><p>.')
    except PdfUnavailable:
        fix = gettext(
            "To send reports of finished games as PDF: apt install libpango-1.0-0 libpangoft2-1.0-0 (Debian, Ubuntu, "
            "Raspberry Pi OS), dnf install pango (Fedora) or brew install pango (macOS). Sheets print without it."
        )
        return make_finding(gettext("Pango is missing; browsers print the reports."), note=True, fix=fix)
    return make_finding(gettext("Pango is there."))


def check_workers(_: Settings) -> Finding:
    """Start a worker process of every size, as printing, photos, bots and analyses need them."""
    import companion.app  # noqa: F401 - declares the kinds
    from companion.jobs import KINDS
    from companion.jobs.worker import Worker, WorkerNotStarted, WorkerSlow

    sizes = {kind.memory_bytes: kind for kind in KINDS.values()}  # kinds of one size have the same process
    for kind in sizes.values():
        try:
            Worker(kind.memory_bytes).close()
        except WorkerSlow:
            slow = gettext("The process for “%(kind)s” starts, but slowly: not within a minute.", kind=kind.name)
            return make_finding(slow, note=True, fix=gettext("Close other programs."))
        except WorkerNotStarted as error:
            failed = gettext("The process for “%(kind)s” does not start (%(why)s).", kind=kind.name, why=error)
            fix = gettext("Allow the companion to start programs: an antivirus program or a sandbox may forbid it.")
            return make_finding(failed, fix=fix)
    return make_finding(", ".join(KINDS))


def check_data_folder(settings: Settings) -> Finding:
    try:
        settings.prepare_data_dir()
        settings.load_key()
    except BadSettings as error:
        return make_finding(
            translate_phrase(error.args[0]), fix=gettext("Correct its owner, or choose another folder.")
        )
    return make_finding(str(settings.data_dir))


def check_database(settings: Settings) -> Finding:
    from companion.storage import StorageError, open_log

    try:
        open_log(settings.database_url).close()
    except StorageError as error:
        fix = gettext("Check COMPANION_DATABASE_URL, and that the database is running.")
        return make_finding(translate_phrase(error.args[0]), fix=fix)
    return make_finding(settings.database_url.partition("://")[0])


def check_port(settings: Settings) -> Finding:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        if is_running(settings):
            return make_finding(gettext("The companion is running on port %(port)d.", port=settings.port))
        taken = {"port": settings.port, "why": error.strerror}
        fix = gettext("Stop the program that uses it, or choose another one with --port or COMPANION_PORT.")
        return make_finding(gettext("Port %(port)d cannot be used (%(why)s).", **taken), fix=fix)
    return make_finding(gettext("%(port)d is free.", port=settings.port))


def is_running(settings: Settings) -> bool:
    host = addresses.LOOPBACK if settings.host in addresses.EVERYWHERE else settings.host
    with suppress(OSError, ValueError):
        url = addresses.make_url(host, settings.port)
        with urllib.request.urlopen(f"{url}/healthz", timeout=3) as answer:  # noqa: S310 - http only
            return bool(json.load(answer) == {"status": "ok"})
    return False


def check_address(settings: Settings) -> Finding:
    if settings.public_url:
        return make_finding(settings.base_url)
    if settings.trusted_proxies:
        return make_finding(gettext("The address of the proxy."))
    if addresses.is_loopback(settings.host):
        only_here = gettext("The companion listens on %(host)s, which only this computer reaches.", host=settings.host)
        return make_finding(only_here, fix=gettext("Set COMPANION_HOST=0.0.0.0 to play with phones."))
    if not addresses.is_at_home(settings):
        in_container = gettext("In a container, the companion does not know the address of its computer.")
        return make_finding(in_container, note=True, fix=gettext("Set COMPANION_PUBLIC_URL for links and QR codes."))
    urls = addresses.find_urls(settings, settings.port)
    if not urls:
        return make_finding(
            gettext("This computer has no network."), fix=gettext("Connect it to the Wi-Fi of the phones.")
        )
    firewall = gettext(
        "If a phone cannot open it: use the same Wi-Fi, not its guest network, and allow the port in the firewall."
    )
    return Finding(State.OK, " ".join(urls), firewall)


def check_clock(_: Settings) -> Finding:
    now = time.time()
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    fix = gettext("Set the clock, for example with: timedatectl set-ntp true")
    if now < RELEASED.stat().st_mtime - 86400:
        return make_finding(gettext("The clock shows %(time)s, which is in the past.", time=shown), fix=fix)
    return make_finding(shown, note=not is_clock_kept(), fix="" if is_clock_kept() else fix)


def is_clock_kept() -> bool:
    """Return False only if the system says that it does not keep its clock right."""
    command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(command, capture_output=True, text=True, timeout=3)  # noqa: S603
        return done.stdout.strip() != "no"
    return True


def check_disk(settings: Settings) -> Finding:
    folder = settings.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    left = gettext("%(megabytes)d MB free", megabytes=free // 1024 // 1024)
    fix = gettext("Delete something, or set COMPANION_DATA_DIR to another disk.")
    return make_finding(left, fix=fix if free < LEAST_FREE else "")


def check_https(settings: Settings) -> Finding:
    store = Store.of(settings)
    if not store.is_set_up:
        if settings.public_url.startswith("https://"):
            return make_finding(gettext("A proxy takes care of it."))
        return make_finding(gettext("Not set up; everything works without it."), note=True, fix="companion https local")
    try:
        check_pair(store.certificate, store.key)
        certificate = summarise(store.certificate)
    except BadCertificate as error:
        return make_finding(translate_phrase(error.args[0]), fix=gettext("Set it up again: companion https"))
    names = ", ".join(certificate.names)
    told = gettext("%(names)s; valid until %(day)s", names=names, day=certificate.expires.date().isoformat())
    if certificate.days_left < 0 or (store.certificate.is_symlink() and certificate.days_left < RENEW_DAYS // 4):
        fix = gettext("Renew the certificate.") if store.certificate.is_symlink() else gettext("Restart the companion.")
        return make_finding(told, fix=fix)
    return make_finding(told)


def check_photo_extra(_: Settings) -> Finding:
    if all(importlib.util.find_spec(module) for module in PHOTO_MODULES):
        return make_finding(gettext("Sheets can be read from photos."))
    fix = gettext("To read sheets from photos, install the companion as roll-and-write-companion[photo].")
    return make_finding(gettext("Not installed; everything else works."), note=True, fix=fix)


def describe(title: str, finding: Finding) -> str:
    """Return a finding as one line."""
    words = {State.OK: gettext("ok"), State.NOTE: gettext("note"), State.PROBLEM: gettext("problem")}
    width = max(map(len, words.values()))
    return f"{words[finding.state]:{width}}  " + shorten_to_line(f"{title}: {finding.text} {finding.fix}")


def use_local_authority(settings: Settings) -> list[str]:
    """Set up the local authority and return what to do next."""
    settings.prepare_data_dir()
    root = set_up_locally(Store.of(settings), settings)
    return [
        gettext("Done. Start the companion again, then open this page on every phone and follow its steps:"),
        f"  {find_page(settings)}",
        gettext("Fingerprint of the certificate, to compare on the phones:"),
        f"  {root.fingerprint}",
    ]


def use_own_files(settings: Settings, certificate: Path, key: Path) -> list[str]:
    """Use the files of a domain and return what to do next. Raises BadCertificate."""
    settings.prepare_data_dir()
    summary = use_files(Store.of(settings), certificate, key)
    domain = next((name for name in summary.names if "*" not in name), "play.example.org")
    url = make_url(domain, settings.https_port, secure=True)
    return [
        *describe_certificate(summary),
        gettext("Now set COMPANION_PUBLIC_URL=%(url)s and start the companion again.", url=url),
        gettext("Renewed files are noticed without a restart."),
    ]


def switch_off(settings: Settings) -> list[str]:
    Store.of(settings).clear()
    return [gettext("HTTPS is off. Start the companion again.")]


def describe_https(settings: Settings) -> list[str]:
    """Return what is set up and where. Raises BadCertificate."""
    store = Store.of(settings)
    if not store.is_set_up:
        return [
            gettext("HTTPS is not set up. At home: companion https local. With your own domain: companion https files")
        ]
    lines = describe_certificate(summarise(store.certificate))
    if store.is_local and not store.certificate.is_symlink():
        fingerprint = summarise(store.root).fingerprint
        lines += [gettext("Phones install it from: %(page)s", page=find_page(settings)), f"SHA-256 {fingerprint}"]
    return lines


def describe_certificate(summary: Summary) -> list[str]:
    day = summary.expires.date().isoformat()
    return [gettext("HTTPS for %(names)s, valid until %(day)s.", names=", ".join(summary.names), day=day)]


def find_page(settings: Settings) -> str:
    """Return the URL of the page that helps phones to trust the certificate."""
    host = next(iter(find_hosts(settings)), "localhost")
    return make_url(host, settings.port) + settings.fixed_prefix + "/https"
