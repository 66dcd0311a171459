"""Payments for cards in the middle: how a payment is entered, and which payments a hand allows, least waste first."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.games.cards_karma.rules.setup import HAND_LIMIT
from companion.rules.numbers import parse_number
from companion.rules.refusal import Unreadable

HIGHEST = 6  # value of a die; karma cannot raise it further
NOTHING = "nothing"
EXPECTED_PAID = "2, 1+karma, joker, 2+joker, nothing"


@dataclass(frozen=True)
class Paid:
    """What a card was paid with, in counts; its text is the parts joined by +."""

    dice: int = 0
    karma: int = 0
    administrators: int = 0  # as jokers

    @property
    def cards(self) -> int:
        return self.dice + self.administrators

    @property
    def free(self) -> bool:
        return not self.cards and not self.karma

    def __str__(self) -> str:
        dice = [str(self.dice)] if self.dice else []
        return "+".join([*dice, *["karma"] * self.karma, *["joker"] * self.administrators]) or NOTHING


def parse_paid(text: str) -> Paid:
    """Parse a payment. Raises Unreadable, or IllegalMove for an impossible number of dice cards."""
    parts = [] if text == NOTHING else text.split("+")
    dice = [part for part in parts if part not in ("karma", "joker")]
    if len(dice) > 1 or (dice and not dice[0].isdigit()):
        raise Unreadable(text, EXPECTED_PAID)
    return Paid(parse_number(dice, 1, HAND_LIMIT) if dice else 0, parts.count("karma"), parts.count("joker"))


@dataclass(frozen=True)
class Die:
    colour: str
    value: int


@dataclass(frozen=True)
class Payment:
    dice: tuple[Die, ...]
    karma: int = 0
    administrators: int = 0  # as jokers
    overpaid: int = 0  # pips that are lost


def list_ways_to_pay_building(
    hand: Sequence[Die], colour: str, cost: int, karma: int, administrators: int
) -> tuple[Payment, ...]:
    """List the dice of one colour that reach the cost, least waste first, without unnecessary dice."""
    fitting = sorted((die for die in hand if die.colour == colour), key=lambda die: die.value)
    choices = {chosen for size in range(len(fitting) + 1) for chosen in combinations(fitting, size)}
    payments = (
        _make_payment(chosen, jokers, cost, karma) for chosen in choices for jokers in range(administrators + 1)
    )
    return tuple(sorted(filter(None, payments), key=_waste_key))


def list_ways_to_pay_exactly(hand: Sequence[Die], number: int, karma: int, administrators: int) -> tuple[Payment, ...]:
    """List the ways to pay for a ship or a palace action: one die with exactly this number, or a joker."""
    by_die = [Payment((die,), karma=abs(die.value - number)) for die in hand]
    affordable = [payment for payment in by_die if payment.karma <= karma]
    joker = [Payment((), administrators=1)] if administrators else []
    return tuple(sorted({*affordable, *joker}, key=_waste_key))


def _make_payment(dice: tuple[Die, ...], jokers: int, cost: int, karma: int) -> Payment | None:
    """Return the payment with all these dice and jokers; None if they are not enough or one is unnecessary."""
    raised = _count_karma(dice, jokers, cost)
    if raised is None or raised > karma:
        return None
    with_one_less = [(dice[:place] + dice[place + 1 :], jokers) for place in range(len(dice))]
    with_one_less += [(dice, jokers - 1)] if jokers else []
    for fewer in with_one_less:
        would_do = _count_karma(*fewer, cost)
        if would_do is not None and would_do <= raised:
            return None
    pips = sum(die.value for die in dice)
    return Payment(dice, raised, jokers, overpaid=max(0, pips + jokers - cost))


def _count_karma(dice: tuple[Die, ...], jokers: int, cost: int) -> int | None:
    """Count the missing pips with every joker as a 6; None when karma cannot raise the dice that far."""
    missing = max(0, cost - sum(die.value for die in dice) - HIGHEST * jokers)
    return missing if missing <= sum(HIGHEST - die.value for die in dice) else None


def _waste_key(payment: Payment) -> tuple[object, ...]:
    dice = [(die.colour, die.value) for die in payment.dice]
    return payment.administrators, payment.overpaid, payment.karma, len(dice), dice
