"""Final scoring of Rajas of the Ganges: how far fame and money have passed each other."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from companion.games.rajas.rules.tracks import LAST_FAME, LAST_MONEY, MEETING, convert_to_fame_spaces
from companion.rules.ranking import Result, Standing, rank_players
from companion.rules.scoring_input import Form

MOST_PLAYERS = 4
WORDS = {"met_first": "whose markers met first"}


class Code(StrEnum):
    """Problems with the order in which the markers met."""

    NOT_A_PLAYER = "not-a-player"
    NOT_MET = "not-met"  # this player's markers have not met
    NAMED_TWICE = "named-twice"


def score(data: Mapping[str, object]) -> Result:
    """Score the totals of all players, in fame spaces beyond the meeting point. Raises BadScoring.

    Negative points are spaces still to go.
    """
    form = Form(data)
    breakdowns: dict[str, dict[str, int]] = {}
    met: dict[str, bool] = {}
    for name, player in form.read_players(MOST_PLAYERS):
        wrong = len(form.problems)
        breakdowns[name] = make_breakdown(
            player.read_number("fame", 0, LAST_FAME), player.read_number("money", 0, LAST_MONEY)
        )
        unclear = len(form.problems) > wrong  # that is reported already
        met[name] = unclear or sum(breakdowns[name].values()) >= 0
    met_order = _read_met_order(form, met)
    form.finish()
    standings = [
        Standing(name, points, {"met_first": _rate_earliness(name, met_order)}) for name, points in breakdowns.items()
    ]
    return rank_players("rajas", standings, WORDS)


def make_breakdown(fame: int, money: int) -> dict[str, int]:
    """Split a score: fame, money in fame spaces, minus the meeting point."""
    return {"fame": fame, "money": convert_to_fame_spaces(money), "meeting_point": -MEETING}


def _read_met_order(form: Form, met: Mapping[str, bool]) -> list[str]:
    order: list[str] = []
    for position, name in enumerate(form.read_list("met_order")):
        field = f"met_order[{position}]"
        known = name.strip() if isinstance(name, str) else None
        if known is None or known not in met:
            form.refuse(field, Code.NOT_A_PLAYER)
        elif known in order:
            form.refuse(field, Code.NAMED_TWICE)
        elif not met[known]:
            form.refuse(field, Code.NOT_MET)
        else:
            order.append(known)
    return order


def _rate_earliness(name: str, met_order: Sequence[str]) -> int:
    """Return a higher number for a player who met earlier; 0 for players not in the order."""
    return len(met_order) - met_order.index(name) if name in met_order else 0
