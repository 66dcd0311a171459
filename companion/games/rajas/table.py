"""Live assist for Rajas of the Ganges."""

from companion.games.assist.mode import FULL, REMINDERS, offer_modes
from companion.games.assist.table import AssistedGame
from companion.games.rajas.options import OPTIONS
from companion.games.rajas.reminders import RajasReminders
from companion.games.rajas.scoring import SCORING
from companion.games.rajas.setup import SETUP
from companion.games.rajas.tracking import EarlierTracking, Tracking


class Rajas(AssistedGame):
    name = "rajas"
    modes = {REMINDERS: RajasReminders(), FULL: Tracking()}  # noqa: RUF012
    options = offer_modes(modes, OPTIONS)
    scoring = SCORING
    earlier = EarlierTracking()
    own_styles = "css/games/rajas/assist.css"
    screen_styles = ("css/games/rajas/tv.css",)
    setup = SETUP
