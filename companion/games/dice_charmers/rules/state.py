"""The state of a game between two moves: seats, dice, whose turn it is, and the open tasks; and what a rule is."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from companion.games.dice_charmers.rules.moves import FIGURES, Move
from companion.games.dice_charmers.rules.page import Marks, Page, Tasks, describe, make_blank_marks
from companion.games.dice_charmers.rules.plan import DICE, EDITIONS, LATEST_RULINGS, Plan, make_plan
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.rules.refusal import IllegalMove, Refusal

MIDDLE, ELEPHANT, AUTOMA = "middle", "elephant", "automa"  # places of dice, besides the depots of the seats
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5  # at a table; one plays alone against the automa
VIRTUAL, REAL = "virtual", "real"
UNROLLED = ("",) * len(DICE)


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


class Ending(StrEnum):
    LINES_MET = "lines-met"
    NOBODY_CAN_GO_ON = "nobody-can-go-on"  # no die is suitable for any player any more
    NOBODY_WENT_ON = "nobody-went-on"  # dice could be suitable, but none has been taken for many rounds


class Seat(NamedTuple):
    marks: Marks
    paper: bool = False  # the marks are made on paper and not tracked
    met: bool = False  # a paper seat has declared that its lines meet
    dice_used: int = 0
    totals: tuple[int, ...] = ()  # of a paper sheet, in the order of moves.FIGURES


class State(NamedTuple):
    plan: Plan
    players: tuple[str, ...]  # seat ids in turn order
    dice: str  # "virtual" or "real"
    seats: tuple[Seat, ...]  # in the order of players
    phase: Phase
    round: int  # from 1
    starter: int  # who started the round, as an index of players
    turn: int  # in the round, from 0
    faces: tuple[str, ...]  # of plan.DICE; "" while not rolled
    places: tuple[str, ...]  # of plan.DICE: MIDDLE, ELEPHANT, AUTOMA, or the seat whose depot it is in
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


def new_game(
    sheet: Sheet,
    players: tuple[str, ...],
    dice: str = VIRTUAL,
    paper: frozenset[str] = frozenset(),
    edition: int = LATEST_RULINGS,
) -> State:
    """Start a game; the first of the players begins. Raises IllegalMove for an invalid setup."""
    _check_setup(players, dice, paper, edition)
    plan = make_plan(sheet, edition)
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


def _check_setup(players: tuple[str, ...], dice: str, paper: frozenset[str], edition: int) -> None:
    low, high = 1, MOST_PLAYERS
    if not low <= len(players) <= high:
        raise IllegalMove(Refusal(Code.WRONG_NUMBER_OF_PLAYERS, players=len(players), low=low, high=high))
    for player in players:
        if players.count(player) > 1:
            raise IllegalMove(Refusal(Code.SEAT_TWICE, seat=player))
        if player in (MIDDLE, ELEPHANT, AUTOMA) or not re.fullmatch(r"[a-z][a-z0-9-]*", player):
            raise IllegalMove(Refusal(Code.BAD_SEAT, seat=player))
    for player in sorted(paper - set(players)):
        raise IllegalMove(Refusal(Code.NO_SUCH_SEAT, seat=player))
    if dice not in (VIRTUAL, REAL):
        raise IllegalMove(Refusal(Code.UNKNOWN_DICE, dice=dice))
    if edition not in EDITIONS:
        raise IllegalMove(Refusal(Code.UNKNOWN_EDITION, edition=edition))


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


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of a kind of move: in which phases it is possible, why it is refused, and what it does."""

    phases: tuple[Phase, ...]
    refuse: Callable[[State, Page, Any], Verdict]
    write: Callable[[State, Page, Any], State]


Rules = Mapping[type[Move], Rule]
