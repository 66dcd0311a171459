"""Declare The Dice Charmers for the rest of the companion."""

from pathlib import Path

from companion.games.dice_charmers.analysed import describe_analysis, make_analysis_work, write_analysis
from companion.games.dice_charmers.drawing.reference import Reference
from companion.games.dice_charmers.library import SHEETS, load_sheets
from companion.games.dice_charmers.paper.reader import READER
from companion.games.dice_charmers.rules.state import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.dice_charmers.scoring import SCORING
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.dice_charmers.texts.lookup import LOOKUP
from companion.games.game import Analysis, Game, Way
from companion.i18n import N_
from companion.render.palette import Character


def load_table_game(own_sheets: Path | None) -> DiceCharmers:
    return DiceCharmers(load_sheets(own_sheets))


TITLE = N_("The Dice Charmers")
COLOURS = Character("sun", "#f7f8fd", "#1f2447", "#5b67b8")

GAME = Game(
    name="dice-charmers",
    text=TITLE,
    icon="die-blue",
    colours=COLOURS,
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    load_table_game=load_table_game,
    scoring=SCORING,
    lookup=LOOKUP,
    sheets=SHEETS,
    reference=Reference(COLOURS),
    photo=READER,
    analysis=Analysis(make_analysis_work, describe_analysis, write_analysis),
    learn="dice_charmers.play.show_cards",
    practice=(
        Way("dice_charmers.alone.choose", "bot", N_("Play alone"), N_("Against bots, or for the best score.")),
        Way("dice_charmers.play.show_cards", "paper", N_("How to play, in a minute"), TITLE),
        Way(
            "dice_charmers.alone.choose_challenge",
            "crown",
            N_("Challenge of the week"),
            N_("The same dice for everybody: play them alone or against a bot."),
        ),
    ),
    afterwards=(
        Way("dice_charmers.replay.choose", "play", N_("Watch a game again"), N_("Step by step, from a saved file.")),
    ),
    bgg_id=318553,
)
