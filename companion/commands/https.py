"""`companion https`: a certificate for one's own domain, or from a certificate authority for the home network."""

from pathlib import Path

from companion.hosting.addresses import find_hosts, make_url
from companion.hosting.certificates import Store, Summary, set_up_locally, summarise, use_files
from companion.i18n import gettext
from companion.settings import Settings


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
