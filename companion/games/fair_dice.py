"""Dice that can be verified.

Before the first roll the table shows the SHA-256 of a secret seed. Every roll is derived from that seed, the log
number of the entry that requested it, and a nonce from the player's device. The table cannot choose a roll because
it does not know the nonce in advance, and the player cannot because the seed is secret. When the game is over the
seed is shown and anyone can recompute every roll.
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
    """Return the hash that is shown before the game, so that the seed cannot be replaced later."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


@dataclass(frozen=True)
class FairDice:
    """The random numbers for one log entry and its follow-up entries; the counter is the entry's number."""

    seed: str
    counter: int
    nonce: str

    def roll(self, sides: int, count: int = 1) -> tuple[int, ...]:
        """Return `count` numbers from 0 to sides - 1, uniformly distributed."""
        roll = Roller(self)
        return tuple(roll(sides) - 1 for _ in range(count))

    def generate_bytes(self) -> Iterator[int]:
        block = 0
        while True:
            message = f"{self.counter}:{block}:{self.nonce}".encode()
            yield from hmac.digest(bytes.fromhex(self.seed), message, "sha256")
            block += 1


class Roller:
    """Rolls one die after the other for the same log entry, and keeps what it has rolled."""

    def __init__(self, dice: FairDice) -> None:
        self.stream = dice.generate_bytes()
        self.rolled: list[int] = []

    def __call__(self, sides: int) -> int:
        """Return a number from 1 to sides, uniformly distributed."""
        fair = 256 - 256 % sides  # rejection sampling: larger bytes would favour small numbers
        self.rolled.append(1 + next(byte for byte in self.stream if byte < fair) % sides)
        return self.rolled[-1]
