"""Registration of Rajas of the Ganges."""

from companion.games.game import Game
from companion.games.rajas.calculators import CALCULATORS, fill_in
from companion.games.rajas.lookup import LOOKUP
from companion.games.rajas.rules.scoring import MOST_PLAYERS
from companion.games.rajas.scoring import SCORING
from companion.games.rajas.setup import SETUP
from companion.games.rajas.table import Rajas
from companion.i18n import N_
from companion.render.palette import Character

GAME = Game(
    name="rajas",
    text=N_("Rajas of the Ganges"),
    icon="residence",
    colours=Character("sun", "#fffaf2", "#452410", "#c0671b"),
    players=range(2, MOST_PLAYERS + 1),
    load_table_game=lambda own_sheets: Rajas(),
    scoring=SCORING,
    lookup=LOOKUP,
    setup=SETUP,
    calculators=CALCULATORS,
    fill_calculators=fill_in,
    bgg_id=220877,
)
