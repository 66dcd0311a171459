"""The certificate authority for a home network, and files of one's own domain."""

import ssl
import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, VerificationError
from cryptography.x509.verification import Store as Trusted

from companion.hosting import certificates
from companion.hosting.certificates import (
    BadCertificate,
    Store,
    issue,
    list_names,
    renew_if_due,
    set_up_locally,
    summarise,
    use_files,
)


@pytest.fixture
def store(settings) -> Store:
    return Store.of(settings)


@pytest.fixture
def local(store, settings) -> Store:
    set_up_locally(store, settings)
    return store


def verify(store: Store, name: str) -> None:
    """As a phone that trusts the root does. Raises VerificationError."""
    leaf, *others = x509.load_pem_x509_certificates(store.certificate.read_bytes())
    trusted = Trusted([x509.load_pem_x509_certificate(store.root.read_bytes())])
    PolicyBuilder().store(trusted).build_server_verifier(x509.DNSName(name)).verify(leaf, others)


def test_who_trusts_the_root_trusts_the_companion(local):
    verify(local, "companion.local")
    with pytest.raises(VerificationError):
        verify(local, "bank.example")


def test_the_root_cannot_vouch_for_a_web_site(local):
    issue(local, ["bank.example"], [])
    with pytest.raises(VerificationError, match="name constraint"):
        verify(local, "bank.example")


def test_keys_are_private_and_phones_accept_the_lifetime(local):
    for key in (local.key, local.root_key):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(local.folder.stat().st_mode) == 0o700
    leaf = x509.load_pem_x509_certificate(local.certificate.read_bytes())
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=825)  # Apple's limit


def test_setting_up_again_keeps_the_root_that_phones_trust(local, settings):
    before = summarise(local.root).fingerprint
    local.clear()
    assert not local.is_set_up
    assert set_up_locally(local, settings).fingerprint == before


@pytest.mark.parametrize("why", ["nothing", "another address", "another name", "soon over", "damaged"])
def test_the_certificate_is_renewed_when_it_is_due(local, settings, monkeypatch, why):
    before = summarise(local.certificate).fingerprint
    if why == "another address":
        monkeypatch.setattr(certificates, "list_addresses", lambda: ["127.0.0.1", "192.168.7.7"])
    if why == "another name":
        settings = replace(settings, local_name="games")
    if why == "soon over":
        monkeypatch.setattr(certificates, "RENEW_DAYS", certificates.SERVER_DAYS)
    if why == "damaged":
        local.certificate.write_text("nonsense")
    renew_if_due(local, settings)
    assert (summarise(local.certificate).fingerprint == before) == (why == "nothing")
    verify(local, f"{settings.local_name}.local")


class TestOwnFiles:
    @pytest.fixture
    def files(self, local, tmp_path):
        """The files of a domain, as certbot leaves them: links that change with every renewal."""
        for file in (local.certificate, local.key):
            (tmp_path / file.name).write_bytes(file.read_bytes())
        local.clear()
        return tmp_path / "certificate.pem", tmp_path / "key.pem"

    def test_they_stay_where_they_are(self, local, files):
        assert "companion.local" in use_files(local, *files).names
        assert local.certificate.samefile(files[0]) and local.key.samefile(files[1])

    @pytest.mark.parametrize(
        ("spoil", "says"),
        [
            (lambda certificate, key: certificate.unlink(), "cannot be read"),
            (lambda certificate, key: key.unlink(), "cannot be read"),
            (lambda certificate, key: certificate.write_text("x"), "is not a certificate"),
            (lambda certificate, key: key.write_text("x"), "is not the key"),
        ],
        ids=["no certificate", "no key", "not a certificate", "not a key"],
    )
    def test_what_cannot_be_used_is_named(self, local, files, spoil, says):
        spoil(*files)
        with pytest.raises(BadCertificate, match=says):
            use_files(local, *files)
        assert not local.is_set_up

    def test_a_key_of_another_certificate_is_refused(self, local, files):
        with pytest.raises(BadCertificate, match="is not the key"):
            use_files(local, files[0], local.root_key)

    def test_an_expired_certificate_is_refused(self, local, files, monkeypatch):
        monkeypatch.setattr(certificates, "datetime", Future)
        with pytest.raises(BadCertificate, match="has expired"):
            use_files(local, *files)


class Future(datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.now(UTC) + timedelta(days=900)


def test_the_server_notices_a_renewed_certificate(local, settings):
    from companion.hosting.certificates import Encryption

    encryption = Encryption(local)
    before = encryption.read_at
    issue(local, list_names(settings), ["127.0.0.1", "192.168.7.7"])
    encryption.load()
    assert encryption.read_at != before
    local.certificate.write_text("half written")
    encryption.load()  # keeps the old one
    assert isinstance(encryption.context, ssl.SSLContext)
