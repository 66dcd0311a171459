"""Registration of Rajas of the Ganges, and its live assist."""

from companion.games.assist.mode import FULL, REMINDERS, offer_modes
from companion.games.assist.table import AssistedGame
from companion.games.game import Game
from companion.games.rajas.calculators import CALCULATORS, fill_in
from companion.games.rajas.lookup import LOOKUP
from companion.games.rajas.options import OPTIONS
from companion.games.rajas.reminders import RajasReminders
from companion.games.rajas.rules.scoring import MOST_PLAYERS
from companion.games.rajas.scoring import SCORING
from companion.games.rajas.setup import SETUP
from companion.games.rajas.tracking import EarlierTracking, Tracking
from companion.i18n import N_
from companion.render.palette import Character


class Rajas(AssistedGame):
    name = "rajas"
    modes = {REMINDERS: RajasReminders(), FULL: Tracking()}  # noqa: RUF012
    options = offer_modes(modes, OPTIONS)
    scoring = SCORING
    earlier = EarlierTracking()
    own_styles = "css/games/rajas/assist.css"
    screen_styles = ("css/games/rajas/tv.css",)
    setup = SETUP


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
