"""A seat's marks, ready to be drawn."""

from collections.abc import Mapping
from typing import Any

from companion.games.dice_charmers.drawing.marks import Marks
from companion.games.dice_charmers.rules import State, describe_marks


def drawn_marks(state: State, seat: str) -> Marks:
    """What was given up is crossed out as well: nothing can come of it any more."""
    described: Mapping[str, Any] = describe_marks(state, seat)
    return Marks(
        fame=described["fame"],
        money=described["money"],
        roads=described["roads"],
        circled_goods=_from_the_left(described["circled_goods"]),
        sold_goods=_from_the_left(described["sold_goods"]),
        palace=described["palace"],
        river=frozenset(described["river"]),
        upgrades=described["upgrades"],
        karma_circled=described["karma_circled"],
        karma_used=described["karma_used"],
        circled_bonuses=frozenset(described["circled_bonuses"]),
        used_bonuses=frozenset(described["used_bonuses"] + described["wasted_bonuses"]),
    )


def _from_the_left(counts: Mapping[str, int]) -> frozenset[tuple[str, int]]:
    return frozenset((kind, which) for kind, count in counts.items() for which in range(1, count + 1))
