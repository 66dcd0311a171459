"""What the pen has put on a sheet, in the words of the sheet; whatever keeps the game fills it in.

Places are counted from 1. A bonus is named by where it stands: "edge c3 N", "tent 4", "fame 12", "money 20",
"palace lower 1", "upgrade 1", "karma 3".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Marks:
    fame: int = 0
    money: int = 0
    roads: Mapping[str, str] = field(default_factory=dict)  # space to open sides, such as {"c2": "NS"}
    circled_goods: frozenset[tuple[str, int]] = frozenset()  # kind, which of the kind
    sold_goods: frozenset[tuple[str, int]] = frozenset()
    palace: Mapping[str, int] = field(default_factory=dict)  # person to spaces crossed out
    river: frozenset[int] = frozenset()
    upgrades: Mapping[str, int] = field(default_factory=dict)  # building to upgrades
    karma_circled: int = 0
    karma_used: int = 0
    circled_bonuses: frozenset[str] = frozenset()
    used_bonuses: frozenset[str] = frozenset()


NO_MARKS = Marks()
