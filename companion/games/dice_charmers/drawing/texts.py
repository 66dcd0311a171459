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
PENCIL = N_("Soft pencil or pen; one stroke for every place:")
RESULT = N_("Result")
RANKING = N_("Ranking")
GAP = N_("Points beyond the meeting point, round by round")
ROUND = N_("Round")
BEST_TURNS = N_("Best turns")
TIE_BREAK = N_("Tie-break")
ANALYSIS = N_("Analysis")
CHANCES = N_("Chance to win in percent, round by round")
LUCK_AND_DECISIONS = N_("Luck and decisions")
DECISIVE_TURNS = N_("What decided the game")
LESSON = N_("Lesson")
TURNS = N_("Turn by turn")
PAPER_SEAT = N_("played on paper")
QUICK_REFERENCE = N_("Quick reference")
KARMA_AND_END = N_("Karma and the end")
BONUS_NOTE = N_(
    "Circle a bonus when it is released, cross it out when you use it. The figure is the amount; “?” is your choice."
)


def format_title(thing: str, language: str) -> str:
    """Translate the name of a building, good or person and capitalise it."""
    with use_language(language):
        words = names.name_thing(thing)
    return words[:1].upper() + words[1:]


def describe_bonus_in(bonus: Bonus, language: str) -> str:
    """Describe a bonus in the given language."""
    with use_language(language):
        return bonuses.describe_bonus(bonus)
