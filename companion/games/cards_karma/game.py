"""Registration of Cards & Karma, and its live assist."""

from companion.games.assist.mode import FULL, REMINDERS, offer_modes
from companion.games.assist.table import AssistedGame
from companion.games.cards_karma.calculators import CALCULATORS, fill_in
from companion.games.cards_karma.lookup import LOOKUP
from companion.games.cards_karma.reminders import Reminding
from companion.games.cards_karma.rules.scoring import MOST_PLAYERS
from companion.games.cards_karma.scoring import SCORING
from companion.games.cards_karma.setup import OPTIONS, SETUP
from companion.games.cards_karma.tracking import Tracking
from companion.games.game import Game
from companion.i18n import N_
from companion.render.palette import Character


class CardsKarma(AssistedGame):
    name = "cards-karma"
    modes = {REMINDERS: Reminding(), FULL: Tracking()}  # noqa: RUF012
    options = offer_modes(modes, OPTIONS)
    scoring = SCORING
    setup = SETUP
    own_styles = "css/games/cards_karma/assist.css"
    screen_styles = ("css/games/cards_karma/tv.css",)


GAME = Game(
    name="cards-karma",
    text=N_("Cards & Karma"),
    icon="karma",
    colours=Character("sun", "#f6fbfa", "#14403f", "#1f8583"),
    players=range(2, MOST_PLAYERS + 1),
    load_table_game=lambda own_sheets: CardsKarma(),
    scoring=SCORING,
    lookup=LOOKUP,
    setup=SETUP,
    calculators=CALCULATORS,
    fill_calculators=fill_in,
)
