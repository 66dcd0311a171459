"""What rewards of ships, palace actions, bonuses of scoring cards and administrators give, each as one table.

Besides tokens, an effect can give `dice` (cards from the middle into the hand), `drawn` (cards from the stack into the
hand), `turns` (further actions), and cards to carry out for free: `goods`, `ship` and `palace` from the middle, or
`top`, the top card of the stack.
"""

from collections.abc import Mapping

Effect = Mapping[str, int]

DUE = ("goods", "ship", "palace", "top")  # what an effect lets a player carry out for free

REWARDS: Mapping[str, Effect] = {
    "karma": {"karma": 2},
    "dice": {"dice": 2},
    "coins": {"coins": 3},
    "coins-fame": {"coins": 2, "fame": 1},
    "goods": {"goods": 2},  # one or two
    "goods-die": {"goods": 1, "dice": 1},
    "palace": {"palace": 1},
    # Of ships that show a good
    "die-good": {"dice": 1},
    "fame-good": {"fame": 1},
    "karma-good": {"karma": 1},
}

PALACE: Mapping[int, Effect] = {
    2: {"dice": 2},
    3: {"karma": 2, "dice": 1},
    4: {},  # a coin for every good in the display
    5: {"karma": 1},  # and the reward of the last ship in any row
    6: {"top": 1},
}
COIN_PER_GOOD, SHIP_REWARD = 4, 5  # palace actions that depend on the displays

BONUSES: Mapping[str, Effect] = {
    "karma": {"karma": 2},
    "coins": {"coins": 2},
    "palace": {"palace": 1},
    "fame": {"fame": 1},
    "ship": {"ship": 1},
    "administrator": {"administrators": 1},
    "dice": {"dice": 2},
    "turn": {"turns": 1},
}

ADMINISTRATOR: Mapping[str, Effect] = {"again": {"turns": 1}, "dice": {"drawn": 2}}  # a joker is part of a payment


def shows_good(reward: str) -> bool:
    """Return whether the ships with this reward show a good."""
    return reward.endswith("-good")
