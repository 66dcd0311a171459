"""The words on a sheet, and for those who hear a drawing instead of seeing it.

They are said in the language of the sheet, whatever the language of the page that asked for it.
"""

from companion.i18n import N_, gettext, speaking
from companion.i18n.dice_charmers import things
from companion.rules.dice_charmers.sheet import Bonus

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


def said(message: str, language: str, **values: object) -> str:
    with speaking(language):
        return gettext(message, **values)


def thing_title(thing: str, language: str) -> str:
    """A building, a good or a person where it stands alone, with a capital letter."""
    with speaking(language):
        words = things.name(thing)
    return words[:1].upper() + words[1:]


def bonus_words(bonus: Bonus, language: str) -> str:
    with speaking(language):
        return things.bonus_words(bonus)


def points(score: float) -> str:
    """A score can be a half."""
    whole = int(abs(score))
    half = "½" if abs(score) != whole else ""
    return f"{'−' if score < 0 else ''}{whole if whole or not half else ''}{half}"
