"""What an action asks of a player before the turn can go on."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.games.dice_charmers.rules.moves import Move
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.refusals import Verdict
from companion.rules.coded import Parameter

Details = dict[str, Parameter]
TASK_KINDS: dict[str, type["Task"]] = {}  # every kind of task, by what it asks

DIE = "die"  # the source of what the taken die itself asks; that cannot be given up


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do. Each area of the sheet has its own kinds of tasks."""

    source: str  # "die", a bonus place, "market c3", "river 7" or "half-road"

    asks: ClassVar[str]  # the code under which a player is asked
    answers: ClassVar[tuple[type, ...]]  # the kinds of moves that can do it

    def __init_subclass__(cls) -> None:
        if "asks" in cls.__dict__:
            TASK_KINDS[cls.asks] = cls

    def details(self) -> Details:
        """What a sentence that asks for it may need, beside the source."""
        return {}

    def accepts(self, move: Move) -> bool:
        return isinstance(move, self.answers)

    def can_be_given_up(self, page: Page) -> bool:
        """What a bonus, an earning or a market offers can be left; what the die itself asks cannot."""
        return self.source != DIE

    def why_impossible(self, page: Page) -> Verdict:
        """Why nothing at all can be done, or None."""
        raise NotImplementedError

    def list_candidates(self, page: Page) -> Iterable[Move]:
        """A few moves among which are all that `refuse` lets pass."""
        raise NotImplementedError

    def refuse(self, page: Page, move: Move) -> Verdict:
        """Why this move, one that the task understands, does not do it."""
        raise NotImplementedError

    def write(self, page: Page, move: Move) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class OneOf(Task):
    """Either of two tasks, as the player likes; the second is for who does not want the first."""

    tasks: tuple[Task, Task]

    def can_be_given_up(self, page: Page) -> bool:
        """Who does not want the first is not forced to it when there is nothing left to get instead."""
        return self.source != DIE or self.tasks[1].why_impossible(page) is not None

    def why_impossible(self, page: Page) -> Verdict:
        reasons = [task.why_impossible(page) for task in self.tasks]
        return None if None in reasons else reasons[0]

    def list_candidates(self, page: Page) -> Iterable[Move]:
        return [move for task in self.tasks for move in task.list_candidates(page)]

    def refuse(self, page: Page, move: Move) -> Verdict:
        return self._find_task(move).refuse(page, move)

    def write(self, page: Page, move: Move) -> None:
        self._find_task(move).write(page, move)

    def _find_task(self, move: Move) -> Task:
        return next(task for task in self.tasks if task.accepts(move))
