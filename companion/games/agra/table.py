"""Live assist for Agra."""

from companion.games.agra.reminders import Reminding
from companion.games.agra.scoring import SCORING
from companion.games.agra.setup import SETUP
from companion.games.agra.tracking import EarlierTracking, Tracking
from companion.games.assist.mode import FULL, REMINDERS, offer_modes
from companion.games.assist.table import AssistedGame


class Agra(AssistedGame):
    name = "agra"
    modes = {REMINDERS: Reminding(), FULL: Tracking()}  # noqa: RUF012
    options = offer_modes(modes)
    earlier = EarlierTracking()
    scoring = SCORING
    setup = SETUP
    own_styles = "css/games/agra/assist.css"
    screen_styles = ("css/games/agra/tv.css",)
