"""Final scoring of Cards & Karma: the most turned scoring cards win."""

from collections.abc import Mapping

from companion.games.cards_karma.rules.tokens import SCORING_CARDS
from companion.rules.ranking import Result, Standing, rank_players
from companion.rules.scoring_input import Form

MOST_PLAYERS = 4
MOST_FAME = 10  # after the sixth card tokens are no longer exchanged
MOST_COINS = 20
MOST_KARMA = 2  # the third becomes an administrator
WORDS = {"fame_and_coins": "fame and coins left over", "karma": "karma left over"}


def score(data: Mapping[str, object]) -> Result:
    """Score the totals of all players, in turned cards. Raises BadScoring.

    Tiebreaks: fame tokens count 2 and coins 1, then karma.
    """
    form = Form(data)
    standings = [_read_standing(name, player) for name, player in form.read_players(MOST_PLAYERS)]
    form.finish()
    return rank_players("cards-karma", standings, WORDS)


def _read_standing(name: str, player: Form) -> Standing:
    turned = player.read_number("turned", 0, SCORING_CARDS)
    fame = player.read_number("fame", 0, MOST_FAME)
    coins = player.read_number("coins", 0, MOST_COINS)
    karma = player.read_number("karma", 0, MOST_KARMA)
    return Standing(name, {"turned": turned}, {"fame_and_coins": 2 * fame + coins, "karma": karma})
