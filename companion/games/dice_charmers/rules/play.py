"""The core of the rules: `parse_move`, `legal_moves`, `check`, `apply`, and what a player is asked to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.games.dice_charmers.rules.market import CopyGoodsDie, GetGoods, Sell
from companion.games.dice_charmers.rules.palace import CallPerson, Upgrade
from companion.games.dice_charmers.rules.province import DrawHalf, DrawRoad
from companion.games.dice_charmers.rules.refusals import Reason, Verdict
from companion.games.dice_charmers.rules.river import Sail
from companion.games.dice_charmers.rules.rounds import (
    ConfirmDice,
    DeclareMet,
    EnterTotal,
    Roll,
    TypeFace,
    find_bounds,
    find_die_asked,
    find_next_figure,
    list_totals,
    list_typing,
    refuse_faces,
    refuse_removal,
    refuse_skipping,
    refuse_turning_to_paper,
    remove_die,
    set_faces,
    skip,
    turn_to_paper,
)
from companion.games.dice_charmers.rules.sheet import DICE
from companion.games.dice_charmers.rules.state import REAL, Move, Page, PageMove, Phase, State, close_page, open_page
from companion.games.dice_charmers.rules.turn import (
    CHOICE,
    EndTurn,
    GiveUp,
    Pass,
    Take,
    UseBonus,
    UseKarma,
    can_act,
    do_step,
    list_actions,
    list_choices,
    may_use_bonuses,
)
from companion.rules.messages import N_, Coded, IllegalMove, Refusal, Unreadable

# If a tap can mean several kinds of moves, the kinds listed first are the likeliest.
MOVE_KINDS: tuple[type[Move], ...] = (
    Roll,
    TypeFace,
    ConfirmDice,
    Take,
    UseKarma,
    Pass,
    DrawRoad,
    DrawHalf,
    GetGoods,
    Sell,
    CopyGoodsDie,
    Sail,
    Upgrade,
    CallPerson,
    UseBonus,
    GiveUp,
    EndTurn,
    DeclareMet,
    EnterTotal,
)
_BY_WORD = {kind.form.word: kind for kind in MOVE_KINDS}
LONGEST_TEXT = 100


@lru_cache(4096)  # 7 % of replaying a table (tests/bench/bench_tricks.py)
def parse_move(text: str) -> Move:
    """Parse the text form of a move, without checking whether it is allowed. Raises Unreadable."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(text[:LONGEST_TEXT] + "…")
    word, _, rest = " ".join(text.split()).partition(" ")
    kind = _BY_WORD.get(word)
    if kind is None:
        raise Unreadable(text)
    if not kind.form.rest.fullmatch(rest):
        raise Unreadable(text, kind.form.example)
    return kind(*kind.form.read(rest))


# What can happen in a game


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
        return Refusal(Reason.NO_SUCH_SEAT, seat=seat)
    if state.phase is Phase.OVER:
        return Refusal(Reason.GAME_OVER)
    if state.players[state.mover] != seat:
        return Refusal(Reason.NOT_YOUR_TURN, seat=state.players[state.mover])
    return move.refuse(state, page) if state.phase in move.phases else _refuse_phase(state, move)


def _refuse_phase(state: State, move: Move) -> Refusal:
    """Return why this kind of move is not possible in this phase."""
    if state.phase in (Phase.ROLLING, Phase.AUTOMA):
        return Refusal(Reason.WAITING_FOR_DICE)
    if state.phase is Phase.TOTALS:
        return Refusal(Reason.TOTALS_ASKED, figure=find_next_figure(state.seats[state.mover]))
    if isinstance(move, EnterTotal):
        return Refusal(Reason.NO_TOTALS_YET)
    if isinstance(move, Roll) and state.dice == REAL:
        return Refusal(Reason.REAL_DICE)
    if isinstance(move, TypeFace | ConfirmDice) and state.dice != REAL:
        return Refusal(Reason.VIRTUAL_DICE)
    if isinstance(move, Roll | TypeFace | ConfirmDice):
        return Refusal(Reason.DICE_ALREADY_ROLLED)
    if state.phase in (Phase.ROLL, Phase.TYPING):
        return Refusal(Reason.DICE_NOT_ROLLED)
    if state.phase in CHOICE:
        return Refusal(Reason.TAKE_A_DIE_FIRST)
    return Refusal(Reason.KARMA_ONLY_AT_START if isinstance(move, UseKarma) else Reason.ONE_DIE_PER_TURN)


def legal_moves(state: State, seat: str) -> tuple[Move, ...]:
    """List all legal moves of a seat; giving up and passing come last."""
    if to_move(state) != seat:
        return ()
    page = open_page(state)
    return tuple(move for move in _list_candidates(state, page) if move.refuse(state, page) is None)


def list_possibilities(state: State, seat: str) -> list[tuple[Move, State]]:
    """List all legal moves of a seat, each with the state after it."""
    return [(move, _write(state, open_page(state), move)) for move in legal_moves(state, seat)]


def _write(state: State, page: Page, move: Move) -> State:
    """Return the state after a legal move."""
    if isinstance(move, PageMove):
        do_step(page, move)
        return close_page(state, page)
    return move.write(state, page)


def _list_candidates(state: State, page: Page) -> Sequence[Move]:
    """List a few moves that include all legal ones."""
    match state.phase:
        case Phase.ROLL:
            return [Roll()]
        case Phase.TYPING:
            return list_typing(state)
        case Phase.CHOOSE | Phase.REROLLED:
            return list_choices(state, page)
        case Phase.PLAY:
            return [*list_actions(page), DeclareMet()] if page.paper else list_actions(page)
        case Phase.TOTALS:
            return list_totals(state)
    return []


def apply(state: State, fact: Fact) -> State:
    """Return the state after a fact. Raises IllegalMove."""
    match fact:
        case Played(seat, move):
            page = open_page(state)
            _raise_if_refused(_refuse(state, page, seat, move))
            return _write(state, page, move)
        case Rolled(faces):
            _raise_if_refused(refuse_faces(state, faces))
            return set_faces(state, faces)
        case Removed(die):
            _raise_if_refused(refuse_removal(state, die))
            return remove_die(state, die)
        case Skipped(seat):
            _raise_if_refused(refuse_skipping(state, seat))
            return skip(state, seat)
        case TurnedToPaper(seat):
            _raise_if_refused(refuse_turning_to_paper(state, seat))
            return turn_to_paper(state, seat)


def _raise_if_refused(refusal: Verdict) -> None:
    if refusal is not None:
        raise IllegalMove(refusal)


# What a player is asked


class Ask(StrEnum):
    """Prompts other than the tasks of an action, which have their own; the names in brackets are the details."""

    text: str

    def __new__(cls, code: str, text: str = "") -> "Ask":
        ask = str.__new__(cls, code)
        ask._value_ = code
        ask.text = text
        return ask

    ROLL = "roll", N_("Roll the dice")
    ROLLING = "rolling", N_("The dice are rolling")
    FACE = "face", N_("What does this die show: %(die)s?")  # [die]
    CONFIRM_DICE = "confirm-dice", N_("Are all dice correct? Then confirm them")
    CHOOSE = "choose", N_("Take a die")  # or use karma, or pass
    REROLLED = "rerolled", N_("Take one of the two rerolled dice")  # or use another karma [one, two]
    ANY_OF = "any-of", N_("Use what the river gives, in any order")  # [source]
    BONUSES = "bonuses"  # use or give up the circled bonuses; how many there are is said with it
    END_TURN = "end-turn", N_("All done: end your turn")
    PAPER = "paper", N_("Enter it on paper, then end the turn")
    TOTAL = "total", N_("Enter the total of the paper sheet: %(figure)s, %(low)s to %(high)s")  # [figure, low, high]
    OVER = "over", N_("The game is over")


class Prompt(Coded):
    """An `Ask`, or the code of a task: `Prompt("road", source="die", shape="bend")`."""


def make_prompt(state: State) -> Prompt:
    """Return what the player who has the turn is asked to do."""
    seat = state.seats[state.mover]
    match state.phase:
        case Phase.OVER:
            return Prompt(Ask.OVER)
        case Phase.ROLLING | Phase.AUTOMA:
            return Prompt(Ask.ROLLING)
        case Phase.ROLL:
            return Prompt(Ask.ROLL)
        case Phase.TYPING if len(state.typed) < len(state.rolling):
            return Prompt(Ask.FACE, die=find_die_asked(state))
        case Phase.TYPING:
            return Prompt(Ask.CONFIRM_DICE)
        case Phase.CHOOSE:
            return Prompt(Ask.CHOOSE)
        case Phase.REROLLED:
            one, two = (DICE[die] for die in state.rolling)
            return Prompt(Ask.REROLLED, one=one, two=two)
        case Phase.TOTALS:
            low, high = find_bounds(state, seat)
            return Prompt(Ask.TOTAL, figure=find_next_figure(seat), low=low, high=high)
    if seat.paper:
        return Prompt(Ask.PAPER)
    page = open_page(state)
    if may_use_bonuses(page) and not can_act(page):
        return Prompt(Ask.BONUSES if seat.marks.circled else Ask.END_TURN)
    first, *others = state.tasks[-1]
    if others and not may_use_bonuses(page):
        return Prompt(Ask.ANY_OF, source=first.source)
    return Prompt(first.asks, source=first.source, **first.details())
