"""Turns, rounds and the end of the game; skipping a player and changing a seat to paper."""

from companion.games.dice_charmers.rules.dice import can_use_any_die
from companion.games.dice_charmers.rules.page import Marks, Page
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.scoring import have_met, lines_meet
from companion.games.dice_charmers.rules.state import (
    UNROLLED,
    Ending,
    Phase,
    State,
    await_roll,
    lacks_totals,
    start_round,
)
from companion.rules.refusal import Refusal

MOST_IDLE_ROUNDS = 30  # practically impossible with fair dice, but typed-in faces could go on forever


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
    if not tracked:
        return state.plan.edition == 1
    return not any(can_use_any_die(Page(state.plan, marks, state.faces)) for marks in tracked)


def _finish(state: State, ending: Ending) -> State:
    asking = any(map(lacks_totals, state.seats))
    return state._replace(phase=Phase.TOTALS if asking else Phase.OVER, ending=ending)


def refuse_skipping(state: State, player: str) -> Verdict:
    if player not in state.players:
        return Refusal(Code.NO_SUCH_SEAT, seat=player)
    if state.phase is Phase.OVER:
        return Refusal(Code.GAME_OVER)
    if state.phase in (Phase.ROLLING, Phase.AUTOMA):
        return Refusal(Code.WAITING_FOR_DICE)
    if state.phase is Phase.TOTALS or state.players[state.mover] != player:
        return Refusal(Code.NOTHING_TO_SKIP, seat=player)
    return None


def skip(state: State, player: str) -> State:
    """End a player's turn immediately; circled bonuses and typed-in faces are lost."""
    seat = state.find_seat(player)
    return advance_turn(state.with_seat(state.mover, seat._replace(marks=_waste_circled(seat.marks))))


def _waste_circled(marks: Marks) -> Marks:
    return marks._replace(circled=(), wasted=marks.wasted + marks.circled)


def refuse_turning_to_paper(state: State, player: str) -> Verdict:
    if player not in state.players:
        return Refusal(Code.NO_SUCH_SEAT, seat=player)
    if state.phase in (Phase.TOTALS, Phase.OVER):
        return Refusal(Code.GAME_OVER)
    return Refusal(Code.ALREADY_PAPER, seat=player) if state.find_seat(player).paper else None


def turn_to_paper(state: State, player: str) -> State:
    """Stop tracking the marks of a seat; the player finishes the current action on paper."""
    i = state.players.index(player)
    seat = state.seats[i]
    paper = seat._replace(paper=True, met=lines_meet(state.sheet, seat), marks=_waste_circled(seat.marks))
    return state.with_seat(i, paper, tasks=() if i == state.mover else state.tasks)
