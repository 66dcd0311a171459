"""Score typed-in totals of a game that was played on paper only."""

from collections.abc import Mapping
from enum import StrEnum

from companion.games.dice_charmers.rules.scoring import Figures, make_standing, rank
from companion.games.dice_charmers.rules.state import MOST_PLAYERS
from companion.rules.ranking import Result
from companion.rules.scoring_input import Form

FAME_PLACES, MONEY_PLACES, KARMA_PLACES = 39, 78, 5  # of the published sheet


class Code(StrEnum):
    """Errors in totals other than values out of range."""

    MORE_USED_THAN_CIRCLED = "more-used-than-circled"  # karma: used, circled


def score(data: Mapping[str, object]) -> Result:
    """Score the totals of all players: points are places beyond the meeting point. Players keep their order."""
    form = Form(data)
    figures = [(name, _read_figures(player)) for name, player in form.read_players(MOST_PLAYERS)]
    form.finish()
    return rank(make_standing(name, entered, FAME_PLACES) for name, entered in figures)


def _read_figures(player: Form) -> Figures:
    figures = Figures(
        fame=player.read_number("fame", 0, FAME_PLACES),
        money=player.read_number("money", 0, MONEY_PLACES),
        karma_circled=player.read_number("karma_circled", 0, KARMA_PLACES),
        karma_used=player.read_number("karma_used", 0, KARMA_PLACES),
    )
    used, circled = figures.karma_used, figures.karma_circled
    if used > circled:
        player.refuse("karma_used", Code.MORE_USED_THAN_CIRCLED, used=used, circled=circled)
    return figures
