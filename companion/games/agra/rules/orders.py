"""Guild orders: what they pay by position on the influence track."""

from collections.abc import Sequence
from dataclasses import dataclass

ORDERS_IN_A_COLUMN = 6


@dataclass(frozen=True)
class OrderReward:
    rupees: int
    steps: int  # on this guild's influence track


def order_reward(printed: int, mine: int, others: Sequence[int]) -> OrderReward | None:
    """`printed` stands beside the own step. Highest, or tied for it: all of it. Else one less, and a step up.

    Without a step on the guild's track no order can be fulfilled.
    """
    if mine < 1:
        return None
    if mine >= max(others, default=0):
        return OrderReward(printed, 0)
    return OrderReward(max(0, printed - 1), 1)
