"""Search the best way to play the rest of a turn.

Once a die is taken, nothing is left to chance, so the turn can be planned to its end. The search follows several lines
of play at once (a beam): it does every useful step in each of them and continues with the best results.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from time import monotonic
from typing import NamedTuple

from companion.games.dice_charmers.bots.evaluation import evaluate_pending
from companion.games.dice_charmers.kinds.bonuses import BONUSES
from companion.games.dice_charmers.rules.acting import do_step, list_advancing_steps, list_steps, may_use_bonuses
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.moves import Move, Sell, UseBonus
from companion.games.dice_charmers.rules.page import Marks, Page, Tasks

_PENDING = 1 / 15  # how much a half point still to be earned in this turn changes a rating


class Clock:
    """The time left for a decision."""

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline  # as of time.monotonic; None for as long as it takes

    def is_over(self) -> bool:
        return self.deadline is not None and monotonic() >= self.deadline


class Line(NamedTuple):
    """A line of play: the steps so far, and the sheet after them."""

    marks: Marks
    tasks: Tasks
    steps: tuple[Move, ...]


class Ending(NamedTuple):
    """The end of the best line of play that was found."""

    rating: float
    marks: Marks
    steps: tuple[Move, ...]
    is_best: bool  # no line was left out, so a wider search finds the same


def play_out(page: Page, rate: Callable[[Marks], float], width: int, clock: Clock) -> Ending:
    """Find the best steps to the end of the turn, following at most `width` lines at once."""
    plan, faces, every_order = page.plan, page.faces, width > 1

    def judge(line: Line) -> float:
        return rate(line.marks) + _PENDING * evaluate_pending(plan, line.marks, line.tasks)

    lines = [Line(page.marks, page.tasks, ())]
    ended: list[Line] = []
    is_best = every_order
    while lines:
        if clock.is_over():
            width = 1
        found: dict[object, Line] = {}
        for line in lines:
            steps = list_useful_steps(Page(plan, line.marks, faces, line.tasks), every_order)
            if not steps:
                ended.append(line)
            for step in steps:
                after = Page(plan, line.marks, faces, line.tasks)
                do_step(after, step)
                found.setdefault(_identify(after), Line(after.marks, after.tasks, (*line.steps, step)))
        lines = list(found.values())
        if len(lines) > width:
            lines, is_best = nlargest(width, lines, key=judge), False
    return max(
        (Ending(rate(line.marks), line.marks, line.steps, is_best) for line in ended), key=lambda end: end.rating
    )


def _identify(page: Page) -> object:
    """Return what two pages have in common if the order of their steps makes no difference."""
    marks = page.marks
    return (
        marks.fame,
        marks.money,
        marks.roads,
        marks.goods,
        marks.sold,
        marks.people,
        marks.river,
        marks.upgrades,
        marks.karma_circled,
        frozenset(marks.circled),
        page.tasks,
    )


def list_useful_steps(page: Page, every_order: bool) -> Sequence[Move]:
    """List the legal steps without those that another one beats; giving up only if nothing else is left."""
    useful = list_advancing_steps(page)
    if may_use_bonuses(page):
        halves = [step for step in useful if not isinstance(step, UseBonus)]  # of the river, which may wait
        return [*halves, *_choose_bonuses(page, [use for use in useful if isinstance(use, UseBonus)], every_order)]
    if not useful:
        return list_steps(page)[:1]
    sales = [step for step in useful if isinstance(step, Sell)]
    if len(sales) > 1:
        small = set(_find_small_sales(sales))
        return [step for step in useful if step not in small]
    return useful


def _choose_bonuses(page: Page, uses: Sequence[UseBonus], every_order: bool) -> Sequence[Move]:
    """Choose the bonuses to try next: one that leaves no choice, or else one of each kind; or only the usual first."""
    bonuses = page.plan.bonuses
    for use in uses:
        if BONUS_KINDS[bonuses[use.bonus].kind].ask is None:
            return [use]  # better used before all others
    if every_order:
        return list({bonuses[use.bonus]: use for use in uses}.values())
    return sorted(uses, key=lambda use: BONUSES[bonuses[use.bonus].kind].use)[:1]


def _find_small_sales(sales: Sequence[Sell]) -> Iterator[Sell]:
    """Find the sales that are part of a larger one."""
    for sale in sales:
        for other in sales:
            if len(other.goods) > len(sale.goods) and all(
                other.goods.count(good) >= sale.goods.count(good) for good in set(sale.goods)
            ):
                yield sale
                break
