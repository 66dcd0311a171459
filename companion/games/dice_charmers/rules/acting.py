"""The rest of a turn after a die is taken: its action, then the circled bonuses in any order, then the end."""

from companion.games.dice_charmers.rules.bonuses import grant, settle, why_useless
from companion.games.dice_charmers.rules.moves import EndTurn, GiveUp, Move, UseBonus
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.rounds import advance_turn
from companion.games.dice_charmers.rules.rule import Rule, Rules
from companion.games.dice_charmers.rules.state import Phase, State, close_page
from companion.games.dice_charmers.rules.tasks import TASK_KINDS, Task
from companion.rules.refusal import Refusal


def refuse_task_move(state: State, page: Page, move: Move) -> Verdict:
    """Refuse a move that completes none of the current tasks."""
    if not page.tasks:
        return Refusal(Code.NOTHING_ASKED)
    group = page.tasks[-1]
    reasons = [task.refuse(page, move) for task in group if task.accepts(move)]
    if not reasons:
        return Refusal(Code.OTHER_ACTION_ASKED, asked=group[0].asks, source=group[0].source)
    return None if None in reasons else reasons[0]


def do_task(state: State, page: Page, move: Move) -> State:
    """Complete the task that the move is for."""
    group = page.tasks[-1]
    task = next(task for task in group if task.accepts(move) and task.refuse(page, move) is None)
    _drop(page, task)
    task.write(page, move)
    settle(page)
    return close_page(state, page)


def _drop(page: Page, task: Task) -> None:
    """Remove a task from the last group."""
    *earlier, group = page.tasks
    i = group.index(task)
    rest = (*group[:i], *group[i + 1 :])
    page.tasks = (*earlier, rest) if rest else tuple(earlier)


def refuse_bonus(state: State, page: Page, move: UseBonus) -> Verdict:
    bonus = state.plan.bonuses.get(move.bonus)
    if bonus is None:
        return Refusal(Code.NO_SUCH_BONUS, bonus=move.bonus)
    if page.tasks:
        return _refuse_unfinished(page)
    if move.bonus in page.marks.circled:
        return why_useless(page, move.bonus, bonus)
    gone = move.bonus in page.marks.crossed or move.bonus in page.marks.wasted
    return Refusal(Code.BONUS_GONE if gone else Code.BONUS_NOT_RELEASED, bonus=move.bonus)


def _refuse_unfinished(page: Page) -> Refusal:
    task = page.tasks[-1][0]
    return Refusal(Code.ACTION_UNFINISHED, asked=task.asks, source=task.source)


def use_bonus(state: State, page: Page, move: UseBonus) -> State:
    page.cross_out(move.bonus)
    if task := grant(page, move.bonus, state.plan.bonuses[move.bonus]):
        page.add_tasks(task)
    settle(page)
    return close_page(state, page)


def refuse_giving_up(state: State, page: Page, move: GiveUp) -> Verdict:
    """Refuse giving up anything but bonuses, earnings, sales and a second half-road; the die's action is compulsory."""
    if page.tasks:
        for task in page.tasks[-1]:
            if task.source == move.what:
                return None if task.can_be_given_up(page) else Refusal(Code.DIE_MUST_BE_USED)
    if move.what not in page.marks.circled:
        return Refusal(Code.NOT_PENDING, what=move.what)
    return _refuse_unfinished(page) if page.tasks else None


def give_up(state: State, page: Page, move: GiveUp) -> State:
    if page.tasks:
        _drop(page, next(task for task in page.tasks[-1] if task.source == move.what))
        settle(page)
    else:
        page.waste(move.what)
    return close_page(state, page)


def refuse_ending(state: State, page: Page, move: EndTurn) -> Verdict:
    if page.tasks:
        return _refuse_unfinished(page)
    for bonus in page.marks.circled:
        if why_useless(page, bonus, state.plan.bonuses[bonus]) is None:
            return Refusal(Code.BONUSES_LEFT, bonus=bonus)
    return None


def end_turn(state: State, page: Page, move: EndTurn) -> State:
    for bonus in page.marks.circled:
        page.waste(bonus)
    return advance_turn(close_page(state, page))


def list_candidates(page: Page) -> list[Move]:
    """List the moves of the current action; without one, the bonuses and the end of the turn."""
    if page.tasks:
        group = page.tasks[-1]
        if len(group) == 1:
            return [*group[0].list_candidates(page), GiveUp(group[0].source)]
        moves = [move for task in group for move in task.list_candidates(page)]
        return list(dict.fromkeys([*moves, *(GiveUp(task.source) for task in group)]))
    return [*map(UseBonus, page.marks.circled), EndTurn(), *map(GiveUp, page.marks.circled)]


_TASK = Rule((Phase.PLAY,), refuse_task_move, do_task)
RULES: Rules = {
    **dict.fromkeys((move for task in TASK_KINDS.values() for move in task.answers), _TASK),
    UseBonus: Rule((Phase.PLAY,), refuse_bonus, use_bonus),
    GiveUp: Rule((Phase.PLAY,), refuse_giving_up, give_up),
    EndTurn: Rule((Phase.PLAY,), refuse_ending, end_turn),
}
