"""The Dice Charmers in words: what things are called, what is asked, why not, what a move does, how it ended."""

from companion.games.dice_charmers.kinds.bonuses import bonus_words
from companion.games.dice_charmers.kinds.moves import move_words
from companion.games.dice_charmers.names import Things, place_words
from companion.games.dice_charmers.texts.about import about
from companion.games.dice_charmers.texts.effects import effect_words
from companion.games.dice_charmers.texts.ending import ending_words, summary_words, tiebreak_words
from companion.games.dice_charmers.texts.prompts import prompt_words
from companion.games.dice_charmers.texts.refusals import refusal_words, unreadable_words

__all__ = [
    "Things",
    "about",
    "bonus_words",
    "effect_words",
    "ending_words",
    "move_words",
    "place_words",
    "prompt_words",
    "refusal_words",
    "summary_words",
    "tiebreak_words",
    "unreadable_words",
]
