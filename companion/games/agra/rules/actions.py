"""What single actions give: production, meditation, building, deliveries and orders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

MOST_PRODUCED = 8
BUILDING_VALUES: Mapping[str, int] = {"sandstone": 1, "wood": 1, "cement": 2, "planks": 2}
TWO_SORTS = 1
DOUBLE_DELIVERY = 1


def count_produced_goods(gaps: tuple[int, int], covered: int = 0, extra: int = 0) -> int:
    """Count the goods of one kind: the open spaces between its symbol and the two farmers next to it.

    `covered` of those spaces are under cover tiles; `extra` comes from the Mahout or the Khatib.
    """
    return min(MOST_PRODUCED, max(0, sum(gaps) - covered)) + extra


def count_meditation_points(printed: Sequence[int], workers: int, extra: int = 0) -> int:
    """Count the points for laying down workers; `printed` is the track up to the tracker's space.

    The first worker gives the value of the tracker's space, each further one the value of the space before it, and
    every worker at least 1. `extra` is the Muezzin's point, which needs at least one worker.
    """
    values = [max(1, value) for value in reversed(printed)]
    points = sum(values[:workers]) + max(0, workers - len(values))
    return points + extra if workers else 0


def count_building_value(materials: Sequence[str], extra: int = 0) -> int:
    """Add up the materials, +1 for at least two sorts; `extra` is the Takshaka's. Price tokens do not count."""
    bonus = TWO_SORTS if len(set(materials)) > 1 else 0
    return _count_value(materials) + bonus + extra


def list_ways_to_build(stock: Mapping[str, int], cost: int, extra: int = 0) -> tuple[tuple[str, ...], ...]:
    """List the materials from the stock that pay the cost, least waste first, without unnecessary ones."""
    most = {material: min(stock.get(material, 0), cost) for material in BUILDING_VALUES}
    counts = product(*(range(count + 1) for count in most.values()))
    payments = (tuple(Counter(dict(zip(most, count, strict=True))).elements()) for count in counts)
    needed = [paid for paid in payments if count_building_value(paid, extra) >= cost and _is_minimal(paid, cost, extra)]
    return tuple(sorted(needed, key=lambda paid: (_count_value(paid), len(paid), paid)))


def _count_value(materials: Sequence[str]) -> int:
    return sum(BUILDING_VALUES[material] for material in materials)


def _is_minimal(paid: tuple[str, ...], cost: int, extra: int) -> bool:
    """Check that no single material could be left out; fewer materials never count more."""
    return all(count_building_value(paid[:one] + paid[one + 1 :], extra) < cost for one in range(len(paid)))


def count_delivery_pay(markers_before: int, double: bool = False) -> int:
    """Count the rupees for a delivery: one per marker on the notable, including the new one.

    The second marker of a double delivery pays only 1.
    """
    return DOUBLE_DELIVERY if double else markers_before + 1


@dataclass(frozen=True)
class Contract:
    winner: str
    favour: Mapping[str, int]  # the others take their markers back as favour


def award_contract(ordered: Sequence[str], doubles: Sequence[str] = ()) -> Contract:
    """Find the winner of a contract: the player with the most markers, or of those tied the one further up.

    `ordered`: the player who delivered each good, topmost first; `doubles`: the owners of second markers.
    """
    markers = Counter([*ordered, *doubles])
    most = max(markers.values())
    winner = next(player for player in ordered if markers[player] == most)
    return Contract(winner, {player: count for player, count in markers.items() if player != winner})


@dataclass(frozen=True)
class OrderReward:
    rupees: int
    steps: int  # on this guild's influence track


def find_order_reward(printed: int, mine: int, others: Sequence[int]) -> OrderReward | None:
    """Compute the reward of an order; None without a step on the guild's track.

    `printed` are the rupees next to the player's step. The highest player, also if tied, gets all of them, every other
    player one less and a step up.
    """
    if mine < 1:
        return None
    if mine >= max(others, default=0):
        return OrderReward(printed, 0)
    return OrderReward(max(0, printed - 1), 1)
