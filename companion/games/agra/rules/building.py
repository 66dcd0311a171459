"""Building with sandstone, wood, cement and planks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product

BUILDING_VALUES: Mapping[str, int] = {"sandstone": 1, "wood": 1, "cement": 2, "planks": 2}
TWO_SORTS = 1


def building_value(materials: Sequence[str], extra: int = 0) -> int:
    """All materials together, +1 for at least two sorts; `extra` is the Takshaka's. No price token counts."""
    bonus = TWO_SORTS if len(set(materials)) > 1 else 0
    return _count_value(materials) + bonus + extra


def ways_to_build(stock: Mapping[str, int], cost: int, extra: int = 0) -> tuple[tuple[str, ...], ...]:
    """Materials from the stock that pay the cost, least waste first; none in them could be left out."""
    most = {material: min(stock.get(material, 0), cost) for material in BUILDING_VALUES}
    counts = product(*(range(count + 1) for count in most.values()))
    payments = (tuple(Counter(dict(zip(most, count, strict=True))).elements()) for count in counts)
    needed = [paid for paid in payments if building_value(paid, extra) >= cost and _all_needed(paid, cost, extra)]
    return tuple(sorted(needed, key=lambda paid: (_count_value(paid), len(paid), paid)))


def _count_value(materials: Sequence[str]) -> int:
    return sum(BUILDING_VALUES[material] for material in materials)


def _all_needed(paid: tuple[str, ...], cost: int, extra: int) -> bool:
    """Less never counts more, so it is enough to leave out one at a time."""
    return all(building_value(paid[:one] + paid[one + 1 :], extra) < cost for one in range(len(paid)))
