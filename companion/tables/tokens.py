"""Table codes that people read to each other, and secret tokens."""

import hashlib
import secrets

# No vowels (no accidental words) and no look-alikes: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
ALPHABET = "CDFGHJKMNPQRTVWXY34679"
CODE_LENGTH = 6
LOOK_ALIKES = str.maketrans("СНКМРТХУ", "CHKMPTXY")  # typed on a Russian keyboard


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """Normalise a typed code: any case, with spaces or dashes, or in look-alike Cyrillic letters."""
    return "".join(letter for letter in typed.upper().translate(LOOK_ALIKES) if letter.isalnum())


def is_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and all(letter in ALPHABET for letter in text)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def fingerprint(token: str) -> str:
    """Return the hash of a token that the log stores: enough to recognise it, not to use it."""
    return hashlib.sha256(token.encode()).hexdigest()
