"""The core of the rules: `legal_moves`, `check` and `apply`."""

from dataclasses import dataclass

from companion.games.dice_charmers.rules import acting, choosing, paper, rolling, rounds, solo
from companion.games.dice_charmers.rules.moves import (
    MOVE_KINDS,
    ConfirmDice,
    DeclareMet,
    EnterTotal,
    Move,
    Roll,
    TypeFace,
    UseKarma,
)
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.state import REAL, Phase, Rules, State, open_page
from companion.rules.refusal import IllegalMove, Refusal


@dataclass(frozen=True, slots=True)
class Played:
    """A player's entry."""

    seat: str
    move: Move


@dataclass(frozen=True, slots=True)
class Rolled:
    """The faces of rolled dice, in the order of `list_dice_to_roll`."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """The automa removes a die from a roll of a player who is alone."""

    die: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """The host ends the turn of an absent player."""

    seat: str


@dataclass(frozen=True, slots=True)
class TurnedToPaper:
    """The seat writes on paper from now on."""

    seat: str


Fact = Played | Rolled | Removed | Skipped | TurnedToPaper


_RULES: Rules = {**rolling.RULES, **choosing.RULES, **acting.RULES, **paper.RULES}
assert set(_RULES) == set(MOVE_KINDS), f"no rule, or no text form: {set(_RULES) ^ set(MOVE_KINDS)}"


def to_move(state: State) -> str | None:
    """Return the seat that has to move; None while dice are rolling and after the end."""
    if state.phase in (Phase.ROLLING, Phase.AUTOMA, Phase.OVER):
        return None
    return state.players[state.mover]


def check(state: State, seat: str, move: Move) -> Verdict:
    """Return why a move is not allowed, or None. This is the only source of legality."""
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
        return _refuse_phase(state, move)
    return rule.refuse(state, page, move)


def _refuse_phase(state: State, move: Move) -> Refusal:
    """Return why this kind of move is not possible in this phase."""
    if state.phase in (Phase.ROLLING, Phase.AUTOMA):
        return Refusal(Code.WAITING_FOR_DICE)
    if state.phase is Phase.TOTALS:
        return Refusal(Code.TOTALS_ASKED, figure=paper.find_next_figure(state.seats[state.mover]))
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
    if state.phase in choosing.CHOICE:
        return Refusal(Code.TAKE_A_DIE_FIRST)
    return Refusal(Code.KARMA_ONLY_AT_START if isinstance(move, UseKarma) else Code.ONE_DIE_PER_TURN)


def legal_moves(state: State, seat: str) -> tuple[Move, ...]:
    """List all legal moves of a seat; giving up and passing come last."""
    if to_move(state) != seat:
        return ()
    page = open_page(state)
    return tuple(move for move in _list_candidates(state, page) if _RULES[type(move)].refuse(state, page, move) is None)


def list_possibilities(state: State, seat: str) -> list[tuple[Move, State]]:
    """List all legal moves of a seat, each with the state after it."""
    return [(move, _RULES[type(move)].write(state, open_page(state), move)) for move in legal_moves(state, seat)]


def _list_candidates(state: State, page: Page) -> list[Move]:
    """List a few moves that include all legal ones."""
    match state.phase:
        case Phase.ROLL:
            return [Roll()]
        case Phase.TYPING:
            return rolling.list_candidates(state)
        case Phase.CHOOSE | Phase.REROLLED:
            return choosing.list_candidates(state, page)
        case Phase.PLAY:
            return [*acting.list_candidates(page), DeclareMet()] if page.paper else acting.list_candidates(page)
        case Phase.TOTALS:
            return paper.list_candidates(state)
    return []


def apply(state: State, fact: Fact) -> State:
    """Return the state after a fact. Raises IllegalMove."""
    match fact:
        case Played(seat, move):
            page = open_page(state)
            _raise_if_refused(_refuse(state, page, seat, move))
            return _RULES[type(move)].write(state, page, move)
        case Rolled(faces):
            _raise_if_refused(rolling.refuse_faces(state, faces))
            return rolling.set_faces(state, faces)
        case Removed(die):
            _raise_if_refused(solo.refuse_removal(state, die))
            return solo.remove_die(state, die)
        case Skipped(seat):
            _raise_if_refused(rounds.refuse_skipping(state, seat))
            return rounds.skip(state, seat)
        case TurnedToPaper(seat):
            _raise_if_refused(rounds.refuse_turning_to_paper(state, seat))
            return rounds.turn_to_paper(state, seat)


def _raise_if_refused(refusal: Verdict) -> None:
    if refusal is not None:
        raise IllegalMove(refusal)
