"""What a phone shows of a game: the prompt, the legal moves with their labels, effects and targets, and all sheets."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.rules import (
    Ask,
    Effect,
    EffectKind,
    Move,
    Phase,
    Prompt,
    Reason,
    State,
    check,
    compare_states,
    describe_marks,
    legal_moves,
    make_prompt,
    measure_gap,
    parse_move,
)
from companion.games.dice_charmers.rules.palace import CallSomeone
from companion.games.dice_charmers.rules.play import MOVE_KINDS
from companion.games.dice_charmers.rules.province import HalfRoads
from companion.games.dice_charmers.rules.scoring import Figures, lines_meet
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE
from companion.games.dice_charmers.rules.state import ELEPHANT, OneOf, Page, Seat, Task, open_page
from companion.games.dice_charmers.rules.turn import Take, UseBonus, UseKarma, list_steps, may_use_bonuses
from companion.games.dice_charmers.texts.ending import describe_ending, rate_game
from companion.games.dice_charmers.texts.wording import describe_bonus, describe_effect, describe_move, describe_prompt
from companion.games.table_game import Offer
from companion.rules.history import History
from companion.rules.messages import Refusal

# Prompts, without options that are impossible now


def find_prompt(state: State) -> Prompt:
    """Return the prompt, with details about what is possible.

    The Portuguese with no free space behind the boat only gives a good, so only the good is asked for.
    """
    prompt = make_prompt(state)
    if prompt.code == Ask.CHOOSE:
        return _find_choice(state)
    task = state.tasks[-1][0] if state.tasks else None
    if task is None or prompt.code != task.asks:
        return prompt
    page = open_page(state)
    if isinstance(task, OneOf):
        possible = [each for each in task.tasks if each.why_impossible(page) is None]
        return _ask(possible[0]) if len(possible) == 1 else prompt
    if isinstance(task, CallSomeone) and task.called_by_mogul:
        return _ask(task, called_by_mogul=True)
    return _ask_half_roads(page, task) if isinstance(task, HalfRoads) else prompt


def _find_choice(state: State) -> Prompt:
    """Ask for a die; if none is suitable, for karma or passing."""
    moves = legal_moves(state, state.players[state.mover])
    if any(isinstance(move, Take) for move in moves):
        return Prompt(Ask.CHOOSE)
    return Prompt(Ask.CHOOSE, only="karma" if any(isinstance(move, UseKarma) for move in moves) else "pass")


def _ask_half_roads(page: Page, task: HalfRoads) -> Prompt:
    uses = may_use_bonuses(page) and any(isinstance(step, UseBonus) for step in list_steps(page))
    return _ask(task, begins=task.can_begin(page), extends=task.can_extend(page), waits=uses)


def _ask(task: Task, **possible: bool) -> Prompt:
    return Prompt(task.asks, source=task.source, **task.details(), **possible)


# Offers

# The names of river spaces and people do not tell what comes next.
LEADS_ON = (EffectKind.RIVER, EffectKind.PERSON_USED)
# Refusals about the assumed move, not about the tapped place: used only if there is no better one.
VAGUE = (
    Reason.OTHER_ACTION_ASKED,
    Reason.WRONG_SHAPE,
    Reason.ROAD_INCOMPLETE,
    Reason.WRONG_NUMBER_OF_GOODS,
    Reason.TOO_FEW_SOLD,
)


def make_offer(namer: Namer, state: State, seat: str, move: Move, after: State) -> Offer:
    effects = compare_states(state, after, seat)
    return Offer(
        move,
        describe_move(namer, state, move),
        move.targets(state),
        tuple(describe_effect(namer, effect) for effect in effects),
        {
            "kind": move.form.word,
            "effect_codes": [{"code": effect.code.value, **effect.details} for effect in effects],
            "gap": measure_gap(after, seat),
            "asks": describe_follow_up(effects, after),
        },
    )


def describe_follow_up(effects: Sequence[Effect], after: State) -> str:
    """Describe what a river space or a person lets the player do next, or return an empty text."""
    if not after.tasks or not any(effect.code in LEADS_ON for effect in effects):
        return ""
    return describe_prompt(find_prompt(after), bonuses=0)


def why_not_at(state: State, seat: str, target: str) -> Refusal | None:
    """Return the most helpful refusal of all moves that a tap on the target could mean.

    None if something can be entered there, or nothing ever could. Raises Unreadable.
    """
    refusals = [check(state, seat, parse_move(move)) for move in list_meanings(state, seat, target)]
    if not refusals or None in refusals:
        return None
    return min(filter(None, refusals), key=lambda refusal: refusal.code in VAGUE)


def list_meanings(state: State, seat: str, target: str) -> Iterable[str]:
    """List the moves that a tap on the target could mean, the likeliest first."""
    kind, _, name = target.partition(" ")
    found = (each.meanings[kind] for each in MOVE_KINDS if kind in each.meanings)
    return [move for meaning in found for move in meaning(state, seat, name)]


# The public view: nothing is hidden


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
        **view_solo(state),
    }


def view_solo(state: State) -> dict[str, Any]:
    """Describe the result of a player who was alone: {"solo": {"rounds", "rank", "title"}}; rank 0 means none."""
    rated = rate_game(state)
    return {"solo": {"rounds": rated.rounds, "rank": rated.rank, "title": rated.title}} if rated else {}


def _describe_die(namer: Namer, state: State, i: int) -> dict[str, Any]:
    face, die = _find_face(state, i), DICE[i]
    return {
        "die": die,
        "colour": COLOUR_OF[die],
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
