"""The start of a turn: take a die, use karma, or pass; depots and the elephant."""

from companion.games.dice_charmers.rules.bonuses import settle
from companion.games.dice_charmers.rules.dice import use_die, why_unsuitable
from companion.games.dice_charmers.rules.moves import Move, Pass, Take, UseKarma
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.plan import DICE, DIE_INDEX
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.rounds import advance_turn
from companion.games.dice_charmers.rules.state import (
    AUTOMA,
    ELEPHANT,
    MIDDLE,
    VIRTUAL,
    Phase,
    Rule,
    Rules,
    State,
    close_page,
)
from companion.rules.refusal import Refusal

_TAKES = tuple(Take(die) for die in DICE)
_KARMAS = tuple(UseKarma(die) for die in DICE)


def list_candidates(state: State, page: Page) -> list[Move]:
    """List taking dice first, then karma, then passing."""
    if state.phase is Phase.REROLLED:
        named, _ = state.rolling
        return [*(_TAKES[die] for die in state.rolling), _KARMAS[named]]
    lying = [die for die, place in enumerate(state.places) if place == MIDDLE]
    karmas = [_KARMAS[die] for die in lying] if ELEPHANT in state.places and _has_karma_left(state, page) else []
    return [*(_TAKES[die] for die in lying), *karmas, Pass()]


def refuse_taking(state: State, page: Page, move: Take) -> Verdict:
    die = DIE_INDEX.get(move.die)
    if die is None:
        return Refusal(Code.NO_SUCH_DIE, die=move.die)
    if state.phase is Phase.REROLLED:
        return _refuse_rerolled(state, page, die)
    if refusal := _refuse_place(state, die):
        return refusal
    if page.paper:
        full = state.seats[state.mover].dice_used >= state.plan.most_dice
        return Refusal(Code.SHEET_IS_FULL) if full else None
    return why_unsuitable(page, move.die, state.faces[die])


def _refuse_place(state: State, die: int) -> Verdict:
    place = state.places[die]
    if place == MIDDLE:
        return None
    if place == ELEPHANT:
        return Refusal(Code.DIE_ON_ELEPHANT, die=DICE[die])
    if place == AUTOMA:
        return Refusal(Code.DIE_WITH_AUTOMA, die=DICE[die])
    return Refusal(Code.DIE_TAKEN, die=DICE[die], seat=place)


def _refuse_rerolled(state: State, page: Page, die: int) -> Verdict:
    """Refuse other dice, and an unsuitable one of the two if the other is suitable."""
    if die not in state.rolling:
        one, two = (DICE[other] for other in state.rolling)
        return Refusal(Code.NOT_A_REROLLED_DIE, die=DICE[die], one=one, two=two)
    if page.paper:
        return None
    reasons = {other: why_unsuitable(page, DICE[other], state.faces[other]) for other in state.rolling}
    return reasons[die] if None in reasons.values() else None


def take(state: State, page: Page, move: Take) -> State:
    """Put the die in the depot and begin its action.

    The first die of a round sends the other die of its colour to the elephant.
    """
    i, die = state.mover, DIE_INDEX[move.die]
    places = list(state.places)
    if state.phase is Phase.REROLLED:
        one, two = state.rolling
        places[two if die == one else one] = ELEPHANT
    elif all(place == MIDDLE for place in places):
        places[die ^ 1] = ELEPHANT
    places[die] = state.players[i]
    seat = state.seats[i]
    if not page.paper and why_unsuitable(page, move.die, state.faces[die]) is None:
        use_die(page, move.die, state.faces[die])
        settle(page)
    taken = seat._replace(dice_used=seat.dice_used + 1)
    return close_page(state.with_seat(i, taken, places=tuple(places), phase=Phase.PLAY, rolling=()), page)


def refuse_karma(state: State, page: Page, move: UseKarma) -> Verdict:
    die = DIE_INDEX.get(move.die)
    if die is None:
        return Refusal(Code.NO_SUCH_DIE, die=move.die)
    if state.phase is Phase.REROLLED:
        if die != state.rolling[0]:
            return Refusal(Code.SAME_DIE_AGAIN, die=DICE[state.rolling[0]])
    elif ELEPHANT not in state.places:
        return Refusal(Code.ELEPHANT_EMPTY)
    elif refusal := _refuse_place(state, die):
        return refusal
    return None if _has_karma_left(state, page) else Refusal(Code.NO_KARMA)


def _has_karma_left(state: State, page: Page) -> bool:
    """Check whether karma is left. What a paper sheet has circled is unknown, but its places are limited."""
    return page.marks.karma_used < (state.sheet.karma.places if page.paper else page.marks.karma_circled)


def use_karma(state: State, page: Page, move: UseKarma) -> State:
    page.marks = page.marks._replace(karma_used=page.marks.karma_used + 1)
    if state.phase is not Phase.REROLLED:
        state = state._replace(rolling=(DIE_INDEX[move.die], state.places.index(ELEPHANT)))
    phase = Phase.ROLLING if state.dice == VIRTUAL else Phase.TYPING
    return close_page(state._replace(phase=phase), page)


def refuse_passing(state: State, page: Page, move: Pass) -> Verdict:
    if page.paper:
        return None
    for die, place in enumerate(state.places):
        if place == MIDDLE and why_unsuitable(page, DICE[die], state.faces[die]) is None:
            return Refusal(Code.SUITABLE_DIE_LEFT, die=DICE[die])
    if ELEPHANT in state.places and _has_karma_left(state, page):
        return Refusal(Code.KARMA_LEFT)
    return None


def pass_turn(state: State, page: Page, move: Pass) -> State:
    return advance_turn(state)


CHOICE = (Phase.CHOOSE, Phase.REROLLED)
RULES: Rules = {
    Take: Rule(CHOICE, refuse_taking, take),
    UseKarma: Rule(CHOICE, refuse_karma, use_karma),
    Pass: Rule((Phase.CHOOSE,), refuse_passing, pass_turn),
}
