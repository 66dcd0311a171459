"""Every kind of bonus, move and task has its rules and its profile; whatever is missing shows at the start."""

import pytest

from companion.games.dice_charmers.kinds import check_complete
from companion.games.dice_charmers.kinds.bonuses import BONUSES
from companion.games.dice_charmers.kinds.moves import MOVES, TASKS
from companion.games.dice_charmers.rules import parse_move
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.moves import MOVE_KINDS
from companion.games.dice_charmers.rules.page import TASK_KINDS
from companion.games.dice_charmers.rules.play import _RULES


def test_every_kind_is_complete():
    assert set(BONUSES) == set(BONUS_KINDS)
    assert set(MOVES) == set(MOVE_KINDS) == set(_RULES)
    assert set(TASKS) == set(TASK_KINDS)


@pytest.mark.parametrize(
    ("declared", "message"),
    [(["tea"], "without a profile: ['silk']"), (["tea", "silk", "wine"], "do not know: ['wine']")],
)
def test_a_kind_that_is_missing_or_one_too_many_stops_the_start(declared, message):
    with pytest.raises(LookupError) as caught:
        check_complete("goods", declared, ["tea", "silk"])
    assert message in str(caught.value)


@pytest.mark.parametrize("kind", MOVE_KINDS)
def test_the_example_of_a_move_is_one(kind):
    move = parse_move(kind.form.example)
    assert isinstance(move, kind) and str(move) == kind.form.example


def test_bots_use_bonuses_in_a_definite_order():
    assert len({profile.use for profile in BONUSES.values()}) == len(BONUSES)
