"""The bots at a table: people of the game's world, one for each level, and how they think in a worker process."""

import random
import time

from companion.games.dice_charmers.bots.levels import choose
from companion.games.dice_charmers.names import NAMES
from companion.games.dice_charmers.rules import State
from companion.games.options import Choice
from companion.games.table_game import BOT_LEVELS
from companion.i18n import N_

MOST_SECONDS = 1.0  # for one decision

# The weakest first: who it is, and what to expect
_CHARACTERS = (
    ("portuguese", N_("New in the country and easily distracted. Children beat him.")),
    ("trader", N_("Takes what pays right now. Good for your first games.")),
    ("master-builder", N_("Plans the whole turn and builds chains of bonuses.")),
    ("great-mogul", N_("Weighs every die and forgives nothing. Beats good players.")),
)
CHARACTERS = tuple(
    Choice(level, NAMES[person], hint, person) for level, (person, hint) in zip(BOT_LEVELS, _CHARACTERS, strict=True)
)


def choose_moves(level: str, state: State, seat: str, luck: str) -> list[str]:
    """Choose the next moves of a bot, up to the end of its turn or the next roll."""
    chance = random.Random(luck)  # noqa: S311 - nothing to guess
    return [str(move) for move in choose(level, state, seat, chance, time.monotonic() + MOST_SECONDS)]
