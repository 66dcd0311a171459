"""Live assist for Cards & Karma."""

from companion.games.assist.mode import FULL, REMINDERS, offer_modes
from companion.games.assist.table import AssistedGame
from companion.games.cards_karma.options import OPTIONS
from companion.games.cards_karma.reminders import Reminding
from companion.games.cards_karma.scoring import SCORING
from companion.games.cards_karma.setup import SETUP
from companion.games.cards_karma.tracking import Tracking


class CardsKarma(AssistedGame):
    name = "cards-karma"
    modes = {REMINDERS: Reminding(), FULL: Tracking()}  # noqa: RUF012
    options = {**offer_modes(modes), **OPTIONS}  # noqa: RUF012
    scoring = SCORING
    setup = SETUP
    own_styles = "css/games/cards_karma/assist.css"
    screen_styles = ("css/games/cards_karma/tv.css",)
