"""Web Push with keys of our own: encrypt a message for a phone (RFC 8291), sign it (VAPID, RFC 8292) and send it;
and who wants to be notified at which table: one file per table in the data folder, until the game is over.

A phone's browser names the push service of its maker. Only these services are contacted, because a client could name
any address.
"""

import base64
import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.files import open_atomically

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

FOLDER = "push"  # in the data folder: who wants to be notified
KEY_FILE = "push-key.pem"
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
ENDPOINT = re.compile("[!-~]{1,1000}")  # no spaces: urllib would raise an error that is not an OSError
AUTH_BYTES, SALT_BYTES = 16, 16
RECORD_BYTES = 4096
SIGNED_SECONDS = 12 * 3600
KEPT_SECONDS = 600  # a later notification would be useless
ANSWER_SECONDS = 10
GONE = (404, 410)  # the phone has unsubscribed
CONTACT = "mailto:companion@example.org"  # services want one; at home there is none


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64 for URLs without padding. Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Subscription:
    endpoint: str
    p256dh: str  # the phone's public key
    auth: str

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Subscription":
        """Read what a browser sent. Raises ValueError."""
        found = cls(*(str(given.get(name, "")) for name in ("endpoint", "p256dh", "auth")))
        if not is_known_service(found.endpoint):
            raise ValueError("endpoint")
        if len(decode(found.auth)) != AUTH_BYTES:
            raise ValueError("auth")
        load_point(found.p256dh)
        return found


def is_known_service(endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        named = parts.scheme == "https" and parts.port in (None, 443) and not parts.username
    except ValueError:
        return False
    host = parts.hostname or ""
    known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    return named and known and bool(ENDPOINT.fullmatch(endpoint))


def load_point(encoded: str) -> "EllipticCurvePublicKey":
    """Load the public key of a phone. Raises ValueError."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(encoded))


def write_point(key: "EllipticCurvePublicKey") -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def load_key(data_dir: Path) -> "EllipticCurvePrivateKey":
    """Load the key that signs our messages; generate it first if there is none."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    file = data_dir / KEY_FILE
    if not file.exists():
        made = ec.generate_private_key(ec.SECP256R1())
        form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        with open_atomically(file, 0o600) as part:
            part.write_bytes(made.private_bytes(*form))
    key = serialization.load_pem_private_key(file.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def encrypt(
    message: bytes, to: Subscription, own: "EllipticCurvePrivateKey | None" = None, salt: bytes | None = None
) -> bytes:
    """Encrypt a message for one phone; `own` and `salt` are fresh for every message."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(SALT_BYTES)
    theirs, ours = decode(to.p256dh), write_point(own.public_key())
    shared = own.exchange(ec.ECDH(), load_point(to.p256dh))
    secret = derive(shared, decode(to.auth), b"WebPush: info\0" + theirs + ours, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\2", None)
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def derive(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


def sign(endpoint: str, key: "EllipticCurvePrivateKey", now: float) -> str:
    """Return the Authorization header that says who sends."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + SIGNED_SECONDS, "sub": CONTACT}
    text = ".".join(encode(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
    pair = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in pair)
    return f"vapid t={text}.{encode(signature)}, k={encode(write_point(key.public_key()))}"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def send(message: bytes, to: Subscription, key: "EllipticCurvePrivateKey") -> bool:
    """Send a message. Return False if the phone has unsubscribed. Raises OSError if the service cannot be reached."""
    headers = {
        "Authorization": sign(to.endpoint, key, time.time()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high",
    }
    request = urllib.request.Request(to.endpoint, encrypt(message, to), headers, method="POST")  # noqa: S310 - https only
    try:
        urllib.request.build_opener(NoRedirect).open(request, timeout=ANSWER_SECONDS).close()
    except urllib.error.HTTPError as error:
        error.close()
        return error.code not in GONE
    return True


MOST_DEVICES = 4  # per seat
Kept = dict[str, list[dict[str, str]]]  # by seat


class Notebook:
    lock = threading.Lock()

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def locate_file(self, code: str) -> Path:
        return self.folder / f"{code}.json"

    def read(self, code: str) -> Kept:
        with suppress(OSError, ValueError):
            return dict(json.loads(self.locate_file(code).read_text(encoding="utf-8")))
        return {}

    def write(self, code: str, seat: str, wanted: list[dict[str, str]]) -> None:
        """Replace the devices of a seat."""
        with self.lock:
            kept = self.read(code) | {seat: wanted[-MOST_DEVICES:]}
            self.folder.mkdir(mode=0o700, exist_ok=True)
            with open_atomically(self.locate_file(code), 0o600) as part:
                part.write_text(json.dumps(kept), encoding="utf-8")

    def drop(self, code: str, seat: str, endpoint: str) -> None:
        self.write(code, seat, [each for each in self.read(code).get(seat, []) if each["endpoint"] != endpoint])

    def forget(self, code: str) -> None:
        self.locate_file(code).unlink(missing_ok=True)
