"""Texts on sheets and their text alternatives, in the language of the sheet instead of the current language."""

from companion.games.dice_charmers import names
from companion.games.dice_charmers.kinds import bonuses
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.i18n import N_, use_language

GAME = N_("The Dice Charmers")
SHEET = N_("%(title)s: sheet")
DATE = N_("Date")
SCORE = N_("Score")
PLACE = N_("Place")
RESULT = N_("Result")
RANKING = N_("Ranking")
GAP = N_("Points beyond the meeting point, round by round")
ROUND = N_("Round")
BEST_TURNS = N_("Best turns")
TIE_BREAK = N_("Tie-break")
PAPER_SEAT = N_("played on paper")


def format_title(thing: str, language: str) -> str:
    """Translate the name of a building, good or person and capitalise it."""
    with use_language(language):
        words = names.name_thing(thing)
    return words[:1].upper() + words[1:]


def describe_bonus_in(bonus: Bonus, language: str) -> str:
    """Describe a bonus in the given language."""
    with use_language(language):
        return bonuses.describe_bonus(bonus)
