"""Set-up of Agra: the steps, and the draw of notables with balanced guilds."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games.agra.names import term
from companion.games.agra.rules import setup as rules
from companion.games.agra.rules.notables import GUILDS, LEVELS, NOTABLES, find_guild
from companion.games.setup import Query, Setup, roll_dice
from companion.i18n import N_, gettext

STEPS = {
    "price-tokens-at-trader": N_("Place the three price tokens at the trader with the side with fewer flags up."),
    "building-bonus-tiles": N_("Place the 12 building bonus tiles face up on their spaces."),
    "under-construction-tiles": N_("Cover all buildings in the second, third and fourth columns with their tiles."),
    "merchant-by-die": N_(
        "The die for the merchant shows %(merchant)s: building %(merchant)s from the top, first column."
    ),
    "builder-by-die": N_("The die for the builder: column %(column)s, building %(building)s from the top."),
    "rupees-beside-board": N_("Put the rupees next to the board."),
    "notables-along-river": N_("Place the notables along the river, as drawn below, and balance their guilds."),
    "order-limit-markers-and-boat": N_(
        "Place the order limit markers between the piers; the boat waits at the first pier."
    ),
    "meditation-marker-on-deliver": N_("The meditation marker covers “deliver a good” in the circle."),
    "boards-cover-tiles-trackers-farmers": N_(
        "Everyone: a board with 8 cover tiles, the tracker at the start, four farmers in the middle of their lines."
    ),
    "two-rupees-ten-workers-markers": N_("Everyone: 2 rupees in the bag, 10 workers and 22 markers."),
    "influence-markers-at-start": N_("Everyone puts an influence marker at the start of each of the three tracks."),
    "order-markers-by-die": N_("Order markers, from the top: %(orders)s."),
    "three-favour-tiles": N_("Shuffle the favour tiles into a stack and turn three of them face up."),
    "neutral-markers-by-die": N_(
        "Neutral markers in the columns, from the top: %(columns)s. At Akbar, from the top: left %(left)s; right"
        " %(right)s."
    ),
    "starting-player-by-die": N_("The die chooses the starting player: number %(first)s clockwise."),
}


def describe_steps(players: int, chosen: Mapping[str, str], luck: Random) -> list[str]:
    ready = rules.set_up(players, roll_dice(luck))
    words = {
        "merchant": ready.merchant,
        "column": ready.builder[0],
        "building": ready.builder[1],
        "orders": _join_by_guild(ready.order_markers),
        "columns": _join_by_guild({guild: _join(places) for guild, places in ready.neutral_orders.items()}),
        "left": _join(ready.neutral_at_akbar["left"]),
        "right": _join(ready.neutral_at_akbar["right"]),
        "first": ready.starting_player + 1,
    }
    return [gettext(STEPS[step]) % words for step in rules.list_steps(players)]


def _join_by_guild(places: Mapping[str, object]) -> str:
    return ", ".join(f"{term(guild)} {place}" for guild, place in places.items())


def _join(places: tuple[int, ...]) -> str:
    return ", ".join(map(str, places)) or "–"


@dataclass(frozen=True)
class River:
    """The notables along the river with their guilds, and the exchange still needed."""

    notables: list[tuple[str, int, str | None]]  # name, level, guild
    removed: list[str]
    exchange: rules.Exchange | None
    complete: bool  # every guild is known


def draw_notables(players: int, luck: Random, query: Query) -> River:
    """Draw the notables, replace those in the query, and check the balance of their guilds."""
    shuffled = luck.sample(NOTABLES, len(NOTABLES))
    drawn = list(rules.draw_notables(players, shuffled))
    removed: list[str] = []
    for leaving in query.getlist("out"):
        if leaving in drawn:
            fresh = [name for name in rules.find_replacements(leaving, drawn, shuffled) if name not in removed]
            if fresh:
                drawn[drawn.index(leaving)] = fresh[0]
                removed.append(leaving)
    seen = {name: query.get(name) if query.get(name) in GUILDS else None for name in drawn}
    guilds = {name: find_guild(name, seen[name]) for name in drawn}
    known = {name: guild for name, guild in guilds.items() if guild}
    complete = len(known) == len(drawn)
    return River(
        [(name, LEVELS[name], guilds[name]) for name in drawn],
        removed,
        rules.find_exchange(known) if complete else None,
        complete,
    )


def list_notables(players: int, roll: str, query: Query) -> Mapping[str, Any]:
    luck = Random(f"notables {roll}")  # noqa: S311 - repeatable after a reload, not secret
    return {"river": draw_notables(players, luck, query), "guilds": GUILDS, "term": term}


SETUP = Setup(describe_steps, template="games/agra/setup.html", context=list_notables)
