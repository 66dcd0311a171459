"""Translated texts: names, prompts, refusals, effects of moves, descriptions, endings.

Hints and analyses have modules of their own, which load the bots.
"""

from companion.games.dice_charmers.kinds.bonuses import describe_bonus
from companion.games.dice_charmers.kinds.moves import describe_move
from companion.games.dice_charmers.names import Namer, describe_place
from companion.games.dice_charmers.texts.about import describe_target
from companion.games.dice_charmers.texts.effects import describe_effect
from companion.games.dice_charmers.texts.ending import (
    describe_ending,
    describe_last_turns,
    describe_solo,
    describe_summary,
    describe_tiebreak,
)
from companion.games.dice_charmers.texts.prompts import describe_prompt
from companion.games.dice_charmers.texts.refusals import describe_refusal, describe_unreadable

__all__ = [
    "Namer",
    "describe_bonus",
    "describe_effect",
    "describe_ending",
    "describe_last_turns",
    "describe_move",
    "describe_place",
    "describe_prompt",
    "describe_refusal",
    "describe_solo",
    "describe_summary",
    "describe_target",
    "describe_tiebreak",
    "describe_unreadable",
]
