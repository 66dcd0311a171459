"""The passphrase of the shared history, stored as a slow hash."""

import hashlib
import hmac
import secrets

from companion.history.index import History

NOTE = "passphrase"
SHORTEST = 8
LONGEST = 200


def open_shared(history: History, passphrase: str) -> None:
    """Open the shared history to everybody who knows the passphrase."""
    salt = secrets.token_hex(16)
    history.write_note(NOTE, f"{salt} {compute_hash(passphrase, salt)}")


def close_shared(history: History) -> None:
    """Close the shared history; devices that had opened it are shut out."""
    history.write_note(NOTE, None)


def read_hash(history: History) -> str | None:
    """Return the stored hash; None if there is no shared history."""
    return history.read_note(NOTE)


def is_right(stored: str, passphrase: str) -> bool:
    salt, _, wanted = stored.partition(" ")
    return hmac.compare_digest(compute_hash(passphrase[:LONGEST], salt), wanted)


def compute_hash(passphrase: str, salt: str) -> str:
    return hashlib.scrypt(passphrase.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()
