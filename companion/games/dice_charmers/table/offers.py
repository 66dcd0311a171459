"""Legal moves with what a phone shows of them: label, effects, and targets on the sheet to tap.

Targets have stable names: `die purple-1`, `space c3`, `good tea 2`, `river 7`, `person trader`,
`building temple`, `karma 2`, `bonus edge c3 N`. Places are counted from 1.
"""

from collections.abc import Iterable, Sequence

from companion.games.dice_charmers.kinds.moves import MOVES
from companion.games.dice_charmers.rules import (
    Code,
    Effect,
    EffectKind,
    State,
    check,
    compare_states,
    measure_gap,
    parse_move,
)
from companion.games.dice_charmers.rules.moves import Move
from companion.games.dice_charmers.table.prompts import find_prompt
from companion.games.dice_charmers.texts import Namer, describe_effect, describe_prompt
from companion.games.table_game import Offer
from companion.rules.refusal import Refusal

# The names of river spaces and people do not tell what comes next.
LEADS_ON = (EffectKind.RIVER, EffectKind.PERSON_USED)
# Refusals about the assumed move, not about the tapped place: used only if there is no better one.
VAGUE = (Code.OTHER_ACTION_ASKED, Code.WRONG_SHAPE, Code.ROAD_INCOMPLETE, Code.WRONG_NUMBER_OF_GOODS, Code.TOO_FEW_SOLD)


def make_offer(namer: Namer, state: State, seat: str, move: Move, after: State) -> Offer:
    effects = compare_states(state, after, seat)
    profile = MOVES[type(move)]
    return Offer(
        str(move),
        profile.label(namer, state, move),
        profile.targets(state, move),
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
    found = (profile.meanings[kind] for profile in MOVES.values() if kind in profile.meanings)
    return [move for meaning in found for move in meaning(state, seat, name)]
