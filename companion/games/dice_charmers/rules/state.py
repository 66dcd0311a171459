"""The state of a game between two moves, and what moves and tasks are.

A `Page` holds the marks of a player while a move is applied. The rules of each area read and replace them, and circle
the bonuses that are released. A page is never used for more than one move.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Any, ClassVar, NamedTuple

from companion.games.dice_charmers.rules.refusals import Plural, Reason, Verdict
from companion.games.dice_charmers.rules.sheet import (
    DICE,
    Bonus,
    Marks,
    Plan,
    Sheet,
    describe,
    make_blank_marks,
    make_plan,
)
from companion.rules.messages import Detail, IllegalMove, Refusal

MIDDLE, ELEPHANT, AUTOMA = "middle", "elephant", "automa"  # places of dice, besides the depots of the seats
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5  # at a table; one plays alone against the automa
VIRTUAL, REAL = "virtual", "real"
UNROLLED = ("",) * len(DICE)
FIGURES = ("fame", "money", "karma-circled", "karma-used")  # a paper sheet's totals, in the order asked
DIE = "die"  # the source of tasks of the taken die, which cannot be given up


class Phase(StrEnum):
    ROLL = "roll"  # the player has to press the button
    ROLLING = "rolling"  # waiting for the faces
    AUTOMA = "automa"  # alone: waiting for the die that the automa removes
    TYPING = "typing"  # the player types in what real dice show
    CHOOSE = "choose"  # take a die, use karma, or pass
    REROLLED = "rerolled"  # after karma: take one of two dice, or roll them again
    PLAY = "play"  # the die's action, then the bonuses
    TOTALS = "totals"  # players enter the totals of paper sheets
    OVER = "over"


class Words:
    """A text for players: a message id in English with details, which `texts/wording.py` names and translates."""

    __slots__ = ("context", "details", "num", "text")

    def __init__(self, text: str | Plural, num: int = 0, context: str = "", **details: Any) -> None:
        self.text = text
        self.num = num  # of a plural
        self.context = context  # for translators, if the same text means different things
        self.details = details


def in_context(context: str, text: str) -> Words:
    """Return a text that translators see with a context."""
    return Words(text, context=context)


# Moves


class MoveForm:
    """The text form of a kind of move: how it is written, and a pattern for what follows the first word.

    A form without a pattern has no fields.
    """

    def __init__(
        self, text: str, rest: str = "", example: str = "", read: Callable[[str], Sequence[Any]] = str.split
    ) -> None:
        self.text = text
        self.word, _, after = text.partition(" ")
        self.rest = re.compile(rest or after, re.ASCII)
        self.example = example or text
        self.read = read if rest else lambda rest: ()  # turns the rest into the fields of the move


DIE_FORM = r"(purple|green|blue|orange)-[12]"
SPACE_FORM = r"[a-z][1-9][0-9]?"
PLACE_FORM = rf"edge {SPACE_FORM} [NESW]|(tent|fame|money|upgrade|karma) [1-9][0-9]{{0,2}}|palace (upper|lower) [1-9]"


class ButtonPlace(Enum):
    """Where a move has a button."""

    ON_SHEET = auto()  # no button: the move is tapped on the sheet
    FOOT = auto()  # at the foot of the page
    ASIDE = auto()  # smaller, for rare moves; no button if the move has a target


class Move:
    """A move: its text form, when it is legal, what it does, how it is named, and where it is tapped.

    Targets of taps have stable names: `die purple-1`, `space c3`, `good tea 2`, `river 7`, `person trader`,
    `building temple`, `karma 2`, `bonus edge c3 N`. Places are counted from 1.
    """

    __slots__ = ()
    form: ClassVar[MoveForm]
    phases: ClassVar[tuple[Phase, ...]]  # in which it is possible
    button: ClassVar[ButtonPlace] = ButtonPlace.ON_SHEET
    named_effect: ClassVar[str] = ""  # the EffectKind that the label already names
    is_on_map: ClassVar[bool] = False  # chosen by its space of the province; a list of such moves is hard to read
    meanings: ClassVar["Meanings"] = {}

    def __str__(self) -> str:
        return self.form.text.format(self)

    def refuse(self, state: "State", page: "Page") -> Verdict:
        """Return why the move is not allowed, or None. The phase has been checked."""
        raise NotImplementedError

    def write(self, state: "State", page: "Page") -> "State":
        """Return the state after the move, which is legal. The page is used up."""
        raise NotImplementedError

    def label(self, state: "State") -> Words:
        """Return its name in a list of moves or on a button."""
        raise NotImplementedError

    def targets(self, state: "State") -> tuple[str, ...]:
        """Return where it is tapped."""
        return ()

    def picture(self, state: "State") -> dict[str, Any]:
        """Return what is drawn on its button: a road, icons, a die …"""
        return {}


# By kind of target: a function of state, seat and target name that lists the moves, as texts, a tap could mean.
Meanings = Mapping[str, Callable[["State", str, str], Iterable[str]]]


class PageMove(Move):
    """A move after a die is taken. It changes only the page of the player, so bots can try it out without a state.

    `bonuses.settle` pays out and tidies up after it.
    """

    __slots__ = ()
    phases = (Phase.PLAY,)

    def refuse_on(self, page: "Page") -> Verdict:
        raise NotImplementedError

    def write_on(self, page: "Page") -> None:
        raise NotImplementedError

    def refuse(self, state: "State", page: "Page") -> Verdict:
        return self.refuse_on(page)


class TaskMove(PageMove):
    """A move that completes one of the current tasks, which know whether it is allowed and what it does."""

    __slots__ = ()

    def refuse_on(self, page: "Page") -> Verdict:
        if not page.tasks:
            return Refusal(Reason.NOTHING_ASKED)
        group = page.tasks[-1]
        if len(group) == 1 and group[0].accepts(self):
            return group[0].refuse(page, self)
        reasons = [task.refuse(page, self) for task in group if task.accepts(self)]
        if not reasons:
            return Refusal(Reason.OTHER_ACTION_ASKED, asked=group[0].asks, source=group[0].source)
        return None if None in reasons else reasons[0]

    def write_on(self, page: "Page") -> None:
        """Complete the task that the move is for: of several the one with the fewest ways, so that others stay open."""
        group = page.tasks[-1]
        fitting = group
        if len(group) > 1:
            fitting = tuple(task for task in group if task.accepts(self) and task.refuse(page, self) is None)
        task = fitting[0]
        if len(fitting) > 1:
            task = min(fitting, key=lambda each: each.count_ways(page))
        page.drop_task(task)
        task.write(page, self)


# Tasks: what the action of a die, a bonus or a river space asks for

TaskDetails = dict[str, Detail]
TASK_KINDS: dict[str, type["Task"]] = {}  # every kind of task, by its code
Tasks = tuple[tuple["Task", ...], ...]  # a stack of task groups: the last group is done next, in any order


@dataclass(frozen=True, slots=True)
class Task:
    """One task, which a move completes. Each area of the sheet has its own kinds of tasks."""

    source: str  # "die", a bonus place, "market c3", "river 7" or "half-road"

    asks: ClassVar[str]  # its code in prompts
    answers: ClassVar[tuple[type, ...]]  # the kinds of moves that can complete it
    unfinished: ClassVar[str]  # completes "Finish first what you have begun: …"
    impossible: ClassVar[str] = ""  # why it cannot be done, if it is one of two tasks: for the preview of a die
    value: ClassVar[float]  # for bots, in half points

    def __init_subclass__(cls) -> None:
        if "asks" in cls.__dict__:
            TASK_KINDS[cls.asks] = cls

    def details(self) -> TaskDetails:
        """Return the parameters of its prompt, besides the source."""
        return {}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        """Ask for it in one short line; `of` are the details of the prompt."""
        raise NotImplementedError

    def accepts(self, move: Move) -> bool:
        return isinstance(move, self.answers)

    def can_be_given_up(self, page: "Page") -> bool:
        """Check whether the task can be given up: every task but those of the die itself."""
        return self.source != DIE

    def can_wait(self, page: "Page") -> bool:
        """Check whether bonuses can be used first; only a half-road of the river waits, for another one."""
        return False

    def why_impossible(self, page: "Page") -> Verdict:
        """Return why no move can complete the task, or None."""
        raise NotImplementedError

    def list_candidates(self, page: "Page") -> Iterable[Move]:
        """List a few moves that include all that `refuse` accepts."""
        raise NotImplementedError

    def count_ways(self, page: "Page") -> int:
        return sum(self.refuse(page, move) is None for move in self.list_candidates(page))

    def refuse(self, page: "Page", move: Any) -> Verdict:
        """Return why a move of an accepted kind does not complete the task, or None."""
        raise NotImplementedError

    def write(self, page: "Page", move: Any) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class OneOf(Task):
    """One of two tasks, as the player chooses; the second is the alternative to the first."""

    tasks: tuple[Task, Task]

    def can_be_given_up(self, page: "Page") -> bool:
        """Allow giving up also if the alternative is impossible: the player is not forced to the first task."""
        return self.source != DIE or self.tasks[1].why_impossible(page) is not None

    def why_impossible(self, page: "Page") -> Verdict:
        reasons = [task.why_impossible(page) for task in self.tasks]
        return None if None in reasons else reasons[0]

    def list_candidates(self, page: "Page") -> Iterable[Move]:
        return [move for task in self.tasks for move in task.list_candidates(page)]

    def refuse(self, page: "Page", move: Move) -> Verdict:
        return next(task for task in self.tasks if task.accepts(move)).refuse(page, move)

    def write(self, page: "Page", move: Move) -> None:
        next(task for task in self.tasks if task.accepts(move)).write(page, move)


# The page of a player


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


# The whole game


class Ending(StrEnum):
    LINES_MET = "lines-met"
    NOBODY_CAN_GO_ON = "nobody-can-go-on"  # no die is suitable for any player any more
    NOBODY_WENT_ON = "nobody-went-on"  # dice could be suitable, but none has been taken for many rounds


class Seat(NamedTuple):
    marks: Marks
    paper: bool = False  # the marks are made on paper and not tracked
    met: bool = False  # a paper seat has declared that its lines meet
    dice_used: int = 0
    totals: tuple[int, ...] = ()  # of a paper sheet, in the order of FIGURES


class State(NamedTuple):
    plan: Plan
    players: tuple[str, ...]  # seat ids in turn order
    dice: str  # "virtual" or "real"
    seats: tuple[Seat, ...]  # in the order of players
    phase: Phase
    round: int  # from 1
    starter: int  # who started the round, as an index of players
    turn: int  # in the round, from 0
    faces: tuple[str, ...]  # of DICE; "" while not rolled
    places: tuple[str, ...]  # of DICE: MIDDLE, ELEPHANT, AUTOMA, or the seat whose depot it is in
    rolling: tuple[int, ...]  # the dice being rolled, in the order of their faces
    typed: tuple[str, ...]  # faces of real dice typed in so far
    tasks: Tasks  # of the current action
    idle_rounds: int = 0  # in a row, without a die taken
    ending: Ending | None = None

    @property
    def sheet(self) -> Sheet:
        return self.plan.sheet

    @property
    def is_solo(self) -> bool:
        return len(self.players) == 1

    @property
    def mover(self) -> int:
        """The player who has the turn, as an index of players; after the last turn, whose totals are missing."""
        if self.phase is Phase.TOTALS:
            return next(i for i, seat in enumerate(self.seats) if lacks_totals(seat))
        return (self.starter + self.turn) % len(self.players)

    def find_seat(self, player: str) -> Seat:
        return self.seats[self.players.index(player)]

    def with_seat(self, i: int, seat: Seat, **changes: Any) -> "State":
        """Return the state with this seat replaced, and with further changes."""
        return self._replace(seats=(*self.seats[:i], seat, *self.seats[i + 1 :]), **changes)


def lacks_totals(seat: Seat) -> bool:
    return seat.paper and len(seat.totals) < len(FIGURES)


def new_game(sheet: Sheet, players: tuple[str, ...], dice: str = VIRTUAL, paper: frozenset[str] = frozenset()) -> State:
    """Start a game; the first of the players begins. Raises IllegalMove for an invalid setup."""
    _check_setup(players, dice, paper)
    plan = make_plan(sheet)
    blank = make_blank_marks(plan)
    state = State(
        plan=plan,
        players=tuple(players),
        dice=dice,
        seats=tuple(Seat(blank, paper=player in paper) for player in players),
        phase=Phase.ROLL,
        round=0,
        starter=-1,
        turn=0,
        faces=(),
        places=(),
        rolling=(),
        typed=(),
        tasks=(),
    )
    return start_round(state)


def _check_setup(players: tuple[str, ...], dice: str, paper: frozenset[str]) -> None:
    low, high = 1, MOST_PLAYERS
    if not low <= len(players) <= high:
        raise IllegalMove(Refusal(Reason.WRONG_NUMBER_OF_PLAYERS, players=len(players), low=low, high=high))
    for player in players:
        if players.count(player) > 1:
            raise IllegalMove(Refusal(Reason.SEAT_TWICE, seat=player))
        if player in (MIDDLE, ELEPHANT, AUTOMA) or not re.fullmatch(r"[a-z][a-z0-9-]*", player):
            raise IllegalMove(Refusal(Reason.BAD_SEAT, seat=player))
    for player in sorted(paper - set(players)):
        raise IllegalMove(Refusal(Reason.NO_SUCH_SEAT, seat=player))
    if dice not in (VIRTUAL, REAL):
        raise IllegalMove(Refusal(Reason.UNKNOWN_DICE, dice=dice))


def start_round(state: State) -> State:
    """Start a round: the next player gets the elephant and all dice have to be rolled."""
    return await_roll(
        state._replace(
            round=state.round + 1,
            starter=(state.starter + 1) % len(state.players),
            turn=0,
            faces=UNROLLED,
            places=(MIDDLE,) * len(DICE),
        )
    )


def await_roll(state: State) -> State:
    """Wait for a roll of all dice, virtual or real."""
    phase = Phase.ROLL if state.dice == VIRTUAL else Phase.TYPING
    return state._replace(phase=phase, rolling=tuple(range(len(DICE))), typed=())


def open_page(state: State) -> Page:
    """Open the page of the player who has the turn."""
    seat = state.seats[state.mover]
    return Page(state.plan, seat.marks, state.faces, state.tasks, seat.paper)


def close_page(state: State, page: Page) -> State:
    """Return the state with the marks and tasks of a page."""
    i = state.mover
    return state.with_seat(i, state.seats[i]._replace(marks=page.marks), tasks=page.tasks)


def describe_marks(state: State, player: str) -> dict[str, Any]:
    """Describe a player's marks in terms of the sheet, for drawing and JSON."""
    return describe(state.plan, state.find_seat(player).marks)
