"""Photos of played sheets: print, mark and photograph them, also with what went wrong at real tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from companion.games.dice_charmers.drawing.sheet import make_sheet_code
from companion.games.dice_charmers.paper.scan import Print
from companion.lab.hand import Hand, choose_hand
from companion.lab.photos import (
    EXPOSURES,
    PIXELS,
    Mistakes,
    choose_mistakes,
    compress,
    expose,
    fold,
    lay_out,
    mark_sheet,
    photograph,
    print_sheet,
)
from companion.render.pad import USUAL_PAPERS

HABITS: dict[str, dict[str, Any]] = {
    "dots": {"track": "dots", "cross": "dot"},
    "spirals": {"ring": "spiral", "cross": "spiral"},
    "rings": {"cross": "ring"},
    "half outside": {"aside": (0.3, 0.7)},
}
TROUBLES = ("erased", "folded", "faint pencil and pen", "scribbled out", "notes", *EXPOSURES, *HABITS)


@dataclass(frozen=True)
class Sample:
    photo: Any
    hand: Hand
    level: str
    mistakes: Mistakes = field(default_factory=Mistakes)

    def encode(self, rng: Any) -> bytes:
        return compress(self.photo, self.level, rng)


def make_sample(
    which: Print,
    states: Mapping[str, str],
    level: str,
    rng: Any,
    held_back: bool = False,
    up: int | None = None,
    megapixels: float | None = None,
    serial: int = 0,
    trouble: str = "",
) -> Sample:
    """Print a sheet, mark it with some hand, and photograph it; `trouble` is one of TROUBLES."""
    hand = choose_hand(rng, held_back)
    sheet, mistakes, hand = mark(which, states, hand, rng, serial, trouble)
    up = up or (2 if rng.random() < 0.12 else 1)
    paper = str(rng.choice(list(USUAL_PAPERS)))
    cut = up == 2 and rng.random() < 0.7
    page = lay_out(which, sheet, up, paper, rng, cut=cut)
    if trouble == "folded":
        page = fold(page, rng, PIXELS)
    photo = photograph(page, PIXELS, level, rng, megapixels)
    if trouble in EXPOSURES:
        photo = expose(photo, trouble, min(photo.shape[:2]) / 200, rng)
    return Sample(photo, hand, level, mistakes)


def mark(
    which: Print, states: Mapping[str, str], hand: Hand, rng: Any, serial: int, trouble: str
) -> tuple[Any, Mistakes, Hand]:
    """Return a printed and marked sheet, the mistakes on it, and the hand that made the marks."""
    hand = replace(hand, **HABITS.get(trouble, {}))
    mistakes = choose_mistakes(states, hand.pen, rng)
    empty = [cell for cell, state in states.items() if state == "none"]
    hands = [hand]
    if trouble == "erased":
        hand = replace(hand, pen=str(rng.choice(("soft pencil", "pencil", "hard pencil"))))
        hands, mistakes = [hand], Mistakes(erased=tuple(map(str, rng.choice(empty, 8, replace=False))))
    elif trouble == "faint pencil and pen":
        hands = [replace(hand, pen="faint pencil"), replace(hand, pen="gel pen")]
    elif trouble == "scribbled out":
        ends = {
            row: sum(state == "marked" for cell, state in states.items() if cell.startswith(row))
            for row in ("fame", "money")
        }
        mistakes = Mistakes(
            scribbled_out=tuple(f"{row} {end + 1}" for row, end in ends.items() if f"{row} {end + 1}" in states)[:1]
        )
        hand = replace(hand, track=str(rng.choice(("slashes", "strokes", "line", "ticks"))))
        hands = [hand]
    elif trouble == "notes":
        free = [
            cell
            for cell in empty
            if cell.startswith("money") and all(f"money {int(cell[6:]) - n}" in empty for n in range(6))
        ]
        mistakes = Mistakes(notes={str(rng.choice(free)): "4+2=6"} if free else {})
    sheet = print_sheet(which, rng, make_sheet_code(which.definition, which.language, which.ink, serial))
    mark_sheet(sheet, which, states, hands, rng, PIXELS, mistakes)
    return sheet, mistakes, hand


def photograph_two(
    which: Print,
    played: list[Mapping[str, str]],
    level: str,
    rng: Any,
    serials: tuple[int, int],
    held_back: bool = False,
) -> Any:
    """Photograph two sheets that lie next to each other."""
    sheets = []
    for states, serial in zip(played, serials, strict=True):
        sheet, _, _ = mark(which, states, choose_hand(rng, held_back), rng, serial, "")
        sheets.append(lay_out(which, sheet, 1, "a4", rng))
    gap = np.full((sheets[0].shape[0], int(rng.integers(20, 200)), 3), 60, np.uint8)
    return photograph(np.hstack((sheets[0], gap, sheets[1])), PIXELS, level, rng, 12.0)
