"""The twenty-four notables: level, guild as far as the rulebook tells, and rewards at the end of the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

GUILDS = ("artisans", "merchants", "scholars")

LEVELS: Mapping[str, int] = {
    "portuguese-trader": 1,
    "sufi": 1,
    "takshaka": 1,
    "mahout": 1,
    "khatib": 1,
    "french-trader": 1,
    "dyer": 1,
    "cook": 1,
    "muezzin": 2,
    "jagirdar": 2,
    "caliph": 2,
    "calligrapher": 2,
    "mullah": 2,
    "english-trader": 2,
    "mosaic-maker": 2,
    "mujtahida": 3,
    "dutch-trader": 3,
    "painter": 3,
    "subadar": 3,
    "sadr-us-sudur": 3,
    "grand-mufti": 4,
    "grand-imam": 4,
    "court-artist": 4,
    "dewan": 4,
}
NOTABLES = tuple(LEVELS)

KNOWN_GUILDS: Mapping[str, str] = {"mullah": "scholars", "grand-imam": "scholars", "jagirdar": "merchants"}
LIKELY_GUILDS: Mapping[str, str] = {
    "court-artist": "artisans",
    "dewan": "merchants",
}  # inferred: may be corrected

DUTCH_TRADER = (0, 1, 3, 6)  # rupees for orders from so many guilds
MUFTI_SET = 3  # rupees for the symbols of all three guilds


@dataclass(frozen=True)
class Holdings:
    """What the rewards of notables are counted from."""

    notables: Mapping[str, str | None]  # the guild of each, None where nobody has told it
    orders: Mapping[str, int]  # fulfilled, by guild
    akbar: int  # markers at Akbar

    def symbols(self, guild: str) -> int:
        """Guild symbols on own orders and notables."""
        return self.orders[guild] + sum(held == guild for held in self.notables.values())


def _dutch_trader(holdings: Holdings) -> int:
    return DUTCH_TRADER[sum(count > 0 for count in holdings.orders.values())]


def _subadar(holdings: Holdings) -> int:
    return sum(holdings.orders.values())


def _sadr_us_sudur(holdings: Holdings) -> int:
    return holdings.akbar


def _grand_mufti(holdings: Holdings) -> int:
    return MUFTI_SET * min(holdings.symbols(guild) for guild in GUILDS)


def _own_guild(notable: str) -> Callable[[Holdings], int]:
    """One rupee for each own notable and order of the notable's guild, itself included."""

    def reward(holdings: Holdings) -> int:
        guild = holdings.notables[notable]
        return 0 if guild is None else holdings.symbols(guild)

    return reward


FINAL_REWARDS: Mapping[str, Callable[[Holdings], int]] = {
    "dutch-trader": _dutch_trader,
    "subadar": _subadar,
    "sadr-us-sudur": _sadr_us_sudur,
    "grand-mufti": _grand_mufti,
    "grand-imam": _own_guild("grand-imam"),
    "court-artist": _own_guild("court-artist"),
    "dewan": _own_guild("dewan"),
}


def find_guild(notable: str, seen_on_card: str | None) -> str | None:
    """The guild somebody saw on the card, else what the rulebook tells; never a guess."""
    return seen_on_card or KNOWN_GUILDS.get(notable) or LIKELY_GUILDS.get(notable)


def count_final_rewards(holdings: Holdings) -> dict[str, int]:
    """Rupees at the end of the game from every notable that has such a reward."""
    return {notable: FINAL_REWARDS[notable](holdings) for notable in holdings.notables if notable in FINAL_REWARDS}
