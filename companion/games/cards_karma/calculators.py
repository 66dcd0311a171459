"""Calculators for Cards & Karma: the ways to pay for a card."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.forms import CompanionForm
from companion.games.calculator import Calculator, Numbers, number
from companion.games.cards_karma.rules.paying import Die, Payment, list_ways_to_pay_building, list_ways_to_pay_exactly
from companion.games.cards_karma.rules.setup import HAND_LIMIT
from companion.i18n import N_, gettext

SHOWN_WAYS = 4
DEAREST_BUILDING = 30
MOST_TOKENS = 2  # the third is exchanged immediately


class BuildingForm(CompanionForm):
    dice = Numbers(N_("Your dice cards in the required colour"), 1, 6, most=HAND_LIMIT)
    cost = number(N_("Cost of the building"), 1, DEAREST_BUILDING)
    karma = number(N_("Karma"), 0, MOST_TOKENS, 0)
    administrators = number(N_("Administrators"), 0, MOST_TOKENS, 0)


def answer_building(form: BuildingForm) -> Sequence[str]:
    hand = [Die("asked", value) for value in form.dice.values]
    ways = list_ways_to_pay_building(hand, "asked", form.cost.data, form.karma.data, form.administrators.data)
    return describe_ways(ways)


class ExactForm(CompanionForm):
    dice = Numbers(N_("All your dice cards"), 1, 6, most=HAND_LIMIT)
    asked = number(N_("Required number"), 1, 6)
    karma = number(N_("Karma"), 0, MOST_TOKENS, 0)
    administrators = number(N_("Administrators"), 0, MOST_TOKENS, 0)


def answer_exact(form: ExactForm) -> Sequence[str]:
    hand = [Die("any", value) for value in form.dice.values]
    return describe_ways(list_ways_to_pay_exactly(hand, form.asked.data, form.karma.data, form.administrators.data))


def describe_ways(ways: Sequence[Payment]) -> Sequence[str]:
    return [describe_payment(way) for way in ways[:SHOWN_WAYS]] or [gettext("You cannot pay for this card.")]


def describe_payment(way: Payment) -> str:
    parts = [str(die.value) for die in way.dice] + [gettext("administrator as a joker")] * way.administrators
    details = [gettext("%(count)s too many", count=way.overpaid) if way.overpaid else gettext("exactly")]
    if way.karma:
        details.append(gettext("karma: %(count)s", count=way.karma))
    return f"{' + '.join(parts)} ({', '.join(details)})"


CALCULATORS = (
    Calculator(
        "building",
        N_("Pay for a building"),
        N_("Dice of one colour; no change is given."),
        BuildingForm,
        answer_building,
    ),
    Calculator(
        "exact",
        N_("Pay for a ship or a palace action"),
        N_("One die with exactly this number."),
        ExactForm,
        answer_exact,
    ),
)


def fill_in(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of form fields that are known from a player's board at a table."""
    return {name: sheet[name] for name in ("karma", "administrators") if name in sheet}
