"""Set-up of Agra: the steps, and the draw of notables with balanced guilds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Any

from companion.games.agra import people
from companion.games.agra.names import term
from companion.games.agra.rules import setup as rules
from companion.games.agra.rules.goods import BASIC, GOODS, LINES
from companion.games.agra.rules.notables import (
    GUILDS,
    KNOWN_GUILDS,
    LEVELS,
    NOTABLES,
    ORDERS_IN_A_COLUMN,
    find_guild,
)
from companion.games.setup import (
    FactKind,
    Group,
    Query,
    Question,
    Roll,
    Setup,
    are_numbers,
    draw_from,
    make_first_kind,
    never_draw,
)
from companion.i18n import N_, gettext
from companion.rules.opening import SIDES, Facts

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


def list_kinds(group: Group) -> list[FactKind]:
    """List what chance decides: merchant, builder, order markers, neutral markers, notables, who begins."""
    neutral = rules.NEUTRAL_AT_EACH_SIDE_OF_AKBAR[group.players] > 0
    return [
        make_merchant_kind(group),
        make_builder_kind(group),
        make_orders_kind(group),
        *([make_akbar_kind(group)] if neutral else []),
        make_notables_kind(group),
        make_guilds_kind(group),
        *([make_bowls_kind(group)] if neutral else []),
        make_first_kind(group),
    ]


def draw_setup(group: Group, roll: Roll) -> rules.SetUp:
    return rules.set_up(group.players, (roll(SIDES) for _ in repeat(None)))


def make_merchant_kind(group: Group) -> FactKind:
    places = [(str(place), f"{place} {term(good)}") for place, good in enumerate(BASIC, start=1)]
    return FactKind(
        "merchant",
        draw=lambda roll, known: [draw_setup(group, roll).merchant],
        is_possible=are_numbers(1, rules.BUILDINGS_IN_A_COLUMN, 1),
        describe=lambda values, group: gettext("Merchant: building %(building)s", building=values[0]),
        questions=[Question("merchant", gettext("Merchant: building from the top"), places)],
    )


def make_builder_kind(group: Group) -> FactKind:
    places = [(f"{column},{place}", f"{column} · {place}") for column, place in BUILDER_PLACES]
    return FactKind(
        "builder",
        draw=lambda roll, known: draw_setup(group, roll).builder,
        is_possible=are_numbers(1, rules.BUILDINGS_IN_A_COLUMN, 2),
        describe=lambda values, group: gettext(
            "Builder: column %(column)s, building %(building)s", column=values[0], building=values[1]
        ),
        questions=[Question("builder", gettext("Builder: column and building from the top"), places)],
    )


def make_orders_kind(group: Group) -> FactKind:
    return FactKind(
        "orders",
        draw=lambda roll, known: join_orders(draw_setup(group, roll)),
        is_possible=lambda values: are_orders(values, group.players),
        describe=lambda values, group: gettext("Order markers: %(orders)s", orders=describe_orders(values)),
        questions=list(ask_orders(group.players)),
    )


def make_akbar_kind(group: Group) -> FactKind:
    titles = {
        "left": gettext("Neutral markers at Akbar, left, from the top"),
        "right": gettext("Neutral markers at Akbar, right, from the top"),
    }
    return FactKind(
        "akbar",
        draw=lambda roll, known: join_akbar(draw_setup(group, roll)),
        is_possible=lambda values: set(values) <= {f"{side}:{place}" for side in rules.SIDES for place in PLACES},
        describe=lambda values, group: gettext(
            "Neutral markers at Akbar: left %(left)s; right %(right)s",
            left=_join(find_places(values, "left")),
            right=_join(find_places(values, "right")),
        ),
        questions=[
            Question("akbar", title, number_options(PLACES, f"{side}:"), several=True) for side, title in titles.items()
        ],
    )


def make_notables_kind(group: Group) -> FactKind:
    return FactKind(
        "notables",
        draw=lambda roll, known: rules.draw_notables(group.players, draw_from(roll, NOTABLES, len(NOTABLES))),
        is_possible=lambda values: are_notables(values, group.players),
        describe=lambda values, group: gettext("Notables: %(notables)s", notables=_join_terms(values)),
        questions=[
            Question(
                "notables",
                gettext(section.title),
                [(name, term(name)) for name in NOTABLES if LEVELS[name] == level],
                several=True,
            )
            for level, section in enumerate(people.NOTABLES, start=1)
        ],
    )


def make_guilds_kind(group: Group) -> FactKind:
    return FactKind(
        "guilds",
        draw=never_draw,
        is_possible=are_guilds,
        describe=lambda values, group: gettext("Guilds: %(guilds)s", guilds=describe_guilds(values)),
        questions=list(ask_guilds(group.facts)),
        seen=True,
    )


def make_bowls_kind(group: Group) -> FactKind:
    goods = [(good, term(good)) for good in GOODS]
    question = Question("bowls", gettext("Goods under the neutral markers at Akbar"), goods, several=True)
    return FactKind(
        "bowls",
        draw=never_draw,
        is_possible=lambda values: are_bowls(values, group.facts),
        describe=lambda values, group: gettext("Akbar’s covered bowls: %(goods)s", goods=_join_terms(values)),
        questions=[question] if group.facts.get("akbar") else [],
        seen=True,
    )


PLACES = range(1, 7)  # of goods at one side of Akbar
BUILDER_PLACES = ((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2))  # where a die can send him


def number_options(numbers: Iterable[int], before: str = "") -> list[tuple[str, str]]:
    return [(f"{before}{number}", str(number)) for number in numbers]


def ask_orders(players: int) -> Iterator[Question]:
    """Ask for the order marker of every guild and, with fewer than four players, for the neutral markers."""
    orders = number_options(range(1, ORDERS_IN_A_COLUMN + 1))
    for guild in GUILDS:
        name = term(guild)
        yield Question(f"orders.{guild}", gettext("%(guild)s: order marker, from the top", guild=name), orders)
        if rules.NEUTRAL_IN_EACH_COLUMN[players]:
            title = gettext("%(guild)s: neutral markers, from the top", guild=name)
            yield Question(f"orders.{guild}", title, orders, several=True)


def ask_guilds(facts: Facts) -> Iterator[Question]:
    """Ask for the guilds of the notables that only their cards show."""
    told = dict(value.split(":") for value in facts.get("guilds", ()))
    for value in facts.get("notables", ()):
        notable, _, guild = value.partition(":")
        if notable not in KNOWN_GUILDS:
            chosen = told.get(notable) or find_guild(notable, guild) or ""
            yield Question(f"guilds.{notable}", term(notable), [(name, term(name)) for name in GUILDS], chosen=chosen)


def are_guilds(values: Sequence[str]) -> bool:
    parts = [value.split(":") for value in values]
    names = [name for name, *_ in parts]
    return len(set(names)) == len(names) and all(
        len(part) == 2 and part[0] in NOTABLES and part[1] in GUILDS and part[0] not in KNOWN_GUILDS for part in parts
    )


def are_bowls(values: Sequence[str], facts: Facts) -> bool:
    """Check that there is a good for each neutral marker at Akbar."""
    return set(values) <= set(GOODS) and len(set(values)) == len(values) == len(facts.get("akbar", ()))


def describe_guilds(values: Sequence[str]) -> str:
    return ", ".join(f"{term(name)} – {term(guild)}" for name, guild in (value.split(":") for value in values))


def join_orders(ready: rules.SetUp) -> list[str]:
    """Write each guild's order marker and neutral markers: artisans:3:2:5."""
    return [":".join(map(str, (guild, ready.order_markers[guild], *ready.neutral_orders[guild]))) for guild in GUILDS]


def are_orders(values: Sequence[str], players: int) -> bool:
    parts = [value.split(":") for value in values]
    places = {str(place) for place in range(1, ORDERS_IN_A_COLUMN + 1)}
    needed = 1 + rules.NEUTRAL_IN_EACH_COLUMN[players]
    return [guild for guild, *_ in parts] == list(GUILDS) and all(
        len(set(taken)) == len(taken) == needed and set(taken) <= places for _, *taken in parts
    )


def describe_orders(values: Sequence[str]) -> str:
    return ", ".join(f"{term(guild)} {place}" for guild, place, *_ in (value.split(":") for value in values))


def join_akbar(ready: rules.SetUp) -> list[str]:
    """Write the neutral markers at Akbar: left:1, right:4."""
    return [f"{side}:{place}" for side in rules.SIDES for place in ready.neutral_at_akbar[side]]


def find_places(values: Sequence[str], side: str) -> tuple[int, ...]:
    return tuple(int(value.partition(":")[2]) for value in values if value.startswith(side))


def are_notables(values: Sequence[str], players: int) -> bool:
    """Check notables, each alone or with the guild seen on its card: sufi, sufi:scholars."""
    parts = [value.split(":") for value in values]
    names = [name for name, *_ in parts if name in NOTABLES]
    levels = tuple(sum(LEVELS[name] == level for name in names) for level in range(1, 5))
    guilds_known = all(not guild or (len(guild) == 1 and guild[0] in GUILDS) for _, *guild in parts)
    return len(set(names)) == len(parts) and levels == rules.NOTABLES_BY_LEVEL[players] and guilds_known


def _join_terms(values: Sequence[str]) -> str:
    return ", ".join(term(value.partition(":")[0]) for value in values)


def describe_steps(group: Group) -> list[str]:
    facts = group.facts
    orders = {guild: places for guild, *places in (value.split(":") for value in facts["orders"])}
    words = {
        "merchant": facts["merchant"][0],
        "column": facts["builder"][0],
        "building": facts["builder"][1],
        "orders": _join_by_guild({guild: places[0] for guild, places in orders.items()}),
        "columns": _join_by_guild({guild: _join(places[1:]) for guild, places in orders.items()}),
        "left": _join(find_places(facts.get("akbar", ()), "left")),
        "right": _join(find_places(facts.get("akbar", ()), "right")),
        "first": facts["first"][0],
    }
    return [gettext(STEPS[step]) % words for step in rules.list_steps(group.players)]


def _join_by_guild(places: Mapping[str, object]) -> str:
    return ", ".join(f"{term(guild)} {place}" for guild, place in places.items())


def _join(places: Sequence[object]) -> str:
    return ", ".join(map(str, places)) or "–"


def read_facts(facts: Facts, seats: tuple[tuple[str, str], ...]) -> rules.Facts:
    """Convert what a table knows of its set-up. `seats`: (seat, player)."""
    orders = {
        guild: tuple(map(int, places)) for guild, *places in (each.split(":") for each in facts.get("orders", ()))
    }
    notables = (each.partition(":") for each in facts.get("notables", ()))
    told = dict(each.split(":") for each in facts.get("guilds", ()))
    merchant, builder = facts.get("merchant"), facts.get("builder")
    return rules.Facts(
        seats=seats,
        notables=tuple((notable, told.get(notable) or guild or None) for notable, _, guild in notables),
        order_markers={guild: marked for guild, (marked, *_) in orders.items()},
        neutral_orders={guild: tuple(covered) for guild, (_, *covered) in orders.items()},
        covered_bowls=facts.get("bowls") or facts.get("akbar", ()),
        merchant=BASIC[int(merchant[0]) - 1] if merchant else None,
        builder=LINES[int(builder[1]) - 1][int(builder[0]) - 1] if builder else None,
    )


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


def list_notables(group: Group, roll: str, query: Query) -> Mapping[str, Any]:
    """Draw the notables for the page, where people exchange them until the guilds are balanced."""
    luck = Random(f"notables {roll}")  # noqa: S311 - repeatable after a reload, not secret
    river = draw_notables(group.players, luck, query)
    drawn = tuple(f"{name}:{guild}" if guild else name for name, _, guild in river.notables)
    return {"river": river, "guilds": GUILDS, "term": term, "facts": {"notables": drawn}}


SETUP = Setup(describe_steps, list_kinds, template="games/agra/setup.html", context=list_notables)
