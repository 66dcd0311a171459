"""One player's sheet: the marks on it, and the page that is open while a move is being written.

Marks are frozen. A `Page` is a working copy: the rules of each area read it and write on it, what is released
meanwhile is circled, and at the end it is frozen again. No page outlives the move it was opened for.
"""

from typing import TYPE_CHECKING, NamedTuple

from companion.games.dice_charmers.rules.plan import Plan
from companion.games.dice_charmers.rules.sheet import BUILDINGS, GOODS, PEOPLE, Bonus

if TYPE_CHECKING:
    from companion.games.dice_charmers.rules.tasks import Task


class Marks(NamedTuple):
    """Everything a player has entered, drawn, circled and crossed out."""

    fame: int
    money: int
    roads: tuple[int, ...]  # open sides of each space
    entrances: tuple[int, ...]  # sides of each space at which a neighbour's road arrives
    goods: tuple[int, ...]  # circled of each kind, from the left
    sold: tuple[int, ...]  # crossed out of each kind, from the left
    people: tuple[int, ...]  # crossed out spaces of each person, from the left
    river: int  # marked spaces as bits
    upgrades: tuple[int, ...]  # of each building
    karma_circled: int
    karma_used: int
    circled: tuple[str, ...]  # bonuses released and not used yet
    crossed: tuple[str, ...]  # bonuses used, in that order
    wasted: tuple[str, ...]  # bonuses given up or of no use


def blank_marks(plan: Plan) -> Marks:
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


Tasks = tuple[tuple["Task", ...], ...]  # what is still to be done: the last group first, in it any order


def with_one_more(counts: tuple[int, ...], i: int) -> tuple[int, ...]:
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])


class Page:
    """Marks that are being written, with the tables of the sheet and the faces of all dice at hand."""

    __slots__ = ("earned", "faces", "paper", "plan", "tasks", *Marks._fields)

    fame: int
    money: int
    roads: tuple[int, ...]
    entrances: tuple[int, ...]
    goods: tuple[int, ...]
    sold: tuple[int, ...]
    people: tuple[int, ...]
    river: int
    upgrades: tuple[int, ...]
    karma_circled: int
    karma_used: int
    circled: tuple[str, ...]
    crossed: tuple[str, ...]
    wasted: tuple[str, ...]

    def __init__(
        self, plan: Plan, marks: Marks, faces: tuple[str, ...], tasks: Tasks = (), paper: bool = False
    ) -> None:
        self.plan = plan
        self.faces = faces
        self.paper = paper  # the player writes somewhere else; only karma is counted here
        self.tasks = tasks
        self.earned: list[tuple[str, tuple[Bonus, ...]]] = []  # river spaces marked, not paid out yet
        (
            self.fame,
            self.money,
            self.roads,
            self.entrances,
            self.goods,
            self.sold,
            self.people,
            self.river,
            self.upgrades,
            self.karma_circled,
            self.karma_used,
            self.circled,
            self.crossed,
            self.wasted,
        ) = marks

    def marks(self) -> Marks:
        return Marks(
            self.fame,
            self.money,
            self.roads,
            self.entrances,
            self.goods,
            self.sold,
            self.people,
            self.river,
            self.upgrades,
            self.karma_circled,
            self.karma_used,
            self.circled,
            self.crossed,
            self.wasted,
        )

    def earn_fame(self, amount: int) -> None:
        """A full track takes no more; bonuses landed on or passed are released."""
        before, tracks = self.fame, self.plan.sheet.tracks
        self.fame = min(before + amount, tracks.fame)
        for place, _ in tracks.fame_bonuses:
            if before < place <= self.fame:
                self.release(f"fame {place}")

    def earn_money(self, amount: int) -> None:
        before, tracks = self.money, self.plan.sheet.tracks
        self.money = min(before + amount, tracks.money)
        for place, _ in tracks.money_bonuses:
            if before < place <= self.money:
                self.release(f"money {place}")

    def circle_karma(self) -> None:
        if self.karma_circled < self.plan.sheet.karma.places:
            self.karma_circled += 1
            if (place := f"karma {self.karma_circled}") in self.plan.bonuses:
                self.release(place)

    def release(self, bonus: str) -> None:
        """Circle a bonus; it is used after the action that released it."""
        self.circled = (*self.circled, bonus)

    def cross_out(self, bonus: str) -> None:
        self.circled = tuple(other for other in self.circled if other != bonus)
        self.crossed = (*self.crossed, bonus)

    def waste(self, bonus: str) -> None:
        self.circled = tuple(other for other in self.circled if other != bonus)
        self.wasted = (*self.wasted, bonus)

    def then(self, *tasks: "Task") -> None:
        """Ask for these next, in any order among themselves."""
        if tasks:
            self.tasks = (*self.tasks, tasks)
