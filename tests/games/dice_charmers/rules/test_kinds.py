"""Every kind of bonus, move and task is complete."""

import pytest

from companion.games.dice_charmers.rules import parse_move
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, sum_gains
from companion.games.dice_charmers.rules.palace import ACTIONS_GIVEN_UP, CallSomeone, UpgradeBuilding, make_task
from companion.games.dice_charmers.rules.play import MOVE_KINDS
from companion.games.dice_charmers.rules.river import SailAhead, SailBack
from companion.games.dice_charmers.rules.sheet import PEOPLE, Bonus
from companion.games.dice_charmers.rules.state import TASK_KINDS, Move, OneOf, PageMove, Task, TaskMove, open_page


def list_subclasses(kind: type) -> list[type]:
    return [each for direct in kind.__subclasses__() for each in (direct, *list_subclasses(direct))]


def test_every_kind_of_move_is_listed_and_says_what_it_is():
    written = {kind.__name__ for kind in list_subclasses(Move) if "form" in kind.__dict__}
    assert written == {kind.__name__ for kind in MOVE_KINDS}
    for kind in MOVE_KINDS:
        own = {"label", *(("write_on", "refuse_on") if issubclass(kind, PageMove) else ("write", "refuse", "phases"))}
        assert not {name for name in own if getattr(kind, name, None) is getattr(Move, name, None)}, kind
        assert kind.meanings or not issubclass(kind, TaskMove), "a tap can mean it"


@pytest.mark.parametrize("task", TASK_KINDS.values(), ids=TASK_KINDS)
def test_every_kind_of_task_is_asked_for_and_can_be_answered(task):
    assert task.prompt is not Task.prompt and task.unfinished and task.value
    assert set(task.answers) <= set(MOVE_KINDS)


def test_the_action_of_every_person_can_be_given_up_in_words():
    assert set(ACTIONS_GIVEN_UP) == set(PEOPLE)


@pytest.mark.parametrize("kind", MOVE_KINDS)
def test_the_example_of_a_move_is_one(kind):
    move = parse_move(kind.form.example)
    assert isinstance(move, kind) and str(move) == kind.form.example


def test_bots_use_bonuses_in_a_definite_order():
    assert len({kind.use for kind in BONUS_KINDS.values()}) == len(BONUS_KINDS)


GAINS = {UpgradeBuilding: "upgrade", CallSomeone: "person", SailAhead: "river", SailBack: "river"}


@pytest.mark.parametrize("kind", BONUS_KINDS.values(), ids=lambda kind: kind.name)
def test_a_bonus_declares_what_it_gives(desk, kind):
    """Photos, the checker of sheet files, bots and statistics rely on it."""
    for argument in kind.arguments:
        page, bonus = open_page(desk().state), Bonus(kind.name, argument)
        before = page.marks
        assert kind.ask is None or GAINS.get(type(kind.ask("tent 1", bonus)), "") == kind.gains
        kind.grant(page, "tent 1", bonus)
        if page.marks.people != before.people:
            assert kind.gains == "person"  # whose money follows from the crossed out spaces
            continue
        after = page.marks
        given = [after.fame - before.fame, after.money - before.money, after.karma_circled - before.karma_circled]
        assert given == [sum_gains(gain, [bonus]) for gain in ("fame", "money", "karma")]


@pytest.mark.parametrize("kind", BONUS_KINDS)
def test_the_sample_of_a_bonus_is_one(kind):
    assert BONUS_KINDS[kind].sample in BONUS_KINDS[kind].arguments


def test_a_task_that_is_one_of_two_says_why_it_is_impossible():
    asked = [kind.ask("die", Bonus(kind.name, kind.arguments[0])) for kind in BONUS_KINDS.values() if kind.ask]
    choices = [task for task in (*asked, *(make_task(person, "die") for person in PEOPLE)) if isinstance(task, OneOf)]
    assert choices and all(part.impossible for choice in choices for part in choice.tasks)
