"""Declare The Dice Charmers for the rest of the companion."""

from pathlib import Path

from companion.games.dice_charmers.drawing.reference import Reference
from companion.games.dice_charmers.library import SHEETS, load_earlier_versions, load_sheets
from companion.games.dice_charmers.paper.reader import READER
from companion.games.dice_charmers.rules.state import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.dice_charmers.scoring import SCORING
from companion.games.dice_charmers.table.game import DiceCharmers
from companion.games.dice_charmers.texts.learn import HOW_TO_PLAY
from companion.games.dice_charmers.texts.lookup import LOOKUP
from companion.games.game import Game
from companion.i18n import N_
from companion.render.palette import Character


def load_table_game(own_sheets: Path | None) -> DiceCharmers:
    return DiceCharmers(load_sheets(own_sheets), load_earlier_versions(own_sheets))


COLOURS = Character("sun", "#f7f8fd", "#1f2447", "#5b67b8")

GAME = Game(
    name="dice-charmers",
    text=N_("The Dice Charmers"),
    icon="die-blue",
    colours=COLOURS,
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    load_table_game=load_table_game,
    scoring=SCORING,
    lookup=LOOKUP,
    sheets=SHEETS,
    how_to_play=HOW_TO_PLAY,
    reference=Reference(COLOURS),
    photo=READER,
    bgg_id=318553,
)
