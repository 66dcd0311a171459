"""The pieces of Agra, what they are worth, and final scoring."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.messages import Message
from companion.rules.scoring import Result, ScoringInput, Standing, rank_players

BASIC = ("sandstone", "wood", "turmeric", "cotton")
ADVANCED = ("cement", "bricks", "planks", "paper", "curry", "dye", "oil", "cloth")
LUXURY = ("statue", "book", "painting", "clothes")
GOODS = BASIC + ADVANCED + LUXURY

PRINTED_VALUES: Mapping[str, int] = dict.fromkeys(BASIC, 1) | dict.fromkeys(ADVANCED, 2) | dict.fromkeys(LUXURY, 3)
# Their buildings as merchant and builder pass them: down the first column, then the second and so on. Which good of a
# colour is in the second column is inferred from the text, so pages also say the column and the row.
BUILDINGS = (*BASIC, "cement", "planks", "curry", "oil", "bricks", "paper", "dye", "cloth", *LUXURY)
PRICE_TOKENS = 3
NO_TOKENS: Mapping[str, int] = {}

MOST_RUPEES = 999  # plausible upper limit of a bag
PLAYER_MARKERS = 22  # of one colour; every good and every favour is one of them


def value(good: str, price_tokens: Mapping[str, int] = NO_TOKENS) -> int:
    """Return the printed value of a good, shifted by 1 if a price token is on it."""
    return PRINTED_VALUES[good] + price_tokens.get(good, 0)


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

ONCE_PER_TURN = ("french-trader", "caliph", "mullah", "english-trader", "mosaic-maker")
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


NOTABLES_BY_LEVEL: Mapping[int, tuple[int, int, int, int]] = {
    2: (4, 3, 2, 1),
    3: (4, 3, 2, 1),
    4: (5, 4, 3, 2),
}
NEUTRAL_AT_EACH_SIDE_OF_AKBAR: Mapping[int, int] = {2: 2, 3: 1, 4: 0}
NEUTRAL_IN_EACH_COLUMN: Mapping[int, int] = {2: 2, 3: 1, 4: 0}
BUILDINGS_IN_A_COLUMN = 4
SIDES = ("left", "right")


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


def balance(drawn: Sequence[str], guilds: Mapping[str, str], shuffled: Sequence[str]) -> tuple[str, ...]:
    """Exchange notables until the guilds are balanced, lowest level first. `guilds`: of all notables."""
    river = list(drawn)
    for _ in NOTABLES:  # every exchange brings the guilds closer to each other
        change = find_exchange({name: guilds[name] for name in river})
        if change is None:
            break
        swaps = (
            (leaving, new)
            for leaving in change.notables
            for new in find_replacements(leaving, river, shuffled)
            if guilds[new] in change.missing
        )
        found = next(swaps, None)
        if found is None:
            break
        river[river.index(found[0])] = found[1]
    return tuple(river)


def find_replacements(notable: str, drawn: Collection[str], shuffled: Sequence[str]) -> tuple[str, ...]:
    """List the notables of the same level that are not along the river."""
    return tuple(name for name in shuffled if LEVELS[name] == LEVELS[notable] and name not in drawn)


def find_free_order(order: int, covered: Collection[int]) -> int | None:
    """Find the first free order from this one down the column, continuing at the top; None if all are covered."""
    below = (1 + (order - 1 + down) % ORDERS_IN_A_COLUMN for down in range(ORDERS_IN_A_COLUMN))
    return next((free for free in below if free not in covered), None)


# Final scoring: rupees from coins, notables, guilds, meditation, cover tiles and Akbar

MOST_PLAYERS = 4
LAST_INFLUENCE = 12
COVER_TILES = 8
AKBAR_SPACES = 12
MEDITATION_COMPLETE = 5
WORDS = {"goods_and_favour": "values of the goods left over, plus favour"}


# Problems with the pieces that the players share
NOTABLE_TWICE = Message("notable-taken", "Each notable exists only once; another player already has this one.")
OTHER_GUILD = Message("other-guild", "This notable belongs to another guild: %(guild)s.")
TOO_MANY_AT_AKBAR = Message("too-many-at-akbar", "Akbar has room for only %(high)s goods from all players together.")
TOO_MANY_ORDERS = Message("too-many-orders", "This guild has only %(high)s orders for all players together.")
TOO_MANY_TOKENS = Message("too-many-tokens", "There are only %(high)s price tokens.")


@dataclass(frozen=True)
class Ending:
    """A player's holdings at the end of the game."""

    name: str
    rupees: int
    holdings: Holdings
    influence: Mapping[str, int]
    meditation_complete: bool
    cover_tiles: int
    goods_and_favour: int


def score(data: Mapping[str, object]) -> Result:
    """Score the totals of all players, in rupees. Raises BadScoring."""
    form = ScoringInput(data)
    price_tokens = _read_price_tokens(form)
    players = form.read_players(MOST_PLAYERS)
    taken: set[str] = set()
    endings = [_read_ending(name, player, price_tokens, taken) for name, player in players]
    _check_shared_spaces([player for _, player in players], endings)
    form.finish()
    return rank_players("agra", [_make_standing(ending, endings) for ending in endings], WORDS)


def count_influence_rupees(guild: str, mine: Ending, everyone: Sequence[Ending]) -> int:
    """Count the rupees of a guild, per order: 2 for a sole leader and 1 for second; 1 each if tied for the lead."""
    heights = sorted({ending.influence[guild] for ending in everyone}, reverse=True)
    on_top = sum(ending.influence[guild] == heights[0] for ending in everyone)
    by_height = {heights[0]: 2} if on_top == 1 else {heights[0]: 1}
    if on_top == 1 and len(heights) > 1:
        by_height[heights[1]] = 1
    return by_height.get(mine.influence[guild], 0) * mine.holdings.orders[guild]


def count_akbar_rupees(goods: int) -> int:
    """Count the rupees for goods at Akbar: 1, 3, 5 for the first three, then 3 more for each."""
    return (0, 1, 3, 5)[goods] if goods <= 3 else 5 + 3 * (goods - 3)


def _make_standing(mine: Ending, everyone: Sequence[Ending]) -> Standing:
    rewards = {f"notable:{notable}": rupees for notable, rupees in count_final_rewards(mine.holdings).items()}
    influence = {f"influence:{guild}": count_influence_rupees(guild, mine, everyone) for guild in GUILDS}
    breakdown = {
        "rupees": mine.rupees,
        **rewards,
        **influence,
        "meditation": MEDITATION_COMPLETE if mine.meditation_complete else 0,
        "cover_tiles": mine.cover_tiles,
        "akbar": count_akbar_rupees(mine.holdings.akbar),
    }
    return Standing(mine.name, breakdown, {"goods_and_favour": mine.goods_and_favour})


def _read_ending(name: str, player: ScoringInput, price_tokens: Mapping[str, int], taken: set[str]) -> Ending:
    influence, orders, goods = player.open_part("influence"), player.open_part("orders"), player.open_part("goods")
    holdings = Holdings(
        notables=_read_notables(player, taken),
        orders={guild: orders.read_number(guild, 0, ORDERS_IN_A_COLUMN, default=0) for guild in GUILDS},
        akbar=player.read_number("akbar", 0, AKBAR_SPACES, default=0),
    )
    stock = {good: goods.read_number(good, 0, PLAYER_MARKERS, default=0) for good in GOODS}
    favour = player.read_number("favour", 0, PLAYER_MARKERS, default=0)
    return Ending(
        name=name,
        rupees=player.read_number("rupees", 0, MOST_RUPEES),
        holdings=holdings,
        influence={guild: influence.read_number(guild, 0, LAST_INFLUENCE, default=0) for guild in GUILDS},
        meditation_complete=player.read_boolean("meditation_complete"),
        cover_tiles=player.read_number("cover_tiles", 0, COVER_TILES, default=0),
        goods_and_favour=favour + sum(count * value(good, price_tokens) for good, count in stock.items()),
    )


def _read_notables(player: ScoringInput, taken: set[str]) -> dict[str, str | None]:
    held: dict[str, str | None] = {}
    for entry in player.open_parts("notables", player.read_list("notables")):
        name = entry.read_choice("name", NOTABLES)
        guild = entry.read_choice("guild", GUILDS, required=False)
        if name is None:
            continue
        if name in taken:
            entry.refuse("name", NOTABLE_TWICE)
        if guild and guild != KNOWN_GUILDS.get(name, guild):
            entry.refuse("guild", OTHER_GUILD, guild=KNOWN_GUILDS[name])
        taken.add(name)
        held[name] = find_guild(name, guild)
    return held


def _read_price_tokens(form: ScoringInput) -> dict[str, int]:
    entries = form.open_part("price_tokens")
    steps = {good: entries.read_number(good, -1, 1, default=0) for good in GOODS}
    tokens = {good: step for good, step in steps.items() if step}
    if len(tokens) > PRICE_TOKENS:
        form.refuse("price_tokens", TOO_MANY_TOKENS, high=PRICE_TOKENS)
    return tokens


def _check_shared_spaces(players: Sequence[ScoringInput], endings: Sequence[Ending]) -> None:
    """Record a problem for the player whose pieces exceed a shared limit."""
    at_akbar = 0
    in_column = dict.fromkeys(GUILDS, 0)
    for player, ending in zip(players, endings, strict=True):
        at_akbar += ending.holdings.akbar
        if at_akbar > AKBAR_SPACES:
            player.refuse("akbar", TOO_MANY_AT_AKBAR, high=AKBAR_SPACES)
        for guild, count in ending.holdings.orders.items():
            in_column[guild] += count
            if in_column[guild] > ORDERS_IN_A_COLUMN:
                player.refuse(f"orders.{guild}", TOO_MANY_ORDERS, high=ORDERS_IN_A_COLUMN)
