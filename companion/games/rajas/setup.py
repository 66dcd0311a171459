"""Set-up of Rajas of the Ganges."""

from collections.abc import Mapping
from random import Random

from companion.games.rajas.options import GANGA
from companion.games.rajas.rules.game import find_starting_players
from companion.games.rajas.rules.province import BROWN_YIELDS
from companion.games.rajas.rules.river import RIVER_TILES, place_river_tiles
from companion.games.rajas.rules.setup import Variant, list_steps
from companion.games.rajas.words import term
from companion.games.setup import SIDES, Setup
from companion.i18n import N_, gettext

STARTING_DICE = 4  # one of each colour
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
    "karma-at-one": N_("Everyone's karma cube goes to level 1."),
    "upgrade-cubes-at-two": N_("Everyone puts a cube next to the 2 of each of the four buildings."),
    "bonus-marker-on-money-12": N_("Everyone's bonus marker goes to money 12, boat side up."),
    "fame-marker-at-zero": N_("All fame markers go to 0."),
    "river-tiles-by-die": N_(
        "Ganga: the dice show %(rolls)s, so place shuffled river tiles face up on the spaces %(spaces)s."
        " Leave out tiles that would be on the last space of the river or beyond."
    ),
    "roll-one-die-of-each-colour": N_("Everyone rolls one die of each colour and keeps them on the statue: %(dice)s."),
    "lowest-sum-takes-elephant": N_("The lowest sum takes the elephant: %(first)s."),
    "money-markers-in-turn-order": N_("Money markers: the first player on 3, then clockwise 4, 5 and 6."),
}


def describe_steps(players: int, chosen: Mapping[str, str], luck: Random) -> list[str]:
    dice = {str(number): luck.choices(range(1, SIDES + 1), k=STARTING_DICE) for number in range(1, players + 1)}
    river_rolls = luck.choices(range(1, SIDES + 1), k=RIVER_TILES)
    tiles = luck.sample(tuple(BROWN_YIELDS), players)
    first = find_starting_players({player: sum(values) for player, values in dice.items()})
    words = {
        "dice": "; ".join(
            f"{_name_player(player)}: {' + '.join(map(str, values))} = {sum(values)}" for player, values in dice.items()
        ),
        "first": ", ".join(_name_player(player) for player in first),
        "tiles": "; ".join(
            f"{_name_player(str(number))}: {term('brown ' + counts)}" for number, counts in enumerate(tiles, start=1)
        ),
        "rolls": ", ".join(map(str, river_rolls)),
        "spaces": ", ".join(map(str, place_river_tiles(river_rolls, ENDLESS))),
    }
    needed = list_steps(players, Variant(chosen["variant"]), chosen["river"] == GANGA)
    return [gettext(STEPS[step]) % words for step in needed]


def _name_player(number: str) -> str:
    return gettext("player %(number)s", number=number)


SETUP = Setup(describe_steps)
