"""Tasks: what a player has to do before the turn can continue."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.games.dice_charmers.rules.moves import Move
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.refusals import Verdict
from companion.rules.coded import Detail

Details = dict[str, Detail]
TASK_KINDS: dict[str, type["Task"]] = {}  # every kind of task, by its code

DIE = "die"  # the source of tasks of the taken die, which cannot be given up


@dataclass(frozen=True, slots=True)
class Task:
    """One task. Each area of the sheet has its own kinds of tasks."""

    source: str  # "die", a bonus place, "market c3", "river 7" or "half-road"

    asks: ClassVar[str]  # its code in prompts
    answers: ClassVar[tuple[type, ...]]  # the kinds of moves that can complete it

    def __init_subclass__(cls) -> None:
        if "asks" in cls.__dict__:
            TASK_KINDS[cls.asks] = cls

    def details(self) -> Details:
        """Return the parameters of its prompt, besides the source."""
        return {}

    def accepts(self, move: Move) -> bool:
        return isinstance(move, self.answers)

    def can_be_given_up(self, page: Page) -> bool:
        """Check whether the task can be given up: every task but those of the die itself."""
        return self.source != DIE

    def can_wait(self, page: Page) -> bool:
        """Check whether bonuses can be used first; only a half-road of the river waits, for another one."""
        return False

    def why_impossible(self, page: Page) -> Verdict:
        """Return why no move can complete the task, or None."""
        raise NotImplementedError

    def list_candidates(self, page: Page) -> Iterable[Move]:
        """List a few moves that include all that `refuse` accepts."""
        raise NotImplementedError

    def refuse(self, page: Page, move: Move) -> Verdict:
        """Return why a move of an accepted kind does not complete the task, or None."""
        raise NotImplementedError

    def write(self, page: Page, move: Move) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class OneOf(Task):
    """One of two tasks, as the player chooses; the second is the alternative to the first."""

    tasks: tuple[Task, Task]

    def can_be_given_up(self, page: Page) -> bool:
        """Allow giving up also if the alternative is impossible: the player is not forced to the first task."""
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
