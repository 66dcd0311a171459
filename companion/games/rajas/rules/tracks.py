"""The fame track and the money track, which run in opposite directions, and their bonuses."""

from dataclasses import dataclass

LAST_FAME = 60
LAST_MONEY = 120
MEETING = LAST_FAME + 1  # fame spaces that both markers have to cover together


def convert_to_fame_spaces(money: int) -> int:
    """Convert money to fame spaces: two money spaces are next to one fame space, rounded up."""
    return (money + 1) // 2


def count_beyond_meeting(fame: int, money: int) -> int:
    """Count the fame spaces by which the markers have passed each other; negative: spaces still to go."""
    return fame + convert_to_fame_spaces(money) - MEETING


@dataclass(frozen=True)
class TrackBonus:
    """A bonus given once, when the marker first reaches or passes the space."""

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
