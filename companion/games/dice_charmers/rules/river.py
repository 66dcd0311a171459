"""The river: only the target space is marked; the boat is at the rightmost mark."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.games.dice_charmers.rules.moves import Move, Sail
from companion.games.dice_charmers.rules.page import Details, Page, Task
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.rules.refusal import Refusal

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


@dataclass(frozen=True, slots=True)
class SailAhead(Task):
    """Sail up to `most` spaces ahead."""

    most: int

    asks: ClassVar[str] = "river-advance"
    answers: ClassVar[tuple[type, ...]] = (Sail,)

    def details(self) -> Details:
        return {"most": self.most}

    def why_impossible(self, page: Page) -> Verdict:
        return None if count_spaces_ahead(page) else Refusal(Code.RIVER_ENDS, step=1, left=0)

    def list_candidates(self, page: Page) -> Iterable[Move]:
        return [Sail(step) for step in range(1, self.most + 1)]

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, Sail)
        if move.step < 1:
            return Refusal(Code.WRONG_WAY, step=move.step)
        if move.step > self.most:
            return Refusal(Code.NOT_THAT_FAR, step=move.step, most=self.most)
        if move.step > (left := count_spaces_ahead(page)):
            return Refusal(Code.RIVER_ENDS, step=move.step, left=left)
        return None

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, Sail)
        mark(page, find_destination(page, move.step))


@dataclass(frozen=True, slots=True)
class SailBack(Task):
    """Sail back up to `most` unmarked spaces."""

    most: int

    asks: ClassVar[str] = "river-back"
    answers: ClassVar[tuple[type, ...]] = (Sail,)

    def details(self) -> Details:
        return {"most": self.most}

    def why_impossible(self, page: Page) -> Verdict:
        return None if list_unmarked_behind(page) else Refusal(Code.NOTHING_BEHIND, step=-1, left=0)

    def list_candidates(self, page: Page) -> Iterable[Move]:
        return [Sail(-step) for step in range(1, min(self.most, len(list_unmarked_behind(page))) + 1)]

    def refuse(self, page: Page, move: Move) -> Verdict:
        assert isinstance(move, Sail)
        if move.step > -1:
            return Refusal(Code.WRONG_WAY, step=move.step)
        if -move.step > self.most:
            return Refusal(Code.NOT_THAT_FAR, step=move.step, most=self.most)
        if -move.step > (left := len(list_unmarked_behind(page))):
            return Refusal(Code.NOTHING_BEHIND, step=move.step, left=left)
        return None

    def write(self, page: Page, move: Move) -> None:
        assert isinstance(move, Sail)
        mark(page, find_destination(page, move.step))
