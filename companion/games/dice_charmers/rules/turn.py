"""A turn: take a die, use karma, or pass; then the die's action, the circled bonuses in any order, and the end."""

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, find_bonus, settle, why_useless
from companion.games.dice_charmers.rules.effects import EffectKind
from companion.games.dice_charmers.rules.palace import ACTIONS_GIVEN_UP, make_task
from companion.games.dice_charmers.rules.province import SECOND_HALF
from companion.games.dice_charmers.rules.refusals import Reason, Verdict
from companion.games.dice_charmers.rules.rounds import advance_turn, use_die, why_unsuitable
from companion.games.dice_charmers.rules.sheet import COLOUR_OF, DICE, DIE_INDEX
from companion.games.dice_charmers.rules.state import (
    AUTOMA,
    DIE_FORM,
    ELEPHANT,
    MIDDLE,
    PLACE_FORM,
    SPACE_FORM,
    VIRTUAL,
    ButtonPlace,
    Meanings,
    Move,
    MoveForm,
    Page,
    PageMove,
    Phase,
    State,
    Task,
    Words,
    close_page,
    in_context,
    open_page,
)
from companion.rules.messages import N_, Refusal

CHOICE = (Phase.CHOOSE, Phase.REROLLED)


# The start of a turn; depots and the elephant


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Put a die in the depot and use it."""

    die: str

    form = MoveForm("take {0.die}", DIE_FORM, "take purple-1")
    phases = CHOICE
    named_effect = EffectKind.DIE_TAKEN
    meanings: ClassVar[Meanings] = {"die": lambda state, seat, die: (f"take {die}",)}

    def refuse(self, state: State, page: Page) -> Verdict:
        die = DIE_INDEX.get(self.die)
        if die is None:
            return Refusal(Reason.NO_SUCH_DIE, die=self.die)
        if state.phase is Phase.REROLLED:
            return self._refuse_rerolled(state, page, die)
        if refusal := _refuse_place(state, die):
            return refusal
        if page.paper:
            full = state.seats[state.mover].dice_used >= state.plan.most_dice
            return Refusal(Reason.SHEET_IS_FULL) if full else None
        return why_unsuitable(page, self.die, state.faces[die])

    def _refuse_rerolled(self, state: State, page: Page, die: int) -> Verdict:
        """Refuse other dice, and an unsuitable one of the two if the other is suitable."""
        if die not in state.rolling:
            one, two = (DICE[other] for other in state.rolling)
            return Refusal(Reason.NOT_A_REROLLED_DIE, die=DICE[die], one=one, two=two)
        if page.paper:
            return None
        reasons = {other: why_unsuitable(page, DICE[other], state.faces[other]) for other in state.rolling}
        return reasons[die] if None in reasons.values() else None

    def write(self, state: State, page: Page) -> State:
        """Put the die in the depot and begin its action.

        The first die of a round sends the other die of its colour to the elephant.
        """
        i, die = state.mover, DIE_INDEX[self.die]
        places = list(state.places)
        if state.phase is Phase.REROLLED:
            one, two = state.rolling
            places[two if die == one else one] = ELEPHANT
        elif all(place == MIDDLE for place in places):
            places[die ^ 1] = ELEPHANT
        places[die] = state.players[i]
        seat = state.seats[i]
        if not page.paper and why_unsuitable(page, self.die, state.faces[die]) is None:
            use_die(page, self.die, state.faces[die])
            settle(page)
        taken = seat._replace(dice_used=seat.dice_used + 1)
        return close_page(state.with_seat(i, taken, places=tuple(places), phase=Phase.PLAY, rolling=()), page)

    def label(self, state: State) -> Words:
        return Words(N_("Take the %(die)s: %(face)s"), **_name_die(state, self.die))

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"die {self.die}",)

    def picture(self, state: State) -> dict[str, Any]:
        return {"die": self.die}


@dataclass(frozen=True, slots=True)
class UseKarma(Move):
    """Cross out a karma and roll this die together with the elephant's."""

    die: str

    form = MoveForm("karma {0.die}", DIE_FORM, "karma green-2")
    phases = CHOICE
    named_effect = EffectKind.DICE_ROLL
    meanings: ClassVar[Meanings] = {
        "die": lambda state, seat, die: (f"karma {die}",),
        "karma": lambda state, seat, number: (f"karma {die}" for die in DICE),
    }

    def refuse(self, state: State, page: Page) -> Verdict:
        die = DIE_INDEX.get(self.die)
        if die is None:
            return Refusal(Reason.NO_SUCH_DIE, die=self.die)
        if state.phase is Phase.REROLLED:
            if die != state.rolling[0]:
                return Refusal(Reason.SAME_DIE_AGAIN, die=DICE[state.rolling[0]])
        elif ELEPHANT not in state.places:
            return Refusal(Reason.ELEPHANT_EMPTY)
        elif refusal := _refuse_place(state, die):
            return refusal
        return None if _has_karma_left(state, page) else Refusal(Reason.NO_KARMA)

    def write(self, state: State, page: Page) -> State:
        page.marks = page.marks._replace(karma_used=page.marks.karma_used + 1)
        if state.phase is not Phase.REROLLED:
            state = state._replace(rolling=(DIE_INDEX[self.die], state.places.index(ELEPHANT)))
        phase = Phase.ROLLING if state.dice == VIRTUAL else Phase.TYPING
        return close_page(state._replace(phase=phase), page)

    def label(self, state: State) -> Words:
        return Words(N_("Reroll the %(die)s (%(face)s) and the elephant’s"), **_name_die(state, self.die))

    def targets(self, state: State) -> tuple[str, ...]:
        return f"die {self.die}", f"karma {state.seats[state.mover].marks.karma_used + 1}"

    def picture(self, state: State) -> dict[str, Any]:
        return {"die": self.die}


@dataclass(frozen=True, slots=True)
class Pass(Move):
    form = MoveForm("pass")
    phases = (Phase.CHOOSE,)
    button = ButtonPlace.ASIDE

    def refuse(self, state: State, page: Page) -> Verdict:
        if page.paper:
            return None
        for die, place in enumerate(state.places):
            if place == MIDDLE and why_unsuitable(page, DICE[die], state.faces[die]) is None:
                return Refusal(Reason.SUITABLE_DIE_LEFT, die=DICE[die])
        if ELEPHANT in state.places and _has_karma_left(state, page):
            return Refusal(Reason.KARMA_LEFT)
        return None

    def write(self, state: State, page: Page) -> State:
        return advance_turn(state)

    def label(self, state: State) -> Words:
        return in_context("turn", "Pass")


_TAKES = tuple(Take(die) for die in DICE)
_KARMAS = tuple(UseKarma(die) for die in DICE)


def list_choices(state: State, page: Page) -> list[Move]:
    """List taking dice first, then karma, then passing."""
    if state.phase is Phase.REROLLED:
        named, _ = state.rolling
        return [*(_TAKES[die] for die in state.rolling), _KARMAS[named]]
    lying = [die for die, place in enumerate(state.places) if place == MIDDLE]
    karmas = [_KARMAS[die] for die in lying] if ELEPHANT in state.places and _has_karma_left(state, page) else []
    return [*(_TAKES[die] for die in lying), *karmas, Pass()]


def _refuse_place(state: State, die: int) -> Verdict:
    place = state.places[die]
    if place == MIDDLE:
        return None
    if place == ELEPHANT:
        return Refusal(Reason.DIE_ON_ELEPHANT, die=DICE[die])
    if place == AUTOMA:
        return Refusal(Reason.DIE_WITH_AUTOMA, die=DICE[die])
    return Refusal(Reason.DIE_TAKEN, die=DICE[die], seat=place)


def _has_karma_left(state: State, page: Page) -> bool:
    """Check whether karma is left. What a paper sheet has circled is unknown, but its places are limited."""
    return page.marks.karma_used < (state.sheet.karma.places if page.paper else page.marks.karma_circled)


def _name_die(state: State, die: str) -> dict[str, Any]:
    """Return the details of a label that names a die by its colour and face."""
    return {"die": COLOUR_OF[die], "face": (die, state.faces[DIE_INDEX[die]])}


# After the die's action


@dataclass(frozen=True, slots=True)
class UseBonus(PageMove):
    bonus: str

    form = MoveForm("use {0.bonus}", PLACE_FORM, "use edge c3 N", lambda rest: [rest])
    named_effect = EffectKind.BONUS_USED
    meanings: ClassVar[Meanings] = {"bonus": lambda state, seat, place: (f"use {place}",)}

    def refuse_on(self, page: Page) -> Verdict:
        bonus = page.plan.bonuses.get(self.bonus)
        if bonus is None:
            return Refusal(Reason.NO_SUCH_BONUS, bonus=self.bonus)
        if not may_use_bonuses(page):
            return _refuse_unfinished(page)
        if self.bonus in page.marks.circled:
            return why_useless(page, self.bonus, bonus)
        gone = self.bonus in page.marks.crossed or self.bonus in page.marks.wasted
        return Refusal(Reason.BONUS_GONE if gone else Reason.BONUS_NOT_RELEASED, bonus=self.bonus)

    def write_on(self, page: Page) -> None:
        page.cross_out(self.bonus)
        bonus = page.plan.bonuses[self.bonus]
        if task := BONUS_KINDS[bonus.kind].grant(page, self.bonus, bonus):
            page.add_tasks(task)

    def label(self, state: State) -> Words:
        return Words(N_("Use the bonus: %(bonus)s"), bonus=state.plan.bonuses[self.bonus])

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"bonus {self.bonus}",)

    def picture(self, state: State) -> dict[str, Any]:
        return {"bonus": self.bonus}


@dataclass(frozen=True, slots=True)
class GiveUp(PageMove):
    """Give up a circled bonus, a sale, an earning or the second half-road.

    Of several earnings of one river space it names which: `give up river 3 upgrade`.
    """

    what: str

    form = MoveForm(
        "give up {0.what}",
        rf"up ({PLACE_FORM}|die|half-road|market {SPACE_FORM}|river [1-9][0-9]?( [a-z0-9-]{{1,32}}){{0,2}})",
        "give up tent 4",
        lambda rest: [rest.removeprefix("up ")],
    )
    button = ButtonPlace.ASIDE
    named_effect = EffectKind.BONUS_WASTED

    def refuse_on(self, page: Page) -> Verdict:
        """Refuse giving up anything but bonuses, earnings, sales and a second half-road: the die is compulsory."""
        if task := self.find_task(page):
            return None if task.can_be_given_up(page) else Refusal(Reason.DIE_MUST_BE_USED)
        if page.tasks and any(task.source == self.what for task in page.tasks[-1]):
            return Refusal(Reason.SEVERAL_EARNINGS, what=self.what)
        if self.what not in page.marks.circled:
            return Refusal(Reason.NOT_PENDING, what=self.what)
        return None if may_use_bonuses(page) else _refuse_unfinished(page)

    def write_on(self, page: Page) -> None:
        if task := self.find_task(page):
            page.drop_task(task)
        else:
            page.waste(self.what)

    def find_task(self, page: Page) -> Task | None:
        """Return the task that is given up; None if it is a circled bonus."""
        group = page.tasks[-1] if page.tasks else ()
        return next((task for task in group if _name_given_up(page, task) == self.what), None)

    def label(self, state: State) -> Words:
        if self.what == SECOND_HALF:
            return Words(N_("Give up the second half-road"))
        if self.what.startswith("market "):
            return Words(N_("Sell nothing at this market"))
        page = open_page(state)
        task = self.find_task(page)
        if task is None:
            return Words(N_("Give up the bonus: %(bonus)s"), bonus=state.plan.bonuses[self.what])
        if bonus := find_bonus(page, task):
            return Words(N_("Give up: %(bonus)s"), bonus=bonus)
        for person, text in ACTIONS_GIVEN_UP.items():
            if make_task(person, self.what) == task:
                return Words(text)
        return Words(N_("Give up: %(bonus)s"), bonus=Words(task.unfinished))

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"bonus {self.what}",) if self.what in state.plan.bonuses else ()

    def picture(self, state: State) -> dict[str, Any]:
        return {"bonus": self.what} if self.what in state.plan.bonuses else {}


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    form = MoveForm("end turn")
    phases = (Phase.PLAY,)
    button = ButtonPlace.FOOT

    def refuse(self, state: State, page: Page) -> Verdict:
        if not may_use_bonuses(page) or can_act(page):
            return _refuse_unfinished(page)
        for bonus in page.marks.circled:
            if why_useless(page, bonus, page.plan.bonuses[bonus]) is None:
                return Refusal(Reason.BONUSES_LEFT, bonus=bonus)
        return None

    def write(self, state: State, page: Page) -> State:
        for bonus in page.marks.circled:
            page.waste(bonus)
        return advance_turn(close_page(state, page))

    def label(self, state: State) -> Words:
        return Words(N_("End the turn"))


def may_use_bonuses(page: Page) -> bool:
    """Check whether the action is done; half-roads of the river may wait while bonuses are used."""
    return not page.tasks or (len(page.tasks) == 1 and all(task.can_wait(page) for task in page.tasks[0]))


def can_act(page: Page) -> bool:
    """Check whether any task can be completed now; only half-roads of the river wait without."""
    return bool(page.tasks) and any(task.why_impossible(page) is None for task in page.tasks[-1])


def _refuse_unfinished(page: Page) -> Refusal:
    task = page.tasks[-1][0]
    return Refusal(Reason.ACTION_UNFINISHED, asked=task.asks, source=task.source)


def list_actions(page: Page) -> list[Move]:
    """List the moves of the current action; when it is done or can wait, the bonuses and the end of the turn."""
    ending = [EndTurn()] if may_use_bonuses(page) else []
    return [*_list_advancing(page), *ending, *_list_given_up(page)]


def _list_advancing(page: Page) -> list[PageMove]:
    group = page.tasks[-1] if page.tasks else ()
    moves: list[Any] = [move for task in group for move in task.list_candidates(page)]
    if may_use_bonuses(page):
        moves += map(UseBonus, page.marks.circled)
    return list(dict.fromkeys(moves)) if len(group) > 1 else moves


def _list_given_up(page: Page) -> list[PageMove]:
    group = page.tasks[-1] if page.tasks else ()
    given_up = [_name_given_up(page, task) for task in group]
    if may_use_bonuses(page):
        given_up += page.marks.circled
    return [GiveUp(what) for what in (dict.fromkeys(given_up) if len(group) > 1 else given_up)]


def _name_given_up(page: Page, task: Task) -> str:
    """Name what giving up a task gives up: its source and, of several earnings of a river space, which one."""
    group = page.tasks[-1]
    if len(group) == 1:
        return task.source
    earnings = {find_bonus(page, other) for other in group if other.source == task.source}
    return task.source if len(earnings) == 1 else f"{task.source} {find_bonus(page, task)}"


def list_steps(page: Page) -> list[PageMove]:
    """List the legal steps: moves of the current action, or bonuses; giving up comes last. None means: end the turn."""
    return [*list_advancing_steps(page), *(step for step in _list_given_up(page) if step.refuse_on(page) is None)]


def list_advancing_steps(page: Page) -> list[PageMove]:
    """List the legal steps without giving up."""
    return [step for step in _list_advancing(page) if step.refuse_on(page) is None]


def do_step(page: Page, step: PageMove) -> None:
    """Do a legal step on a page."""
    step.write_on(page)
    settle(page)
