"""The three questions of a game: what is allowed, why not, and what comes after it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.dice_charmers.rules import acting, choosing, paper, rolling, rounds
from companion.games.dice_charmers.rules.moves import (
    CallPerson,
    ConfirmDice,
    CopyGoodsDie,
    DeclareMet,
    DrawHalf,
    DrawRoad,
    EndTurn,
    EnterTotal,
    GetGoods,
    GiveUp,
    Move,
    Pass,
    Roll,
    Sail,
    Sell,
    Take,
    TypeFace,
    Upgrade,
    UseBonus,
    UseKarma,
)
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.state import REAL, Phase, State, open_page
from companion.rules.refusal import IllegalMove, Refusal


@dataclass(frozen=True, slots=True)
class Played:
    """A player's entry."""

    seat: str
    move: Move


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the dice show: a fact, in the order of `dice_to_roll`."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    """The host ends a seat's turn, because nobody sits there."""

    seat: str


@dataclass(frozen=True, slots=True)
class TurnedToPaper:
    """From here on the seat writes on paper."""

    seat: str


Fact = Played | Rolled | Skipped | TurnedToPaper


@dataclass(frozen=True, slots=True)
class _Rule:
    """When a kind of move has its place, why it may be refused, and what it does."""

    phases: tuple[Phase, ...]
    refuse: Callable[[State, Page, Any], Verdict]
    write: Callable[[State, Page, Any], State]


def _always(state: State, page: Page, move: Move) -> Verdict:
    return None


_CHOICE = (Phase.CHOOSE, Phase.REROLLED)
_TASK = _Rule((Phase.PLAY,), acting.refuse_task_move, acting.do_task)
_RULES: dict[type, _Rule] = {
    Roll: _Rule((Phase.ROLL,), _always, rolling.roll),
    TypeFace: _Rule((Phase.TYPING,), rolling.refuse_typed_face, rolling.type_face),
    ConfirmDice: _Rule((Phase.TYPING,), rolling.refuse_confirming, rolling.confirm_dice),
    Take: _Rule(_CHOICE, choosing.refuse_taking, choosing.take),
    UseKarma: _Rule(_CHOICE, choosing.refuse_karma, choosing.use_karma),
    Pass: _Rule((Phase.CHOOSE,), choosing.refuse_passing, choosing.pass_turn),
    UseBonus: _Rule((Phase.PLAY,), acting.refuse_bonus, acting.use_bonus),
    GiveUp: _Rule((Phase.PLAY,), acting.refuse_giving_up, acting.give_up),
    EndTurn: _Rule((Phase.PLAY,), acting.refuse_ending, acting.end_turn),
    DeclareMet: _Rule((Phase.PLAY,), paper.refuse_declaring, paper.declare_met),
    EnterTotal: _Rule((Phase.TOTALS,), paper.refuse_total, paper.enter_total),
    **dict.fromkeys((DrawRoad, DrawHalf, Sell, GetGoods, CopyGoodsDie, Sail, Upgrade, CallPerson), _TASK),
}


def to_move(state: State) -> str | None:
    """The seat that has something to do; None while dice roll and after the end."""
    if state.phase in (Phase.ROLLING, Phase.OVER):
        return None
    return state.players[state.mover]


def check(state: State, seat: str, move: Move) -> Verdict:
    """Why the move is not allowed, or None. The one source of legality."""
    return _refuse(state, open_page(state), seat, move)


def _refuse(state: State, page: Page, seat: str, move: Move) -> Verdict:
    if seat not in state.players:
        return Refusal(Code.NO_SUCH_SEAT, seat=seat)
    if state.phase is Phase.OVER:
        return Refusal(Code.GAME_OVER)
    if state.players[state.mover] != seat:
        return Refusal(Code.NOT_YOUR_TURN, seat=state.players[state.mover])
    rule = _RULES[type(move)]
    if state.phase not in rule.phases:
        return _wrong_phase(state, move)
    return rule.refuse(state, page, move)


def _wrong_phase(state: State, move: Move) -> Refusal:
    """Why this kind of move has no place now."""
    if state.phase is Phase.ROLLING:
        return Refusal(Code.WAITING_FOR_DICE)
    if state.phase is Phase.TOTALS:
        return Refusal(Code.TOTALS_ASKED, figure=paper.asked_figure(state.seats[state.mover]))
    if isinstance(move, EnterTotal):
        return Refusal(Code.NO_TOTALS_YET)
    if isinstance(move, Roll) and state.dice == REAL:
        return Refusal(Code.REAL_DICE)
    if isinstance(move, TypeFace | ConfirmDice) and state.dice != REAL:
        return Refusal(Code.VIRTUAL_DICE)
    if isinstance(move, Roll | TypeFace | ConfirmDice):
        return Refusal(Code.DICE_ALREADY_ROLLED)
    if state.phase in (Phase.ROLL, Phase.TYPING):
        return Refusal(Code.DICE_NOT_ROLLED)
    if state.phase in _CHOICE:
        return Refusal(Code.TAKE_A_DIE_FIRST)
    return Refusal(Code.KARMA_ONLY_AT_START if isinstance(move, UseKarma) else Code.ONE_DIE_PER_TURN)


def legal_moves(state: State, seat: str) -> tuple[Move, ...]:
    """Everything the seat may do now; the useful comes before doing without."""
    if to_move(state) != seat:
        return ()
    page = open_page(state)
    return tuple(move for move in _candidates(state, page) if _RULES[type(move)].refuse(state, page, move) is None)


def possibilities(state: State, seat: str) -> list[tuple[Move, State]]:
    """Everything the seat may do now, each with the state after it."""
    return [(move, _RULES[type(move)].write(state, open_page(state), move)) for move in legal_moves(state, seat)]


def _candidates(state: State, page: Page) -> list[Move]:
    """A few moves among which are all legal ones."""
    match state.phase:
        case Phase.ROLL:
            return [Roll()]
        case Phase.TYPING:
            return rolling.candidates(state)
        case Phase.CHOOSE | Phase.REROLLED:
            return choosing.candidates(state, page)
        case Phase.PLAY:
            return [*acting.candidates(page), DeclareMet()] if page.paper else acting.candidates(page)
        case Phase.TOTALS:
            return paper.candidates(state)
    return []


def apply(state: State, fact: Fact) -> State:
    """The state after a fact; raises IllegalMove and changes nothing when the rules do not allow it."""
    match fact:
        case Played(seat, move):
            page = open_page(state)
            _demand(_refuse(state, page, seat, move))
            return _RULES[type(move)].write(state, page, move)
        case Rolled(faces):
            _demand(rolling.refuse_faces(state, faces))
            return rolling.rolled(state, faces)
        case Skipped(seat):
            _demand(rounds.refuse_skipping(state, seat))
            return rounds.skip(state, seat)
        case TurnedToPaper(seat):
            _demand(rounds.refuse_turning_to_paper(state, seat))
            return rounds.turn_to_paper(state, seat)


def _demand(refusal: Verdict) -> None:
    if refusal is not None:
        raise IllegalMove(refusal)
