"""The final scoring of every game, by the game's name."""

from collections.abc import Callable, Mapping

from companion.games.agra.rules.scoring import score as score_agra
from companion.games.cards_karma.rules.scoring import score as score_cards_karma
from companion.games.dice_charmers.rules.totals import score as score_dice_charmers
from companion.games.rajas.rules.scoring import score as score_rajas
from companion.rules import ranking

# Each takes what was typed in and raises BadScoring, with all that is wrong, when it cannot be right.
SCORES: Mapping[str, Callable[[Mapping[str, object]], ranking.Result]] = {
    "dice-charmers": score_dice_charmers,
    "rajas": score_rajas,
    "cards-karma": score_cards_karma,
    "agra": score_agra,
}
