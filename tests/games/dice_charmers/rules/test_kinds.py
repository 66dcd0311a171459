"""Every kind of bonus, move and task has its rules and its profile; whatever is missing shows at the start."""

import pytest

from companion.games.dice_charmers.kinds import check_complete
from companion.games.dice_charmers.kinds.bonuses import BONUSES
from companion.games.dice_charmers.kinds.moves import MOVES, TASKS
from companion.games.dice_charmers.rules import parse_move
from companion.games.dice_charmers.rules.acting import TASK_MOVES
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, sum_gains
from companion.games.dice_charmers.rules.moves import MOVE_KINDS
from companion.games.dice_charmers.rules.page import TASK_KINDS, OneOf
from companion.games.dice_charmers.rules.palace import CallSomeone, UpgradeBuilding, make_task
from companion.games.dice_charmers.rules.play import _RULES
from companion.games.dice_charmers.rules.river import SailAhead, SailBack
from companion.games.dice_charmers.rules.sheet import PEOPLE, Bonus
from companion.games.dice_charmers.rules.state import open_page


def test_every_kind_is_complete():
    assert set(BONUSES) == set(BONUS_KINDS)
    assert set(MOVES) == set(MOVE_KINDS) == set(_RULES)
    assert set(TASKS) == set(TASK_KINDS)
    assert all(MOVES[kind].meanings for kind in TASK_MOVES)  # a tap can mean it


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


GAINS = {UpgradeBuilding: "upgrade", CallSomeone: "person", SailAhead: "river", SailBack: "river"}


@pytest.mark.parametrize("kind", BONUS_KINDS.values(), ids=lambda kind: kind.name)
def test_a_bonus_declares_what_it_gives(desk, kind):
    """Photos, the checker of sheet files, bots and statistics rely on it."""
    for argument in kind.arguments:
        page, bonus = open_page(desk().state), Bonus(kind.name, argument)
        before = page.marks
        assert kind.ask is None or GAINS.get(type(kind.ask(page, "tent 1", bonus)), "") == kind.gains
        kind.grant(page, "tent 1", bonus)
        if page.marks.people != before.people:
            assert kind.gains == "person"  # whose money follows from the crossed out spaces
            continue
        after = page.marks
        given = [after.fame - before.fame, after.money - before.money, after.karma_circled - before.karma_circled]
        assert given == [sum_gains(gain, [bonus]) for gain in ("fame", "money", "karma")]


@pytest.mark.parametrize("kind", BONUSES)
def test_the_sample_of_a_bonus_is_one(kind):
    assert BONUSES[kind].sample in BONUS_KINDS[kind].arguments


def test_a_task_that_is_one_of_two_says_why_it_is_impossible(desk):
    page = open_page(desk().state)
    asked = [kind.ask(page, "die", Bonus(kind.name, kind.arguments[0])) for kind in BONUS_KINDS.values() if kind.ask]
    choices = [task for task in (*asked, *(make_task(person, "die") for person in PEOPLE)) if isinstance(task, OneOf)]
    assert choices and all(TASKS[part.asks].impossible for choice in choices for part in choice.tasks)
