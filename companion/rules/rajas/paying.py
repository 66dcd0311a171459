"""Which dice to give up: for province tiles, for the palace and the harbour, for the master builder."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.rules.rajas.board import Colour, Die, turned

MASTER_BUILDER = 5


@dataclass(frozen=True)
class Payment:
    """Dice as they lie on the statue; those in `turned` are turned to the opposite side by a karma each."""

    dice: tuple[Die, ...]
    turned: tuple[Die, ...] = ()
    overpaid: int = 0

    @property
    def given(self) -> Counter[Die]:
        return Counter(self.dice + self.turned)


def ways_to_pay(dice: Sequence[Die], colour: Colour, cost: int, karma: int) -> tuple[Payment, ...]:
    """Dice of one colour that reach the cost, least waste first; nothing in them could be left out."""
    fitting = sorted(die for die in dice if die.colour == colour)
    payments = [
        payment
        for size in range(1, len(fitting) + 1)
        for chosen in combinations(fitting, size)
        for payment in _reaching(chosen, cost, karma)
    ]
    return _least_waste_first(payments)


def ways_to_show(dice: Sequence[Die], numbers: Collection[int], karma: int) -> tuple[Payment, ...]:
    """One die of any colour with one of these numbers, as palace and harbour ask; without karma first."""
    straight = [Payment((die,)) for die in dice if die.value in numbers]
    by_karma = [Payment((), (die,)) for die in dice if karma and turned(die.value) in numbers]
    return _least_waste_first(straight + by_karma)


@dataclass(frozen=True)
class Overbuilding:
    """The master builder's die, and what pays the difference."""

    five: Payment | None  # None when no die has to be given up for him
    difference: Payment


def ways_to_overbuild(
    dice: Sequence[Die], colour: Colour, old_cost: int, new_cost: int, karma: int, for_free: bool = False
) -> tuple[Overbuilding, ...]:
    """Pay the difference to the new tile in its colour; it has to be more expensive than the old one."""
    if new_cost <= old_cost:
        return ()
    fives: list[Payment | None] = [None] if for_free else [*ways_to_show(dice, (MASTER_BUILDER,), karma)]
    ways = [
        Overbuilding(five, payment)
        for five in fives
        for payment in ways_to_pay(
            _left(dice, five), colour, new_cost - old_cost, karma - (len(five.turned) if five else 0)
        )
    ]
    return tuple(sorted(ways, key=lambda way: (_karma(way), way.difference.overpaid)))


def _reaching(chosen: Sequence[Die], cost: int, karma: int) -> list[Payment]:
    """These dice with as few turned as possible: turning the lowest first gains most."""
    for turns in range(min(karma, len(chosen)) + 1):
        low, rest = chosen[:turns], chosen[turns:]
        worth = sum(turned(die.value) for die in low) + sum(die.value for die in rest)
        if worth >= cost:
            return [Payment(tuple(rest), tuple(low), worth - cost)]
    return []


def _left(dice: Sequence[Die], given: Payment | None) -> list[Die]:
    return sorted((Counter(dice) - (given.given if given else Counter())).elements())


def _karma(way: Overbuilding) -> int:
    return len(way.difference.turned) + (len(way.five.turned) if way.five else 0)


def _least_waste_first(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    candidates = set(payments)
    needed = [p for p in candidates if not any(_pays_with_less(other, p) for other in candidates)]
    return tuple(sorted(needed, key=_waste))


def _pays_with_less(other: Payment, payment: Payment) -> bool:
    """The other payment uses only a part of these dice and no more karma."""
    return other != payment and not other.given - payment.given and len(other.turned) <= len(payment.turned)


def _waste(payment: Payment) -> tuple[object, ...]:
    count = len(payment.dice) + len(payment.turned)
    return payment.overpaid, len(payment.turned), count, payment.dice, payment.turned
