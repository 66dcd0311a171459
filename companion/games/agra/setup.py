"""Set-up of Agra: the checklist, what chance decides, and what is printed on the owners' copy."""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.agra import lookup
from companion.games.agra.names import term
from companion.games.agra.rules import scoring as rules
from companion.games.agra.rules.scoring import (
    BASIC,
    GOODS,
    GUILDS,
    KNOWN_GUILDS,
    LAST_INFLUENCE,
    LEVELS,
    NOTABLES,
    ORDERS_IN_A_COLUMN,
    find_guild,
)
from companion.games.setup import (
    FactKind,
    Group,
    Question,
    Roll,
    Setup,
    are_numbers,
    draw_from,
    make_first_kind,
    never_draw,
)
from companion.i18n import gettext
from companion.rules.assistant import Facts

DIE = 6
BUILDER_PLACES = ((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2))  # column and row, where a die can send him
BOWLS = tuple(f"{side}:{place}" for side in rules.SIDES for place in range(1, DIE + 1))
SHORTEST_TRACK = 6  # the sixth step of influence has a bonus
MEDITATION_SPACES = 8  # asked for; the rulebook does not give the length of the track


def list_kinds(group: Group) -> list[FactKind]:
    """List what chance decides, and what can only be seen on the pieces."""
    neutral = rules.NEUTRAL_AT_EACH_SIDE_OF_AKBAR[group.players] > 0
    return [
        FactKind(
            "merchant",
            draw=lambda roll, known: [roll(rules.BUILDINGS_IN_A_COLUMN)],  # a 5 or 6 would be rolled again
            is_possible=are_numbers(1, rules.BUILDINGS_IN_A_COLUMN, 1),
            describe=lambda values, group: gettext("Merchant: building %(building)s", building=values[0]),
            questions=[
                Question(
                    "merchant",
                    gettext("Merchant: building from the top"),
                    [(str(place), f"{place} {term(good)}") for place, good in enumerate(BASIC, start=1)],
                )
            ],
        ),
        FactKind(
            "builder",
            draw=lambda roll, known: BUILDER_PLACES[roll(DIE) - 1],
            is_possible=lambda values: tuple(values) in [(str(column), str(row)) for column, row in BUILDER_PLACES],
            describe=lambda values, group: gettext(
                "Builder: column %(column)s, building %(building)s", column=values[0], building=values[1]
            ),
            questions=[
                Question(
                    "builder",
                    gettext("Builder: column and building from the top"),
                    [(f"{column},{row}", f"{column} · {row}") for column, row in BUILDER_PLACES],
                )
            ],
        ),
        FactKind(
            "orders",
            draw=lambda roll, known: [draw_orders(guild, group.players, roll) for guild in GUILDS],
            is_possible=lambda values: are_orders(values, group.players),
            describe=lambda values, group: gettext("Order markers: %(orders)s", orders=describe_orders(values)),
            questions=list(ask_orders(group.players)),
        ),
        *([make_akbar_kind(group)] if neutral else []),
        FactKind(
            "notables",
            draw=lambda roll, known: draw_river(group.players, draw_from(roll, NOTABLES, len(NOTABLES)), known),
            is_possible=lambda values: are_notables(values, group.players),
            describe=lambda values, group: gettext("Notables: %(notables)s", notables=_join_terms(values)),
            questions=[
                Question(
                    "notables",
                    gettext(section.title),
                    [(name, term(name)) for name in NOTABLES if LEVELS[name] == level],
                    several=True,
                )
                for level, section in enumerate(lookup.NOTABLES, start=1)
            ],
        ),
        *list_printed_kinds(group),
        make_first_kind(group),
    ]


def list_printed_kinds(group: Group) -> Iterator[FactKind]:
    """Yield what is the same in every game of the same owners; people answer as much of it as they like."""
    yield FactKind(
        "track",
        draw=never_draw,
        is_possible=are_numbers(SHORTEST_TRACK, LAST_INFLUENCE, 1),
        describe=lambda values, group: gettext("Influence tracks: %(steps)s steps", steps=values[0]),
        questions=[
            Question(
                "track",
                gettext("Steps of an influence track, above the start"),
                [(str(steps), str(steps)) for steps in range(SHORTEST_TRACK, LAST_INFLUENCE + 1)],
                chosen="".join(group.facts.get("track", ())),
            )
        ],
        printed=True,
    )
    yield FactKind(
        "guilds",
        draw=never_draw,
        is_possible=are_guilds,
        describe=lambda values, group: gettext("Guilds: %(guilds)s", guilds=describe_guilds(values)),
        questions=list(ask_guilds(group.facts)),
        printed=True,
    )
    yield FactKind(
        "meditation",
        draw=never_draw,
        is_possible=lambda values: 0 < len(values) <= MEDITATION_SPACES and all(each in "0123456" for each in values),
        describe=lambda values, group: gettext("Meditation track: %(values)s", values=" ".join(values)),
        questions=[
            Question(
                f"meditation.{space}",
                gettext("Meditation track, space %(space)s: points", space=space),
                [(str(points), str(points)) for points in range(DIE + 1)],
                chosen="".join(group.facts.get("meditation", ())[space - 1 : space]),
            )
            for space in range(1, MEDITATION_SPACES + 1)
        ],
        printed=True,
    )
    seen = dict(value.rsplit(":", 1) for value in group.facts.get("bowls", ()))
    titles = {
        "left": gettext("Akbar’s bowls on the left, from the top: %(place)s"),
        "right": gettext("Akbar’s bowls on the right, from the top: %(place)s"),
    }
    yield FactKind(
        "bowls",
        draw=never_draw,
        is_possible=are_bowls,
        describe=lambda values, group: gettext(
            "Akbar’s bowls: %(goods)s", goods=", ".join(term(value.rpartition(":")[2]) for value in values)
        ),
        questions=[
            Question(
                f"bowls.{bowl}",
                titles[bowl.partition(":")[0]] % {"place": bowl.partition(":")[2]},
                [(good, term(good)) for good in GOODS],
                chosen=seen.get(bowl, ""),
            )
            for bowl in BOWLS
        ],
        printed=True,
    )


def make_akbar_kind(group: Group) -> FactKind:
    titles = {
        "left": gettext("Neutral markers at Akbar, left, from the top"),
        "right": gettext("Neutral markers at Akbar, right, from the top"),
    }
    return FactKind(
        "akbar",
        draw=lambda roll, known: draw_bowls(group.players, roll),
        is_possible=lambda values: set(values) <= set(BOWLS) and len(set(values)) == len(values),
        describe=lambda values, group: gettext(
            "Neutral markers at Akbar: left %(left)s; right %(right)s",
            left=_join(find_places(values, "left")),
            right=_join(find_places(values, "right")),
        ),
        questions=[
            Question("akbar", title, [(f"{side}:{n}", str(n)) for n in range(1, DIE + 1)], several=True)
            for side, title in titles.items()
        ],
    )


def draw_orders(guild: str, players: int, roll: Roll) -> str:
    """Roll a guild's neutral markers and its order marker, such as artisans:3:2:5; a covered order moves it down."""
    neutral = sorted(draw_from(roll, range(1, ORDERS_IN_A_COLUMN + 1), rules.NEUTRAL_IN_EACH_COLUMN[players]))
    marker = rules.find_free_order(roll(DIE), neutral)
    return ":".join(map(str, (guild, marker, *neutral)))


def draw_bowls(players: int, roll: Roll) -> list[str]:
    """Roll the neutral markers at Akbar; a good that is rolled twice is covered once."""
    each_side = range(rules.NEUTRAL_AT_EACH_SIDE_OF_AKBAR[players])
    return [f"{side}:{place}" for side in rules.SIDES for place in sorted({roll(DIE) for _ in each_side})]


def draw_river(players: int, shuffled: Sequence[str], known: Facts) -> tuple[str, ...]:
    """Draw the notables along the river; if all guilds are known, balanced at once."""
    drawn = rules.draw_notables(players, shuffled)
    seen = dict(value.split(":") for value in known.get("guilds", ()))
    guilds = {name: guild for name in NOTABLES if (guild := find_guild(name, seen.get(name)))}
    return rules.balance(drawn, guilds, shuffled) if len(guilds) == len(NOTABLES) else drawn


def ask_orders(players: int) -> Iterator[Question]:
    """Ask for the order marker of every guild and, with fewer than four players, for the neutral markers."""
    orders = [(str(place), str(place)) for place in range(1, ORDERS_IN_A_COLUMN + 1)]
    for guild in GUILDS:
        name = term(guild)
        yield Question(f"orders.{guild}", gettext("%(guild)s: order marker, from the top", guild=name), orders)
        if rules.NEUTRAL_IN_EACH_COLUMN[players]:
            title = gettext("%(guild)s: neutral markers, from the top", guild=name)
            yield Question(f"orders.{guild}", title, orders, several=True)


def ask_guilds(facts: Facts) -> Iterator[Question]:
    """Ask for the guilds that only the cards show, first of the notables along the river."""
    seen = dict(value.split(":") for value in facts.get("guilds", ()))
    river = dict(value.partition(":")[::2] for value in facts.get("notables", ()))
    for notable in sorted(NOTABLES, key=lambda name: (name not in river, LEVELS[name])):
        if notable not in KNOWN_GUILDS:
            chosen = find_guild(notable, seen.get(notable) or river.get(notable)) or ""
            yield Question(f"guilds.{notable}", term(notable), [(name, term(name)) for name in GUILDS], chosen=chosen)


def are_guilds(values: Sequence[str]) -> bool:
    parts = [value.split(":") for value in values]
    names = [name for name, *_ in parts]
    return len(set(names)) == len(names) and all(
        len(part) == 2 and part[0] in NOTABLES and part[1] in GUILDS and part[0] not in KNOWN_GUILDS for part in parts
    )


def are_bowls(values: Sequence[str]) -> bool:
    """Check values such as left:3:oil; every place and every good is there once."""
    places, goods = [value.rpartition(":")[0] for value in values], [value.rpartition(":")[2] for value in values]
    once = len(set(places)) == len(set(goods)) == len(values)
    return once and set(places) <= set(BOWLS) and set(goods) <= set(GOODS)


def are_orders(values: Sequence[str], players: int) -> bool:
    parts = [value.split(":") for value in values]
    places = {str(place) for place in range(1, ORDERS_IN_A_COLUMN + 1)}
    needed = 1 + rules.NEUTRAL_IN_EACH_COLUMN[players]
    return [guild for guild, *_ in parts] == list(GUILDS) and all(
        len(set(taken)) == len(taken) == needed and set(taken) <= places for _, *taken in parts
    )


def are_notables(values: Sequence[str], players: int) -> bool:
    """Check notables, each alone or with the guild seen on its card: sufi, sufi:scholars."""
    parts = [value.split(":") for value in values]
    names = [name for name, *_ in parts if name in NOTABLES]
    levels = tuple(sum(LEVELS[name] == level for name in names) for level in range(1, 5))
    guilds_known = all(not guild or (len(guild) == 1 and guild[0] in GUILDS) for _, *guild in parts)
    return len(set(names)) == len(parts) and levels == rules.NOTABLES_BY_LEVEL[players] and guilds_known


def describe_orders(values: Sequence[str]) -> str:
    return ", ".join(f"{term(guild)} {place}" for guild, place, *_ in (value.split(":") for value in values))


def describe_guilds(values: Sequence[str]) -> str:
    return ", ".join(f"{term(name)} – {term(guild)}" for name, guild in (value.split(":") for value in values))


def find_places(values: Sequence[str], side: str) -> tuple[int, ...]:
    return tuple(int(value.partition(":")[2]) for value in values if value.startswith(side))


def _join_terms(values: Sequence[str]) -> str:
    return ", ".join(term(value.partition(":")[0]) for value in values)


def _join(places: Sequence[object]) -> str:
    return ", ".join(map(str, places)) or "–"


# The checklist


def describe_steps(group: Group) -> list[str]:
    """Word the steps for this number of players; what is not known yet is said as what to roll or draw."""
    return [
        gettext("Place the three price tokens at the trader with the side with fewer flags up."),
        gettext("Place the 12 building bonus tiles face up on their spaces."),
        gettext("Cover all buildings in the second, third and fourth columns with their tiles."),
        *describe_dice(group),
        gettext("Place the order limit markers between the piers; the boat waits at the first pier."),
        gettext("The meditation marker covers “deliver a good” in the circle."),
        gettext(
            "Everyone: a board with 8 cover tiles, the tracker at the start, four farmers in the middle of their lines."
        ),
        gettext("Everyone: 2 rupees in the bag, 10 workers and 22 markers."),
        gettext("Everyone puts an influence marker at the start of each of the three tracks."),
        gettext("Shuffle the favour tiles into a stack and turn three of them face up."),
    ]


def describe_dice(group: Group) -> Iterator[str]:
    """Word the steps that dice or draws decide: with their results, or with what to roll."""
    facts = group.facts
    if "merchant" in facts:
        yield gettext(
            "The die for the merchant shows %(merchant)s: building %(merchant)s from the top, first column.",
            merchant=facts["merchant"][0],
        )
    else:
        yield gettext("Roll for the merchant: that building from the top of the first column; 5 and 6 roll again.")
    if "builder" in facts:
        column, building = facts["builder"]
        yield gettext(
            "The die for the builder: column %(column)s, building %(building)s from the top.",
            column=column,
            building=building,
        )
    else:
        yield gettext("Roll for the builder: count from the top of the second column, then on in the third.")
    if "notables" in facts:
        yield gettext("Notables along the river: %(notables)s.", notables=_join_terms(facts["notables"]))
    else:
        levels = rules.NOTABLES_BY_LEVEL[group.players]
        yield gettext(
            "Draw notables for the river: %(counts)s of levels I to IV, with the three guilds as even as possible.",
            counts=" / ".join(map(str, levels)),
        )
    orders = {guild: places for guild, *places in (value.split(":") for value in facts.get("orders", ()))}
    if orders:
        marked = ", ".join(f"{term(guild)} {places[0]}" for guild, places in orders.items())
        yield gettext("Order markers, from the top: %(orders)s.", orders=marked)
    else:
        yield gettext("Roll for each guild’s order marker, counted from the top.")
    if rules.NEUTRAL_IN_EACH_COLUMN[group.players]:
        yield from describe_neutral_markers(group, orders)
    if "first" in facts:
        yield gettext("%(name)s begins", name=group.names[int(facts["first"][0]) - 1]) + "."
    else:
        yield gettext("Choose the starting player at random.")


def describe_neutral_markers(group: Group, orders: Mapping[str, Sequence[str]]) -> Iterator[str]:
    facts = group.facts
    if orders and "akbar" in facts:
        yield gettext(
            "Neutral markers in the columns, from the top: %(columns)s. At Akbar, from the top: left %(left)s; right"
            " %(right)s.",
            columns=", ".join(f"{term(guild)} {_join(places[1:])}" for guild, places in orders.items()),
            left=_join(find_places(facts["akbar"], "left")),
            right=_join(find_places(facts["akbar"], "right")),
        )
    else:
        yield gettext(
            "Neutral markers by die rolls: %(orders)s in each guild’s column, %(bowls)s on each side of Akbar.",
            orders=rules.NEUTRAL_IN_EACH_COLUMN[group.players],
            bowls=rules.NEUTRAL_AT_EACH_SIDE_OF_AKBAR[group.players],
        )


SETUP = Setup(describe_steps, list_kinds)
