"""Final scoring of Agra: rupees from coins, notables, guilds, meditation, cover tiles and Akbar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.games.agra.rules.goods import GOODS, MOST_RUPEES, PLAYER_MARKERS, PRICE_TOKENS, value
from companion.games.agra.rules.notables import (
    GUILDS,
    KNOWN_GUILDS,
    NOTABLES,
    ORDERS_IN_A_COLUMN,
    Holdings,
    count_final_rewards,
    find_guild,
)
from companion.rules.ranking import Result, Standing, rank_players
from companion.rules.scoring_input import Form

MOST_PLAYERS = 4
LAST_INFLUENCE = 12
COVER_TILES = 8
AKBAR_SPACES = 12
MEDITATION_COMPLETE = 5
WORDS = {"goods_and_favour": "values of the goods left over, plus favour"}


class Code(StrEnum):
    """Problems with the pieces that the players share."""

    NOTABLE_TAKEN = "notable-taken"  # each notable exists once
    OTHER_GUILD = "other-guild"  # guild: the one the notable belongs to
    TOO_MANY_AT_AKBAR = "too-many-at-akbar"  # high: of all players together
    TOO_MANY_ORDERS = "too-many-orders"  # high: of all players together in this guild's column
    TOO_MANY_TOKENS = "too-many-tokens"  # high


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
    form = Form(data)
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


def _read_ending(name: str, player: Form, price_tokens: Mapping[str, int], taken: set[str]) -> Ending:
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


def _read_notables(player: Form, taken: set[str]) -> dict[str, str | None]:
    held: dict[str, str | None] = {}
    for entry in player.open_parts("notables", player.read_list("notables")):
        name = entry.read_choice("name", NOTABLES)
        guild = entry.read_choice("guild", GUILDS, required=False)
        if name is None:
            continue
        if name in taken:
            entry.refuse("name", Code.NOTABLE_TAKEN)
        if guild and guild != KNOWN_GUILDS.get(name, guild):
            entry.refuse("guild", Code.OTHER_GUILD, guild=KNOWN_GUILDS[name])
        taken.add(name)
        held[name] = find_guild(name, guild)
    return held


def _read_price_tokens(form: Form) -> dict[str, int]:
    entries = form.open_part("price_tokens")
    steps = {good: entries.read_number(good, -1, 1, default=0) for good in GOODS}
    tokens = {good: step for good, step in steps.items() if step}
    if len(tokens) > PRICE_TOKENS:
        form.refuse("price_tokens", Code.TOO_MANY_TOKENS, high=PRICE_TOKENS)
    return tokens


def _check_shared_spaces(players: Sequence[Form], endings: Sequence[Ending]) -> None:
    """Record a problem for the player whose pieces exceed a shared limit."""
    at_akbar = 0
    in_column = dict.fromkeys(GUILDS, 0)
    for player, ending in zip(players, endings, strict=True):
        at_akbar += ending.holdings.akbar
        if at_akbar > AKBAR_SPACES:
            player.refuse("akbar", Code.TOO_MANY_AT_AKBAR, high=AKBAR_SPACES)
        for guild, count in ending.holdings.orders.items():
            in_column[guild] += count
            if in_column[guild] > ORDERS_IN_A_COLUMN:
                player.refuse(f"orders.{guild}", Code.TOO_MANY_ORDERS, high=ORDERS_IN_A_COLUMN)
