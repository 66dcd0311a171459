"""Preview what a die would do and what could follow, before it is taken.

A beam search plays the turn to its end and continues with the most promising ways at each step. It is bounded, so the
way it shows is a good one, not always the best.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.games.dice_charmers.names import Namer, name_goods
from companion.games.dice_charmers.rules import (
    Effect,
    EffectKind,
    Phase,
    Played,
    Reason,
    State,
    apply,
    check,
    compare_states,
    legal_moves,
    list_possibilities,
    measure_gap,
)
from companion.games.dice_charmers.rules.bonuses import why_useless
from companion.games.dice_charmers.rules.market import Sale, list_goods
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, GOODS, Bonus
from companion.games.dice_charmers.rules.state import UNROLLED, Move, OneOf, Page, open_page
from companion.games.dice_charmers.rules.turn import EndTurn, GiveUp, Take, may_use_bonuses
from companion.games.dice_charmers.table.view import find_prompt, make_offer
from companion.games.dice_charmers.texts.wording import describe_bonus, describe_effect, describe_move, describe_prompt
from companion.games.table_game import Offer
from companion.i18n import gettext, ngettext
from companion.rules.messages import Refusal

WIDTH = 8  # ways to continue with at each step
DEPTH = 10  # steps
FEW = 6  # choices that fit on a phone beside something else
# Effects that the label of the die or step already names.
IMPLIED = (
    EffectKind.DIE_TAKEN,
    EffectKind.DIE_TO_ELEPHANT,
    EffectKind.BONUS_USED,
    EffectKind.ROAD,
    EffectKind.ROAD_EXTENDED,
    EffectKind.SOLD,
)


@dataclass(frozen=True)
class PreviewStep:
    label: str
    effects: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    die: str
    refusal: Refusal | None  # why it cannot be taken
    now: tuple[str, ...] = ()  # its immediate effects
    gives: tuple[Bonus, ...] = ()  # what the river space that it reaches gives
    warnings: tuple[str, ...] = ()  # what it does not do, though the player might expect it
    targets: tuple[str, ...] = ()  # where it marks something on the sheet, now or with the next move
    to_elephant: str = ""  # the die that goes onto the elephant
    elephant: str = ""  # the same in words
    asks: str = ""  # what the player has to do then
    choices: tuple[Offer, ...] = ()  # the answers to that, if they are few and need no place on the sheet
    taken: State | None = None  # the state after the die is taken
    bonuses: tuple[str, ...] = ()  # descriptions of the bonuses that could be released
    steps: tuple[PreviewStep, ...] = ()  # a good way to continue
    gap_before: float | None = None
    gap_after: float | None = None


@dataclass(frozen=True)
class _Way:
    """One way to play the turn."""

    state: State
    moves: tuple[Move, ...] = ()

    def after(self, seat: str, move: Move) -> "_Way":
        return _Way(apply(self.state, Played(seat, move)), (*self.moves, move))

    def promise(self, seat: str) -> tuple[float, int, int]:
        marks = self.state.find_seat(seat).marks
        return measure_gap(self.state, seat) or 0, len(marks.circled) + marks.karma_circled, -len(self.moves)


def preview_die(namer: Namer, state: State, seat: str, die: str) -> Preview:
    """Preview what a die would do for a seat, even if it is another player's turn."""
    before = assume_choosing(state, seat)
    taking = Take(die)
    if refusal := check(before, seat, taking):
        return Preview(die, refusal)
    taken = apply(before, Played(seat, taking))
    if taken.find_seat(seat).paper:
        return Preview(die, None)
    effects = compare_states(before, taken, seat)
    elephant = next((effect for effect in effects if effect.code is EffectKind.DIE_TO_ELEPHANT), None)
    ways = _find_ways(_Way(taken), seat)
    best = max(ways, key=lambda way: (not way.state.tasks, way.promise(seat)))
    asked = find_prompt(taken)
    left = len(taken.find_seat(seat).marks.circled)
    return Preview(
        die,
        None,
        now=_describe_effects(namer, effects),
        gives=_find_gifts(before, effects),
        warnings=tuple(_find_warnings(before, taken, seat, effects)),
        targets=tuple(dict.fromkeys(_find_targets(before, taken, seat, effects))),
        to_elephant=str(elephant.details["die"]) if elephant else "",
        elephant=describe_effect(namer, elephant) if elephant else "",
        asks=describe_prompt(asked, bonuses=left) if taken.tasks else "",
        choices=tuple(list_answers(namer, taken, seat)),
        taken=taken,
        bonuses=_describe_releases(before, ways, seat),
        steps=tuple(_describe_steps(namer, taken, seat, best.moves)),
        gap_before=measure_gap(before, seat),
        gap_after=measure_gap(best.state, seat),
    )


def list_answers(namer: Namer, state: State, seat: str) -> list[Offer]:
    """List the answers to what is asked; none if they are many or have to be looked for on the sheet."""
    if may_use_bonuses(open_page(state)):
        return []
    ways = [(move, after) for move, after in list_possibilities(state, seat) if not isinstance(move, GiveUp)]
    if len(ways) > FEW or any(move.is_on_map for move, _ in ways):
        return []
    return [make_offer(namer, state, seat, move, after) for move, after in ways]


def _find_gifts(state: State, effects: Iterable[Effect]) -> tuple[Bonus, ...]:
    """Return what the marked river spaces give."""
    marked = [int(effect.details["space"]) for effect in effects if effect.code is EffectKind.RIVER]
    return tuple(gift for space in marked for gift in state.sheet.river[space - 1].earnings)


def _find_targets(before: State, taken: State, seat: str, effects: Iterable[Effect]) -> Iterable[str]:
    """Find the places on the sheet that the die marks, and those where the next move could be entered."""
    circled = dict(zip(GOODS, before.find_seat(seat).marks.goods, strict=True))
    for effect in effects:
        of = effect.details
        if effect.code is EffectKind.RIVER:
            yield f"river {of['space']}"
        elif effect.code is EffectKind.PERSON_USED:
            yield f"person {of['person']}"
        elif effect.code is EffectKind.GOODS:
            first = circled[str(of["good"])] + 1
            yield from (f"good {of['good']} {first + more}" for more in range(int(of["count"])))
    if taken.tasks:
        for move in _list_moves(taken, seat):
            yield from move.targets(taken)


def _find_warnings(before: State, taken: State, seat: str, effects: Sequence[Effect]) -> Iterable[str]:
    """Say which spaces are skipped, which goods are full, and which half of an action is impossible now."""
    marks = before.find_seat(seat).marks
    for effect in effects:
        if effect.code is EffectKind.RIVER:
            skipped = int(effect.details["space"]) - 1 - marks.river.bit_length()
            if skipped > 0:
                yield ngettext("skips %(num)d space", "skips %(num)d spaces", skipped)
        if effect.code is EffectKind.DIE_TAKEN and COLOUR_OF[str(effect.details["die"])] == "purple":
            yield from _warn_about_full_goods(effect, effects)
    task = taken.tasks[-1][0] if taken.tasks else None
    if isinstance(task, OneOf):
        page = open_page(taken)
        yield from (gettext(each.impossible) for each in task.tasks if each.why_impossible(page))
    page = Page(before.plan, marks, before.faces)
    if any(why_useless(page, "", gift) == Refusal(Reason.NOTHING_TO_SELL) for gift in _find_gifts(before, effects)):
        yield gettext(Sale.impossible)


def _warn_about_full_goods(taken: Effect, effects: Iterable[Effect]) -> Iterable[str]:
    got = [effect for effect in effects if effect.code is EffectKind.GOODS]
    names = [str(effect.details["good"]) for effect in got for _ in range(int(effect.details["count"]))]
    if len(names) < len(list_goods(str(taken.details["face"]))):
        yield gettext("gets only %(goods)s: the rest is full", goods=name_goods(names))


def assume_choosing(state: State, seat: str) -> State:
    """Return the state as if this seat had to choose a die now. Unchanged if it has the turn or no dice are rolled."""
    if state.phase in (Phase.TOTALS, Phase.OVER) or state.faces == UNROLLED or state.players[state.mover] == seat:
        return state
    turn = (state.players.index(seat) - state.starter) % len(state.players)
    return state._replace(turn=turn, phase=Phase.CHOOSE, rolling=(), typed=(), tasks=())


def _find_ways(start: _Way, seat: str) -> list[_Way]:
    """List complete and incomplete ways to play the turn."""
    found, open_ways = [start], [start]
    for _ in range(DEPTH):
        further = [way.after(seat, move) for way in open_ways for move in _list_moves(way.state, seat)]
        found += further
        open_ways = sorted(further, key=lambda way: way.promise(seat), reverse=True)[:WIDTH]
    return found


def _list_moves(state: State, seat: str) -> list[Move]:
    return [move for move in legal_moves(state, seat) if not isinstance(move, EndTurn | GiveUp)]


def _describe_releases(before: State, ways: Iterable[_Way], seat: str) -> tuple[str, ...]:
    """Describe the bonuses that any way releases, each kind once."""
    old = _list_released(before, seat)
    places = dict.fromkeys(place for way in ways for place in _list_released(way.state, seat) if place not in old)
    return tuple(dict.fromkeys(describe_bonus(before.plan.bonuses[place]) for place in places))


def _list_released(state: State, seat: str) -> tuple[str, ...]:
    marks = state.find_seat(seat).marks
    return (*marks.circled, *marks.crossed)


def _describe_steps(namer: Namer, state: State, seat: str, moves: Sequence[Move]) -> Iterable[PreviewStep]:
    for move in moves:
        after = apply(state, Played(seat, move))
        yield PreviewStep(
            describe_move(namer, state, move), _describe_effects(namer, compare_states(state, after, seat))
        )
        state = after


def _describe_effects(namer: Namer, effects: Iterable[Effect]) -> tuple[str, ...]:
    return tuple(describe_effect(namer, effect) for effect in effects if effect.code not in IMPLIED)
