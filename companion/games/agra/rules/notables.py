"""The twenty-four notables: level, guild if the rulebook names it, and rewards at the end of the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

GUILDS = ("artisans", "merchants", "scholars")
ORDERS_IN_A_COLUMN = 6  # of each guild

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
}  # inferred from their rewards; the guild seen on the card takes precedence

IMMEDIATE: Mapping[str, str] = {
    "sufi": "meditation-step",
    "mosaic-maker": "favour-tile",
    "mujtahida": "building",
    "painter": "workers-and-step",
    "sadr-us-sudur": "bowl",
    **dict.fromkeys(("grand-mufti", "grand-imam", "court-artist", "dewan"), "favour"),
}  # effect when the contract is won
IMMEDIATE_FAVOUR = 3
GENEROUS: Mapping[str, tuple[str, int]] = {
    "portuguese-trader": ("cloth", 1),
    "sufi": ("curry", 1),
    "dyer": ("dye", 1),
    "cook": ("oil", 1),
    "calligrapher": ("paper", 1),
    "mullah": ("bricks", 1),
    "mujtahida": ("statue", 2),
    "dutch-trader": ("clothes", 2),
    "painter": ("painting", 2),
    "subadar": ("book", 2),
}  # rupees for each delivery of this good, also to Akbar, for an order or to the French Trader
ONCE_PER_TURN = ("french-trader", "caliph", "mullah", "english-trader", "mosaic-maker")
MOSAIC_POINTS: Mapping[int, int] = {1: 1, 2: 3}  # favour: meditation points it costs with the Mosaic Maker
FRENCH_TRADER_GOODS, FRENCH_TRADER_RUPEES = 3, 5
MOST_AT_THE_COOK = 2  # workers
DYER_GOODS, DYER_VALUE = 2, 2  # goods given, highest value of the one taken
DUTCH_TRADER = (0, 1, 3, 6)  # rupees for orders from 0, 1, 2 and 3 guilds
MUFTI_SET = 3  # rupees for a set of all three guild symbols


@dataclass(frozen=True)
class Holdings:
    """The things that rewards of notables count."""

    notables: Mapping[str, str | None]  # notable: guild, None if not known
    orders: Mapping[str, int]  # fulfilled, by guild
    akbar: int  # markers at Akbar

    def count_symbols(self, guild: str) -> int:
        """Count the symbols of a guild on orders and notables."""
        return self.orders[guild] + sum(held == guild for held in self.notables.values())


def _reward_dutch_trader(holdings: Holdings) -> int:
    return DUTCH_TRADER[sum(count > 0 for count in holdings.orders.values())]


def _reward_subadar(holdings: Holdings) -> int:
    return sum(holdings.orders.values())


def _reward_sadr_us_sudur(holdings: Holdings) -> int:
    return holdings.akbar


def _reward_grand_mufti(holdings: Holdings) -> int:
    return MUFTI_SET * min(holdings.count_symbols(guild) for guild in GUILDS)


def _make_guild_reward(notable: str) -> Callable[[Holdings], int]:
    """Return a reward of 1 rupee per notable and order of the notable's own guild, including itself."""

    def reward(holdings: Holdings) -> int:
        guild = holdings.notables[notable]
        return 0 if guild is None else holdings.count_symbols(guild)

    return reward


FINAL_REWARDS: Mapping[str, Callable[[Holdings], int]] = {
    "dutch-trader": _reward_dutch_trader,
    "subadar": _reward_subadar,
    "sadr-us-sudur": _reward_sadr_us_sudur,
    "grand-mufti": _reward_grand_mufti,
    "grand-imam": _make_guild_reward("grand-imam"),
    "court-artist": _make_guild_reward("court-artist"),
    "dewan": _make_guild_reward("dewan"),
}


def find_guild(notable: str, seen_on_card: str | None) -> str | None:
    """Return the guild seen on the card, else the known or inferred one, else None."""
    return seen_on_card or KNOWN_GUILDS.get(notable) or LIKELY_GUILDS.get(notable)


def count_final_rewards(holdings: Holdings) -> dict[str, int]:
    """Count the rupees at the end of the game from every notable with such a reward."""
    return {notable: FINAL_REWARDS[notable](holdings) for notable in holdings.notables if notable in FINAL_REWARDS}
