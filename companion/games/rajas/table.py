"""Live assist for Rajas of the Ganges."""

from typing import Any

from companion.games.assist.mode import FULL, MODE, REMINDERS, Mode, offer_modes
from companion.games.assist.position import Position
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
    own_styles = "css/rajas.css"
    setup = SETUP

    def find_mode(self, position: Position[Any]) -> Mode[Any, Any]:
        return super().find_mode(position) if MODE in position.settings else self.earlier
