"""Which hand cards pay for a card in the middle, with karma and administrators, and with the least waste."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

HIGHEST = 6  # of a die; karma never lifts one above it


@dataclass(frozen=True)
class Die:
    colour: str
    value: int


@dataclass(frozen=True)
class Payment:
    dice: tuple[Die, ...]
    karma: int = 0
    administrators: int = 0  # as jokers
    overpaid: int = 0  # pips that nobody gives back


def ways_to_pay_building(
    hand: Sequence[Die], colour: str, cost: int, karma: int, administrators: int
) -> tuple[Payment, ...]:
    """Dice of one colour that reach the cost, least waste first; nothing in them could be left out."""
    fitting = sorted((die for die in hand if die.colour == colour), key=lambda die: die.value)
    payments = [
        payment
        for size in range(len(fitting) + 1)
        for dice in combinations(fitting, size)
        for jokers in range(administrators + 1)
        for payment in _reaching(dice, jokers, cost, karma)
    ]
    return _least_waste_first(payments)


def ways_to_pay_exactly(
    hand: Sequence[Die], number: int, karma: int, administrators: int
) -> tuple[Payment, ...]:
    """A ship or a palace action: one die of any colour with exactly this number, or a joker."""
    by_die = [Payment((die,), karma=abs(die.value - number)) for die in hand]
    affordable = [payment for payment in by_die if payment.karma <= karma]
    joker = [Payment((), administrators=1)] if administrators else []
    return _least_waste_first(affordable + joker)


def _reaching(dice: tuple[Die, ...], jokers: int, cost: int, karma: int) -> list[Payment]:
    pips = sum(die.value for die in dice)
    raised = max(0, cost - pips - HIGHEST * jokers)
    if raised > min(karma, sum(HIGHEST - die.value for die in dice)):
        return []
    return [Payment(dice, raised, jokers, overpaid=max(0, pips + jokers - cost))]


def _least_waste_first(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    candidates = set(payments)
    needed = [p for p in candidates if not any(_pays_with_less(other, p) for other in candidates)]
    return tuple(sorted(needed, key=_waste))


def _pays_with_less(other: Payment, payment: Payment) -> bool:
    """The other payment uses only a part of this one."""
    return (
        other != payment
        and not Counter(other.dice) - Counter(payment.dice)
        and other.karma <= payment.karma
        and other.administrators <= payment.administrators
    )


def _waste(payment: Payment) -> tuple[object, ...]:
    dice = [(die.colour, die.value) for die in payment.dice]
    return payment.administrators, payment.overpaid, payment.karma, len(dice), dice
