"""A legal move as a phone shows it: words, what it does, and where on the sheet it is tapped.

Targets have stable names: `die purple-1`, `space c3`, `good tea 2`, `river 7`, `person trader`,
`building temple`, `karma 2`, `bonus edge c3 N`. Places are counted from 1.
"""

from collections.abc import Sequence

from companion.games.dice_charmers.kinds.moves import MOVES
from companion.games.dice_charmers.rules import Effect, EffectKind, State, changes, gap, prompt
from companion.games.dice_charmers.rules.moves import Move
from companion.games.dice_charmers.texts import Things, effect_words, prompt_words
from companion.games.table_game import Offer

# What a river space gives and a person does is said by neither's name.
LEADS_ON = (EffectKind.RIVER, EffectKind.PERSON_USED)


def offer(things: Things, state: State, seat: str, move: Move, after: State) -> Offer:
    effects = changes(state, after, seat)
    profile = MOVES[type(move)]
    return Offer(
        str(move),
        profile.label(things, state, move),
        profile.targets(state, move),
        tuple(effect_words(things, effect) for effect in effects),
        {
            "kind": move.form.word,
            "effect_codes": [{"code": effect.code.value, **effect.params} for effect in effects],
            "gap": gap(after, seat),
            "asks": asks(effects, after),
        },
    )


def asks(effects: Sequence[Effect], after: State) -> str:
    """What a river space or a person lets the player do next."""
    if not after.tasks or not any(effect.code in LEADS_ON for effect in effects):
        return ""
    return prompt_words(prompt(after), bonuses=0)
