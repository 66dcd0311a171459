"""Dice that can be verified: fixed by seed, number and nonce, and fair."""

import hashlib
from collections import Counter

import pytest

from companion.games.fair_dice import FairDice, compute_commitment, new_nonce, new_seed

SEED = "5e" * 32


def test_the_same_seed_number_and_nonce_give_the_same_roll():
    assert FairDice(SEED, 7, "tap").roll(6, 8) == FairDice(SEED, 7, "tap").roll(6, 8)


@pytest.mark.parametrize(
    "other",
    [FairDice("5f" * 32, 7, "tap"), FairDice(SEED, 8, "tap"), FairDice(SEED, 7, "tip")],
    ids=["another seed", "another event", "another nonce"],
)
def test_each_of_the_three_changes_the_roll(other):
    assert FairDice(SEED, 7, "tap").roll(6, 20) != other.roll(6, 20)


def test_a_roll_can_be_recomputed_with_pencil_and_paper():
    """The documented way: HMAC-SHA256 of "number:block:nonce", bytes of 252 and above left out, modulo six."""
    import hmac

    block = hmac.new(bytes.fromhex(SEED), b"7:0:tap", hashlib.sha256).digest()
    expected = [byte % 6 for byte in block if byte < 252][:8]
    assert list(FairDice(SEED, 7, "tap").roll(6, 8)) == expected


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20])
def test_every_face_is_as_likely_as_any_other(sides):
    """Chi-square over 60000 throws, far beyond what chance explains only once in a million."""
    throws = 60_000
    counted = Counter(FairDice(SEED, 1, "fair").roll(sides, throws))
    expected = throws / sides
    chi_square = sum((counted[face] - expected) ** 2 / expected for face in range(sides))
    assert chi_square < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5 + 20


def test_faces_of_two_dice_are_independent():
    pairs = Counter(FairDice(SEED, number, "pair").roll(6, 2) for number in range(36_000))
    assert len(pairs) == 36
    chi_square = sum((count - 1000) ** 2 / 1000 for count in pairs.values())
    assert chi_square < 35 + 5 * 70**0.5


def test_the_commitment_is_the_hash_of_the_seed():
    assert compute_commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_seeds_and_nonces_are_never_the_same():
    assert len({new_seed() for _ in range(100)}) == len({new_nonce() for _ in range(100)}) == 100
