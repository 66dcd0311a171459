"""Numbers in entries of assisted games."""

import pytest

from companion.games.agra.rules import moves as agra
from companion.games.cards_karma.rules import moves as cards_karma
from companion.games.rajas.rules import moves as rajas
from companion.rules import opening
from companion.rules.numbers import Code
from companion.rules.refusal import IllegalMove, Refusal


@pytest.mark.parametrize(
    ("game", "low", "high", "entries"),
    [
        (rajas, 1, 30, ["fame 0", "fame -3", "fame 31", "fame", "fame 1 1", "fame 2.5", "fame ٣", f"fame {'9' * 5000}"]),
        (rajas, 1, 30, ["money 121", "pay -1", "pay x"]),
        (rajas, 1, 3, ["karma 4"]),
        (rajas, 1, 6, ["die blue 7", "give blue", "give blue 0 turned", "reroll blue 7 3", "reroll blue 3"]),
        (rajas, 0, 40, ["connect brown bends", "connect brown bends 41"]),
        (opening, 1, 6, ["starting dice 1 2 3 7"]),
        (cards_karma, 1, 6, ["fame 7", "coins 0", "karma ١", "administrators -1", "use karma 7"]),
        (cards_karma, 1, 5, ["take tea", "take red+tea6", "take tea0"]),
        (cards_karma, 1, 28, ["take ship29", "take ship0+tea1"]),
        (cards_karma, 1, 99, ["choose x", "choose ²", "choose 100"]),
        (agra, 1, 9, ["wood 0", "wood 10", "favour", "use oil ٣"]),
        (agra, 0, 999, ["rupees", "rupees -1", "rupees 1000"]),
    ],
)  # fmt: skip
def test_a_number_out_of_range_is_refused_with_its_limits(game, low, high, entries):
    for entry in entries:
        with pytest.raises(IllegalMove) as caught:
            game.parse(entry)
        assert caught.value.refusal == Refusal(Code.OUT_OF_LIMITS, low=low, high=high), entry
