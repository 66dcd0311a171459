"""Registration of Agra."""

from companion.games.agra.calculators import CALCULATORS, fill_in
from companion.games.agra.lookup import LOOKUP
from companion.games.agra.rules.scoring import MOST_PLAYERS
from companion.games.agra.scoring import SCORING
from companion.games.agra.setup import SETUP
from companion.games.agra.table import Agra
from companion.games.game import Game
from companion.i18n import N_
from companion.render.palette import Character

GAME = Game(
    name="agra",
    text=N_("Agra"),
    icon="palace",
    colours=Character("sun", "#fdf7f5", "#4b1d1d", "#b04a3a"),
    players=range(2, MOST_PLAYERS + 1),
    load_table_game=lambda own_sheets: Agra(),
    scoring=SCORING,
    lookup=LOOKUP,
    setup=SETUP,
    calculators=CALCULATORS,
    fill_calculators=fill_in,
    bgg_id=230085,
)
