"""Registration of Agra, and its live assist."""

from companion.games.agra.calculators import CALCULATORS, fill_in
from companion.games.agra.lookup import LOOKUP
from companion.games.agra.reminders import Reminding
from companion.games.agra.rules.scoring import MOST_PLAYERS
from companion.games.agra.scoring import SCORING
from companion.games.agra.setup import SETUP
from companion.games.agra.tracking import EarlierTracking, Tracking
from companion.games.assist.mode import FULL, REMINDERS, offer_modes
from companion.games.assist.table import AssistedGame
from companion.games.game import Game
from companion.i18n import N_
from companion.render.palette import Character


class Agra(AssistedGame):
    name = "agra"
    modes = {REMINDERS: Reminding(), FULL: Tracking()}  # noqa: RUF012
    options = offer_modes(modes)
    earlier = EarlierTracking()
    scoring = SCORING
    setup = SETUP
    own_styles = "css/games/agra/assist.css"
    screen_styles = ("css/games/agra/tv.css",)


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
