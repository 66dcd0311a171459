"""The fame track and the money track, which run against each other, and their bonuses."""

from dataclasses import dataclass

LAST_FAME = 60
LAST_MONEY = 120
MEETING = LAST_FAME + 1  # fame spaces that both markers together have to cover


def money_in_fame_spaces(money: int) -> int:
    """How many fame spaces the money marker has come to lie beside, counted from its own end."""
    return (money + 1) // 2


def beyond_meeting(fame: int, money: int) -> int:
    """Fame spaces by which the markers have passed each other; below zero, the spaces still to go."""
    return fame + money_in_fame_spaces(money) - MEETING


@dataclass(frozen=True)
class TrackBonus:
    """Given once, when the marker first reaches or crosses the space; falling back changes nothing."""

    track: str  # "fame" or "money"
    space: int
    gives: str  # "upgrade", "worker", "karma", "boat" or "dice"

    @property
    def name(self) -> str:
        return f"{self.track}-{self.space}"


TRACK_BONUSES = (
    TrackBonus("fame", 5, "upgrade"),  # counts from the next turn on
    TrackBonus("fame", 15, "worker"),
    TrackBonus("fame", 24, "karma"),  # two levels
    TrackBonus("fame", 31, "boat"),  # to the next free river space
    TrackBonus("money", 12, "boat"),
    TrackBonus("money", 20, "worker"),
    TrackBonus("money", 33, "dice"),  # any two
    TrackBonus("money", 44, "boat"),
    TrackBonus("money", 55, "dice"),
)
