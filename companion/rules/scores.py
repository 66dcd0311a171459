"""The final scoring of every game, by the game's name."""

from collections.abc import Callable, Mapping

from companion.rules.agra.scoring import score as score_agra
from companion.rules.cards_karma.scoring import score as score_cards_karma
from companion.rules.dice_charmers import Code, InvalidTotals, score_totals
from companion.rules.rajas.scoring import score as score_rajas
from companion.rules.refusal import Refusal


def score_dice_charmers(data: Mapping[str, object]) -> Mapping[str, object]:
    """The result of `{"players": […]}`."""
    if not isinstance(data, Mapping):
        raise InvalidTotals(Refusal(Code.NOT_A_RESULT, field="players"))
    for field in data:
        if field != "players":
            raise InvalidTotals(Refusal(Code.FIELD_UNKNOWN, field=str(field)))
    if "players" not in data:
        raise InvalidTotals(Refusal(Code.FIELD_MISSING, field="players"))
    return score_totals(data["players"])


# Each takes what was typed in and raises InvalidTotals or BadScoring when it cannot be right.
SCORES: Mapping[str, Callable[[Mapping[str, object]], Mapping[str, object]]] = {
    "dice-charmers": score_dice_charmers,
    "rajas": score_rajas,
    "cards-karma": score_cards_karma,
    "agra": score_agra,
}
