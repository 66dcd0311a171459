"""Seats on paper: they declare that their lines have met, and enter their totals at the end."""

from companion.games.dice_charmers.rules.moves import FIGURES, DeclareMet, EnterTotal, Move
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.state import Phase, Rule, Rules, Seat, State, lacks_totals
from companion.rules.refusal import Refusal


def refuse_declaring(state: State, page: Page, move: DeclareMet) -> Verdict:
    seat = state.seats[state.mover]
    if not seat.paper:
        return Refusal(Code.NOT_A_PAPER_SEAT)
    return Refusal(Code.MET_ALREADY) if seat.met else None


def declare_met(state: State, page: Page, move: DeclareMet) -> State:
    i = state.mover
    return state.with_seat(i, state.seats[i]._replace(met=True))


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


def refuse_total(state: State, page: Page, move: EnterTotal) -> Verdict:
    seat = state.seats[state.mover]
    asked = find_next_figure(seat)
    if move.figure != asked:
        return Refusal(Code.OTHER_TOTAL_ASKED, figure=asked)
    low, high = find_bounds(state, seat)
    if not low <= move.amount <= high:
        return Refusal(Code.TOTAL_OUT_OF_RANGE, figure=asked, amount=move.amount, low=low, high=high)
    return None


def enter_total(state: State, page: Page, move: EnterTotal) -> State:
    i = state.mover
    seat = state.seats[i]
    state = state.with_seat(i, seat._replace(totals=(*seat.totals, move.amount)))
    return state if any(map(lacks_totals, state.seats)) else state._replace(phase=Phase.OVER)


def list_candidates(state: State) -> list[Move]:
    seat = state.seats[state.mover]
    low, high = find_bounds(state, seat)
    return [EnterTotal(find_next_figure(seat), amount) for amount in range(low, high + 1)]


RULES: Rules = {
    DeclareMet: Rule((Phase.PLAY,), refuse_declaring, declare_met),
    EnterTotal: Rule((Phase.TOTALS,), refuse_total, enter_total),
}
