"""The public view of a table, ready for JSON: the dice, the elephant and every sheet. Nothing is hidden."""

from typing import Any

from companion.games.dice_charmers.rules import Phase, State, describe_marks, measure_gap
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.scoring import Figures, lines_meet
from companion.games.dice_charmers.rules.state import ELEPHANT, Seat
from companion.games.dice_charmers.solo import rate_game
from companion.games.dice_charmers.texts import Namer, describe_bonus, describe_ending
from companion.rules.history import History


def make_view(namer: Namer, history: History[State]) -> dict[str, Any]:
    """Describe the game for everyone."""
    state = history.state
    dice = [_describe_die(namer, state, i) for i in range(len(DICE))]
    return {
        "round": state.round,
        "dice": dice,
        "elephant": {
            "holder": state.players[state.starter],
            "die": next((die for die in dice if die["place"] == ELEPHANT), None),
        },
        "sheets": {player: _describe_sheet(state, player) for player in state.players},
        "undo": [history.mover] if history.past else [],  # the seat that can still undo
        "ending": {"code": state.ending.value, "message": describe_ending(state.ending, state.is_solo)}
        if state.ending
        else None,
        **describe_solo(state),
    }


def describe_solo(state: State) -> dict[str, Any]:
    """Describe the result of a player who was alone: {"solo": {"rounds", "rank", "title"}}; rank 0 means none."""
    rated = rate_game(state)
    return {"solo": {"rounds": rated.rounds, "rank": rated.rank, "title": rated.title}} if rated else {}


def _describe_die(namer: Namer, state: State, i: int) -> dict[str, Any]:
    face, die = _find_face(state, i), DICE[i]
    return {
        "die": die,
        "colour": die.partition("-")[0],
        "face": face or None,
        "label": namer.name_face(die, face) if face else None,
        "place": state.places[i],
        "rolling": i in state.rolling,
    }


def _find_face(state: State, i: int) -> str:
    """Return the face of a die; empty for a real die that is not typed in yet."""
    if state.phase is not Phase.TYPING or i not in state.rolling:
        return state.faces[i]
    which = state.rolling.index(i)
    return state.typed[which] if which < len(state.typed) else ""


def _describe_sheet(state: State, player: str) -> dict[str, Any]:
    seat = state.find_seat(player)
    return {
        **_find_figures(seat),
        "gap": measure_gap(state, player),
        "met": lines_meet(state.sheet, seat),
        "paper": seat.paper,
        "dice_used": seat.dice_used,
        "bonuses": [
            {"place": place, "label": describe_bonus(state.plan.bonuses[place])} for place in seat.marks.circled
        ],
        "marks": describe_marks(state, player),  # of a paper sheet: what was entered before it changed to paper
    }


def _find_figures(seat: Seat) -> dict[str, int | None]:
    """Return the figures of a sheet; of a paper sheet only the used karma and, at the end, the totals."""
    marks = seat.marks
    if not seat.paper:
        return Figures(marks.fame, marks.money, marks.karma_circled, marks.karma_used)._asdict()
    known = dict.fromkeys(Figures._fields) | {"karma_used": marks.karma_used}
    return known | dict(zip(Figures._fields, seat.totals, strict=False))
