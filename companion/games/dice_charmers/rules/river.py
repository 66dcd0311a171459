"""The river: only the target space is marked; the boat is at the rightmost mark."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.dice_charmers.rules.effects import EffectKind
from companion.games.dice_charmers.rules.refusals import Plural, Reason, Verdict
from companion.games.dice_charmers.rules.state import (
    Meanings,
    MoveForm,
    Page,
    State,
    Task,
    TaskDetails,
    TaskMove,
    Words,
    open_page,
)
from companion.rules.messages import N_, Refusal, Unreadable

ANY_DISTANCE = 99


def find_position(page: Page) -> int:
    """Return the rightmost marked space, counted from 0; -1 before the first."""
    return page.marks.river.bit_length() - 1


def count_spaces_ahead(page: Page) -> int:
    return len(page.plan.sheet.river) - 1 - find_position(page)


def list_unmarked_behind(page: Page) -> list[int]:
    """List the unmarked spaces to the left of the boat, the nearest first."""
    return [space for space in range(find_position(page) - 1, -1, -1) if not page.marks.river >> space & 1]


def find_next_symbol(page: Page, symbol: str) -> int | None:
    """Return the next space ahead with this symbol, or None."""
    ahead = page.plan.symbol_spaces[symbol] >> find_position(page) + 1
    return find_position(page) + (ahead & -ahead).bit_length() if ahead else None


def find_destination(page: Page, step: int) -> int:
    """Return the space that a legal step leads to."""
    return find_position(page) + step if step > 0 else list_unmarked_behind(page)[-step - 1]


def mark(page: Page, space: int) -> None:
    """Mark a space; `settle` pays out what it gives."""
    page.marks = page.marks._replace(river=page.marks.river | 1 << space)
    page.earned.append((f"river {space + 1}", page.plan.sheet.river[space].earnings))


def _count_steps(state: State, seat: str, number: str) -> int:
    """Count the steps to a river space: spaces ahead, or unmarked spaces back. Raises Unreadable."""
    if not number.isdecimal() or not 1 <= int(number) <= len(state.sheet.river):
        raise Unreadable(number)
    river, there = state.find_seat(seat).marks.river, int(number) - 1
    here = river.bit_length() - 1
    if there > here:
        return there - here
    return -max(sum(not river >> space & 1 for space in range(there, here)), 1)


@dataclass(frozen=True, slots=True)
class Sail(TaskMove):
    """Move the boat: ahead in spaces (positive), or back in unmarked spaces (negative)."""

    step: int

    form = MoveForm("river {0.step:+d}", r"[+-][1-9][0-9]?", "river +1", lambda rest: [int(rest)])
    named_effect = EffectKind.RIVER
    meanings: ClassVar[Meanings] = {
        "river": lambda state, seat, number: (f"river {_count_steps(state, seat, number):+d}",)
    }

    def label(self, state: State) -> Words:
        space = find_destination(open_page(state), self.step)
        text = (
            N_("Sail ahead to space %(number)d: %(symbol)s")
            if self.step > 0
            else N_("Mark space %(number)d behind your boat: %(symbol)s")
        )
        return Words(text, number=space + 1, symbol=state.sheet.river[space].symbol)

    def targets(self, state: State) -> tuple[str, ...]:
        return (f"river {find_destination(open_page(state), self.step) + 1}",)

    def picture(self, state: State) -> dict[str, Any]:
        return {"icons": [state.sheet.river[find_destination(open_page(state), self.step)].symbol], "hue": "blue"}


@dataclass(frozen=True, slots=True)
class SailAhead(Task):
    """Sail up to `most` spaces ahead."""

    most: int

    asks = "river-advance"
    answers = (Sail,)
    unfinished = N_("sail ahead on the river")
    value = 4.0

    def details(self) -> TaskDetails:
        return {"most": self.most}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        return Words(Plural("Sail %(num)d space ahead", "Sail up to %(num)d spaces ahead"), of["most"])

    def why_impossible(self, page: Page) -> Verdict:
        return None if count_spaces_ahead(page) else Refusal(Reason.RIVER_ENDS, step=1, left=0)

    def list_candidates(self, page: Page) -> Iterable[Sail]:
        return [Sail(step) for step in range(1, self.most + 1)]

    def refuse(self, page: Page, move: Sail) -> Verdict:
        if move.step < 1:
            return Refusal(Reason.WRONG_WAY, step=move.step)
        if move.step > self.most:
            return Refusal(Reason.NOT_THAT_FAR, step=move.step, most=self.most)
        if move.step > (left := count_spaces_ahead(page)):
            return Refusal(Reason.RIVER_ENDS, step=move.step, left=left)
        return None

    def write(self, page: Page, move: Sail) -> None:
        mark(page, find_destination(page, move.step))


@dataclass(frozen=True, slots=True)
class SailBack(Task):
    """Sail back up to `most` unmarked spaces."""

    most: int

    asks = "river-back"
    answers = (Sail,)
    unfinished = N_("mark a space behind your boat")
    impossible = N_("no free space behind your boat")
    value = 4.0

    def details(self) -> TaskDetails:
        return {"most": self.most}

    @staticmethod
    def prompt(of: Mapping[str, Any]) -> Words:
        if of["most"] == ANY_DISTANCE:
            return Words(N_("Mark any free space behind your boat"))
        if of["most"] == 1:
            return Words(N_("Mark the nearest free space behind your boat"))
        return Words(N_("Mark one of the %(count)d nearest free spaces behind your boat"), count=of["most"])

    def why_impossible(self, page: Page) -> Verdict:
        return None if list_unmarked_behind(page) else Refusal(Reason.NOTHING_BEHIND, step=-1, left=0)

    def list_candidates(self, page: Page) -> Iterable[Sail]:
        return [Sail(-step) for step in range(1, min(self.most, len(list_unmarked_behind(page))) + 1)]

    def refuse(self, page: Page, move: Sail) -> Verdict:
        if move.step > -1:
            return Refusal(Reason.WRONG_WAY, step=move.step)
        if -move.step > self.most:
            return Refusal(Reason.NOT_THAT_FAR, step=move.step, most=self.most)
        if -move.step > (left := len(list_unmarked_behind(page))):
            return Refusal(Reason.NOTHING_BEHIND, step=move.step, left=left)
        return None

    def write(self, page: Page, move: Sail) -> None:
        mark(page, find_destination(page, move.step))
