"""One player's sheet: the frozen `Marks` on it, the `Page` that is open during a move, and its tasks.

A `Page` holds the marks of a player while a move is applied. The rules of each area read and replace them, and circle
the bonuses that are released. A page is never used for more than one move.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple, get_origin, get_type_hints

from companion.games.dice_charmers.rules.moves import Move
from companion.games.dice_charmers.rules.plan import ROAD_SIDES, Plan
from companion.games.dice_charmers.rules.refusals import Verdict
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, Bonus
from companion.rules.coded import Detail

Details = dict[str, Detail]
TASK_KINDS: dict[str, type["Task"]] = {}  # every kind of task, by its code

DIE = "die"  # the source of tasks of the taken die, which cannot be given up


class Described(NamedTuple):
    """How marks are described outside the rules: their name and form."""

    name: str
    form: Callable[[Plan, Any], object]


def _roads_by_space(plan: Plan, roads: tuple[int, ...]) -> dict[str, str]:
    """Map each space with a road, except the residence, to its open sides."""
    drawn = [(i, space, road) for i, (space, road) in enumerate(zip(plan.spaces, roads, strict=True)) if road]
    return {space: ROAD_SIDES[road] for i, space, road in drawn if i != plan.residence}


def _counts_by(names: tuple[str, ...]) -> Callable[[Plan, Any], object]:
    return lambda plan, counts: dict(zip(names, counts, strict=True))


def _numbers_of_bits(plan: Plan, bits: int) -> list[int]:
    return [i + 1 for i in range(bits.bit_length()) if bits >> i & 1]


def _as_list(plan: Plan, places: tuple[str, ...]) -> list[str]:
    return list(places)


class Marks(NamedTuple):
    """Everything a player has entered, drawn, circled and crossed out.

    This is the only list of marks. `Described` defines how a field is described outside the rules; a plain number is
    described under its field name.
    """

    fame: int
    money: int
    roads: Annotated[tuple[int, ...], Described("roads", _roads_by_space)]  # open sides of each space
    entrances: tuple[int, ...]  # sides of each space at which a neighbour's road arrives; derived from the roads
    goods: Annotated[tuple[int, ...], Described("circled_goods", _counts_by(GOODS))]  # of each kind, from the left
    sold: Annotated[tuple[int, ...], Described("sold_goods", _counts_by(GOODS))]  # of each kind, from the left
    people: Annotated[tuple[int, ...], Described("palace", _counts_by(PEOPLE))]  # spaces crossed out, from the left
    river: Annotated[int, Described("river", _numbers_of_bits)]  # marked spaces as bits
    upgrades: Annotated[tuple[int, ...], Described("upgrades", _counts_by(BUILDINGS))]
    karma_circled: int
    karma_used: int
    circled: Annotated[tuple[str, ...], Described("circled_bonuses", _as_list)]  # released, but not used yet
    crossed: Annotated[tuple[str, ...], Described("used_bonuses", _as_list)]  # in the order of use
    wasted: Annotated[tuple[str, ...], Described("wasted_bonuses", _as_list)]  # given up or useless


def _find_described() -> Iterator[tuple[str, Described]]:
    for field, kind in get_type_hints(Marks, include_extras=True).items():
        if get_origin(kind) is Annotated:
            yield field, kind.__metadata__[0]
        elif kind is int:
            yield field, Described(field, lambda plan, number: number)


DESCRIBED = dict(_find_described())


def describe(plan: Plan, marks: Marks) -> dict[str, Any]:
    """Describe marks in terms of the sheet, ready for JSON. Places are counted from 1, goods from the left."""
    return {described.name: described.form(plan, getattr(marks, field)) for field, described in DESCRIBED.items()}


def make_blank_marks(plan: Plan) -> Marks:
    return Marks(
        fame=0,
        money=0,
        roads=plan.first_roads,
        entrances=plan.first_entrances,
        goods=(0,) * len(GOODS),
        sold=(0,) * len(GOODS),
        people=(0,) * len(PEOPLE),
        river=0,
        upgrades=(0,) * len(BUILDINGS),
        karma_circled=plan.sheet.karma.start,
        karma_used=0,
        circled=(),
        crossed=(),
        wasted=(),
    )


Tasks = tuple[tuple["Task", ...], ...]  # a stack of task groups: the last group is done next, in any order


def add_one(counts: tuple[int, ...], i: int) -> tuple[int, ...]:
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])


class Page:
    """The marks of a player during a move, with the plan of the sheet and the faces of all dice."""

    __slots__ = ("earned", "faces", "marks", "paper", "plan", "tasks")

    def __init__(
        self, plan: Plan, marks: Marks, faces: tuple[str, ...], tasks: Tasks = (), paper: bool = False
    ) -> None:
        self.plan = plan
        self.marks = marks
        self.faces = faces
        self.paper = paper  # the player writes on paper; only used karma is counted here
        self.tasks = tasks
        self.earned: list[tuple[str, tuple[Bonus, ...]]] = []  # river spaces marked, not paid out yet

    def earn_fame(self, amount: int) -> None:
        """Add fame up to the end of the track and release the bonuses reached."""
        before, tracks = self.marks.fame, self.plan.sheet.tracks
        after = min(before + amount, tracks.fame)
        self.marks = self.marks._replace(fame=after)
        for place, _ in tracks.fame_bonuses:
            if before < place <= after:
                self.release(f"fame {place}")

    def earn_money(self, amount: int) -> None:
        """Add money up to the end of the track and release the bonuses reached."""
        before, tracks = self.marks.money, self.plan.sheet.tracks
        after = min(before + amount, tracks.money)
        self.marks = self.marks._replace(money=after)
        for place, _ in tracks.money_bonuses:
            if before < place <= after:
                self.release(f"money {place}")

    def circle_karma(self) -> None:
        """Circle one more karma, if there is a place left, and release its bonus."""
        circled = self.marks.karma_circled + 1
        if circled <= self.plan.sheet.karma.places:
            self.marks = self.marks._replace(karma_circled=circled)
            if (place := f"karma {circled}") in self.plan.bonuses:
                self.release(place)

    def release(self, bonus: str) -> None:
        """Circle a bonus; it can be used after the action that released it."""
        self.marks = self.marks._replace(circled=(*self.marks.circled, bonus))

    def cross_out(self, bonus: str) -> None:
        self.marks = self.marks._replace(circled=self._list_circled_except(bonus), crossed=(*self.marks.crossed, bonus))

    def waste(self, bonus: str) -> None:
        self.marks = self.marks._replace(circled=self._list_circled_except(bonus), wasted=(*self.marks.wasted, bonus))

    def _list_circled_except(self, bonus: str) -> tuple[str, ...]:
        return tuple(other for other in self.marks.circled if other != bonus)

    def drop_task(self, task: "Task") -> None:
        """Remove a task from its group; an equal one of the same source stays."""
        if len(self.tasks[-1]) == 1 and self.tasks[-1][0] is task:
            self.tasks = self.tasks[:-1]
            return
        groups = (tuple(each for each in group if each is not task) for group in self.tasks)
        self.tasks = tuple(group for group in groups if group)

    def add_tasks(self, *tasks: "Task") -> None:
        """Add a group of tasks to be done next, in any order."""
        if tasks:
            self.tasks = (*self.tasks, tasks)


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
