"""Photos of played sheets: print, mark and photograph them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.dice_charmers.drawing.sheet import make_sheet_code
from companion.games.dice_charmers.paper.hand import Hand, choose_hand
from companion.games.dice_charmers.paper.printed import Print
from companion.games.dice_charmers.paper.sample import PIXELS, lay_out, mark_sheet, print_sheet
from companion.photo.camera import compress, photograph
from companion.render.geometry import PAPERS


@dataclass(frozen=True)
class Sample:
    photo: Any
    hand: Hand
    level: str

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
) -> Sample:
    """Print a sheet, mark it with some hand, and photograph it."""
    hand = choose_hand(rng, held_back)
    sheet = print_sheet(which, rng, make_sheet_code(which.definition, which.language, which.ink, serial))
    mark_sheet(sheet, which, states, [hand], rng, PIXELS)
    up = up or (2 if rng.random() < 0.12 else 1)
    paper = str(rng.choice(list(PAPERS)))
    cut = up == 2 and rng.random() < 0.7
    page = lay_out(which, sheet, up, paper, rng, cut=cut)
    return Sample(photograph(page, PIXELS, level, rng, megapixels), hand, level)
