"""Set-up of Agra for 2, 3 or 4 players. Dice and shuffles are passed in."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.agra.rules.notables import GUILDS, LEVELS, ORDERS_IN_A_COLUMN

NOTABLES_BY_LEVEL: Mapping[int, tuple[int, int, int, int]] = {
    2: (4, 3, 2, 1),
    3: (4, 3, 2, 1),
    4: (5, 4, 3, 2),
}
NEUTRAL_AT_EACH_SIDE_OF_AKBAR: Mapping[int, int] = {2: 2, 3: 1, 4: 0}
NEUTRAL_IN_EACH_COLUMN: Mapping[int, int] = {2: 2, 3: 1, 4: 0}
BUILDINGS_IN_A_COLUMN = 4
SIDES = ("left", "right")

STEPS = (
    "price-tokens-at-trader",
    "building-bonus-tiles",
    "under-construction-tiles",
    "merchant-by-die",
    "builder-by-die",
    "rupees-beside-board",
    "notables-along-river",
    "order-limit-markers-and-boat",
    "meditation-marker-on-deliver",
    "boards-cover-tiles-trackers-farmers",
    "two-rupees-ten-workers-markers",
    "influence-markers-at-start",
    "order-markers-by-die",
    "three-favour-tiles",
    "neutral-markers-by-die",  # only for 2 and 3 players
    "starting-player-by-die",
)


def list_steps(players: int) -> tuple[str, ...]:
    """List the steps of the set-up, in order."""
    neutral = NEUTRAL_IN_EACH_COLUMN[players] > 0
    return tuple(step for step in STEPS if neutral or step != "neutral-markers-by-die")


@dataclass(frozen=True)
class SetUp:
    merchant: int  # building in the first column, 1 to 4 from the top
    builder: tuple[int, int]  # column (2 to 4) and building from the top
    order_markers: Mapping[str, int]  # guild: order from the top
    neutral_orders: Mapping[str, tuple[int, ...]]
    neutral_at_akbar: Mapping[str, tuple[int, ...]]  # side: goods from the top
    starting_player: int  # seat, from 0


def set_up(players: int, rolls: Iterator[int]) -> SetUp:
    """Use up dice from `rolls` for every random step of the set-up; some dice are rolled again."""
    merchant = next(roll for roll in rolls if roll <= BUILDINGS_IN_A_COLUMN)
    builder = next(rolls)
    order_rolls = {guild: next(rolls) for guild in GUILDS}
    at_akbar = {
        side: tuple(sorted({next(rolls) for _ in range(NEUTRAL_AT_EACH_SIDE_OF_AKBAR[players])})) for side in SIDES
    }
    neutral = {guild: _roll_different(rolls, NEUTRAL_IN_EACH_COLUMN[players]) for guild in GUILDS}
    return SetUp(
        merchant=merchant,
        builder=(2 + (builder - 1) // BUILDINGS_IN_A_COLUMN, 1 + (builder - 1) % BUILDINGS_IN_A_COLUMN),
        order_markers={guild: find_free_order(order_rolls[guild], neutral[guild]) or 1 for guild in GUILDS},
        neutral_orders=neutral,
        neutral_at_akbar=at_akbar,
        starting_player=_roll_starting_player(players, rolls),
    )


@dataclass(frozen=True)
class Facts:
    """What a table knows of its set-up; whatever is missing is not known."""

    seats: tuple[tuple[str, str], ...] = ()  # (seat, player)
    notables: tuple[tuple[str, str | None], ...] = ()  # (notable along the river, guild seen on the card)
    order_markers: Mapping[str, int] = field(default_factory=dict)  # guild: order from the top
    neutral_orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    covered_bowls: tuple[str, ...] = ()  # goods, or places such as left:3
    merchant: str | None = None  # the good of his building
    builder: str | None = None


def draw_notables(players: int, shuffled: Sequence[str]) -> tuple[str, ...]:
    """Draw the notables along the river, level by level, from a shuffled list of all."""
    return tuple(
        notable
        for level, count in enumerate(NOTABLES_BY_LEVEL[players], start=1)
        for notable in [name for name in shuffled if LEVELS[name] == level][:count]
    )


@dataclass(frozen=True)
class Exchange:
    """An exchange that balances the guilds along the river."""

    notables: tuple[str, ...]  # candidates to remove, in order of preference
    missing: tuple[str, ...]  # guilds that the new notable should belong to


def find_exchange(drawn: Mapping[str, str]) -> Exchange | None:
    """Find the notables to exchange, lowest level first; None when the guilds are balanced (5/5/4 or 4/3/3).

    `drawn`: the notables along the river with the guild seen on each card.
    """
    counts = {guild: sum(seen == guild for seen in drawn.values()) for guild in GUILDS}
    most, fewest = max(counts.values()), min(counts.values())
    if most - fewest <= 1:
        return None
    leaving = sorted((name for name in drawn if counts[drawn[name]] == most), key=lambda name: LEVELS[name])
    return Exchange(tuple(leaving), tuple(guild for guild in GUILDS if counts[guild] == fewest))


def find_replacements(notable: str, drawn: Collection[str], shuffled: Sequence[str]) -> tuple[str, ...]:
    """List the notables of the same level that are not along the river."""
    return tuple(name for name in shuffled if LEVELS[name] == LEVELS[notable] and name not in drawn)


def _roll_different(rolls: Iterator[int], count: int) -> tuple[int, ...]:
    seen: set[int] = set()
    while len(seen) < count:
        seen.add(next(rolls))
    return tuple(sorted(seen))


def find_free_order(order: int, covered: Collection[int]) -> int | None:
    """Find the first free order from this one down the column, continuing at the top; None if all are covered."""
    below = (1 + (order - 1 + down) % ORDERS_IN_A_COLUMN for down in range(ORDERS_IN_A_COLUMN))
    return next((free for free in below if free not in covered), None)


def _roll_starting_player(players: int, rolls: Iterator[int]) -> int:
    """Roll a seat; every seat has the same chance."""
    fair = 6 // players * players
    return (next(roll for roll in rolls if roll <= fair) - 1) % players
