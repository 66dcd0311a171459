"""Find the effects of a move by comparing the states before and after it."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from operator import gt

from companion.games.dice_charmers.rules.refusals import Plural
from companion.games.dice_charmers.rules.scoring import lines_meet
from companion.games.dice_charmers.rules.sheet import (
    BUILDINGS,
    DICE,
    GOODS,
    MARKETS,
    PEOPLE,
    ROAD_SIDES,
    SHAPE_OF,
    Marks,
)
from companion.games.dice_charmers.rules.state import ELEPHANT, Phase, State
from companion.rules.messages import N_, Coded

ROAD_TEXTS = {
    "straight": N_("straight on %(space)s"),
    "bend": N_("bend on %(space)s"),
    "fork": N_("fork on %(space)s"),
    "intersection": N_("intersection on %(space)s"),
}
BUILDING_TEXTS = {
    "temple": N_("erects a temple"),
    "palace": N_("erects a palace"),
    "fort": N_("erects a fort"),
    "mill": N_("erects a mill"),
}
MARKET_TEXTS = {
    "market-same": N_("opens the market: up to 3 goods of one kind"),
    "market-different": N_("opens the market: up to 3 different goods"),
}
EMPTY_MARKET_TEXT = N_("opens the market, but there is nothing in stock to sell")


class EffectKind(StrEnum):
    """The kinds of effects, each with the words for it; the names in brackets are the details."""

    text: str | Plural | Mapping[str, str]
    by: str  # the detail that is the number of a plural, or chooses the text

    def __new__(cls, code: str, text: str | Plural | Mapping[str, str], by: str = "") -> "EffectKind":
        kind = str.__new__(cls, code)
        kind._value_ = code
        kind.text, kind.by = text, by
        return kind

    DIE_TAKEN = "die-taken", N_("takes the %(die)s: %(face)s")  # goes to the depot [die, face]
    DIE_TO_ELEPHANT = "die-to-elephant", N_("%(die)s goes to the elephant: %(face)s")  # [die, face]
    DICE_ROLL = "dice-roll", Plural("rolls %(num)d die", "rolls %(num)d dice"), "dice"  # [dice: how many]
    KARMA_USED = "karma-used", N_("crosses out a karma")  # [left]
    PERSON_USED = "person-used", N_("%(person)s: %(left)d left")  # a space of the person is crossed out [person, left]
    ROAD = "road", ROAD_TEXTS, "shape"  # a complete road on an empty space [space, sides, shape]
    ROAD_EXTENDED = (
        "road-extended",
        ROAD_TEXTS,
        "shape",
    )  # a half-road makes it a fork or an intersection [space, side, shape]
    ERECTS = "erects", BUILDING_TEXTS, "building"  # [building, space]
    OPENS_MARKET = "opens-market", MARKET_TEXTS, "market"  # `empty` only with nothing in stock [market, space, empty]
    RIVER = "river", N_("river space %(number)d: %(symbol)s")  # a space is marked [space: its number, symbol]
    GOODS = "goods", "+%(goods)s"  # circled [good, count]
    SOLD = "sold", N_("sells %(goods)s")  # crossed out [good, count, price: in total]
    UPGRADE = "upgrade", N_("fame %(value)d from now on")  # [building, value]
    KARMA_CIRCLED = "karma-circled", Plural("+%(num)d karma", "+%(num)d karma"), "count"  # [count]
    FAME = "fame", Plural("+%(num)d fame", "+%(num)d fame"), "amount"  # [amount]
    MONEY = "money", Plural("+%(num)d money", "+%(num)d money"), "amount"  # [amount]
    RELEASES = "releases", N_("releases %(bonus)s")  # a bonus is circled [place, bonus]
    BONUS_USED = "bonus-used", N_("crosses out the bonus: %(bonus)s")  # [place, bonus]
    BONUS_WASTED = "bonus-wasted", N_("loses the bonus: %(bonus)s")  # [place, bonus]
    LINES_MEET = "lines-meet", N_("the lines meet!")
    TURN_ENDS = "turn-ends", N_("next: %(player)s")  # [seat: whose turn is next]
    ROUND_ENDS = "round-ends", N_("the round ends")
    GAME_ENDS = "game-ends", N_("the game ends")


class Effect(Coded):
    """One thing that a move does: `Effect(EffectKind.FAME, amount=2)`."""

    code: EffectKind


def compare_states(before: State, after: State, seat: str) -> tuple[Effect, ...]:
    """Return what has happened to a seat between two states of a game."""
    old, new = before.find_seat(seat), after.find_seat(seat)
    found = [*_compare_dice(before, after), *_compare_marks(before, old.marks, new.marks)]
    if lines_meet(after.sheet, new) and not lines_meet(before.sheet, old):
        found.append(Effect(EffectKind.LINES_MEET))
    return (*found, *_compare_turns(before, after))


def _compare_dice(before: State, after: State) -> Iterator[Effect]:
    if after.phase in (Phase.ROLLING, Phase.TYPING) and before.phase is not after.phase and after.rolling:
        yield Effect(EffectKind.DICE_ROLL, dice=len(after.rolling))
    if before.round != after.round or before.places == after.places:
        return
    for die, (old, new, face) in enumerate(zip(before.places, after.places, before.faces, strict=True)):
        if old != new:
            code = EffectKind.DIE_TO_ELEPHANT if new == ELEPHANT else EffectKind.DIE_TAKEN
            yield Effect(code, die=DICE[die], face=face)


def _compare_marks(state: State, old: Marks, new: Marks) -> Iterator[Effect]:
    if new == old:
        return
    if new.karma_used > old.karma_used:
        yield Effect(EffectKind.KARMA_USED, left=new.karma_circled - new.karma_used)
    if old.people != new.people:
        yield from _compare_palace(state, old, new)
    if old.roads != new.roads:
        yield from _compare_roads(state, old, new)
    if old.river != new.river:
        yield from _compare_river(state, old, new)
    if old.goods != new.goods or old.sold != new.sold:
        yield from _compare_goods(state, old, new)
    if old.upgrades != new.upgrades:
        yield from _compare_upgrades(state, old, new)
    if new.karma_circled > old.karma_circled:
        yield Effect(EffectKind.KARMA_CIRCLED, count=new.karma_circled - old.karma_circled)
    if new.fame > old.fame:
        yield Effect(EffectKind.FAME, amount=new.fame - old.fame)
    if new.money > old.money:
        yield Effect(EffectKind.MONEY, amount=new.money - old.money)
    if (old.circled, old.crossed, old.wasted) != (new.circled, new.crossed, new.wasted):
        yield from _compare_bonuses(state, old, new)


def _compare_palace(state: State, old: Marks, new: Marks) -> Iterator[Effect]:
    for person, before, now in zip(PEOPLE, old.people, new.people, strict=True):
        if now > before:
            yield Effect(EffectKind.PERSON_USED, person=person, left=state.sheet.palace.uses - now)


def _compare_roads(state: State, old: Marks, new: Marks) -> Iterator[Effect]:
    plan = state.plan
    for space, kind, before, now in zip(plan.spaces, plan.kinds, old.roads, new.roads, strict=True):
        if before == now:
            continue
        sides, shape = ROAD_SIDES[now & ~before], SHAPE_OF[now]
        if before:
            yield Effect(EffectKind.ROAD_EXTENDED, space=space, side=sides, shape=shape)
            continue
        yield Effect(EffectKind.ROAD, space=space, sides=sides, shape=shape)
        if kind in BUILDINGS:
            yield Effect(EffectKind.ERECTS, building=kind, space=space)
        elif kind in MARKETS:
            empty = {} if any(map(gt, old.goods, old.sold)) else {"empty": "stock"}
            yield Effect(EffectKind.OPENS_MARKET, market=kind, space=space, **empty)


def _compare_river(state: State, old: Marks, new: Marks) -> Iterator[Effect]:
    sailed = new.river & ~old.river
    for i, space in enumerate(state.sheet.river):
        if sailed >> i & 1:
            yield Effect(EffectKind.RIVER, space=i + 1, symbol=space.symbol)


def _compare_goods(state: State, old: Marks, new: Marks) -> Iterator[Effect]:
    for kind, good in enumerate(GOODS):
        if new.goods[kind] > old.goods[kind]:
            yield Effect(EffectKind.GOODS, good=good, count=new.goods[kind] - old.goods[kind])
        if new.sold[kind] > old.sold[kind]:
            prices = state.plan.prices[kind][old.sold[kind] : new.sold[kind]]
            yield Effect(EffectKind.SOLD, good=good, count=len(prices), price=sum(prices))


def _compare_upgrades(state: State, old: Marks, new: Marks) -> Iterator[Effect]:
    for building, before, now in zip(BUILDINGS, old.upgrades, new.upgrades, strict=True):
        if now > before:
            yield Effect(EffectKind.UPGRADE, building=building, value=state.sheet.upgrades.values[now])


def _compare_bonuses(state: State, old: Marks, new: Marks) -> Iterator[Effect]:
    known = {*old.circled, *old.crossed, *old.wasted}
    for code, before, now in (
        (EffectKind.BONUS_USED, old.crossed, new.crossed),
        (EffectKind.BONUS_WASTED, old.wasted, new.wasted),
        (EffectKind.RELEASES, tuple(known), new.circled),
    ):
        for place in now:
            if place not in before:
                yield Effect(code, place=place, bonus=str(state.plan.bonuses[place]))


def _compare_turns(before: State, after: State) -> Iterator[Effect]:
    if after.phase in (Phase.TOTALS, Phase.OVER):
        if before.phase not in (Phase.TOTALS, Phase.OVER):
            yield Effect(EffectKind.GAME_ENDS)
    elif before.round != after.round:
        yield Effect(EffectKind.ROUND_ENDS)
        yield Effect(EffectKind.TURN_ENDS, seat=after.players[after.mover])
    elif before.turn != after.turn:
        yield Effect(EffectKind.TURN_ENDS, seat=after.players[after.mover])
