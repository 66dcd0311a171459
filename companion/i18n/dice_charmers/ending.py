"""Why a game ended, and how a tie for the first place was settled."""

from companion.i18n import N_, gettext
from companion.rules.dice_charmers import Ending, Tiebreak

ENDINGS = {
    Ending.LINES_MET: N_("Fame and money have met, and everyone has had the same number of turns."),
    Ending.NOBODY_CAN_GO_ON: N_("No die would be of use to anybody any more."),
}

TIEBREAKS = {
    Tiebreak.KARMA_CIRCLED: N_("Equal points: whoever circled more karma wins."),
    Tiebreak.KARMA_USED: N_("Equal points and karma circled: whoever crossed out more karma wins."),
    Tiebreak.SHARED: N_("Equal in points and karma: the victory is shared."),
}


def ending_words(ending: Ending) -> str:
    return gettext(ENDINGS[ending])


def tiebreak_words(tiebreak: str) -> str:
    """`tiebreak` as it stands in a result."""
    return gettext(TIEBREAKS[Tiebreak(tiebreak)])
