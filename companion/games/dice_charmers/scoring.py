"""Final scoring from totals: the form, the score pad and the explanation of every point."""

from wtforms import Form, FormField

from companion.games.dice_charmers.rules.scoring import (
    FAME_PLACES,
    KARMA_PLACES,
    MONEY_PLACES,
    score_totals,
)
from companion.games.dice_charmers.rules.state import MOST_PLAYERS
from companion.games.scoring import Count, Name, PadRow, Scoring, ScoringForm, TieBreak, explain_meeting, repeat
from companion.i18n import N_

FIGURES = {
    "fame": N_("Fame"),
    "money": N_("Money"),
    "karma_circled": N_("Karma circled"),
    "karma_used": N_("Karma crossed out"),
}


class Player(Form):
    name = Name()
    fame = Count(FAME_PLACES)
    money = Count(MONEY_PLACES)
    karma_circled = Count(KARMA_PLACES, default="1")  # circled from the start
    karma_used = Count(KARMA_PLACES, default="0")


class DiceCharmersForm(ScoringForm):
    players = repeat(FormField(Player), MOST_PLAYERS)


SCORING = Scoring(
    score=score_totals,
    form=DiceCharmersForm,
    figures=FIGURES,
    explain=explain_meeting(FIGURES, N_("%(money)s money: two count as one place.")),
    pad=(
        PadRow(FIGURES["fame"]),
        PadRow(FIGURES["money"], N_("half of it")),
        PadRow(N_("Meeting point"), cell=-FAME_PLACES),
        PadRow(FIGURES["karma_circled"], N_("for ties"), tie=True),
        PadRow(FIGURES["karma_used"], N_("for further ties"), tie=True),
    ),
    tiebreaks={
        "karma_circled": TieBreak(N_("more karma circled")),
        "karma_used": TieBreak(N_("more karma crossed out")),
    },
    template="games/dice_charmers/scoring.html",
    styles="css/games/dice_charmers/photo.css",
    script="js/games/dice_charmers/photo.js",
    link_words=b'"karma_circled":1,"karma_used":0},',
)
