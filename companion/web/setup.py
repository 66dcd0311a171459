"""The set-up of a cardboard game as a list to tick off, with everything rolled that has to be."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.games.agra.names import term as agra_term
from companion.games.agra.rules import setup as agra
from companion.games.agra.rules.notables import GUILDS, LEVELS, NOTABLES, guild_of
from companion.games.agra.setup import STEPS as AGRA_STEPS
from companion.games.cards_karma.rules import setup as cards_karma
from companion.games.cards_karma.setup import STEPS as CARDS_KARMA_STEPS
from companion.games.rajas.rules import setup as rajas
from companion.games.rajas.rules.game import starting_players
from companion.games.rajas.rules.province import BROWN_YIELDS
from companion.games.rajas.rules.river import RIVER_TILES, river_tile_spaces
from companion.games.rajas.setup import STEPS as RAJAS_STEPS
from companion.games.rajas.words import term as rajas_term
from companion.i18n import gettext

setup = Blueprint("setup", __name__)
setup.add_app_template_global(agra_term, "notable_name")
setup.add_app_template_filter(agra_term, "notable_title")

PLAYERS = (2, 3, 4)
SIDES = 6
ENDLESS = 99  # a river's length is printed on the board; whoever lays the tiles sees where it ends
OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "rajas": {"variant": tuple(variant.value for variant in rajas.Variant), "river": ("plain", "ganga")},
    "cards-karma": {},
    "agra": {},
}


@setup.get("/setup/<game>")
def check_list(game: str) -> ResponseReturnValue:
    """The dice are drawn once and stand in the address, so that a reload shows the same ones."""
    if game not in OPTIONS:
        abort(404)
    chosen = {option: asked(option, choices) for option, choices in OPTIONS[game].items()}
    players = int(asked("players", tuple(map(str, PLAYERS))))
    roll = request.args.get("roll", "")
    if not roll.isalnum() or len(roll) > 32:
        fresh = secrets.token_hex(8)
        return redirect(url_for("setup.check_list", game=game, players=players, roll=fresh, **chosen), 303)  # type: ignore[arg-type]
    luck = Random(roll)  # noqa: S311 (the same dice after a reload; nothing depends on them being secret)
    steps = {"rajas": rajas_steps, "cards-karma": cards_karma_steps, "agra": agra_steps}[game](players, chosen, luck)
    return render_template(
        "setup/page.html",
        game=game,
        players=players,
        choices=PLAYERS,
        options=OPTIONS[game],
        chosen=chosen,
        roll=roll,
        steps=steps,
        guilds=GUILDS,
        river=drawn_notables(players, Random(f"notables {roll}"), request.args) if game == "agra" else None,  # noqa: S311
    )


def asked(name: str, choices: tuple[str, ...]) -> str:
    given = request.args.get(name, "")
    return given if given in choices else choices[0]


def rolls(luck: Random) -> Iterator[int]:
    while True:
        yield luck.randint(1, SIDES)


def rajas_steps(players: int, chosen: Mapping[str, str], luck: Random) -> list[str]:
    dice = {str(number): luck.choices(range(1, SIDES + 1), k=4) for number in range(1, players + 1)}
    river_rolls = luck.choices(range(1, SIDES + 1), k=RIVER_TILES)
    tiles = luck.sample(tuple(BROWN_YIELDS), players)
    first = starting_players({player: sum(values) for player, values in dice.items()})
    words = {
        "dice": "; ".join(
            f"{gettext('player %(number)s', number=player)}: {' + '.join(map(str, values))} = {sum(values)}"
            for player, values in dice.items()
        ),
        "first": ", ".join(gettext("player %(number)s", number=player) for player in first),
        "tiles": "; ".join(
            f"{gettext('player %(number)s', number=number)}: {rajas_term('brown ' + counts)}"
            for number, counts in enumerate(tiles, start=1)
        ),
        "rolls": ", ".join(map(str, river_rolls)),
        "spaces": ", ".join(map(str, river_tile_spaces(river_rolls, ENDLESS))),
    }
    steps = rajas.steps(players, rajas.Variant(chosen["variant"]), chosen["river"] == "ganga")
    return [gettext(RAJAS_STEPS[step]) % words for step in steps]


def cards_karma_steps(players: int, chosen: Mapping[str, str], luck: Random) -> list[str]:
    columns, rows = cards_karma.CARDS_IN_THE_GRID[players]
    cards = cards_karma.cards_in_the_grid(players)
    words = {"hand": cards_karma.STARTING_DICE_CARDS, "cards": cards, "columns": columns, "rows": rows}
    return [gettext(CARDS_KARMA_STEPS[step]) % words for step in cards_karma.STEPS]


def agra_steps(players: int, chosen: Mapping[str, str], luck: Random) -> list[str]:
    ready = agra.set_up(players, rolls(luck))

    def by_guild(places: Mapping[str, object]) -> str:
        return ", ".join(f"{agra_term(guild)} {place}" for guild, place in places.items())

    def together(places: tuple[int, ...]) -> str:
        return ", ".join(map(str, places)) or "–"

    words = {
        "merchant": ready.merchant,
        "column": ready.builder[0],
        "building": ready.builder[1],
        "orders": by_guild(ready.order_markers),
        "columns": by_guild({guild: together(places) for guild, places in ready.neutral_orders.items()}),
        "left": together(ready.neutral_at_akbar["left"]),
        "right": together(ready.neutral_at_akbar["right"]),
        "first": ready.starting_player + 1,
    }
    return [gettext(AGRA_STEPS[step]) % words for step in agra.steps(players)]


@dataclass(frozen=True)
class River:
    """The notables along the river with the guilds seen on their cards, and what is still to be balanced."""

    notables: list[tuple[str, int, str | None]]  # name, level, guild
    gone: list[str]
    exchange: agra.Exchange | None
    complete: bool  # every guild is known


def drawn_notables(players: int, luck: Random, args: MultiDict[str, str]) -> River:
    shuffled = luck.sample(NOTABLES, len(NOTABLES))
    drawn = list(agra.draw_notables(players, shuffled))
    gone: list[str] = []
    for leaving in args.getlist("out"):
        if leaving in drawn:
            fresh = [name for name in agra.replacements(leaving, drawn, shuffled) if name not in gone]
            if fresh:
                drawn[drawn.index(leaving)] = fresh[0]
                gone.append(leaving)
    seen = {name: args.get(name) if args.get(name) in GUILDS else None for name in drawn}
    guilds = {name: guild_of(name, seen[name]) for name in drawn}
    known = {name: guild for name, guild in guilds.items() if guild}
    complete = len(known) == len(drawn)
    return River(
        [(name, LEVELS[name], guilds[name]) for name in drawn],
        gone,
        agra.exchange(known) if complete else None,
        complete,
    )
