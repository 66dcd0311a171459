"""HTTPS at home: a certificate of one's own domain, or one from a local certificate authority.

Everything is in the folder `https` of the data folder. `certificate.pem` and `key.pem` are what the server uses: links
to the files of a domain, so that renewed ones are found, or files made here and signed by `root.pem`, which phones
install once. The root may vouch only for names and addresses of home networks, so a stolen key cannot fake a bank.
"""

import ipaddress
import os
import socket
import ssl
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files import open_atomically
from companion.hosting.addresses import LOOPBACK, find_addresses
from companion.phrase import Phrase, UserError
from companion.settings import NO_NAME, Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.x509 import Certificate, CertificateBuilder, GeneralName, KeyUsage, Name

PRIVATE, PUBLIC = 0o600, 0o644
HANDSHAKE_SECONDS = 15
ROOT_DAYS = 3650
SERVER_DAYS = 800  # iOS trusts at most 825
RENEW_DAYS = 60
HOME_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "localhost", "fritz.box")
HOME_NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)


KEY_USES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
    "encipher_only",
    "decipher_only",
)


class BadCertificate(UserError):
    """Files that cannot be used."""


@dataclass(frozen=True)
class Store:
    """The files of HTTPS in a data folder."""

    folder: Path

    @classmethod
    def of(cls, settings: Settings) -> "Store":
        return cls(settings.data_dir / "https")

    @property
    def root(self) -> Path:
        return self.folder / "root.pem"

    @property
    def root_key(self) -> Path:
        return self.folder / "root-key.pem"

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"

    @property
    def is_set_up(self) -> bool:
        return self.certificate.is_symlink() or self.certificate.exists()

    @property
    def is_local(self) -> bool:
        return self.root.exists()

    def clear(self) -> None:
        """Switch HTTPS off. The root stays: phones keep trusting it."""
        for file in (self.certificate, self.key):
            file.unlink(missing_ok=True)


@dataclass(frozen=True)
class Summary:
    """What a person wants to know about a certificate."""

    names: tuple[str, ...]
    expires: datetime
    fingerprint: str  # SHA-256, as phones show it

    @property
    def days_left(self) -> int:
        return (self.expires - datetime.now(UTC)).days


def summarise(file: Path) -> Summary:
    """Read a certificate. Raises BadCertificate."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    found = read_certificate(file)
    try:
        alternatives = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        names = [*alternatives.get_values_for_type(x509.DNSName)]
        names += map(str, alternatives.get_values_for_type(x509.IPAddress))
    except x509.ExtensionNotFound:
        names = []
    digest = found.fingerprint(hashes.SHA256()).hex(":").upper()
    return Summary(tuple(names), found.not_valid_after_utc, digest)


def read_certificate(file: Path) -> "Certificate":
    """Read the first certificate of a PEM file. Raises BadCertificate."""
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except OSError as error:
        raise BadCertificate(Phrase("%(file)s cannot be read (%(why)s).", file=file, why=error.strerror)) from error
    except ValueError as error:
        raise BadCertificate(Phrase("%(file)s is not a certificate in PEM format.", file=file)) from error


def use_files(store: Store, certificate: Path, key: Path) -> Summary:
    """Use a certificate and its key, which stay where they are. Raises BadCertificate."""
    summary = summarise(certificate)
    check_pair(certificate, key)
    if summary.days_left < 0:
        raise BadCertificate(Phrase("%(file)s has expired.", file=certificate))
    make_folder(store)
    store.clear()
    try:
        store.certificate.symlink_to(certificate.absolute())
        store.key.symlink_to(key.absolute())
    except OSError as error:  # Windows reserves links for administrators and developers
        raise BadCertificate(
            Phrase("The companion may not make links to these files (%(why)s).", why=error.strerror)
        ) from error
    return summary


def check_pair(certificate: Path, key: Path) -> None:
    """Check that a key belongs to a certificate. Raises BadCertificate."""
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: b"")
    except (ssl.SSLError, ValueError) as error:
        wrong = {"key": key, "certificate": certificate}
        raise BadCertificate(
            Phrase("%(key)s is not the key of %(certificate)s, or it has a password.", **wrong)
        ) from error
    except OSError as error:
        raise BadCertificate(Phrase("%(file)s cannot be read (%(why)s).", file=key, why=error.strerror)) from error


def set_up_locally(store: Store, settings: Settings) -> Summary:
    """Make the root, unless there is one, and a certificate signed by it. Return the root."""
    make_folder(store)
    if not (store.root.exists() and store.root_key.exists()):
        make_root(store)
    store.clear()
    issue(store, list_names(settings), list_addresses())
    return summarise(store.root)


def renew_if_due(store: Store, settings: Settings) -> None:
    """Make a new certificate if this machine has another address or name, or if the old one soon expires."""
    if not store.is_set_up or store.certificate.is_symlink() or not store.root_key.exists():
        return
    names, addresses = list_names(settings), list_addresses()
    try:
        now = summarise(store.certificate)
        if {*names, *addresses} <= {*now.names} and now.days_left > RENEW_DAYS:
            return
    except BadCertificate:
        pass  # damaged: make another one
    issue(store, names, addresses)


def list_names(settings: Settings) -> list[str]:
    """Return the names of this machine that its certificate is for."""
    own = socket.gethostname().partition(".")[0].lower()
    local = [] if settings.local_name == NO_NAME else [settings.local_name]
    return [*dict.fromkeys([*(f"{name}.local" for name in (*local, own) if name), "localhost"])]


def list_addresses() -> list[str]:
    private = [interface.address for interface in find_addresses() if is_home(interface.address)]
    return [LOOPBACK, *private]


def is_home(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return any(parsed in ipaddress.ip_network(network) for network in HOME_NETWORKS)


def make_folder(store: Store) -> None:
    store.folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def make_root(store: Store) -> None:
    """Make a certificate authority that may vouch for home networks only."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = name_authority()
    builder = start_certificate(name, name, key, ROOT_DAYS).add_extension(
        x509.BasicConstraints(ca=True, path_length=0), critical=True
    )
    builder = builder.add_extension(make_usage(key_cert_sign=True, crl_sign=True), critical=True)
    builder = builder.add_extension(x509.NameConstraints([*allow_home()], None), critical=True)
    write_pair(store.root, store.root_key, [sign(builder, key)], key)


def name_authority() -> "Name":
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    machine = socket.gethostname().partition(".")[0][:30]
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Companion at home ({machine})")])


def allow_home() -> "Iterator[GeneralName]":
    from cryptography import x509

    yield from map(x509.DNSName, HOME_DOMAINS)
    yield from (x509.IPAddress(ipaddress.ip_network(network)) for network in HOME_NETWORKS)


def issue(store: Store, names: Sequence[str], addresses: Collection[str]) -> None:
    """Make a certificate for this machine, signed by the root."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    root = read_certificate(store.root)
    root_key = serialization.load_pem_private_key(store.root_key.read_bytes(), None)
    assert isinstance(root_key, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    alternatives = [*map(x509.DNSName, names), *(x509.IPAddress(ipaddress.ip_address(each)) for each in addresses)]
    builder = start_certificate(subject, root.subject, key, SERVER_DAYS)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    builder = builder.add_extension(make_usage(digital_signature=True), critical=True)
    builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    builder = builder.add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key())
    signed = sign(builder.add_extension(issuer, critical=False), root_key)
    write_pair(store.certificate, store.key, [signed, root], key)


def start_certificate(
    subject: "Name", issuer: "Name", key: "EllipticCurvePrivateKey", days: int
) -> "CertificateBuilder":
    from cryptography import x509

    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1))  # clocks of phones differ
    builder = builder.not_valid_after(now + timedelta(days=days))
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)


def make_usage(**allowed: bool) -> "KeyUsage":
    from cryptography import x509

    return x509.KeyUsage(**{use: allowed.get(use, False) for use in KEY_USES})


def sign(builder: "CertificateBuilder", key: "EllipticCurvePrivateKey") -> "Certificate":
    from cryptography.hazmat.primitives import hashes

    return builder.sign(key, hashes.SHA256())


def write_pair(file: Path, key_file: Path, chain: "Sequence[Certificate]", key: "EllipticCurvePrivateKey") -> None:
    """Write a certificate with its issuers, and its key, which only its owner may read."""
    from cryptography.hazmat.primitives import serialization

    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with open_atomically(key_file, PRIVATE) as part:
        part.write_bytes(encoded)
        os.chmod(part, PRIVATE)
    with open_atomically(file, PUBLIC) as part:
        part.write_bytes(b"".join(each.public_bytes(serialization.Encoding.PEM) for each in chain))


class Encryption:
    """Encrypts connections with the certificate in use, and notices when it was renewed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.read_at = 0.0
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.load()

    def load(self) -> None:
        """Load the certificate again if it was renewed. Keep the old one if the new one cannot be used yet."""
        with suppress(OSError):
            changed = max(os.stat(file).st_mtime for file in (self.store.certificate, self.store.key))
            if changed != self.read_at:
                self.context.load_cert_chain(self.store.certificate, self.store.key)  # SSLError is an OSError
                self.read_at = changed

    def wrap(self, client: socket.socket) -> ssl.SSLSocket:
        """Return the encrypted connection; nothing is read from the client yet."""
        self.load()
        return self.context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
