"""The final scoring of every game, by the game's name."""

from collections.abc import Callable, Mapping

from companion.rules import ranking
from companion.rules.agra.scoring import score as score_agra
from companion.rules.cards_karma.scoring import score as score_cards_karma
from companion.rules.dice_charmers.totals import score as score_dice_charmers
from companion.rules.rajas.scoring import score as score_rajas

# Each takes what was typed in and raises BadScoring, with all that is wrong, when it cannot be right.
SCORES: Mapping[str, Callable[[Mapping[str, object]], ranking.Result]] = {
    "dice-charmers": score_dice_charmers,
    "rajas": score_rajas,
    "cards-karma": score_cards_karma,
    "agra": score_agra,
}
