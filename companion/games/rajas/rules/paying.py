"""Find the dice to give up for province tiles, the palace, the harbour and the master builder."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.games.rajas.rules.board import Colour, Die, flip_side

MASTER_BUILDER = 5


@dataclass(frozen=True)
class Payment:
    """Dice with their values on the statue; those in `turned` cost one karma each to use the opposite side."""

    dice: tuple[Die, ...]
    turned: tuple[Die, ...] = ()
    overpaid: int = 0

    @property
    def given(self) -> Counter[Die]:
        return Counter(self.dice + self.turned)


def list_ways_to_pay(dice: Sequence[Die], colour: Colour, cost: int, karma: int) -> tuple[Payment, ...]:
    """List the dice of one colour that reach the cost, least waste first, without unnecessary dice."""
    fitting = sorted(die for die in dice if die.colour == colour)
    choices = {chosen for size in range(1, len(fitting) + 1) for chosen in combinations(fitting, size)}
    payments = (_make_payment(chosen, cost, karma) for chosen in choices)
    return tuple(sorted(filter(None, payments), key=_waste_key))


def list_ways_to_show(dice: Sequence[Die], numbers: Collection[int], karma: int) -> tuple[Payment, ...]:
    """List the single dice of any colour with one of these numbers (palace, harbour), without karma first."""
    straight = [Payment((die,)) for die in dice if die.value in numbers]
    by_karma = [Payment((), (die,)) for die in dice if karma and flip_side(die.value) in numbers]
    return tuple(sorted(set(straight + by_karma), key=_waste_key))


@dataclass(frozen=True)
class Overbuilding:
    """The die for the master builder and the payment of the difference."""

    five: Payment | None  # None when he needs no die
    difference: Payment


def list_ways_to_overbuild(
    dice: Sequence[Die], colour: Colour, old_cost: int, new_cost: int, karma: int, for_free: bool = False
) -> tuple[Overbuilding, ...]:
    """List the ways to pay the difference in the new tile's colour; the new tile has to cost more."""
    if new_cost <= old_cost:
        return ()
    fives: list[Payment | None] = [None] if for_free else [*list_ways_to_show(dice, (MASTER_BUILDER,), karma)]
    ways = [
        Overbuilding(five, payment)
        for five in fives
        for payment in list_ways_to_pay(
            _remove_given(dice, five), colour, new_cost - old_cost, karma - (len(five.turned) if five else 0)
        )
    ]
    return tuple(sorted(ways, key=lambda way: (_count_karma(way), way.difference.overpaid)))


def _make_payment(chosen: tuple[Die, ...], cost: int, karma: int) -> Payment | None:
    """Return the payment with all these dice; None if they are not enough or one of them is unnecessary."""
    turns = _count_turns(chosen, cost)
    if turns is None or turns > karma:
        return None
    for position in range(len(chosen)):
        without = _count_turns(chosen[:position] + chosen[position + 1 :], cost)
        if without is not None and without <= turns:
            return None
    return Payment(chosen[turns:], chosen[:turns], _count_pips(chosen, turns) - cost)


def _count_turns(chosen: Sequence[Die], cost: int) -> int | None:
    return next((turns for turns in range(len(chosen) + 1) if _count_pips(chosen, turns) >= cost), None)


def _count_pips(chosen: Sequence[Die], turns: int) -> int:
    """Add up the dice with the lowest ones turned, which gains most. The dice are in ascending order."""
    return sum(flip_side(die.value) for die in chosen[:turns]) + sum(die.value for die in chosen[turns:])


def _remove_given(dice: Sequence[Die], given: Payment | None) -> list[Die]:
    return sorted((Counter(dice) - (given.given if given else Counter())).elements())


def _count_karma(way: Overbuilding) -> int:
    return len(way.difference.turned) + (len(way.five.turned) if way.five else 0)


def _waste_key(payment: Payment) -> tuple[object, ...]:
    count = len(payment.dice) + len(payment.turned)
    return payment.overpaid, len(payment.turned), count, payment.dice, payment.turned
