"""Rounds: rolling, what a die does, whose turn is next and when the game ends; seats on paper, and the automa.

Faces of virtual dice come from the caller; real ones are typed in die by die and then confirmed.

Alone, the automa removes a die after every roll, and its twin goes onto the elephant. So in every round one colour is
out of reach except by karma, as it is for most players of a full table. A round has one turn; the game ends with the
turn in which the lines meet, and fewer rounds are better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.dice_charmers.rules.market import circle, is_free, list_goods
from companion.games.dice_charmers.rules.palace import call_person, refuse_person
from companion.games.dice_charmers.rules.province import HalfRoads, Road
from companion.games.dice_charmers.rules.refusals import Reason, Verdict
from companion.games.dice_charmers.rules.river import find_next_symbol, mark
from companion.games.dice_charmers.rules.scoring import have_met, lines_meet
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE, DIE_INDEX, Marks
from companion.games.dice_charmers.rules.state import (
    AUTOMA,
    DIE,
    DIE_FORM,
    ELEPHANT,
    FIGURES,
    UNROLLED,
    ButtonPlace,
    Ending,
    Move,
    MoveForm,
    Page,
    Phase,
    Seat,
    State,
    Task,
    Words,
    await_roll,
    in_context,
    lacks_totals,
    start_round,
)
from companion.rules.messages import N_, Refusal

MOST_IDLE_ROUNDS = 30  # practically impossible with fair dice, but typed-in faces could go on forever


# Rolling


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Roll all dice at the start of a round."""

    form = MoveForm("roll")
    phases = (Phase.ROLL,)
    button = ButtonPlace.FOOT

    def refuse(self, state: State, page: Page) -> Verdict:
        return None

    def write(self, state: State, page: Page) -> State:
        return state._replace(phase=Phase.ROLLING)

    def label(self, state: State) -> Words:
        return in_context("move", "Roll the dice")


@dataclass(frozen=True, slots=True)
class TypeFace(Move):
    """Enter the face of a real die."""

    die: str
    face: str

    form = MoveForm("face {0.die} {0.face}", rf"{DIE_FORM} [a-z0-9][a-z0-9-]{{0,31}}", "face purple-1 tea-silk")
    phases = (Phase.TYPING,)

    def refuse(self, state: State, page: Page) -> Verdict:
        if self.die not in DIE_INDEX:
            return Refusal(Reason.NO_SUCH_DIE, die=self.die)
        if len(state.typed) == len(state.rolling):
            return Refusal(Reason.FACES_COMPLETE)
        asked = find_die_asked(state)
        if self.die != asked:
            return Refusal(Reason.OTHER_DIE_ASKED, die=asked)
        return _refuse_face(state, self.die, self.face)

    def write(self, state: State, page: Page) -> State:
        return state._replace(typed=(*state.typed, self.face))

    def label(self, state: State) -> Words:
        return Words(N_("%(die)s: %(face)s"), die=self.die, face=(self.die, self.face))

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"die {self.die}",)

    def picture(self, state: State) -> dict[str, Any]:
        return {"die": self.die, "face": self.face}


@dataclass(frozen=True, slots=True)
class ConfirmDice(Move):
    """Confirm all typed-in faces; after that they cannot be undone."""

    form = MoveForm("confirm dice")
    phases = (Phase.TYPING,)
    button = ButtonPlace.FOOT

    def refuse(self, state: State, page: Page) -> Verdict:
        missing = len(state.typed) < len(state.rolling)
        return Refusal(Reason.FACES_MISSING, die=find_die_asked(state)) if missing else None

    def write(self, state: State, page: Page) -> State:
        return set_faces(state, state.typed)

    def label(self, state: State) -> Words:
        return Words(N_("Confirm the dice"))


def find_die_asked(state: State) -> str:
    """Return the real die whose face is typed in next."""
    return DICE[state.rolling[len(state.typed)]]


def list_typing(state: State) -> Sequence[Move]:
    """List the faces that the next real die can show; when all are typed in, confirming them."""
    if len(state.typed) == len(state.rolling):
        return [ConfirmDice()]
    die = find_die_asked(state)
    return [TypeFace(die, face) for face in dict.fromkeys(state.sheet.faces_by_colour[COLOUR_OF[die]])]


def list_dice_to_roll(state: State) -> tuple[str, ...]:
    """Return the dice whose faces are needed, in the order of their faces."""
    waiting = state.phase in (Phase.ROLL, Phase.ROLLING, Phase.TYPING)
    return tuple(DICE[die] for die in state.rolling) if waiting else ()


def refuse_faces(state: State, faces: tuple[str, ...]) -> Verdict:
    """Return why these cannot be the faces of the rolling dice, or None."""
    if state.phase is not Phase.ROLLING:
        return Refusal(Reason.NO_ROLL_EXPECTED)
    if len(faces) != len(state.rolling):
        return Refusal(Reason.WRONG_NUMBER_OF_FACES, given=len(faces), expected=len(state.rolling))
    for die, face in zip(state.rolling, faces, strict=True):
        if refusal := _refuse_face(state, DICE[die], face):
            return refusal
    return None


def _refuse_face(state: State, die: str, face: str) -> Verdict:
    known = face in state.sheet.faces_by_colour[COLOUR_OF[die]]
    return None if known else Refusal(Reason.FACE_NOT_ON_DIE, die=die, face=face)


def set_faces(state: State, faces: tuple[str, ...]) -> State:
    """Set the faces of the rolling dice."""
    showing = list(state.faces)
    for die, face in zip(state.rolling, faces, strict=True):
        showing[die] = face
    state = state._replace(faces=tuple(showing), typed=())
    if len(state.rolling) < len(DICE):
        return state._replace(phase=Phase.REROLLED)
    return state._replace(phase=Phase.AUTOMA if state.is_solo else Phase.CHOOSE, rolling=())


def refuse_removal(state: State, die: str) -> Verdict:
    """Return why the automa cannot remove this die now, or None."""
    if state.phase is not Phase.AUTOMA:
        return Refusal(Reason.AUTOMA_WAITS)
    return None if die in DIE_INDEX else Refusal(Reason.NO_SUCH_DIE, die=die)


def remove_die(state: State, die: str) -> State:
    """Give the die to the automa, and put the other die of its colour on the elephant."""
    places, removed = list(state.places), DIE_INDEX[die]
    places[removed], places[removed ^ 1] = AUTOMA, ELEPHANT
    return state._replace(places=tuple(places), phase=Phase.CHOOSE)


# What a die does


def why_unsuitable(page: Page, die: str, face: str) -> Verdict:
    """Return why a die is not suitable, or None. It is suitable if at least one part of it has an effect."""
    match COLOUR_OF[die]:
        case "purple":
            if not any(is_free(page, good) for good in list_goods(face)):
                return Refusal(Reason.PURPLE_USELESS, die=die, face=face)
        case "green":
            if _make_road_task(face).why_impossible(page):
                return Refusal(Reason.GREEN_USELESS, die=die, face=face)
        case "blue":
            if find_next_symbol(page, face) is None:
                return Refusal(Reason.BLUE_USELESS, die=die, face=face)
        case "orange":
            refusal = refuse_person(page, face)
            if refusal and refusal.code is Reason.PERSON_USED_UP:
                return Refusal(Reason.ORANGE_USELESS, die=die, face=face)
            return refusal
    return None


def use_die(page: Page, die: str, face: str) -> None:
    """Begin the action of a suitable die."""
    match COLOUR_OF[die]:
        case "purple":
            circle(page, list_goods(face))
        case "green":
            page.add_tasks(_make_road_task(face))
        case "blue":
            target = find_next_symbol(page, face)
            assert target is not None
            mark(page, target)
        case "orange":
            call_person(page, face, DIE)


def _make_road_task(face: str) -> Task:
    return HalfRoads(DIE, 2) if face == "half-roads" else Road(DIE, face)


def can_use_any_die(page: Page) -> bool:
    """Check whether any face of any die would be suitable."""
    return any(
        why_unsuitable(page, f"{colour}-1", face) is None
        for colour, faces in page.plan.sheet.faces
        for face in set(faces)
    )


# Turns and rounds


def count_turns(players: int) -> int:
    """Count the turns of a round; two players have two turns each."""
    return 4 if players == 2 else players


def advance_turn(state: State) -> State:
    """End a turn: continue with the next player, the next round, or the end of the game."""
    players = len(state.players)
    done = state.turn + 1
    state = state._replace(rolling=(), typed=(), tasks=())
    if done % players == 0 and have_met(state):  # everyone has had the same number of turns
        return _finish(state, Ending.LINES_MET)
    if done == count_turns(players):
        return _advance_round(state)
    if state.faces == UNROLLED:
        return await_roll(state._replace(turn=done))
    return state._replace(turn=done, phase=Phase.CHOOSE)


def _advance_round(state: State) -> State:
    """Start another round, or end the game if no die was taken and waiting is pointless."""
    if state.faces == UNROLLED or any(place in state.players for place in state.places):
        return start_round(state._replace(idle_rounds=0))
    if _is_stuck(state):
        return _finish(state, Ending.NOBODY_CAN_GO_ON)
    state = state._replace(idle_rounds=state.idle_rounds + 1)
    return _finish(state, Ending.NOBODY_WENT_ON) if state.idle_rounds == MOST_IDLE_ROUNDS else start_round(state)


def _is_stuck(state: State) -> bool:
    """Check that no die would be suitable for any player whose sheet is tracked; if there is none, nobody knows."""
    tracked = [seat.marks for seat in state.seats if not seat.paper]
    return bool(tracked) and not any(can_use_any_die(Page(state.plan, marks, state.faces)) for marks in tracked)


def _finish(state: State, ending: Ending) -> State:
    asking = any(map(lacks_totals, state.seats))
    return state._replace(phase=Phase.TOTALS if asking else Phase.OVER, ending=ending)


def refuse_skipping(state: State, player: str) -> Verdict:
    if player not in state.players:
        return Refusal(Reason.NO_SUCH_SEAT, seat=player)
    if state.phase is Phase.OVER:
        return Refusal(Reason.GAME_OVER)
    if state.phase in (Phase.ROLLING, Phase.AUTOMA):
        return Refusal(Reason.WAITING_FOR_DICE)
    if state.phase is Phase.TOTALS or state.players[state.mover] != player:
        return Refusal(Reason.NOTHING_TO_SKIP, seat=player)
    return None


def skip(state: State, player: str) -> State:
    """End a player's turn immediately; circled bonuses and typed-in faces are lost."""
    seat = state.find_seat(player)
    return advance_turn(state.with_seat(state.mover, seat._replace(marks=_waste_circled(seat.marks))))


def _waste_circled(marks: Marks) -> Marks:
    return marks._replace(circled=(), wasted=marks.wasted + marks.circled)


def refuse_turning_to_paper(state: State, player: str) -> Verdict:
    if player not in state.players:
        return Refusal(Reason.NO_SUCH_SEAT, seat=player)
    if state.phase in (Phase.TOTALS, Phase.OVER):
        return Refusal(Reason.GAME_OVER)
    return Refusal(Reason.ALREADY_PAPER, seat=player) if state.find_seat(player).paper else None


def turn_to_paper(state: State, player: str) -> State:
    """Stop tracking the marks of a seat; the player finishes the current action on paper."""
    i = state.players.index(player)
    seat = state.seats[i]
    paper = seat._replace(paper=True, met=lines_meet(state.sheet, seat), marks=_waste_circled(seat.marks))
    return state.with_seat(i, paper, tasks=() if i == state.mover else state.tasks)


# Seats on paper


@dataclass(frozen=True, slots=True)
class DeclareMet(Move):
    """Declare that the lines on a paper sheet have met."""

    form = MoveForm("met")
    phases = (Phase.PLAY,)
    button = ButtonPlace.ASIDE

    def refuse(self, state: State, page: Page) -> Verdict:
        seat = state.seats[state.mover]
        if not seat.paper:
            return Refusal(Reason.NOT_A_PAPER_SEAT)
        return Refusal(Reason.MET_ALREADY) if seat.met else None

    def write(self, state: State, page: Page) -> State:
        return state.with_seat(state.mover, state.seats[state.mover]._replace(met=True))

    def label(self, state: State) -> Words:
        return Words(N_("The lines have met"))


@dataclass(frozen=True, slots=True)
class EnterTotal(Move):
    """Enter one of the totals of a paper sheet."""

    figure: str
    amount: int

    form = MoveForm(
        "total {0.figure} {0.amount}",
        rf"({'|'.join(FIGURES)}) (0|[1-9][0-9]{{0,3}})",
        "total fame 21",
        lambda rest: [rest.split()[0], int(rest.split()[1])],
    )
    phases = (Phase.TOTALS,)
    labels: ClassVar[Mapping[str, str]] = {
        "fame": N_("Fame: %(amount)d"),
        "money": N_("Money: %(amount)d"),
        "karma-circled": N_("Karma circled: %(amount)d"),
        "karma-used": N_("Karma crossed out: %(amount)d"),
    }

    def refuse(self, state: State, page: Page) -> Verdict:
        seat = state.seats[state.mover]
        asked = find_next_figure(seat)
        if self.figure != asked:
            return Refusal(Reason.OTHER_TOTAL_ASKED, figure=asked)
        low, high = find_bounds(state, seat)
        if not low <= self.amount <= high:
            return Refusal(Reason.TOTAL_OUT_OF_RANGE, figure=asked, amount=self.amount, low=low, high=high)
        return None

    def write(self, state: State, page: Page) -> State:
        seat = state.seats[state.mover]
        state = state.with_seat(state.mover, seat._replace(totals=(*seat.totals, self.amount)))
        return state if any(map(lacks_totals, state.seats)) else state._replace(phase=Phase.OVER)

    def label(self, state: State) -> Words:
        return Words(self.labels[self.figure], amount=self.amount)


def find_next_figure(seat: Seat) -> str:
    """Return the name of the next total to enter."""
    return FIGURES[len(seat.totals)]


def find_bounds(state: State, seat: Seat) -> tuple[int, int]:
    """Return the smallest and largest valid value of the next figure.

    A track never falls below what was entered here, and used karma is counted here.
    """
    sheet, marks = state.sheet, seat.marks
    match find_next_figure(seat):
        case "fame":
            return marks.fame, sheet.tracks.fame
        case "money":
            return marks.money, sheet.tracks.money
        case "karma-circled":
            return max(marks.karma_circled, marks.karma_used), sheet.karma.places
        case _:
            return marks.karma_used, seat.totals[FIGURES.index("karma-circled")]


def list_totals(state: State) -> Sequence[Move]:
    """List every valid value of the next figure."""
    seat = state.seats[state.mover]
    low, high = find_bounds(state, seat)
    return [EnterTotal(find_next_figure(seat), amount) for amount in range(low, high + 1)]
