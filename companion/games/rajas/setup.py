"""Set-up of Rajas of the Ganges."""

from collections.abc import Sequence

from companion.games.rajas.options import GANGA
from companion.games.rajas.rules.province import BROWN_YIELDS
from companion.games.rajas.rules.river import RIVER_TILES, place_river_tiles
from companion.games.rajas.rules.rounds import find_starting_players
from companion.games.rajas.rules.setup import Variant, list_steps
from companion.games.rajas.words import term
from companion.games.setup import FactKind, Group, Question, Setup, are_numbers, draw_from, list_starting_dice
from companion.i18n import N_, gettext
from companion.rules.opening import SIDES

ENDLESS = 99  # longer than the river; the players see on the board where it ends

STEPS = {
    "board-for-two": N_("Lay out the board with the side for 2 players up."),
    "board-for-three-and-four": N_("Lay out the board with the side for 3 and 4 players up."),
    "cover-tiles": N_("Three players: cover the two marked places on the board with the cover tiles."),
    "dice-supply": N_("Put all 48 dice next to the board."),
    "province-tiles-in-twelve-stacks": N_(
        "Sort the province tiles by colour and by the animal on the back into 12 stacks; shuffle each stack"
        " and place it face up."
    ),
    "province-and-statue-basic-side": N_(
        "Everyone takes a colour with its statue and a province, both with the basic side up (room for 10 dice)."
    ),
    "province-and-statue-navaratnas-side": N_(
        "Everyone takes a colour with its statue and a province, both with the Navaratnas side up (room for 8 dice)."
    ),
    "province-and-statue-by-experience": N_(
        "Beginners take statue and province with the basic side up, experienced players with the Navaratnas side up."
    ),
    "white-yield-tiles-face-down": N_("Shuffle the 8 white yield tiles and stack them face down on the temple."),
    "brown-yield-tile-for-everyone": N_(
        "Everyone places the brown yield tile drawn here on one of the two brown places of their province: %(tiles)s."
    ),
    "other-yield-tiles-face-up": N_("Place all other yield tiles face up on the buildings of their colour."),
    "inactive-workers-on-fame-15-money-20-and-bridge": N_(
        "Everyone puts one worker each on fame 15, on money 20 and on the bridge."
    ),
    "three-workers-below-statue": N_("The other three workers wait below the statue."),
    "boat-at-start": N_("All boats go to the start of the river."),
    "karma-at-one": N_("Everyone’s karma cube goes to level 1."),
    "upgrade-cubes-at-two": N_("Everyone puts a cube next to the 2 of each of the four buildings."),
    "bonus-marker-on-money-12": N_("Everyone’s bonus marker goes to money 12, boat side up."),
    "fame-marker-at-zero": N_("All fame markers go to 0."),
    "river-tiles-by-die": N_(
        "Ganga: the dice show %(rolls)s, so place shuffled river tiles face up on the spaces %(spaces)s."
        " Leave out tiles that would be on the last space of the river or beyond."
    ),
    "roll-one-die-of-each-colour": N_("Everyone rolls one die of each colour and keeps them on the statue: %(dice)s."),
    "lowest-sum-takes-elephant": N_("The lowest sum takes the elephant: %(first)s."),
    "money-markers-in-turn-order": N_("Money markers: the first player on 3, then clockwise 4, 5 and 6."),
}


def list_kinds(group: Group) -> list[FactKind]:
    """List what chance decides: starting dice, brown yield tiles (Navaratnas), places of river tiles (Ganga)."""
    tiles = FactKind(
        "tiles",
        draw=lambda roll, known: draw_from(roll, tuple(BROWN_YIELDS), group.players),
        is_possible=lambda values: len(set(values)) == group.players and set(values) <= BROWN_YIELDS.keys(),
        describe=lambda values, group: gettext("Brown yield tiles: %(tiles)s", tiles=_list_tiles(values, group)),
        questions=[
            Question(
                f"tiles.{number}",
                gettext("Brown yield tile of %(player)s", player=name),
                [(tile, term(f"brown {tile}")) for tile in BROWN_YIELDS],
            )
            for number, name in enumerate(group.names, start=1)
        ],
    )
    river = FactKind(
        "river",
        draw=lambda roll, known: [roll(SIDES) for _ in range(RIVER_TILES)],
        is_possible=are_numbers(1, SIDES, RIVER_TILES),
        describe=lambda values, group: gettext("River tiles on the spaces %(spaces)s", spaces=_list_spaces(values)),
        questions=[
            Question(
                f"river.{number}",
                gettext("Die for river tile %(number)s", number=number),
                [(str(side), str(side)) for side in range(1, SIDES + 1)],
            )
            for number in range(1, RIVER_TILES + 1)
        ],
    )
    return [
        *list_starting_dice(group),
        *([tiles] if group.options.get("variant") == Variant.NAVARATNAS else []),
        *([river] if group.options.get("river") == GANGA else []),
    ]


def describe_steps(group: Group) -> list[str]:
    numbers = range(1, group.players + 1)
    dice = {group.names[number - 1]: [int(value) for value in group.facts[f"dice-{number}"]] for number in numbers}
    first = find_starting_players({player: sum(values) for player, values in dice.items()})
    river = group.facts.get("river", ())
    words = {
        "dice": "; ".join(f"{name}: {' + '.join(map(str, values))} = {sum(values)}" for name, values in dice.items()),
        "first": ", ".join(first),
        "tiles": _list_tiles(group.facts.get("tiles", ()), group),
        "rolls": ", ".join(river),
        "spaces": _list_spaces(river),
    }
    needed = list_steps(group.players, Variant(group.options["variant"]), group.options.get("river") == GANGA)
    return [gettext(STEPS[step]) % words for step in needed]


def _list_tiles(tiles: Sequence[str], group: Group) -> str:
    return "; ".join(f"{name}: {term('brown ' + tile)}" for name, tile in zip(group.names, tiles, strict=False))


def _list_spaces(rolls: Sequence[str]) -> str:
    return ", ".join(map(str, place_river_tiles(map(int, rolls), ENDLESS)))


SETUP = Setup(describe_steps, list_kinds)
