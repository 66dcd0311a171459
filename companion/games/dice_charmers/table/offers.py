"""A legal move as a phone shows it: words, what it does, and where on the sheet it is tapped.

Targets have stable names: `die purple-1`, `space c3`, `good tea 2`, `river 7`, `person trader`,
`building temple`, `karma 2`, `bonus edge c3 N`. Places are counted from 1.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.games.dice_charmers.rules import Effect, EffectKind, State, changes, gap, prompt
from companion.games.dice_charmers.rules.moves import (
    CallPerson,
    CopyGoodsDie,
    DrawHalf,
    DrawRoad,
    GetGoods,
    GiveUp,
    Move,
    Sail,
    Sell,
    Take,
    TypeFace,
    Upgrade,
    UseBonus,
    UseKarma,
)
from companion.games.dice_charmers.rules.river import destination
from companion.games.dice_charmers.rules.sheet import GOODS
from companion.games.dice_charmers.rules.state import open_page
from companion.games.dice_charmers.texts import Things, effect_words, move_words, prompt_words
from companion.games.table_game import Offer

# What a move's name already says need not be said again among its effects.
REPEATED = {
    "road": "road",
    "half": "road-extended",
    "sell": "sold",
    "goods": "goods",
    "river": "river",
    "use": "bonus-used",
    "give": "bonus-wasted",
    "take": "die-taken",
}


# What a river space gives and a person does is said by neither's name.
LEADS_ON = (EffectKind.RIVER, EffectKind.PERSON_USED)


def offer(things: Things, state: State, seat: str, move: Move, after: State) -> Offer:
    effects = changes(state, after, seat)
    text = str(move)
    return Offer(
        text,
        move_words(things, state, move),
        targets(state, move),
        tuple(effect_words(things, effect) for effect in effects),
        {
            "kind": text.partition(" ")[0],
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


def targets(state: State, move: Move) -> tuple[str, ...]:
    marks = state.seats[state.mover].marks
    match move:
        case TypeFace(die, _) | Take(die) | CopyGoodsDie(die):
            return (f"die {die}",)
        case UseKarma(die):
            return f"die {die}", f"karma {marks.karma_used + 1}"
        case DrawRoad(space, _) | DrawHalf(space, _):
            return (f"space {space}",)
        case Sell(goods):
            return _next_goods(goods, marks.sold)
        case GetGoods(goods):
            return _next_goods(goods, marks.goods)
        case Sail(step):
            return (f"river {destination(open_page(state), step) + 1}",)
        case Upgrade(building):
            return (f"building {building}",)
        case CallPerson(person):
            return (f"person {person}",)
        case UseBonus(bonus):
            return (f"bonus {bonus}",)
        case GiveUp(what) if what in state.plan.bonuses:
            return (f"bonus {what}",)
    return ()


def _next_goods(goods: Iterable[str], done: Sequence[int]) -> tuple[str, ...]:
    """The leftmost goods of each kind that are not circled, or not sold, yet."""
    return tuple(
        f"good {good} {done[GOODS.index(good)] + which}"
        for good, count in Counter(goods).items()
        for which in range(1, count + 1)
    )
