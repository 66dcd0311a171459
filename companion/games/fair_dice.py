"""Dice that can be verified.

Before the first roll the table shows SHA-256 of a secret seed. Every roll is derived from that seed, the number
in the log of the entry that asked for it, and a nonce from whoever pressed the button: the table cannot choose a
roll (it does not know the nonce in advance), the player cannot either (the seed is secret). When the game is over
the seed is shown and anyone can compute every roll again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

NONCE_LENGTH = 64


def new_seed() -> str:
    return secrets.token_hex(32)


def new_nonce() -> str:
    return secrets.token_hex(8)


def compute_commitment(seed: str) -> str:
    """What is shown before the game, so that the seed cannot be exchanged later."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


@dataclass(frozen=True)
class FairDice:
    """The luck of one entry of the log and of those it brings with it; the counter is the entry's number."""

    seed: str
    counter: int
    nonce: str

    def roll(self, sides: int, count: int = 1) -> tuple[int, ...]:
        """So many numbers from 0 to sides - 1, each as likely as any other."""
        stream = self.random_bytes()
        fair = 256 - 256 % sides  # a byte at or above would favour the small numbers
        rolled: list[int] = []
        while len(rolled) < count:
            byte = next(stream)
            if byte < fair:
                rolled.append(byte % sides)
        return tuple(rolled)

    def random_bytes(self) -> Iterator[int]:
        block = 0
        while True:
            message = f"{self.counter}:{block}:{self.nonce}".encode()
            yield from hmac.digest(bytes.fromhex(self.seed), message, "sha256")
            block += 1
