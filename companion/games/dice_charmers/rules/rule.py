"""The rule of a kind of move: in which phases it is possible, why it is refused, and what it does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.dice_charmers.rules.moves import Move
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.refusals import Verdict
from companion.games.dice_charmers.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class Rule:
    phases: tuple[Phase, ...]
    refuse: Callable[[State, Page, Any], Verdict]
    write: Callable[[State, Page, Any], State]


Rules = Mapping[type[Move], Rule]
