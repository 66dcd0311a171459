"""Deliveries to a notable: what each pays, and who gets the contract in the end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

DOUBLE_DELIVERY = 1


def delivery_pay(markers_before: int, double: bool = False) -> int:
    """A rupee for every marker there, the new one included; for the second of a double delivery only 1."""
    return DOUBLE_DELIVERY if double else markers_before + 1


@dataclass(frozen=True)
class Contract:
    winner: str
    favour: Mapping[str, int]  # the others take their markers back as favour


def award_contract(ordered: Sequence[str], doubles: Sequence[str] = ()) -> Contract:
    """`ordered`: who delivered each good, the topmost first; `doubles`: whose second markers lie beside them.

    Most markers win; of those with equally many, whoever delivered the good further up.
    """
    markers = Counter([*ordered, *doubles])
    most = max(markers.values())
    winner = next(player for player in ordered if markers[player] == most)
    return Contract(winner, {player: count for player, count in markers.items() if player != winner})
