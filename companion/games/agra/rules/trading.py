"""The trader and the sailor: exchange goods and pay for deliveries."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from companion.games.agra.rules.goods import NO_TOKENS, sum_values
from companion.rules.refusal import Refusal

MOST_EXCHANGED = 3
TRADER_KEEPS = 1
FREE_DELIVERIES = 1
MOST_PAID = 4  # limit of the Portuguese Trader; no single good is worth more


class Code(StrEnum):
    """Why a trade or a voyage is not possible."""

    GIVE_ONE_TO_THREE = "give-one-to-three"  # the trader takes one to three goods
    WRONG_VALUE = "wrong-value"  # value: required total value of the new goods
    PAYS_ONE_GOOD = "pays-one-good"  # only the Portuguese Trader allows several goods
    PAYS_TOO_MUCH = "pays-too-much"  # high: maximum total value
    TOO_FEW_DELIVERIES = "too-few-deliveries"  # deliveries: number paid for


def compute_trader_budget(given: Sequence[str], price_tokens: Mapping[str, int] = NO_TOKENS) -> int:
    """Compute the total value of goods to take from the trader: one less than those given."""
    return max(0, sum_values(given, price_tokens) - TRADER_KEEPS)


def check_exchange(
    given: Sequence[str], taken: Sequence[str], price_tokens: Mapping[str, int] = NO_TOKENS
) -> Refusal | None:
    budget = compute_trader_budget(given, price_tokens)
    if not 1 <= len(given) <= MOST_EXCHANGED:
        return Refusal(Code.GIVE_ONE_TO_THREE)
    if sum_values(taken, price_tokens) != budget:
        return Refusal(Code.WRONG_VALUE, value=budget)
    return None


def count_deliveries(paid: Sequence[str], price_tokens: Mapping[str, int] = NO_TOKENS, jagirdar: bool = False) -> int:
    """Count the possible deliveries: one for free, plus the value of the goods paid to the sailor."""
    return FREE_DELIVERIES + jagirdar + sum_values(paid, price_tokens)


def check_voyage(
    paid: Sequence[str],
    used: int,
    price_tokens: Mapping[str, int] = NO_TOKENS,
    jagirdar: bool = False,
    portuguese_trader: bool = False,
) -> Refusal | None:
    if len(paid) > 1 and not portuguese_trader:
        return Refusal(Code.PAYS_ONE_GOOD)
    if len(paid) > 1 and sum_values(paid, price_tokens) > MOST_PAID:
        return Refusal(Code.PAYS_TOO_MUCH, high=MOST_PAID)
    possible = count_deliveries(paid, price_tokens, jagirdar)
    return Refusal(Code.TOO_FEW_DELIVERIES, deliveries=possible) if used > possible else None


def count_leftover_rupees(
    paid: Sequence[str], used: int, price_tokens: Mapping[str, int] = NO_TOKENS, jagirdar: bool = False
) -> int:
    """Count one rupee for each delivery that was paid for but not used; free deliveries are used first."""
    unused = count_deliveries(paid, price_tokens, jagirdar) - used
    return max(0, min(sum_values(paid, price_tokens), unused))
