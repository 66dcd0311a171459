"""The rest of a turn after a die is taken: its action, then the circled bonuses in any order, then the end.

A step is one move of it. Steps change only the page of the player, so bots can try them out without a state.
"""

from collections.abc import Callable, Iterable
from typing import Any

from companion.games.dice_charmers.rules.bonuses import grant, settle, why_useless
from companion.games.dice_charmers.rules.moves import EndTurn, GiveUp, Move, UseBonus
from companion.games.dice_charmers.rules.page import TASK_KINDS, Page, Task, Tasks
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.rounds import advance_turn
from companion.games.dice_charmers.rules.state import Phase, Rule, Rules, State, close_page
from companion.rules.refusal import Refusal


def refuse_task_move(page: Page, move: Move) -> Verdict:
    """Refuse a move that completes none of the current tasks."""
    if not page.tasks:
        return Refusal(Code.NOTHING_ASKED)
    group = page.tasks[-1]
    if len(group) == 1 and group[0].accepts(move):
        return group[0].refuse(page, move)
    reasons = [task.refuse(page, move) for task in group if task.accepts(move)]
    if not reasons:
        return Refusal(Code.OTHER_ACTION_ASKED, asked=group[0].asks, source=group[0].source)
    return None if None in reasons else reasons[0]


def do_task(page: Page, move: Move) -> None:
    """Complete the task that the move is for; the move is legal."""
    group = page.tasks[-1]
    task = group[0] if len(group) == 1 else _find_task(page, group, move)
    page.drop_task(task)
    task.write(page, move)
    settle(page)


def _find_task(page: Page, group: tuple[Task, ...], move: Move) -> Task:
    """Find the task that a move completes: of several the one with the fewest ways, so that the others stay open."""
    fitting = [task for task in group if task.accepts(move) and task.refuse(page, move) is None]
    if len(fitting) == 1 or page.plan.edition == 1:
        return fitting[0]
    return min(fitting, key=lambda task: sum(task.refuse(page, each) is None for each in task.list_candidates(page)))


def may_use_bonuses(page: Page) -> bool:
    """Check whether the action is done; half-roads of the river may wait while bonuses are used."""
    return not page.tasks or (len(page.tasks) == 1 and all(task.can_wait(page) for task in page.tasks[0]))


def refuse_bonus(page: Page, move: UseBonus) -> Verdict:
    bonus = page.plan.bonuses.get(move.bonus)
    if bonus is None:
        return Refusal(Code.NO_SUCH_BONUS, bonus=move.bonus)
    if not may_use_bonuses(page):
        return _refuse_unfinished(page)
    if move.bonus in page.marks.circled:
        return why_useless(page, move.bonus, bonus)
    gone = move.bonus in page.marks.crossed or move.bonus in page.marks.wasted
    return Refusal(Code.BONUS_GONE if gone else Code.BONUS_NOT_RELEASED, bonus=move.bonus)


def _refuse_unfinished(page: Page) -> Refusal:
    task = page.tasks[-1][0]
    return Refusal(Code.ACTION_UNFINISHED, asked=task.asks, source=task.source)


def use_bonus(page: Page, move: UseBonus) -> None:
    page.cross_out(move.bonus)
    if task := grant(page, move.bonus, page.plan.bonuses[move.bonus]):
        page.add_tasks(task)
    settle(page)


def refuse_giving_up(page: Page, move: GiveUp) -> Verdict:
    """Refuse giving up anything but bonuses, earnings, sales and a second half-road; the die's action is compulsory."""
    if page.tasks:
        for task in page.tasks[-1]:
            if task.source == move.what:
                return None if task.can_be_given_up(page) else Refusal(Code.DIE_MUST_BE_USED)
    if move.what not in page.marks.circled:
        return Refusal(Code.NOT_PENDING, what=move.what)
    return None if may_use_bonuses(page) else _refuse_unfinished(page)


def give_up(page: Page, move: GiveUp) -> None:
    if task := find_given_up(page.tasks, move):
        page.drop_task(task)
        settle(page)
    else:
        page.waste(move.what)


def find_given_up(tasks: Tasks, move: GiveUp) -> Task | None:
    """Return the task that is given up; None if it is a circled bonus."""
    return next((task for task in (tasks[-1] if tasks else ()) if task.source == move.what), None)


def refuse_ending(state: State, page: Page, move: EndTurn) -> Verdict:
    if not may_use_bonuses(page) or can_act(page):
        return _refuse_unfinished(page)
    for bonus in page.marks.circled:
        if why_useless(page, bonus, page.plan.bonuses[bonus]) is None:
            return Refusal(Code.BONUSES_LEFT, bonus=bonus)
    return None


def can_act(page: Page) -> bool:
    """Check whether any task can be completed now; only half-roads of the river wait without."""
    return bool(page.tasks) and any(task.why_impossible(page) is None for task in page.tasks[-1])


def end_turn(state: State, page: Page, move: EndTurn) -> State:
    for bonus in page.marks.circled:
        page.waste(bonus)
    return advance_turn(close_page(state, page))


def list_candidates(page: Page) -> list[Move]:
    """List the moves of the current action; when it is done or can wait, the bonuses and the end of the turn."""
    ending = [EndTurn()] if may_use_bonuses(page) else []
    return [*_list_advancing(page), *ending, *_list_given_up(page)]


def _list_advancing(page: Page) -> list[Move]:
    group = page.tasks[-1] if page.tasks else ()
    moves: list[Move] = [move for task in group for move in task.list_candidates(page)]
    if may_use_bonuses(page):
        moves += map(UseBonus, page.marks.circled)
    return list(dict.fromkeys(moves)) if len(group) > 1 else moves


def _list_given_up(page: Page) -> list[Move]:
    group = page.tasks[-1] if page.tasks else ()
    sources = [task.source for task in group]
    if may_use_bonuses(page):
        sources += page.marks.circled
    return [GiveUp(source) for source in (dict.fromkeys(sources) if len(group) > 1 else sources)]


_RefuseStep = Callable[[Page, Any], Verdict]
_WriteStep = Callable[[Page, Any], None]
TASK_MOVES = tuple(dict.fromkeys(move for task in TASK_KINDS.values() for move in task.answers))
_STEPS: dict[type[Move], tuple[_RefuseStep, _WriteStep]] = {
    **dict.fromkeys(TASK_MOVES, (refuse_task_move, do_task)),
    UseBonus: (refuse_bonus, use_bonus),
    GiveUp: (refuse_giving_up, give_up),
}


def list_steps(page: Page) -> list[Move]:
    """List the legal steps: moves of the current action, or bonuses; giving up comes last. None means: end the turn."""
    return [*list_advancing_steps(page), *_keep_legal(page, _list_given_up(page))]


def list_advancing_steps(page: Page) -> list[Move]:
    """List the legal steps without giving up."""
    return _keep_legal(page, _list_advancing(page))


def _keep_legal(page: Page, steps: Iterable[Move]) -> list[Move]:
    return [step for step in steps if _STEPS[type(step)][0](page, step) is None]


def do_step(page: Page, step: Move) -> None:
    """Do a legal step on a page."""
    _STEPS[type(step)][1](page, step)


def _make_rule(refuse: _RefuseStep, write: _WriteStep) -> Rule:
    def write_step(state: State, page: Page, move: Move) -> State:
        write(page, move)
        return close_page(state, page)

    return Rule((Phase.PLAY,), lambda state, page, move: refuse(page, move), write_step)


RULES: Rules = {
    **{move: _make_rule(*step) for move, step in _STEPS.items()},
    EndTurn: Rule((Phase.PLAY,), refuse_ending, end_turn),
}
