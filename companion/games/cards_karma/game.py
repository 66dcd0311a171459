"""Registration of Cards & Karma."""

from companion.games.cards_karma.calculators import CALCULATORS, fill_in
from companion.games.cards_karma.lookup import LOOKUP
from companion.games.cards_karma.rules.scoring import MOST_PLAYERS
from companion.games.cards_karma.scoring import SCORING
from companion.games.cards_karma.setup import SETUP
from companion.games.cards_karma.table import CardsKarma
from companion.games.game import Game
from companion.i18n import N_
from companion.render.palette import Character

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
