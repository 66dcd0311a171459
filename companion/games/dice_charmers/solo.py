"""Playing alone: its five ranks, and how a result is rated. Its dice are in `challenge.py`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.games.dice_charmers.rules import Ending, Phase, State, measure_gap
from companion.games.dice_charmers.rules.sheet import Sheet
from companion.i18n import N_, gettext

SETTINGS: Mapping[str, str] = {"solo": "1"}  # of a table for one
RANKS = (  # the lowest first
    N_("Guest of the palace"),
    N_("Courtier"),
    N_("Steward"),
    N_("Vizier"),
    N_("Maharaja"),
)


@dataclass(frozen=True)
class SoloResult:
    """The result of a game alone. Fewer rounds are better; with equal rounds, more points."""

    rounds: int
    points: float  # beyond the meeting point
    has_met: bool  # else no die was of use any more
    thresholds: tuple[int, ...]  # the most rounds for the second to the highest rank; empty for a sheet without ranks

    @property
    def rank(self) -> int:
        """The rank, from 1; 0 if there is none."""
        if not self.has_met or not self.thresholds:
            return 0
        return 1 + sum(self.rounds <= threshold for threshold in self.thresholds)

    @property
    def title(self) -> str:
        return gettext(RANKS[self.rank - 1]) if self.rank else ""

    @property
    def ranks(self) -> list[tuple[str, int | None]]:
        """All ranks with the most rounds for them, the highest first; the lowest takes any number."""
        if not self.thresholds:
            return []
        return list(zip(map(gettext, reversed(RANKS)), (*reversed(self.thresholds), None), strict=True))


def rate_game(state: State) -> SoloResult | None:
    """Rate a finished game; None unless its player was alone."""
    if not state.is_solo or state.phase is not Phase.OVER:
        return None
    points = measure_gap(state, state.players[0]) or 0
    return SoloResult(state.round, points, state.ending is Ending.LINES_MET, find_thresholds(state.sheet))


def find_thresholds(sheet: Sheet) -> tuple[int, ...]:
    """Return the most rounds for the second to the highest rank; none for a sheet without figures (docs/solo.md)."""
    return tuple(load_thresholds().get(f"{sheet.name} {sheet.version}", ()))


@cache
def load_thresholds() -> Mapping[str, list[int]]:
    text = (files("companion.games.dice_charmers.bots") / "solo.json").read_text(encoding="utf-8")
    thresholds: Mapping[str, list[int]] = json.loads(text)
    return thresholds
